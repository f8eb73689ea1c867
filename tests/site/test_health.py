"""The health check."""

import json

import pytest
from django.test import Client

from tests.running_site import RunningSite


@pytest.mark.django_db
def test_health_says_ok_with_a_database(client: Client) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}


def test_running_site_is_healthy(live_site: RunningSite) -> None:
    assert json.loads(live_site.fetch("/healthz")) == {"status": "ok"}
