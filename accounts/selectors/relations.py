"""Who is whose friend, whom one follows, and who blocks whom."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Relation, RelationKind, User


@dataclass(frozen=True, slots=True)
class Standing:
    """What two users are to each other, as the viewer may know it: that one is blocked is not told.

    Attributes:
        is_friend: both want it.
        has_asked: the viewer asked, and waits.
        is_asked: the other asked, and waits.
    """

    is_friend: bool = False
    has_asked: bool = False
    is_asked: bool = False
    is_following: bool = False
    is_blocking: bool = False


@dataclass(frozen=True, slots=True)
class People:
    """All whom a user has to do with, each list by name.

    Attributes:
        asking: who asked the user and waits for an answer.
        asked: whom the user asked.
    """

    friends: list[User]
    asking: list[User]
    asked: list[User]
    followed: list[User]
    blocked: list[User]


def standing(*, viewer_id: int | None, other_id: int) -> Standing:
    """Return what the other is to the viewer."""
    pair = Q(owner_id=viewer_id, other_id=other_id) | Q(owner_id=other_id, other_id=viewer_id)
    rows = Relation.objects.filter(pair).values_list("owner_id", "kind") if viewer_id is not None else ()
    found = {(owner_id == viewer_id, kind) for owner_id, kind in rows}
    mine, theirs = (True, RelationKind.FRIEND) in found, (False, RelationKind.FRIEND) in found
    return Standing(
        is_friend=mine and theirs,
        has_asked=mine and not theirs,
        is_asked=theirs and not mine,
        is_following=(True, RelationKind.FOLLOW) in found,
        is_blocking=(True, RelationKind.BLOCK) in found,
    )


def people_of(user_id: int) -> People:
    """Return all whom the user has to do with."""
    rows = list(
        Relation.objects.filter(owner_id=user_id)
        .annotate(is_mutual=_is_answered())
        .select_related("other")
        .order_by("other__name_key")
    )
    friends = [row.other for row in rows if row.kind == RelationKind.FRIEND and row.is_mutual]
    asked = [row.other for row in rows if row.kind == RelationKind.FRIEND and not row.is_mutual]
    return People(
        friends=friends,
        asking=list(_asking(user_id)),
        asked=asked,
        followed=[row.other for row in rows if row.kind == RelationKind.FOLLOW],
        blocked=[row.other for row in rows if row.kind == RelationKind.BLOCK],
    )


def friend_ids(user_id: int) -> frozenset[int]:
    """Return the user's friends."""
    mutual = Relation.objects.filter(_is_answered(), owner_id=user_id, kind=RelationKind.FRIEND)
    return frozenset(mutual.values_list("other_id", flat=True))


def followed_ids(user_id: int) -> frozenset[int]:
    """Return whom the user follows."""
    return frozenset(
        Relation.objects.filter(owner_id=user_id, kind=RelationKind.FOLLOW).values_list("other_id", flat=True)
    )


def blocked_ids(user_id: int) -> frozenset[int]:
    """Return whom the user blocks."""
    return frozenset(
        Relation.objects.filter(owner_id=user_id, kind=RelationKind.BLOCK).values_list("other_id", flat=True)
    )


def blocker_ids(user_id: int) -> frozenset[int]:
    """Return who blocks the user."""
    return frozenset(
        Relation.objects.filter(other_id=user_id, kind=RelationKind.BLOCK).values_list("owner_id", flat=True)
    )


def blocks_of(user_id: int) -> tuple[frozenset[int], frozenset[int]]:
    """Return whom the user blocks, and who blocks the user."""
    either = Q(owner_id=user_id) | Q(other_id=user_id)
    rows = list(Relation.objects.filter(either, kind=RelationKind.BLOCK).values_list("owner_id", "other_id"))
    blocked = frozenset(other for owner, other in rows if owner == user_id)
    return blocked, frozenset(owner for owner, other in rows if other == user_id)


def is_blocked_between(one_id: int, other_id: int) -> bool:
    """Return whether either of the two blocks the other."""
    return has_block_with(one_id, [other_id])


def has_block_with(user_id: int, other_ids: Iterable[int]) -> bool:
    """Return whether the user blocks any of the others, or any of them blocks the user."""
    ids = list(other_ids)
    pair = Q(owner_id=user_id, other_id__in=ids) | Q(owner_id__in=ids, other_id=user_id)
    return bool(ids) and Relation.objects.filter(pair, kind=RelationKind.BLOCK).exists()


def _asking(user_id: int) -> QuerySet[User]:
    waiting = Relation.objects.filter(~_is_answered(), other_id=user_id, kind=RelationKind.FRIEND)
    return User.objects.filter(pk__in=waiting.values("owner_id"), is_active=True).order_by("name_key")


def _is_answered() -> Exists:
    """Return the condition on friend rows that the other has one too."""
    back = Relation.objects.filter(owner=OuterRef("other"), other=OuterRef("owner"), kind=RelationKind.FRIEND)
    return Exists(back)
