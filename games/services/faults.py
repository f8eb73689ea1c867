"""Fault reports: what people write when something went wrong."""

import time
from datetime import datetime
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from django.urls import Resolver404, resolve

from accounts.limits import Rate, consume
from accounts.models import User
from games.models import FaultReport, Table

REPORT_RATE = Rate(count=6, seconds=3600)
"""From one network: enough for somebody who hits several faults in an evening, too few to fill the list."""


def report_fault(
    *, user: User | None, network: str, url: str, text: str, user_agent: str, now: datetime
) -> FaultReport:
    """Store a report and return it.

    `network` is where it comes from, for the limit alone, and not stored; `url` is the page that it is about. Texts
    are cut to what the columns hold, and a private table's invite is left out: who reads reports was not invited.

    Raises:
        LimitedError: too many reports from this network.
    """
    consume("faults", key=network, rate=REPORT_RATE, now=time.time())
    return FaultReport.objects.create(
        user=user,
        table_id=_table_of(url),
        url=_without_invite(url)[:500],
        text=text[:4000],
        user_agent=user_agent[:300],
        at=now,
    )


def _without_invite(url: str) -> str:
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    kept = [(name, value) for name, value in parse_qsl(parts.query, keep_blank_values=True) if name != "invite"]
    return urlunsplit(parts._replace(query=urlencode(kept)))


def _table_of(url: str) -> int | None:
    """Return the table whose address it is, None when it is another page or a table that is not there."""
    try:
        match = resolve(urlsplit(url).path)
    except (Resolver404, ValueError):
        return None
    table_id = match.kwargs.get("table_id")
    return table_id if table_id is not None and Table.objects.filter(pk=table_id).exists() else None
