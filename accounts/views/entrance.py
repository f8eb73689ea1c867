"""Coming in: sign up, claim a guest's account, sign in, play as a guest, confirm an e-mail address."""

from typing import Any, ClassVar

from allauth.account.mixins import NextRedirectMixin
from allauth.account.utils import get_next_redirect_url
from allauth.account.views import ConfirmEmailView, EmailVerificationSentView, LoginView, SignupView
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts.forms import NameTakenError, SignUpForm
from accounts.limits import LimitedError
from accounts.services.guests import sign_in_guest
from accounts.views.guards import is_member, too_many

FILED_MAIL = "django.core.mail.backends.filebased.EmailBackend"


class MembersGoOnMixin(NextRedirectMixin):
    """Sends members on, who are in already; guests may come in."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer the request."""
        if is_member(request):
            return redirect(get_next_redirect_url(request) or settings.LOGIN_REDIRECT_URL)
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response


class SignUpView(MembersGoOnMixin, SignupView):
    """Create an account; a guest's becomes one, and the guest goes on where they were."""

    form_class = SignUpForm

    def form_valid(self, form: SignUpForm) -> HttpResponse:
        """Store who signed up and send the mail; send a guest back to the page they came from."""
        is_claim = self.request.user.is_authenticated
        try:
            response: HttpResponse = super().form_valid(form)
        except NameTakenError:
            form.add_error("username", gettext("This name is taken."))
            invalid: HttpResponse = self.form_invalid(form)
            return invalid
        if is_claim:
            messages.success(self.request, gettext("The account is yours now."))
            return redirect(self.get_next_url() or "accounts:profile")
        return response


class SignInView(MembersGoOnMixin, LoginView):
    """Sign in to an existing account; a guest may too, and leaves the guest's account."""


class ConfirmView(ConfirmEmailView):
    """Confirm an e-mail address."""

    def logout_other_user(self, confirmation: Any) -> None:
        """Sign another member out, but no guest: they may be in a match, and could never come back."""
        if is_member(self.request):
            super().logout_other_user(confirmation)


class MailSentView(EmailVerificationSentView):
    """Say that a mail is on its way, or, while no mail server is set, that it lies in a folder of the site."""

    extra_context: ClassVar = {"is_mail_filed": settings.EMAIL_BACKEND == FILED_MAIL}


@require_POST
def enter_as_guest(request: HttpRequest) -> HttpResponse:
    """Make a guest of the visitor, if they are nobody yet, and send them on."""
    if not request.user.is_authenticated:
        try:
            sign_in_guest(request)
        except LimitedError as error:
            return too_many(request, retry_after=error.retry_after)
    return redirect(get_next_redirect_url(request) or settings.LOGIN_REDIRECT_URL)
