"""Addresses of sockets."""

from typing import Any

from django.urls import path

from games.live.consumer import TableConsumer
from games.live.lobby import LobbyConsumer

_table: Any = TableConsumer.as_asgi()  # the stubs know views only
_lobby: Any = LobbyConsumer.as_asgi()
websocket_urlpatterns = [path("ws/tables/<int:table_id>/", _table), path("ws/lobby/", _lobby)]
