"""The addresses below /accounts/: our own pages, then allauth's, of which some are replaced."""

from allauth.account import views as allauth_views
from django.urls import URLPattern, URLResolver, include, path, re_path

from accounts.views import account, entrance, notifications, people, profile
from accounts.views.guards import members_only

own: list[URLPattern | URLResolver] = [
    path("profile/", profile.profile, name="profile"),
    path("profile/tokens/", profile.make_api_token, name="token_make"),
    path("profile/tokens/<int:token_id>/revoke/", profile.revoke_api_token, name="token_revoke"),
    path("face/", account.face, name="face"),
    path("export/", account.export, name="export"),
    path("delete/", account.delete, name="delete"),
    path("people/", people.people, name="people"),
    path("people/relate/", people.relate, name="relate"),
    path("people/ask/", people.ask_by_name, name="ask_by_name"),
    path("notifications/", notifications.notification_settings, name="notifications"),
    path("notifications/browsers/", notifications.add_browser, name="browser_add"),
    path("notifications/browsers/<int:subscription_id>/remove/", notifications.remove_browser, name="browser_remove"),
    path("notifications/try/", notifications.try_browsers, name="browsers_try"),
    path("guest/", entrance.enter_as_guest, name="guest"),
    path("guest/claim/", entrance.SignUpView.as_view(), name="claim"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include((own, "accounts"))),
    path("signup/", entrance.SignUpView.as_view(), name="account_signup"),
    path("login/", entrance.SignInView.as_view(), name="account_login"),
    re_path(r"^confirm-email/(?P<key>[-:\w]+)/$", entrance.ConfirmView.as_view(), name="account_confirm_email"),
    path("confirm-email/", entrance.MailSentView.as_view(), name="account_email_verification_sent"),
    path("email/", members_only(allauth_views.email), name="account_email"),
    path("password/change/", members_only(allauth_views.password_change), name="account_change_password"),
    path("password/set/", members_only(allauth_views.password_set), name="account_set_password"),
    path("", include("allauth.account.urls")),
]
