"""The HTTP API: who gets in, what is refused and how, and what is said."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from jsonschema import Draft202012Validator
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import ApiToken, User, UserKind
from accounts.services.guests import create_guest
from accounts.services.tokens import make_token
from games.api.auth import BODY_BYTES
from games.models import Table
from tests.games.api_program import ROOT, Program

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _ground(db: None, collected_static_files: Path, settings: Settings) -> None:
    settings.KQJ_GUEST_RATE = "off"
    cache.clear()


@pytest.fixture
def host() -> Program:
    """Return a guest with a program."""
    return Program()


def open_table(program: Program, **setup: Any) -> dict[str, Any]:
    """Open a table and return the answer."""
    answer = program.post("/tables", **setup)
    assert answer.status_code == 201, answer.content
    opened: dict[str, Any] = json.loads(answer.content)
    return opened


def problem(answer: Any) -> tuple[int, str]:
    """Return status and code of a refusal, once its form is checked."""
    assert answer["Content-Type"] == "application/problem+json"
    body = answer.json()
    assert body["status"] == answer.status_code
    assert body["type"] == f"urn:kqj:problem:{body['code']}"
    assert body["detail"]
    return answer.status_code, body["code"]


# --- who gets in


def test_a_program_becomes_a_guest(host: Program) -> None:
    user = User.objects.get(username=host.name)
    assert user.kind == UserKind.GUEST
    assert ApiToken.objects.get().user == user
    assert host.token.startswith("kqj_")


def test_guests_for_programs_can_be_turned_off(settings: Settings) -> None:
    settings.KQJ_API_GUESTS = False
    assert problem(Client().post(f"{ROOT}/guests")) == (403, "guests_off")


@pytest.mark.brokers
def test_guests_for_programs_are_limited(settings: Settings) -> None:
    settings.KQJ_GUEST_RATE = "1/h"
    Program()
    refused = Client().post(f"{ROOT}/guests")
    assert problem(refused) == (429, "rate_limited")
    assert 1 <= int(refused["Retry-After"]) <= 3600


@pytest.mark.brokers
def test_calls_of_a_token_are_limited(host: Program, settings: Settings) -> None:
    settings.KQJ_API_RATE = "2/1000d"
    assert [host.get("/games").status_code for _ in range(2)] == [200, 200]
    refused = host.get("/games")
    assert problem(refused) == (429, "rate_limited")
    assert int(refused["Retry-After"]) > 0


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer kqj_wrong", "Basic bmFkZWdlOng=", "bearer  "])
def test_without_a_token_nothing_is_told(header: str) -> None:
    refused = Client().get(f"{ROOT}/games", headers={"Authorization": header} if header else {})
    assert problem(refused) == (401, "unauthorized")
    assert refused["WWW-Authenticate"].startswith("Bearer")


def test_a_session_cookie_opens_nothing(client: Client) -> None:
    client.force_login(create_guest())
    assert problem(client.get(f"{ROOT}/games")) == (401, "unauthorized")
    assert problem(client.post(f"{ROOT}/tables", {}, content_type="application/json")) == (401, "unauthorized")
    assert not Table.objects.exists()


def test_a_token_does_what_its_scopes_say() -> None:
    _row, token = make_token(user=create_guest(), name="reader", scopes=["read"])
    reader = Program(token=token)
    assert reader.get("/games").status_code == 200
    assert problem(reader.post("/tables")) == (403, "wrong_scope")
    ApiToken.objects.update(scopes=["play"])
    assert problem(reader.get("/games")) == (403, "wrong_scope")


@pytest.mark.brokers
def test_opening_tables_is_limited(host: Program, settings: Settings) -> None:
    settings.KQJ_TABLE_RATE = "1/h"
    open_table(host, sit=False)
    assert problem(host.post("/tables", sit=False)) == (429, "rate_limited")


# --- what is told


def test_games_tell_their_options_and_bots(host: Program) -> None:
    (game,) = host.get("/games").json()["games"]
    assert (game["key"], game["seat_count"]) == ("kqj", 6)
    assert {"teams", "partners", "contract", "goal"} <= {option["key"] for option in game["options"]}
    assert game["bot_levels"]


def test_a_table_is_opened_with_any_options(host: Program) -> None:
    options = {"teams": 3, "partners": "random", "contract": "auction", "goal": None, "rounds": 4}
    opened = open_table(host, options=options, seating="drawn", can_watch=False)
    assert (opened["seat"], opened["invite"]) == (0, None)
    view = host.get(f"/tables/{opened['id']}").json()["view"]
    assert options.items() <= view["options"].items()
    assert (view["table"]["seating"], view["table"]["can_watch"]) == ("drawn", False)
    assert len(view["commitment"]) == 64
    assert host.told[-1].find("secret") == -1


@pytest.mark.brokers
def test_a_table_requires_what_its_host_asks(host: Program) -> None:
    opened = open_table(host, requirements={"no_guests": True, "rating_min": 1200}, time="blitz")
    row = next(table for table in host.get("/tables").json()["tables"] if table["id"] == opened["id"])
    assert row["requirements"] == {"rating_min": 1200, "no_guests": True}
    assert (row["time"]["preset"], row["is_rated"]) == ("blitz", True)
    guest = Program()
    assert problem(guest.command(opened["id"], "sit")) == (403, "not_admitted")
    wrong = {"rating_min": 1600, "rating_max": 1500}
    assert problem(host.post("/tables", requirements=wrong)) == (422, "bad_message")


def test_a_table_opened_twice_under_one_id_is_one(host: Program) -> None:
    first, again = open_table(host, id="mine"), open_table(host, id="mine")
    assert first == again
    assert open_table(Program(), id="mine")["id"] != first["id"], "ids are each user's own"
    assert Table.objects.count() == 2
    assert problem(host.post("/tables", id="bad", options={"teams": 4})) == (422, "bad_options")
    assert open_table(host, id="bad")["id"], "what was refused may be tried again under its id"


def test_lists_are_paged_and_show_what_may_be_seen(host: Program) -> None:
    public = [open_table(host, sit=False)["id"] for _ in range(22)]
    private = open_table(host, is_private=True)["id"]
    stranger = Program()
    first = stranger.get("/tables").json()
    second = stranger.get("/tables", cursor=first["cursor"]).json()
    listed = [table["id"] for table in first["tables"] + second["tables"]]
    assert listed == public[::-1]
    assert (len(first["tables"]), second["cursor"]) == (20, None)
    assert host.get("/tables").json()["tables"][0]["id"] == private, "one's own are there"
    assert stranger.get("/tables", state="playing").json() == {"tables": [], "cursor": None}
    assert problem(stranger.get("/tables", state="odd"))[1] == "bad_message"
    assert problem(stranger.get("/tables", cursor="x"))[1] == "bad_message"


def test_a_private_table_is_for_those_who_have_the_invite(host: Program) -> None:
    opened = open_table(host, is_private=True)
    table, stranger = f"/tables/{opened['id']}", Program()
    for answer in (
        stranger.get(table),
        stranger.get(f"{table}/events"),
        stranger.get(table, invite="wrong"),
        stranger.command(opened["id"], "sit"),
        stranger.command(opened["id"], "sit", invite="wrong"),
        stranger.command(opened["id"], "act", v=1, action="pass"),
        stranger.command(opened["id"], "bots"),
    ):
        assert problem(answer) == (404, "not_found")
    assert stranger.get(table, invite=opened["invite"]).json()["seat"] is None
    assert stranger.command(opened["id"], "sit", invite=opened["invite"]).status_code == 200
    assert stranger.get(table).json()["seat"] == 1


def test_calls_ask_little_of_the_database(host: Program, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    opened = open_table(host)
    with django_assert_max_num_queries(2):
        host.get("/tables")
    with django_assert_max_num_queries(3):
        host.get(f"/tables/{opened['id']}")
    with django_assert_max_num_queries(6):  # two of them fewer where the state is cached, which a test's is not
        host.command(opened["id"], "ready")


# --- what is refused


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"id": "1", "seta": 2}, "no such field: seta; there are id, seat, invite"),
        ({}, "id: Field required"),
        ({"id": ""}, "id"),
        ({"id": "x" * 37}, "at most 36"),
        ({"id": 5}, "id: Input should be a valid string"),
        ({"id": "a\0b"}, "id: use printable characters only"),
        ({"id": "a\n"}, "id: use printable characters only"),
        ({"id": "\ud800"}, "id"),
        ({"id": "1", "seat": "2"}, "seat"),
        ({"id": "1", "seat": -1}, "seat"),
        ({"id": "1", "seat": True}, "seat"),
    ],
)
def test_a_wrong_message_is_told_what_is_right(host: Program, fields: dict[str, Any], told: str) -> None:
    opened = open_table(host)
    refused = host.post(f"/tables/{opened['id']}/sit", body=fields)
    assert problem(refused) == (422, "bad_message")
    assert told in refused.json()["detail"]


def test_a_table_opened_under_an_unprintable_id_is_refused(host: Program) -> None:
    refused = host.post("/tables", id="a\0b")
    assert problem(refused) == (422, "bad_message")
    assert "printable" in refused.json()["detail"]


@pytest.mark.parametrize("body", [b"{", b"[]", b"5", b"\xff", b""])
def test_a_body_is_one_json_object(host: Program, body: bytes) -> None:
    headers = {"Authorization": f"Bearer {host.token}"}
    refused = Client().post(f"{ROOT}/tables", body, content_type="application/json", headers=headers)
    assert refused.status_code in {400, 422}
    assert problem(refused)[1] == "bad_message"


def test_long_bodies_are_refused(host: Program) -> None:
    assert problem(host.post("/tables", options={"x": "y" * BODY_BYTES})) == (413, "bad_message")
    assert problem(Client().post(f"{ROOT}/guests", b"x" * (BODY_BYTES + 1), content_type="text/plain"))[0] == 413


def test_refusals_have_the_codes_of_the_socket(host: Program) -> None:
    table_id = open_table(host)["id"]
    other = Program()
    assert problem(other.command(table_id, "ready")) == (403, "not_seated")
    assert problem(other.command(table_id, "sit", seat=0)) == (409, "seat_taken")
    assert problem(other.command(table_id, "sit", seat=9)) == (422, "bad_message")
    assert problem(host.command(table_id, "ready", nonce="z" * 32)) == (422, "bad_message")
    assert problem(host.command(table_id, "bots", level="grandmaster")) == (422, "bad_message")
    assert problem(host.command(10**9, "ready")) == (404, "not_found")
    assert problem(host.post("/tables", game="chess")) == (422, "bad_message")
    assert problem(host.post("/tables", bot_level="grandmaster")) == (422, "bad_message")
    assert problem(host.post("/tables", options={"teams": 4})) == (422, "bad_options")
    refused = host.command(table_id, "act", v=0, action="pass").json()
    assert "v" in refused


def test_a_command_sent_five_times_is_applied_once(host: Program) -> None:
    table_id = open_table(host)["id"]
    answers = [host.post(f"/tables/{table_id}/ready", id="same").json() for _ in range(5)]
    assert answers == [{"type": "ack", "id": "same", "v": 2}] * 5
    assert Table.objects.get(pk=table_id).version == 2


def test_seats_are_taken_filled_and_left(host: Program) -> None:
    table_id = open_table(host)["id"]
    other = Program()
    assert other.command(table_id, "sit", seat=3).status_code == 200
    assert host.command(table_id, "bots", level="novice", seat=1).status_code == 200
    assert host.command(table_id, "bots").status_code == 200
    players = host.get(f"/tables/{table_id}").json()["view"]["players"]
    assert [player["kind"] for player in players] == ["guest", "bot", "bot", "guest", "bot", "bot"]
    assert players[1]["level"] == "novice"
    assert host.command(table_id, "ready").status_code == 200
    assert host.command(table_id, "unready").status_code == 200
    assert other.command(table_id, "leave").status_code == 200
    assert host.get(f"/tables/{table_id}").json()["view"]["players"][3] is None


# --- its document and its page


def test_the_document_is_openapi_31() -> None:
    document = Client().get(f"{ROOT}/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    for shape in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(shape)
    ids = [call["operationId"] for path in document["paths"].values() for call in path.values()]
    assert len(ids) == len(set(ids)) >= 19
    for path in document["paths"].values():
        for call in path.values():
            assert call["description"]
            assert call["summary"]


def test_the_page_tells_every_call_without_script(client: Client) -> None:
    answer = client.get(f"{ROOT}/docs")
    page = answer.content.decode()
    for path in Client().get(f"{ROOT}/openapi.json").json()["paths"]:
        assert path in page
    assert "<script>" not in page
    assert "style=" not in page
    assert "script-src 'self'" in answer["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("path", "allowed"), [("/games", "GET"), ("/tables", "GET, POST"), ("/tables/1/events", "GET")]
)
def test_other_methods_are_refused_by_a_problem(client: Client, path: str, allowed: str) -> None:
    answer = client.delete(f"{ROOT}{path}")
    assert (answer.status_code, answer["Content-Type"]) == (405, "application/problem+json")
    assert answer["Allow"] == allowed
    assert answer.json()["code"] == "method_not_allowed"
    assert answer.json()["detail"] == f"DELETE is not allowed here; there is: {allowed}"


def test_unknown_addresses_are_refused_as_pages_are(client: Client) -> None:
    assert client.get(f"{ROOT}/nothing").status_code == 404
