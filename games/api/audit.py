"""What happened in a match, by the facts."""

from typing import Any

from django.http import Http404
from ninja import Router
from pydantic import BaseModel, Field

from games.api.auth import ApiRequest, ReadToken
from games.api.problems import refusals
from games.broadcast.changes import format_time
from games.services.audit import AuditLine, match_audit

router = Router(tags=["Matches"], auth=ReadToken())


class AuditLineOut(BaseModel):
    """One thing that happened."""

    at: str = Field(description="When it arrived at the server.")
    v: int = Field(description="The version that it became, or that a note was made at.")
    kind: str = Field(description="A command's kind, or `connected`, `disconnected`, `refused`.")
    seat: int | None
    name: str = Field(description="Who did it; empty for the site.")
    by: str = Field(description="`player`, `bot`, `stand_in` (a bot for a person) or `site`.")
    detail: dict[str, Any]
    clock_before: float | None = Field(description="Seconds that the seat's clock had left; null without clocks.")
    clock_after: float | None


class AuditOut(BaseModel):
    """The audit trail of a match."""

    match: int
    table: int
    is_over: bool
    names: list[str] = Field(description="By seat.")
    lines: list[AuditLineOut] = Field(description="Oldest first.")


@router.get(
    "/matches/{int:match_id}/audit",
    response={200: AuditOut, **refusals(401, 403, 404, 429)},
    summary="Read what happened",
)
def get_audit(request: ApiRequest, match_id: int) -> dict[str, Any]:
    """Return who did what in a match that you played, when it arrived, and what the clocks said; once it is over."""
    audit = match_audit(match_id, user_id=request.auth.pk, is_moderator=request.auth.is_staff)
    if audit is None:
        raise Http404
    return {
        "match": audit.match_id,
        "table": audit.table_id,
        "is_over": audit.is_over,
        "names": list(audit.names),
        "lines": [_describe(line) for line in audit.lines],
    }


def _describe(line: AuditLine) -> dict[str, Any]:
    return {
        "at": format_time(line.at),
        "v": line.version,
        "kind": line.kind,
        "seat": line.seat,
        "name": line.name,
        "by": line.by,
        "detail": line.detail,
        "clock_before": None if line.before_ms is None else line.before_ms / 1000,
        "clock_after": None if line.after_ms is None else line.after_ms / 1000,
    }
