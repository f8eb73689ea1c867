"""Who may see a table's page."""

from dataclasses import dataclass
from hmac import compare_digest

from games.models import Table, TableStatus


@dataclass(frozen=True, slots=True)
class TablePage:
    """What the page of a table is made from; all else comes over its socket.

    Attributes:
        host: the name of who opened it; empty when the account is gone.
        may_look: whether this user may be there; its socket decides by the same rule (`services.table_access`).
        invite_code: of a private table, for those who may see it; else empty.
    """

    id: int
    game: str
    status: str
    host: str
    is_private: bool
    is_seated: bool
    may_look: bool
    invite_code: str


def table_page(table_id: int, *, user_id: int | None, invite: str) -> TablePage | None:
    """Return the table for its page, or None when there is none that this user may see.

    A private table is seen by those who sit there, by its host, and with its invite code.
    """
    row = Table.objects.select_related("host").filter(pk=table_id).first()
    if row is None:
        return None
    is_seated = user_id is not None and user_id in row.user_ids
    is_known = is_seated or (user_id is not None and user_id == row.host_id)
    if row.is_private and not (is_known or compare_digest(row.invite_code.encode(), invite.encode())):
        return None
    return TablePage(
        id=row.pk,
        game=row.game,
        status=row.status,
        host=row.host.username if row.host else "",
        is_private=row.is_private,
        is_seated=is_seated,
        may_look=is_known or row.can_watch or row.status == TableStatus.OPEN,
        invite_code=row.invite_code if row.is_private else "",
    )
