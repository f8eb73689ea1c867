"""Where signing up here differs from allauth's way: names, guests who claim, mail that gives nothing away."""

import logging
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.core.exceptions import PermissionDenied
from django.forms import BaseForm
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User, UserKind
from accounts.names import RESERVED_WORDS, fold_name, normalize_name

logger = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):
    """allauth's door to our users."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_taken": _("This name is taken."),
        "username_blacklisted": _("This name is kept for the site itself."),
        "username_password_mismatch": _("The name or the password is wrong."),
        "email_password_mismatch": _("The e-mail address or the password is wrong."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:  # noqa: FBT001, FBT002  # allauth's signature
        """Return the name as it is stored, after checking that it may be had."""
        name: str = super().clean_username(normalize_name(username), shallow=True)
        key = fold_name(name)
        if key.split()[0] in RESERVED_WORDS:
            raise self.validation_error("username_blacklisted")
        if not shallow and User.objects.filter(name_key=key).exists():
            raise self.validation_error("username_taken")
        return name

    def new_user(self, request: HttpRequest) -> User:
        """Return the guest who claims, locked (caller is in a transaction), or else a new user."""
        if not request.user.is_authenticated:
            return User()
        guest = User.objects.select_for_update().filter(pk=request.user.pk, kind=UserKind.GUEST).first()
        if guest is None:  # claimed a moment ago, by another tab
            raise PermissionDenied
        return guest

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:  # noqa: FBT001, FBT002  # allauth's signature
        """Store who signed up; a guest stays the same row and stays signed in, though the password is new."""
        is_claim = user.pk is not None
        user.kind = UserKind.MEMBER
        super().save_user(request, user, form, commit=commit)
        if is_claim:
            update_session_auth_hash(request, user)
            request.user = user
        return user

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:  # noqa: FBT001  # allauth's signature
        """Ask the address to confirm; where another account has confirmed it already, say only that, and only there.

        Whoever typed the address sees the same answer both times, so that nobody learns who has an account.
        """
        if emailconfirmation.email_address.can_set_verified():
            super().send_confirmation_mail(request, emailconfirmation, signup)
        else:
            self.send_account_already_exists_mail(emailconfirmation.email_address.email)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail; when the mail server fails, log it and say so on the next page."""
        try:
            super().send_mail(template_prefix, email, context)
        except (SMTPException, OSError):
            logger.exception("mail %s could not be sent", template_prefix)
            if self.request is not None:
                text = gettext("Our mail server does not answer: no mail was sent. Please try again later.")
                messages.error(self.request, text)
