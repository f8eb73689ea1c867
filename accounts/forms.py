"""The forms of accounts."""

from typing import Any

from allauth.account.forms import LoginForm, SignupForm
from django import forms
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from accounts.models import TokenScope, User


class NameTakenError(Exception):
    """Somebody else took the name between the check and the saving."""


class SignUpForm(SignupForm):
    """Name, e-mail address and password; guests claim their account with it too."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Player name")
        self.fields["username"].help_text = _("What others see at the table. Any alphabet will do.")
        self.fields["email"].label = _("E-mail")
        self.fields["email"].help_text = _("Only to confirm and to recover the account. Nobody else sees it.")

    def validate_unique_email(self, value: str) -> str:
        """Accept an address that another account has: only its owner is told, by mail (see the adapter).

        Refusing it here would tell a stranger that it has an account; silently making no account would tell it too,
        because the name stays free, and because a guest's name would not change.
        """
        return value

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Store who signed up.

        Raises:
            NameTakenError: two people took the name at the same moment, and this is the second.
        """
        try:
            with transaction.atomic():
                result: tuple[User | None, HttpResponse | None] = super().try_save(request)
        except IntegrityError as error:
            raise NameTakenError from error
        return result


class SignInForm(LoginForm):
    """Name or e-mail address, and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name or e-mail")
        self.fields["login"].widget.attrs["autocomplete"] = "username"
        self.fields["password"].help_text = ""
        self.fields["remember"].label = _("Stay signed in")
        self.fields["remember"].initial = True


class TokenForm(forms.Form):
    """Name and scopes of a new API token."""

    name = forms.CharField(label=_("What is it for?"), max_length=60)
    scopes = forms.MultipleChoiceField(
        label=_("What may it do?"),
        choices=TokenScope.choices,
        initial=list(TokenScope.values),
        widget=forms.CheckboxSelectMultiple,
    )
