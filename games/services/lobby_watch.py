"""Tells the pages of the lobby that something in their lists has changed, so that they ask for them anew.

A look a second finds it, as long as anybody in this process has the lobby open: it costs the same for one visitor and
for a thousand, loses nothing when a notice is lost, and the road of a move knows nothing of it.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol

import psycopg

from games.services.presence import Query

logger = logging.getLogger(__name__)

LOOK_SECONDS = 1.0

_TABLES = """
select t.id, not t.is_private, t.status, t.user_ids,
       case when t.user_ids && %s::bigint[] and t.status = 'playing'
            then array(select (t.seats -> seat ->> 'user')::bigint from unnest(t.to_act) as seat) end
from play_table t
where t.status in ('open', 'playing') and (not t.is_private or t.user_ids && %s::bigint[])
"""
_INVITATIONS = (
    "select invitee_id, count(*) from play_invitation where invitee_id = any(%s::bigint[]) group by invitee_id"
)


class Waker(Protocol):
    """A page of the lobby, as the watch sees it."""

    @property
    def user_id(self) -> int | None:
        """Whose page it is; None for a stranger's."""

    def wake(self) -> None:
        """Have it ask anew; never waits."""


class Seen(NamedTuple):
    """What the lists show, as far as it changes.

    Attributes:
        public: by table, for all.
        own: by user what only they see: their tables with whether it is their turn, and their invitations.
    """

    public: Mapping[int, tuple[str, tuple[int, ...]]]
    own: Mapping[int, frozenset[object]]


class LobbyWatch:
    """The pages of the lobby that this process serves, and the task that looks for them while there are any."""

    def __init__(self, *, query: Query) -> None:
        self._query = query
        self._wakers: dict[Waker, bool] = {}
        self._seen: Seen | None = None
        self._task: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._wakers)

    def enter(self, waker: Waker) -> None:
        """Look for a page, too. The first look wakes it: what changed since it was read, nobody else tells it."""
        self._wakers[waker] = True
        if self._task is None:
            self._seen = None
            self._task = asyncio.create_task(self._run())

    def leave(self, waker: Waker) -> None:
        """Forget a page; harmless when that was done already."""
        self._wakers.pop(waker, None)

    async def stop(self) -> None:
        """Look no more."""
        self._wakers.clear()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def look(self) -> None:
        """Look once, and wake the pages whose lists have changed since the last time."""
        pages = tuple(self._wakers)  # those that come while the statements run are looked for the next time
        users = sorted({page.user_id for page in pages if page.user_id is not None})
        tables = await self._query(_TABLES, [users, users])
        invitations = await self._query(_INVITATIONS, [users])
        before, self._seen = self._seen, read_seen(tables, invitations=invitations, users=users)
        self._wake(pages, before=before or self._seen, after=self._seen)

    async def _run(self) -> None:
        try:
            while self._wakers:
                await self._look_once()
                await asyncio.sleep(LOOK_SECONDS)
        finally:
            self._task = None

    async def _look_once(self) -> None:
        try:
            await self.look()
        except psycopg.OperationalError as error:
            logger.warning("The lobby could not be looked at: %s", error)
        except Exception:  # the top of a long-lived loop
            logger.exception("The lobby could not be looked at")

    def _wake(self, pages: Iterable[Waker], *, before: Seen, after: Seen) -> None:
        is_for_all = before.public != after.public
        for page in pages:
            is_new = self._wakers.get(page)
            if is_new is None:  # it has gone meanwhile
                continue
            self._wakers[page] = False
            if is_new or is_for_all or _has_changed(page.user_id, before, after=after):
                page.wake()


def _has_changed(user_id: int | None, before: Seen, *, after: Seen) -> bool:
    """Return whether what the user alone sees has changed; who was not looked for the last time has just come."""
    if user_id is None or user_id not in before.own:
        return False
    return after.own.get(user_id) != before.own[user_id]


def read_seen(
    tables: Iterable[tuple[Any, ...]], *, invitations: Iterable[tuple[int, int]], users: Iterable[int]
) -> Seen:
    """Return what the rows of the two statements say; each of the users has an entry in `own`."""
    own: dict[int, set[object]] = defaultdict(set)
    public = {}
    watching = set(users)
    for table_id, is_public, status, user_ids, waited in tables:
        if is_public:
            public[table_id] = (status, tuple(user_ids))
        for user_id in watching.intersection(user_ids):
            own[user_id].add((table_id, status, user_id in (waited or ())))
    for user_id, count in invitations:
        own[user_id].add(("invitations", count))
    return Seen(public, {user_id: frozenset(own[user_id]) for user_id in watching})
