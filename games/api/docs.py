"""The readable page of the API: made from its own document, without script, so that it works offline."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from ninja import NinjaAPI
from ninja.openapi.docs import DocsBase

Json = Mapping[str, Any]
SCOPES = {"ReadToken": "read", "PlayToken": "play"}


@dataclass(frozen=True, slots=True)
class Field:
    """A field or parameter, as the page lists it.

    Attributes:
        place: body, query or path.
        kind: its type in words.
    """

    name: str
    place: str
    kind: str
    is_required: bool
    about: str


@dataclass(frozen=True, slots=True)
class Call:
    """A call, as the page shows it.

    Attributes:
        scope: what the token must allow; empty when none is needed.
        answers: (status, what it is) pairs.
    """

    key: str
    method: str
    path: str
    title: str
    about: str
    scope: str
    fields: tuple[Field, ...]
    answers: tuple[tuple[str, str], ...]


class DocsPage(DocsBase):
    """Renders the document of the API."""

    def render_page(self, request: HttpRequest, api: NinjaAPI, **kwargs: Any) -> HttpResponse:
        """Return the page."""
        schema = api.get_openapi_schema(path_params=kwargs)
        sections: dict[str, list[Call]] = {}
        for call, tag in describe_calls(schema):
            sections.setdefault(tag, []).append(call)
        shapes = [(name, list(_body_fields(shape, schema=schema))) for name, shape in _answer_shapes(schema)]
        context = {"title": api.title, "about": api.description, "sections": sections.items(), "shapes": shapes}
        return render(request, "api/docs.html", context)


def describe_calls(schema: Json) -> Iterator[tuple[Call, str]]:
    """Yield each call of an OpenAPI document, with its tag."""
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            yield _describe(operation, method=method.upper(), path=path, schema=schema), operation["tags"][0]


def _describe(operation: Json, *, method: str, path: str, schema: Json) -> Call:
    security = [name for entry in operation.get("security", []) for name in entry]
    return Call(
        key=operation["operationId"],
        method=method,
        path=path,
        title=operation["summary"],
        about=operation.get("description", ""),
        scope=next((SCOPES[name] for name in security if name in SCOPES), ""),
        fields=tuple(_fields(operation, schema=schema)),
        answers=tuple((str(status), _answer(answer)) for status, answer in operation["responses"].items()),
    )


def _fields(operation: Json, *, schema: Json) -> Iterator[Field]:
    for item in operation["parameters"]:
        about = item.get("description", "")
        yield Field(item["name"], item["in"], _kind(item["schema"]), is_required=item["required"], about=about)
    content = operation.get("requestBody", {}).get("content", {})
    for media in content.values():
        yield from _body_fields(_follow(media["schema"], schema=schema), schema=schema)


def _body_fields(shape: Json, *, schema: Json) -> Iterator[Field]:
    del schema
    required = shape.get("required", [])
    for name, item in shape.get("properties", {}).items():
        yield Field(name, "body", _kind(item), is_required=name in required, about=item.get("description", ""))


def _answer_shapes(schema: Json) -> Iterator[tuple[str, Json]]:
    for name, shape in schema["components"]["schemas"].items():
        if name.endswith("Out"):
            yield name, shape


def _answer(answer: Json) -> str:
    for media in answer.get("content", {}).values():
        return _kind(media["schema"])
    return str(answer["description"])


def _follow(item: Json, *, schema: Json) -> Json:
    reference = item.get("$ref")
    found: Json = schema["components"]["schemas"][reference.rpartition("/")[2]] if reference else item
    return found


def _kind(item: Json) -> str:
    """Return the type of a JSON schema in words."""
    if "$ref" in item:
        return str(item["$ref"]).rpartition("/")[2]
    if "anyOf" in item:
        return " or ".join(_kind(option) for option in item["anyOf"])
    if "enum" in item or "const" in item:
        return " or ".join(json.dumps(value) for value in item.get("enum", [item.get("const")]))
    if item.get("type") == "array":
        return f"list of {_kind(item['items'])}"
    return str(item.get("type", "anything"))
