"""Addresses of sockets."""

from typing import Any

from django.urls import path

from games.live.consumer import TableConsumer

_table: Any = TableConsumer.as_asgi()  # the stubs know views only
websocket_urlpatterns = [path("ws/tables/<int:table_id>/", _table)]
