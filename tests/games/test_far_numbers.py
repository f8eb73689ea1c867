"""Numbers beyond all rows lead nowhere, and to no failure."""

from typing import Any

import pytest
from django.test import Client

from accounts.services.tokens import make_token
from games.services.executors import load_state
from games.services.play import TableNotFound
from tests.games.seated import make_user

pytestmark = pytest.mark.django_db
FAR = [2**31, 2**63 - 1, 2**63, 10**40]


@pytest.mark.parametrize("number", FAR)
def test_no_table_is_that_far(number: int) -> None:
    with pytest.raises(TableNotFound):
        load_state(number)


@pytest.mark.parametrize("number", FAR)
@pytest.mark.parametrize("path", ["/tables/{}/", "/matches/{}/", "/matches/{}/record.json"])
def test_no_page_is_that_far(client: Client, path: str, number: int) -> None:
    assert client.get(path.format(number)).status_code == 404


@pytest.mark.parametrize("number", FAR)
@pytest.mark.parametrize("path", ["tables/{}", "matches/{}/record", "tables/{}/events?since={}&wait=0"])
def test_no_call_is_that_far(client: Client, path: str, number: int) -> None:
    _, token = make_token(user=make_user(), name="test", scopes=["read"])
    headers: Any = {"Authorization": f"Bearer {token}"}
    assert client.get(f"/api/v1/{path.format(number, number)}", headers=headers).status_code == 404
    assert client.get(f"/api/v1/tables?cursor={number}", headers=headers).status_code == 200
