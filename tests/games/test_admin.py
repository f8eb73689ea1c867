"""The administration shows tables and matches, and no secret."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from games.models import FaultReport, Match, Table, TableEvent
from games.services.executors import load_state
from games.services.matches import finish_match
from tests.games.seated import NOW, make_users, start_match
from tests.games.test_matches import pass_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("Admin", password="secret"))
    return client


def read(admin: Client, path: str) -> str:
    answer = admin.get(f"/admin/games/{path}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_running_match_shows_no_secret(admin: Client, django_assert_max_num_queries: Callable[[int], object]) -> None:
    users = make_users(6)
    table = start_match(users, is_private=True)
    match = Match.objects.only("server_secret", "commitment").get(pk=load_state(table.pk).setup.match_id)
    nonce = "ab" * 16
    TableEvent.objects.filter(table=table, version=7).update(payload={"nonce": nonce})
    secret = bytes(match.server_secret)
    pages = [f"table/{table.pk}/change/", "table/", f"match/{match.pk}/change/", "match/", f"match/?q={users[0]}"]
    text = "".join(read(admin, path) for path in pages)
    assert match.commitment in text
    for hidden in (secret.hex(), repr(secret), nonce, table.invite_code):
        assert hidden not in text


def test_a_finished_match_shows_its_players(admin: Client) -> None:
    users = make_users(6)
    match_id = pass_out(users)
    finish_match(match_id)
    text = read(admin, f"match/{match_id}/change/")
    assert all(user.username in text for user in users)


def test_nothing_is_made_changed_or_removed_by_hand(admin: Client) -> None:
    table = start_match(make_users(6))
    match_id = load_state(table.pk).setup.match_id
    for path in ("table/add/", "match/add/", f"table/{table.pk}/delete/", f"match/{match_id}/delete/"):
        assert admin.get(f"/admin/games/{path}").status_code == 403
    assert admin.post(f"/admin/games/table/{table.pk}/change/", {"status": "closed"}).status_code == 403
    assert Table.objects.get(pk=table.pk).status == "playing"


def test_fault_reports_can_be_read_and_removed(admin: Client) -> None:
    report = FaultReport.objects.create(text="A card hung in the air", url="/tables/1/", at=NOW)
    assert "A card hung" in read(admin, "faultreport/")
    assert read(admin, f"faultreport/{report.pk}/change/")
    admin.post(f"/admin/games/faultreport/{report.pk}/delete/", {"post": "yes"})
    assert not FaultReport.objects.exists()
