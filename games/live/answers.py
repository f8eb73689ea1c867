"""Answers messages: exactly one answer to each command, and never silence."""

from collections.abc import Awaitable, Callable, Mapping

from channels.db import database_sync_to_async
from django.utils import timezone
from django.utils.translation import gettext as _

from games.broadcast.changes import encode, format_time
from games.live.commands import make_command
from games.live.messages import Incoming
from games.live.round_trips import RoundTrips
from games.live.socket import TableSocket
from games.services.chat import make_line
from games.services.chat_reports import report_line
from games.services.live_path import LivePath
from games.services.play import Refused, perform_async
from games.services.table_cache import cache


class Answers:
    """Carries out the messages of one socket, one after the other."""

    def __init__(self, socket: TableSocket, *, path: LivePath) -> None:
        self._socket = socket
        self._path = path
        self._round_trips = RoundTrips()
        self._others: Mapping[str, Callable[[Incoming], Awaitable[None]]] = {
            "ping": self._pong,
            "echo": self._echo,
            "sync": self._sync,
            "chat": self._chat,
            "report": self._report,
        }

    async def answer(self, message: Incoming) -> None:
        """Carry out a message and answer it.

        Raises:
            psycopg.Error: the database stayed away; whether a command was committed is not known.
        """
        if not self._socket.allowance.messages.take():
            self.refuse(id_=message.id, code="rate_limited", message=_("Too many messages: slow down."))
            return
        other = self._others.get(message.type)
        await (other(message) if other else self._command(message))

    def refuse(self, *, id_: str | None, code: str, message: str, version: int | None = None) -> None:
        """Say that something was refused, and why."""
        if version is None:
            state = cache.get(self._socket.table_id)
            version = state.version if state else 0
        answer = {"type": "refused", "id": id_, "code": code, "message": message, "v": version}
        self._socket.push(encode(answer))

    async def recall_chat(self) -> None:
        """Tell the latest lines to somebody who has just come in."""
        socket = self._socket
        reader = {"table_id": socket.table_id, "reader_id": socket.identity.user.pk}
        for line in await self._path.chat.latest(**reader, has_watchers=socket.hears_watchers):
            socket.push(line.frame(socket.identity.language))

    async def _command(self, message: Incoming) -> None:
        try:
            version = await self._perform(message)
        except Refused as refused:
            self.refuse(id_=message.id, code=refused.code, message=refused.message, version=refused.version)
            self._note_refusal(message, refused=refused)
            if refused.code == "stale_version" and "v" in message.fields:
                await self._sync(message)
            return
        self._socket.push(encode({"type": "ack", "id": message.id, "v": version}))

    def _note_refusal(self, message: Incoming, *, refused: Refused) -> None:
        state, user_id = cache.get(self._socket.table_id), self._socket.identity.user.pk
        self._path.notes.add_refusal(state, user_id=user_id, command=message.type, refused=refused)

    async def _perform(self, message: Incoming) -> int:
        socket = self._socket
        if not socket.identity.may_play:
            raise Refused("not_seated", _("This token may read, but not play."))
        state = cache.get(socket.table_id) or await self._path.load_state(socket.table_id)
        lag_ms = self._round_trips.milliseconds
        command = await make_command(message, user=socket.identity.user, state=state, lag_ms=lag_ms)
        committed = await perform_async(table_id=socket.table_id, command=command)
        return committed.version

    async def _sync(self, message: Incoming) -> None:
        state = await self._path.load_state(self._socket.table_id)
        if not self._socket.tell_since(state, version=message.fields["v"]):
            self._socket.push_view(state)

    async def _chat(self, message: Incoming) -> None:
        socket = self._socket
        user, fields = socket.identity.user, message.fields
        text, phrase = fields.get("text") or "", fields.get("phrase") or ""
        line = make_line(user_id=user.pk, name=user.username, seat=socket.seat, text=text, phrase=phrase)
        if not line.text or not socket.identity.may_play:
            self.refuse(id_=None, code="bad_message", message=_("There is nothing to say in this line."))
        elif not socket.allowance.chats.take():
            self.refuse(id_=None, code="rate_limited", message=_("Too many lines: slow down."))
        else:
            await self._path.chat.say(line, table_id=socket.table_id)

    async def _report(self, message: Incoming) -> None:
        socket, fields = self._socket, message.fields
        if not (socket.identity.may_play and socket.allowance.chats.take()):
            self.refuse(id_=message.id, code="rate_limited", message=_("Too many lines: slow down."))
            return
        try:
            await database_sync_to_async(report_line)(
                fields["line"],
                table_id=socket.table_id,
                reporter_id=socket.identity.user.pk,
                reason=fields.get("reason") or "",
                hears_watchers=socket.hears_watchers,
                now=timezone.now(),
            )
        except Refused as refused:
            self.refuse(id_=message.id, code=refused.code, message=refused.message)
            return
        state = cache.get(socket.table_id)
        socket.push(encode({"type": "ack", "id": message.id, "v": state.version if state else 0}))

    async def _pong(self, message: Incoming) -> None:  # noqa: ARG002 -- one signature for all
        pong = {"type": "pong", "at": format_time(timezone.now()), "echo": self._round_trips.ask()}
        self._socket.push(encode(pong))

    async def _echo(self, message: Incoming) -> None:
        self._round_trips.take(message.fields["n"])
