"""Tells other processes from a synchronous one: a task, a command, a view."""

from django.db import connection

from games.broadcast.notices import CHANNEL, NOTIFY, Notice, format_notices


def notify_version(*, table_id: int, version: int) -> None:
    """Wake the processes that hold sockets of the table; call it after the commit."""
    notify([Notice("v", table_id, version)])


def notify(notices: list[Notice]) -> None:
    """Send notices on Django's connection."""
    with connection.cursor() as cursor:
        cursor.execute(NOTIFY, [CHANNEL, format_notices(notices, origin="")])
