"""A program that plays over the API, and checks each answer against the OpenAPI document."""

import json
from functools import cache
from typing import Any
from uuid import uuid4

from django.http import HttpResponse
from django.test import Client
from jsonschema import Draft202012Validator

from games.api.urls import api

ROOT = "/api/v1"
Json = dict[str, Any]
Answer = Any
"""A response of Django's test client, whose additions its types hide."""


class Program:
    """One guest, or whoever's token it has.

    Attributes:
        v: the last version that it has seen of the table it plays at.
        to_act: the seats that have to act at that version.
        legal: what it may do then.
        told: every answer it got, as text.
    """

    def __init__(self, *, token: str | None = None) -> None:
        self._client = Client()
        self.name = ""
        self.v = 0
        self.seat: int | None = None
        self.to_act: list[int] = []
        self.legal: list[str] = []
        self.told: list[str] = []
        self.token = token or self._become_guest()

    def get(self, path: str, **query: Any) -> Answer:
        """Read."""
        return self._checked("GET", path, self._client.get(f"{ROOT}{path}", query, headers=self._headers()))

    def post(self, path: str, body: Any = None, **fields: Any) -> Answer:
        """Write."""
        data = json.dumps(fields if body is None else body)
        answer = self._client.post(f"{ROOT}{path}", data, content_type="application/json", headers=self._headers())
        return self._checked("POST", path, answer)

    def command(self, table_id: int, name: str, **fields: Any) -> Answer:
        """Send a command under a fresh id."""
        return self.post(f"/tables/{table_id}/{name}", **{"id": str(uuid4()), **fields})

    def listen(self, table_id: int) -> list[Json]:
        """Read what came since, remember what may be done, and return the messages."""
        answer = self.get(f"/tables/{table_id}/events", since=self.v, wait=0).json()
        self.v, self.seat = answer["v"], answer["seat"]
        for message in answer["messages"]:
            shown = message["view"] if message["type"] == "view" else message
            self.to_act, self.legal = shown["to_act"], shown.get("legal_actions", [])
        messages: list[Json] = answer["messages"]
        return messages

    def _become_guest(self) -> str:
        self.token = ""
        guest = self.post("/guests").json()
        self.name = guest["name"]
        return str(guest["token"])

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def _checked(self, method: str, path: str, answer: Answer) -> Answer:
        self.told.append(answer.content.decode())
        check_answer(method, path, answer)
        return answer


def check_answer(method: str, path: str, response: HttpResponse) -> None:
    """Check that the document promises this answer to this call.

    Raises:
        AssertionError: it knows neither the call nor the status.
        jsonschema.ValidationError: the answer has another shape.
    """
    document = _document()
    operation = _operation(document, method=method, path=path)
    promised = operation["responses"].get(str(response.status_code))
    assert promised is not None, f"{method} {path}: {response.status_code} is not in the document"
    media_type = response["Content-Type"].partition(";")[0]
    shape = promised["content"][media_type]["schema"]
    Draft202012Validator({**shape, "components": document["components"]}).validate(json.loads(response.content))


@cache
def _document() -> Json:
    document: Json = json.loads(json.dumps(api.get_openapi_schema()))
    return document


def _operation(document: Json, *, method: str, path: str) -> Json:
    parts = f"{ROOT}{path}".split("/")
    for pattern, operations in document["paths"].items():
        places = pattern.split("/")
        if len(places) == len(parts) and all(
            place == part or place.startswith("{") for place, part in zip(places, parts, strict=True)
        ):
            found: Json | None = operations.get(method.lower())
            if found is not None:
                return found
    raise AssertionError(f"{method} {path} is not in the document")
