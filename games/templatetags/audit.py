"""The audit trail in words."""

from collections.abc import Mapping
from datetime import datetime

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.services.audit import AuditLine

register = template.Library()

WORDS: Mapping[str, Promise] = {
    "sit": _("sat down"),
    "leave": _("left"),
    "ready": _("is ready"),
    "unready": _("is ready no longer"),
    "add_bot": _("seated a bot"),
    "remove_bot": _("sent a bot away"),
    "fill_bots": _("filled the free seats with bots"),
    "wait": _("changed how long the table waits"),
    "act": _("played: %(action)s"),
    "time_out": _("ran out of time; a bot played: %(action)s"),
    "take_over": _("was silent or out of time: a bot took the seat"),
    "come_back": _("came back"),
    "substitute": _("took the seat as a substitute"),
    "continue": _("went on to the next deal"),
    "propose": _("asked all: %(vote)s"),
    "vote": _("answered: %(vote)s"),
    "undo": _("took back version %(undone)s"),
    "claim": _("claimed the rest of the deal"),
    "resume": _("The pause was over."),
    "credit": _("The site was away; clocks were given the time back."),
    "new_match": _("The match was set up."),
    "close": _("The table was closed."),
    "connected": _("connected"),
    "disconnected": _("disconnected"),
    "refused": _("was refused: %(command)s (%(code)s)"),
}
"""By kind; with a name before it where somebody did it."""
SECOND = 1000


@register.filter
def what(line: AuditLine) -> str:
    """Return what happened, without who did it."""
    words = WORDS.get(line.kind)
    text = line.kind if words is None else str(words) % {**_blanks(), **line.detail}
    if line.by == "stand_in":
        text = gettext("%(what)s (a bot in this player’s place)") % {"what": text}
    if line.kind == "vote":
        text = f"{text}: {gettext('yes') if line.detail.get('agree') else gettext('no')}"
    count = line.detail.get("count", 1)
    return f"{text} × {count}" if count > 1 else text


@register.filter
def moment(at: datetime) -> str:
    """Return the time of day to the millisecond, UTC."""
    return at.strftime("%H:%M:%S.") + f"{at.microsecond // SECOND:03d}"


@register.filter
def clock(milliseconds: int | None) -> str:
    """Return minutes and seconds to the tenth; empty without a clock."""
    if milliseconds is None:
        return ""
    minutes, rest = divmod(milliseconds, 60 * SECOND)
    return f"{minutes}:{rest / SECOND:04.1f}"


def _blanks() -> dict[str, str]:
    return dict.fromkeys(("action", "vote", "undone", "command", "code"), "")
