"""Addresses of sockets."""

from django.urls import path

from games.live.consumer import TableConsumer

websocket_urlpatterns = [path("ws/tables/<int:table_id>/", TableConsumer.as_asgi())]
