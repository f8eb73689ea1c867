"""Friends, follows and blocks."""

from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Relation, RelationKind, User, UserKind
from accounts.selectors.relations import (
    Standing,
    blocked_ids,
    blocker_ids,
    blocks_of,
    followed_ids,
    friend_ids,
    has_block_with,
    is_blocked_between,
    people_of,
    standing,
)
from accounts.services import relations
from accounts.services.relations import (
    RelationRefusedError,
    ask_friend,
    block,
    end_friendship,
    follow,
    unblock,
    unfollow,
)

pytestmark = pytest.mark.django_db
_numbers = count(1)


def make(kind: UserKind = UserKind.MEMBER) -> User:
    return User.objects.create_user(f"Relative {next(_numbers)}", kind=kind)


def refusal(work: object, **people: User) -> str:
    assert callable(work)
    with pytest.raises(RelationRefusedError) as caught:
        work(**people)
    assert caught.value.message
    return caught.value.code


def test_a_request_waits_until_it_is_accepted() -> None:
    ann, bob = make(), make()
    assert ask_friend(user=ann, other=bob) is False
    assert standing(viewer_id=ann.pk, other_id=bob.pk) == Standing(has_asked=True)
    assert standing(viewer_id=bob.pk, other_id=ann.pk) == Standing(is_asked=True)
    assert friend_ids(ann.pk) == friend_ids(bob.pk) == frozenset()
    assert ask_friend(user=bob, other=ann) is True
    assert friend_ids(ann.pk) == {bob.pk}
    assert friend_ids(bob.pk) == {ann.pk}
    assert people_of(bob.pk).friends == [ann]


def test_asking_twice_changes_nothing() -> None:
    ann, bob = make(), make()
    ask_friend(user=ann, other=bob)
    assert ask_friend(user=ann, other=bob) is False
    assert Relation.objects.count() == 1
    assert people_of(ann.pk).asked == [bob]
    assert people_of(bob.pk).asking == [ann]


@pytest.mark.parametrize("is_accepted", [False, True])
def test_either_side_ends_it(is_accepted: bool) -> None:  # noqa: FBT001
    ann, bob = make(), make()
    ask_friend(user=ann, other=bob)
    if is_accepted:
        ask_friend(user=bob, other=ann)
    assert end_friendship(user=bob, other=ann)
    assert not end_friendship(user=bob, other=ann)
    assert standing(viewer_id=ann.pk, other_id=bob.pk) == Standing()


def test_a_block_ends_all_else_and_is_not_told() -> None:
    ann, bob = make(), make()
    ask_friend(user=ann, other=bob)
    ask_friend(user=bob, other=ann)
    follow(user=bob, other=ann)
    assert block(user=ann, other=bob)
    assert not block(user=ann, other=bob)
    assert standing(viewer_id=bob.pk, other_id=ann.pk) == Standing()
    assert standing(viewer_id=ann.pk, other_id=bob.pk) == Standing(is_blocking=True)
    assert blocked_ids(ann.pk) == {bob.pk}
    assert blocker_ids(bob.pk) == {ann.pk}
    assert blocks_of(ann.pk) == (frozenset({bob.pk}), frozenset())
    assert blocks_of(bob.pk) == (frozenset(), frozenset({ann.pk}))
    assert followed_ids(bob.pk) == frozenset()
    for one, other in ((ann, bob), (bob, ann)):
        assert is_blocked_between(one.pk, other.pk)
        assert refusal(ask_friend, user=one, other=other) == "not_open"
        assert refusal(follow, user=one, other=other) == "not_open"
    assert unblock(user=ann, other=bob)
    assert not unblock(user=bob, other=ann)
    assert ask_friend(user=bob, other=ann) is False


def test_a_block_among_several_is_found() -> None:
    ann, bob, eve = make(), make(), make()
    block(user=eve, other=ann)
    assert has_block_with(ann.pk, [bob.pk, eve.pk])
    assert not has_block_with(ann.pk, [bob.pk])
    assert not has_block_with(ann.pk, [])


def test_following_needs_no_answer() -> None:
    ann, bob = make(), make()
    assert follow(user=ann, other=bob)
    assert not follow(user=ann, other=bob)
    assert people_of(ann.pk).followed == [bob]
    assert standing(viewer_id=bob.pk, other_id=ann.pk) == Standing()
    assert unfollow(user=ann, other=bob)
    assert not unfollow(user=ann, other=bob)


def test_only_members_are_friends_but_guests_may_block() -> None:
    ann, guest, bot = make(), make(UserKind.GUEST), make(UserKind.BOT)
    for one, other in ((guest, ann), (ann, guest), (ann, bot)):
        assert refusal(ask_friend, user=one, other=other) == "not_member"
        assert refusal(follow, user=one, other=other) == "not_member"
    assert block(user=guest, other=ann)
    assert block(user=ann, other=guest)
    assert refusal(block, user=ann, other=bot) == "not_member"


def test_nobody_is_their_own_friend() -> None:
    ann = make()
    for work in (ask_friend, follow, block):
        assert refusal(work, user=ann, other=ann) == "self"
    with pytest.raises(IntegrityError), transaction.atomic():
        Relation.objects.create(owner=ann, other=ann, kind=RelationKind.FRIEND, created_at=timezone.now())


def test_one_account_holds_so_many_and_asks_so_often(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    ann = make()
    monkeypatch.setattr(relations, "RELATIONS_EACH", 2)
    follow(user=ann, other=make())
    follow(user=ann, other=make())
    assert refusal(follow, user=ann, other=make()) == "too_many"
    settings.KQJ_FRIEND_RATE = "1/d"
    asked = make()
    ask_friend(user=ann, other=asked)
    end_friendship(user=asked, other=ann)
    assert refusal(ask_friend, user=ann, other=asked) == "rate_limited"
    assert people_of(asked.pk).asking == []


@pytest.mark.django_db(transaction=True)
def test_two_who_ask_each_other_at_once_are_friends() -> None:
    ann, bob = make(), make()

    def ask(pair: tuple[User, User]) -> bool:
        try:
            return ask_friend(user=pair[0], other=pair[1])
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        answers = sorted(pool.map(ask, [(ann, bob), (bob, ann)]))
    assert answers == [False, True]
    assert friend_ids(ann.pk) == {bob.pk}
