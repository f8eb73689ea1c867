"""Lines that people report: kept with what was said around them, for moderators."""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.models import ChatLine, ChatReport
from games.services.chat import clean_text
from games.services.table_values import Refused

LINES_BEFORE, LINES_AFTER = 10, 5
"""What a moderator needs to see why a line was said, and what it led to."""


def report_line(
    line_id: int, *, table_id: int, reporter_id: int, reason: str, hears_watchers: bool, now: datetime
) -> bool:
    """Keep a report of a line that the reporter could read; return whether it is new.

    Raises:
        Refused: code `bad_message`: there is no such line for them, or it is their own.
    """
    lines = ChatLine.objects.filter(table_id=table_id)
    if not hears_watchers:
        lines = lines.filter(seat__isnull=False)
    line = lines.filter(pk=line_id).exclude(user_id=reporter_id).first()
    if line is None:
        raise Refused("bad_message", _("There is no line of somebody else with this number here."))
    told = {
        "table_id": table_id,
        "user_id": line.user_id,
        "text": line.text,
        "said_at": line.at,
        "context": _context(lines, line=line),
        "reason": clean_text(reason),
        "at": now,
    }
    return ChatReport.objects.get_or_create(line=line, reporter_id=reporter_id, defaults=told)[1]


def _context(lines: "QuerySet[ChatLine]", *, line: ChatLine) -> list[dict[str, Any]]:
    """Return the lines around a line and itself, oldest first."""
    known = lines.select_related("user")
    before = list(known.filter(pk__lte=line.pk).order_by("-pk")[: LINES_BEFORE + 1])
    after = list(known.filter(pk__gt=line.pk).order_by("pk")[:LINES_AFTER])
    return [
        {"user": it.user_id, "name": it.user.username, "seat": it.seat, "text": it.text, "at": it.at.isoformat()}
        for it in [*reversed(before), *after]
    ]
