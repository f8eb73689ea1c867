"""The ASGI application: pages and API by Django, the table's socket by Channels, static files beside both."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kqj_site.settings")

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application

from kqj_site.database import use_embedded_if_unset

use_embedded_if_unset()
django_application = get_asgi_application()  # loads the apps: everything that needs them is imported after this

from kqj_site.static_files import serve_static

routes: list[Any] = []
if find_spec("games.live") and find_spec("games.live.routing"):  # until it is there
    routes = import_module("games.live.routing").websocket_urlpatterns

application = ProtocolTypeRouter(
    {
        "http": serve_static(django_application),
        "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(routes))),
    }
)
