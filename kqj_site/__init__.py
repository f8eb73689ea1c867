"""The assembly: settings, addresses, ASGI, Celery, embedded services. No logic of the games; nobody imports it."""
