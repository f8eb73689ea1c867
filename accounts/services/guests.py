"""Guests: made up, signed in, swept when they played nothing."""

import time
from datetime import datetime, timedelta

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest

from accounts.guest_names import make_guest_name
from accounts.limits import consume, format_network, parse_rate
from accounts.models import User, UserKind
from accounts.names import NAME_LENGTH_MAX
from accounts.providers import users_with_data

SIGN_IN_BACKEND = "django.contrib.auth.backends.ModelBackend"
GUEST_LIFE = timedelta(days=2)
"""How long a guest who did nothing is kept: a browser left open over night still works in the morning."""

UNCONFIRMED_LIFE = timedelta(days=30)
"""How long a name is kept for somebody who signed up and never came in; the mailed link dies long before."""

SWEEP_BATCH = 500
NAME_TRIES = 20


def create_guest() -> User:
    """Create a guest under a made-up name, with a password that nobody can have."""
    for attempt in range(NAME_TRIES):
        name = make_guest_name(digits=3 + attempt // 4)
        if len(name) > NAME_LENGTH_MAX:
            continue
        try:
            with transaction.atomic():
                return User.objects.create_user(name, kind=UserKind.GUEST)
        except IntegrityError:
            continue
    message = f"no free guest name in {NAME_TRIES} tries"
    raise RuntimeError(message)


def sign_in_guest(request: HttpRequest) -> User:
    """Create a guest and sign the visitor in as that guest.

    Raises:
        LimitedError: the visitor's address made too many guests.
    """
    limit_guests(request)
    guest = create_guest()
    login(request, guest, backend=SIGN_IN_BACKEND)
    return guest


def limit_guests(request: HttpRequest) -> None:
    """Count a guest made by the request's address (setting KQJ_GUEST_RATE).

    Raises:
        LimitedError: the address made too many.
    """
    address = format_network(get_adapter(request).get_client_ip(request))
    consume("guests", key=address, rate=parse_rate(settings.KQJ_GUEST_RATE), now=time.time())


def sweep_guests(now: datetime) -> int:
    """Delete guests who came a while ago and played nothing; return how many."""
    return _sweep(User.objects.filter(kind=UserKind.GUEST, date_joined__lt=now - GUEST_LIFE))


def sweep_unconfirmed(now: datetime) -> int:
    """Delete members who never confirmed an e-mail address, never came in and hold nothing; return how many."""
    confirmed = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
    strangers = User.objects.filter(~Exists(confirmed), kind=UserKind.MEMBER, last_login=None, is_staff=False)
    return _sweep(strangers.filter(date_joined__lt=now - UNCONFIRMED_LIFE))


def _sweep(users: QuerySet[User]) -> int:
    swept, last_id = 0, 0
    while ids := list(users.filter(pk__gt=last_id).order_by("pk").values_list("pk", flat=True)[:SWEEP_BATCH]):
        last_id = ids[-1]
        unused = set(ids) - users_with_data(ids)
        User.objects.filter(pk__in=unused).delete()
        swept += len(unused)
    return swept
