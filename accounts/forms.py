"""The forms of accounts: allauth's, in our words and with our fields."""

from collections.abc import Mapping
from typing import Any, ClassVar

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.app_settings import EmailVerificationMethod
from django import forms
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from accounts.models import Occasion, TokenScope, User
from accounts.names import NAME_LENGTH_MAX, fold_name, validate_name
from accounts.selectors.notifications import DEFAULTS
from accounts.services.accounts import AVATARS

PASSWORD_HELP = _("At least 8 characters. Not only digits, and none that everybody uses.")


class NameTakenError(Exception):
    """Somebody else took the name between the check and the saving."""


class WordsMixin(forms.BaseForm):
    """Gives a form's fields our class, labels and help; what was a placeholder stands in the label.

    Attributes:
        words: for each field its label and its help, translated when shown.
    """

    words: ClassVar[Mapping[str, tuple[Any, Any]]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label, field.help_text = self.words.get(name, (field.label or "", field.help_text))
            field.widget.attrs.pop("placeholder", None)
            if not isinstance(field.widget, forms.CheckboxInput | forms.CheckboxSelectMultiple):
                field.widget.attrs["class"] = "inp"


class SignUpForm(WordsMixin, allauth_forms.SignupForm):
    """Name, e-mail address and password; guests claim their account with it too."""

    words: ClassVar = {
        "username": (_("Player name"), _("What others see at the table. Any alphabet will do.")),
        "email": (_("E-mail"), _("Only to confirm and recover the account. Nobody else sees it.")),
        "password1": (_("Password"), PASSWORD_HELP),
    }

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


class SignInForm(WordsMixin, allauth_forms.LoginForm):
    """Name or e-mail address, and password."""

    words: ClassVar = {
        "login": (_("Name or e-mail"), ""),
        "password": (_("Password"), ""),
        "remember": (_("Stay signed in"), ""),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs["autocomplete"] = "username"
        self.fields["remember"].initial = True

    def login(self, request: HttpRequest, redirect_url: str | None = None) -> HttpResponse:
        """Sign the user in; an account without an address, which only an administrator can make, confirms none."""
        if self.user is not None and not self.user.email:
            self._login.email_verification = EmailVerificationMethod.NONE
        response: HttpResponse = super().login(request, redirect_url=redirect_url)
        return response


class AddEmailForm(WordsMixin, allauth_forms.AddEmailForm):
    """One more e-mail address."""

    words: ClassVar = {"email": (_("E-mail"), "")}


class ChangePasswordForm(WordsMixin, allauth_forms.ChangePasswordForm):
    """The old password, and a new one twice."""

    words: ClassVar = {
        "oldpassword": (_("Password until now"), ""),
        "password1": (_("New password"), PASSWORD_HELP),
        "password2": (_("New password again"), ""),
    }


class SetPasswordForm(WordsMixin, allauth_forms.SetPasswordForm):
    """A password, twice, for an account that has none."""

    words: ClassVar = {"password1": (_("Password"), PASSWORD_HELP), "password2": (_("Password again"), "")}


class ResetPasswordForm(WordsMixin, allauth_forms.ResetPasswordForm):
    """The address to which the link goes."""

    words: ClassVar = {"email": (_("E-mail"), "")}


class ResetPasswordKeyForm(WordsMixin, allauth_forms.ResetPasswordKeyForm):
    """A new password, twice."""

    words: ClassVar = {"password1": (_("New password"), PASSWORD_HELP), "password2": (_("New password again"), "")}


class ReauthenticateForm(WordsMixin, allauth_forms.ReauthenticateForm):
    """The password once more, before something that matters."""

    words: ClassVar = {"password": (_("Password"), "")}


class TokenForm(WordsMixin, forms.Form):
    """Name and scopes of a new API token."""

    name = forms.CharField(label=_("What is it for?"), max_length=60)
    scopes = forms.MultipleChoiceField(
        label=_("What may it do?"),
        choices=TokenScope.choices,
        initial=list(TokenScope.values),
        widget=forms.CheckboxSelectMultiple,
    )


class NotificationForm(WordsMixin, forms.Form):
    """For what one is called, and how."""

    push = forms.MultipleChoiceField(
        label=_("In the browsers below"),
        choices=Occasion.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    mail = forms.MultipleChoiceField(
        label=_("By e-mail"),
        choices=[(it, label) for it, label in Occasion.choices if it in DEFAULTS.mailable],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    tab = forms.BooleanField(label=_("While a page of the site is open, but out of sight"), required=False)


class FaceForm(WordsMixin, forms.Form):
    """Name and avatar; a guest has no name to choose."""

    words: ClassVar = {"username": (_("Player name"), _("Old results keep the name that you had then."))}

    username = forms.CharField(max_length=NAME_LENGTH_MAX)
    avatar = forms.ChoiceField(
        label=_("Avatar"), choices=[(key, key) for key in AVATARS], widget=forms.RadioSelect, required=True
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.fields["avatar"].widget.attrs.pop("class", None)
        if user.is_guest:
            del self.fields["username"]

    def clean_username(self) -> str:
        """Return the name as it is stored, checked as at signing up; changing its case alone is no new name."""
        name = self.cleaned_data["username"]
        is_same = fold_name(name) == self.user.name_key
        cleaned: str = get_adapter().clean_username(name, shallow=is_same)
        validate_name(cleaned)
        return cleaned


class DeleteForm(WordsMixin, forms.Form):
    """The account's name, typed by who means it."""

    words: ClassVar = {"name": (_("Type the account's name"), "")}

    name = forms.CharField(max_length=NAME_LENGTH_MAX)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_name(self) -> str:
        """Check that it is the account's own.

        Raises:
            ValidationError: it is another.
        """
        name: str = self.cleaned_data["name"]
        if fold_name(name) != self.user.name_key:
            raise forms.ValidationError(_("This is not the account's name."))
        return name
