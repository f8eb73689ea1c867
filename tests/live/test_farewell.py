"""Saying goodbye before the server ends."""

from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

from games.api.events import Listener
from games.broadcast.rooms import Rooms
from games.live.farewell import say_farewell
from games.live.socket import TableSocket


def test_those_who_wait_over_http_keep_nobody_from_being_told() -> None:
    rooms = Rooms()
    sockets: list[Any] = [Mock(spec=TableSocket), Mock(spec=TableSocket)]
    path: Any = SimpleNamespace(rooms=rooms)
    for number, outbox in enumerate((sockets[0], Listener(), sockets[1])):
        rooms.enter(outbox, table_id=1 + number // 2, version=1)
    say_farewell(path)
    for socket in sockets:
        socket.dismiss.assert_called_once()
        assert socket.dismiss.call_args.args == ("shutdown",)
