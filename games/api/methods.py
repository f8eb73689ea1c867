"""Calls by a method that their address does not know are refused like all others."""

from collections.abc import Awaitable, Callable
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any, cast

from django.http import HttpRequest, HttpResponseBase
from django.urls import URLPattern, URLResolver

from games.api.problems import respond

View = Callable[..., HttpResponseBase]
NOT_ALLOWED = 405


def refuse_methods_by_problem(patterns: list[URLPattern | URLResolver]) -> None:
    """Have the views answer 405, which ninja says in plain text, by a problem."""
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            pattern.callback = _wrap(cast("View", pattern.callback))


def _wrap(view: View) -> View:
    if iscoroutinefunction(view):

        @wraps(view)
        async def answer_later(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            return _translate(request, await cast("Awaitable[HttpResponseBase]", view(request, *args, **kwargs)))

        return cast("View", answer_later)

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return _translate(request, view(request, *args, **kwargs))

    return answer


def _translate(request: HttpRequest, answer: HttpResponseBase) -> HttpResponseBase:
    if answer.status_code != NOT_ALLOWED:
        return answer
    allowed = ", ".join(sorted(word.strip() for word in answer["Allow"].split(",")))
    problem = respond(
        NOT_ALLOWED, code="method_not_allowed", detail=f"{request.method} is not allowed here; there is: {allowed}"
    )
    problem["Allow"] = allowed
    return problem
