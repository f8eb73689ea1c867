"""What all tests share: the database, the collected static files, and Hypothesis' profile."""

import pytest
from hypothesis import settings as hypothesis_settings

hypothesis_settings.register_profile("kqj", deadline=None, print_blob=True)
hypothesis_settings.load_profile("kqj")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """Start the embedded PostgreSQL, where no `DATABASE_URL` is set, before the test database is made."""
    from kqj_site.database import use_embedded_if_unset

    use_embedded_if_unset()
