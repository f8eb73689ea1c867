"""The audit trail: facts from the rows and notes, for those who may read them, and nothing that is hidden."""

from datetime import timedelta
from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services.tokens import make_token
from games.models import Match, NoteKind, TableNote
from games.services.audit import match_audit
from games.services.executors import load_state
from games.services.play import Kind, Refused
from tests.games.seated import NOW, make_table, make_user, make_users, send, start_match

pytestmark = pytest.mark.django_db
NONCE = "ab" * 16


def eventful_match() -> tuple[Match, list[User], list[User]]:
    """A match with an action, one that ran out of time, a refusal, a seat taken over, and an end by vote."""
    users = make_users(6)
    table = start_match(users, time_control="blitz")
    state = load_state(table.pk)
    first, second = state.to_act[0], (state.to_act[0] + 1) % 6
    send(table, users[first], Kind.ACT, version=state.version, action="pass", now=NOW + timedelta(seconds=7))
    with pytest.raises(Refused):
        send(table, users[first], Kind.ACT, version=state.version + 1, action="take H", now=NOW + timedelta(seconds=8))
    late = NOW + timedelta(seconds=70)
    send(table, None, Kind.TIME_OUT, seat=second, version=state.version + 1, action="pass", now=late)
    note = {"table": table, "user": users[second], "seat": second, "version": state.version + 2, "at": late}
    TableNote.objects.create(**note, kind=NoteKind.DISCONNECTED)
    send(table, users[first], Kind.PROPOSE, vote="abandon", now=late)
    for user in users:
        if load_state(table.pk).status == "playing" and user != users[first]:
            send(table, user, Kind.VOTE, vote="abandon", agree=True, now=late)
    return Match.objects.get(table=table), [users[first], users[second]], users


def test_facts_in_their_order() -> None:
    match, (first, second), _users = eventful_match()
    audit = match_audit(match.pk, user_id=first.pk, is_moderator=False)
    assert audit is not None
    assert audit.is_over
    kinds = [line.kind for line in audit.lines]
    assert kinds[:12] == ["sit"] * 6 + ["ready"] * 6
    assert kinds[12:14] == ["act", "refused"]
    assert sorted(kinds[14:17]) == ["disconnected", "propose", "time_out"]
    acted = next(line for line in audit.lines if line.kind == "act")
    assert (acted.name, acted.by, acted.detail) == (first.username, "player", {"action": "pass"})
    assert (acted.before_ms, acted.after_ms) == (23_000, 27_000)
    timed_out = next(line for line in audit.lines if line.kind == "time_out")
    assert (timed_out.by, timed_out.name, timed_out.before_ms) == ("site", "", 0)
    refused = next(line for line in audit.lines if line.kind == "refused")
    assert refused.detail == {"command": "act", "code": "not_your_turn"}
    gone = next(line for line in audit.lines if line.kind == "disconnected")
    assert gone.name == second.username
    assert kinds[-1] == "vote"


def test_who_may_read_it() -> None:
    users, stranger, moderator = make_users(6), make_user(), make_user()
    table = start_match(users)
    match = Match.objects.get(table=table)
    readers = {user.pk: user == moderator for user in (users[0], stranger, moderator)}
    seen = [match_audit(match.pk, user_id=pk, is_moderator=is_it) is not None for pk, is_it in readers.items()]
    assert seen == [False, False, True]
    finished, (player, _other), _users = eventful_match()
    assert match_audit(finished.pk, user_id=player.pk, is_moderator=False) is not None
    assert match_audit(finished.pk, user_id=stranger.pk, is_moderator=False) is None
    assert match_audit(finished.pk + 1, user_id=stranger.pk, is_moderator=True) is None


def test_the_page_and_the_call_tell_the_same(client: Client) -> None:
    match, (player, _other), users = eventful_match()
    address = reverse("games:what_happened", args=[match.pk])
    assert client.get(address).status_code == HTTPStatus.FOUND
    client.force_login(player)
    text = client.get(address).content.decode()
    assert "0:23.0 → 0:27.0" in text
    assert "was refused: act (not_your_turn)" in text
    token = make_token(user=player, name="t", scopes=["read"])[1]
    answer = client.get(f"/api/v1/matches/{match.pk}/audit", headers={"Authorization": f"Bearer {token}"}).json()
    assert answer["names"] == [user.username for user in users]
    assert [line["clock_before"] for line in answer["lines"] if line["kind"] == "act"] == [23.0]
    client.force_login(make_user())
    assert client.get(address).status_code == HTTPStatus.NOT_FOUND


def test_it_tells_no_nonce() -> None:
    users = make_users(6)
    table = make_table(users)
    for user in users:
        send(table, user, Kind.READY, nonce=NONCE)
    audit = match_audit(Match.objects.get(table=table).pk, user_id=0, is_moderator=True)
    assert audit is not None
    assert [line.kind for line in audit.lines[-6:]] == ["ready"] * 6
    assert NONCE not in str(audit)
