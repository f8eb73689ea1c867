"""How the API refuses: `application/problem+json` (RFC 9457) with the codes of the socket."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from pydantic import BaseModel, Field

from accounts.limits import LimitedError
from games.engine.errors import OptionsError
from games.services.play import Refused, TableNotFound

MEDIA_TYPE = "application/problem+json"
STATUS_BY_CODE: Mapping[str, int] = {
    "bad_message": 422,
    "bad_options": 422,
    "illegal_action": 422,
    "not_admitted": 403,
    "not_seated": 403,
    "rate_limited": 429,
}
"""Of refusals; the others are conflicts with how the table stands now: 409."""
CONFLICT = 409
RETRY_SECONDS = 60
"""What `Retry-After` says where no window ends, such as for one who sits at too many tables."""


class ProblemOut(BaseModel):
    """Why a call was refused."""

    type: str = Field(description="Names the kind of problem: `urn:kqj:problem:` and the code.")
    title: str = Field(description="The code in words.")
    status: int = Field(description="The HTTP status.")
    code: str = Field(description="A stable name for programs; refusals of commands have the codes of the socket.")
    detail: str = Field(description="A sentence for people: what was refused, and what would be right.")
    v: int | None = Field(default=None, description="The table's version that the command was refused at.")
    errors: list[dict[str, str]] | None = Field(default=None, description="For a wrong message: field and message.")


def refusals(*statuses: int) -> dict[int, type[ProblemOut]]:
    """Return the part of a call's `response` that says with which statuses it may be refused."""
    return dict.fromkeys(statuses, ProblemOut)


class ProblemError(Exception):
    """A call refused by the API itself."""

    def __init__(self, status: int, code: str, detail: str, *, retry_after: int | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.retry_after = retry_after


def respond(
    status: int, *, code: str, detail: str, retry_after: int | None = None, more: Mapping[str, Any] | None = None
) -> HttpResponse:
    """Return the answer that says what was refused and why."""
    body = {
        "type": f"urn:kqj:problem:{code}",
        "title": code.replace("_", " ").capitalize(),
        "status": status,
        "code": code,
        "detail": detail,
        **(more or {}),
    }
    response = JsonResponse(body, status=status, content_type=MEDIA_TYPE)
    if retry_after is not None:
        response["Retry-After"] = str(retry_after)
    if status == 401:  # noqa: PLR2004  # RFC 9110 asks for the header with this status
        response["WWW-Authenticate"] = 'Bearer realm="kqj"'
    return response


def handle_problems(api: NinjaAPI) -> None:
    """Have the API answer all that it refuses with a problem."""
    handlers: dict[type[Exception], Callable[[HttpRequest, Any], HttpResponse]] = {
        ProblemError: _on_problem,
        Refused: _on_refused,
        TableNotFound: _on_missing,
        Http404: _on_missing,
        OptionsError: _on_bad_options,
        LimitedError: _on_limited,
        ValidationError: _on_bad_message,
        HttpError: _on_http_error,
    }
    for kind, handler in handlers.items():
        api.add_exception_handler(kind, handler)


def _on_problem(_request: HttpRequest, error: ProblemError) -> HttpResponse:
    return respond(error.status, code=error.code, detail=error.detail, retry_after=error.retry_after)


def _on_refused(_request: HttpRequest, refused: Refused) -> HttpResponse:
    status = STATUS_BY_CODE.get(refused.code, CONFLICT)
    wait = RETRY_SECONDS if refused.code == "rate_limited" else None
    return respond(status, code=refused.code, detail=refused.message, retry_after=wait, more={"v": refused.version})


def _on_missing(_request: HttpRequest, _error: Exception) -> HttpResponse:
    return respond(404, code="not_found", detail="There is nothing here that you may see.")


def _on_bad_options(_request: HttpRequest, error: OptionsError) -> HttpResponse:
    return respond(422, code=error.code, detail=error.message)


def _on_limited(_request: HttpRequest, error: LimitedError) -> HttpResponse:
    return respond(429, code="rate_limited", detail="Too many calls: wait.", retry_after=error.retry_after)


def _on_bad_message(_request: HttpRequest, error: ValidationError) -> HttpResponse:
    errors = [_describe(item) for item in error.errors]
    detail = "; ".join(f"{item['field']}: {item['message']}" if item["field"] else item["message"] for item in errors)
    return respond(422, code="bad_message", detail=detail, more={"errors": errors})


def _describe(item: Mapping[str, Any]) -> dict[str, str]:
    """Return field and message of one of pydantic's errors; its place begins with source and parameter."""
    source, *place = item["loc"]
    inside = place[1:] if source == "body" else place
    return {"field": ".".join(map(str, inside)), "message": str(item["msg"]).removeprefix("Value error, ")}


def _on_http_error(_request: HttpRequest, error: HttpError) -> HttpResponse:
    return respond(error.status_code, code="bad_message", detail="The body must be one JSON object.")
