"""Who is at a table, as the processes with the sockets tell it."""

import asyncio
from typing import Any
from unittest.mock import Mock
from uuid import UUID

import pytest
from django.db import connection

from games.broadcast.rooms import Rooms
from games.models import TablePresence
from games.services.presence import Here, Presence
from tests.games.seated import make_table, make_user, make_users

pytestmark = pytest.mark.django_db


def save(*sockets: Here) -> None:
    """Have presence save what it was told, on Django's connection."""
    noted: list[tuple[str, list[Any]]] = []

    async def query(text: str, params: list[Any]) -> list[Any]:
        noted.append((text, params))
        return []

    async def tell() -> None:
        presence = Presence(rooms=Rooms(), query=query, tell_others=Mock())
        for socket in sockets:
            presence.note(socket)
        await presence.stop()

    asyncio.run(tell())
    with connection.cursor() as cursor:
        for text, params in noted:
            cursor.execute(text, params)


def test_somebody_whose_account_is_gone_keeps_nobody_out() -> None:
    table, gone, here = make_table(make_users(1)), make_user(), make_user()
    gone_id = gone.pk
    gone.delete()
    save(
        Here(1, table.pk, gone_id, None),
        Here(2, table.pk, here.pk, None),
        Here(3, table.pk + 1000, here.pk, None),
    )
    assert [(row.user, row.socket) for row in TablePresence.objects.all()] == [(here, 2)]
    save(Here(2, table.pk, here.pk, None, is_open=False))
    row = TablePresence.objects.get()
    assert not row.is_open
    assert isinstance(row.process, UUID)
