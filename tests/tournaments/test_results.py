"""Results that people write are checked before they count."""

from dataclasses import replace
from typing import Any

import pytest

from tournaments.rules.contract import Table, TableResult
from tournaments.rules.errors import ResultError
from tournaments.rules.results import check_result

RESULT = TableResult(Table(7, ((1,), (2,), (3,))), places=(1, 2, 3), scores=(900, 600, 300), deals=((10, 0, 0), None))


@pytest.mark.parametrize("places", [(1, 2, 3), (3, 1, 2), (1, 1, 3), (2, 1, 2), (1, 1, 1)])
def test_places_may_be_shared(places: tuple[int, ...]) -> None:
    check_result(replace(RESULT, places=places))


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"places": (1, 2)}, "places"),
        ({"places": (1, 1, 2)}, "places"),
        ({"places": (1, 2, 4)}, "places"),
        ({"places": (0, 1, 2)}, "places"),
        ({"places": (2, 2, 2)}, "places"),
        ({"scores": (900,)}, "scores"),
        ({"deals": ((10, 0),)}, "deals"),
        ({"forfeits": frozenset({4})}, "forfeits"),
    ],
)
def test_results_that_cannot_be_are_refused(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(ResultError) as caught:
        check_result(replace(RESULT, **changes))
    assert (caught.value.code, caught.value.params) == ("bad_result", {"table": 7, "field": field})
