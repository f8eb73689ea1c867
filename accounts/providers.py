"""The registry of data providers: who else holds something about a user.

accounts is the lowest app and may not look upwards; the apps above register what they hold when they load.
"""

from collections.abc import Collection, Iterator
from typing import Any, Protocol


class DataProvider(Protocol):
    """One app's answer to what it holds about users.

    Attributes:
        key: the provider's name in an export, such as `games`.
    """

    key: str

    def users_with_data(self, user_ids: Collection[int]) -> set[int]:
        """Return which of these users the app holds something of that must stay, such as a seat or a match played."""

    def is_busy(self, user_id: int) -> bool:
        """Return whether something goes on that needs the user's name, so that it can't be erased yet."""

    def export(self, user_id: int) -> dict[str, Any]:
        """Return all that the app holds about the user, JSON-ready."""

    def erase(self, user_id: int) -> None:
        """Erase, or make nameless, all that the app holds about the user."""


_providers: dict[str, DataProvider] = {}


def register_provider(provider: DataProvider) -> None:
    """Add a provider; called from the `ready` of an app. One of the same key is replaced."""
    _providers[provider.key] = provider


def registered_providers() -> Iterator[DataProvider]:
    """Yield the providers in the order of their keys."""
    for key in sorted(_providers):
        yield _providers[key]


def users_with_data(user_ids: Collection[int]) -> set[int]:
    """Return which of these users any provider holds something of."""
    return set().union(*(provider.users_with_data(user_ids) for provider in registered_providers()))
