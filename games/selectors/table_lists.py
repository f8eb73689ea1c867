"""Tables in long lists, a stretch at a time."""

from dataclasses import dataclass

from django.db.models import Q

from games.models import Table, TableStatus
from games.selectors.lobby import LobbyTable, read_tables

PAGE_SIZE = 20
STATES = tuple(TableStatus.values)


@dataclass(frozen=True, slots=True)
class TableList:
    """A stretch of a list of tables, newest first.

    Attributes:
        cursor: the number to ask on with; None at the end.
    """

    tables: list[LobbyTable]
    cursor: int | None


def list_tables(*, user_id: int, state: str, cursor: int | None = None) -> TableList:
    """Return the tables in a state that the user may see: public ones that may be watched or joined, and their own."""
    is_own = Q(user_ids__contains=[user_id]) | Q(host_id=user_id)
    is_shown = Q(is_private=False) & (Q(can_watch=True) | Q(status=TableStatus.OPEN))
    rows = Table.objects.filter(is_own | is_shown, status=state)
    if cursor is not None:
        rows = rows.filter(pk__lt=cursor)
    found = read_tables(rows.order_by("-pk")[: PAGE_SIZE + 1])
    tables = found[:PAGE_SIZE]
    return TableList(tables, tables[-1].id if len(found) > PAGE_SIZE else None)
