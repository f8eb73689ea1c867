"""What the accounts app does in the background."""

from importlib import import_module

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from accounts.services.guests import sweep_guests, sweep_unconfirmed
from accounts.services.notifications import forget_old, send_due


@shared_task(name="accounts.sweep_guests")
def sweep_guests_task() -> dict[str, int]:
    """Delete guests who played nothing, sign-ups that never came in, old notifications and dead sessions."""
    now = timezone.now()
    swept = {"guests": sweep_guests(now), "unconfirmed": sweep_unconfirmed(now), "notifications": forget_old(now)}
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    return swept


@shared_task(name="accounts.send_notifications")
def send_notifications() -> int:
    """Send the notifications that are due."""
    return send_due(timezone.now())
