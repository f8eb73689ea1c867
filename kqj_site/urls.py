"""All addresses of the site."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.i18n import JavaScriptCatalog

from accounts.views.notifications import service_worker
from kqj_site import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", views.healthz, name="healthz"),
    path("jsi18n/", JavaScriptCatalog.as_view(), name="jsi18n"),
    path("service-worker.js", service_worker, name="service_worker"),
    path("admin/", admin.site.urls),
    path("accounts/", include("accounts.urls")),
    path("api/v1/", include("games.api.urls")),
    path("", include("games.urls")),
]
handler400 = "kqj_site.views.bad_request"
handler403 = "kqj_site.views.permission_denied"
handler404 = "kqj_site.views.page_not_found"
handler500 = "kqj_site.views.server_error"
