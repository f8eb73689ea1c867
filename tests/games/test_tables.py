"""Opening, joining and leaving tables, on real PostgreSQL."""

import pytest

pytestmark = pytest.mark.django_db
