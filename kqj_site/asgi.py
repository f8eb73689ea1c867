"""The ASGI application: pages and API by Django, the table's socket by Channels, static files beside both."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kqj_site.settings")

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

from kqj_site.database import use_embedded_if_unset

use_embedded_if_unset()
django_application = get_asgi_application()  # loads the apps: everything that needs them is imported after this

from games.live.lifespan import lifespan, wake_first
from games.live.routing import websocket_urlpatterns
from kqj_site.static_files import serve_static

application = ProtocolTypeRouter(
    {
        "http": serve_static(wake_first(django_application)),
        # No middleware: the consumer itself knows its user, by cookie (the Origin is checked) or by token.
        "websocket": URLRouter(websocket_urlpatterns),
        "lifespan": lifespan,
    }
)
