"""The health check."""

import pytest
from django.test import Client


@pytest.mark.django_db
def test_health_says_ok_with_a_database(client: Client) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}
