"""What tests of the rules of tournaments share."""

import pytest

from tournaments.rules import grouping

FULL_PATIENCE = grouping.PATIENCE


@pytest.fixture(autouse=True)
def _hasty_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the search give up early: a test asks for whole tables far more often than for the best."""
    monkeypatch.setattr(grouping, "PATIENCE", 40)
