"""What the account page shows."""

from typing import TypedDict

from allauth.account.models import EmailAddress

from accounts.models import ApiToken, User


class AccountPage(TypedDict):
    """What the account page shows.

    Attributes:
        emails: the user's addresses, the main one first.
        tokens: live tokens, the newest first.
    """

    emails: list[EmailAddress]
    tokens: list[ApiToken]


def account_page(user: User) -> AccountPage:
    """Return what the user's account page shows."""
    emails = [] if user.is_guest else list(EmailAddress.objects.filter(user=user).order_by("-primary", "email"))
    return {"emails": emails, "tokens": list(user.api_tokens.filter(revoked_at=None))}
