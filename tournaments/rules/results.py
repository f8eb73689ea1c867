"""What a table's result has to be, for those that people write, such as an organiser's adjustment."""

from tournaments.rules.contract import TableResult
from tournaments.rules.errors import ResultError


def check_result(result: TableResult) -> None:
    """Refuse a result that does not fit its table.

    Raises:
        ResultError: places or scores not one a side; places that skip or double without equals; deals of other sides;
            a forfeit of somebody who did not sit there.
    """
    sides = len(result.table.sides)
    if len(result.places) != sides:
        raise _refuse(result, "places", f"{len(result.places)} places for {sides} sides: give one for each")
    if len(result.scores) != sides:
        raise _refuse(result, "scores", f"{len(result.scores)} scores for {sides} sides: give one for each")
    for place in result.places:
        ahead = sum(other < place for other in result.places)
        if place != ahead + 1:
            raise _refuse(result, "places", f"place {place} with {ahead} sides ahead: it would be {ahead + 1}")
    if any(deal is not None and len(deal) != sides for deal in result.deals):
        raise _refuse(result, "deals", f"a deal needs {sides} scores, or none if it was not played")
    strangers = result.forfeits - set(result.table.entrants)
    if strangers:
        raise _refuse(result, "forfeits", f"{min(strangers)} did not sit at table {result.table.number}")


def _refuse(result: TableResult, field: str, message: str) -> ResultError:
    """Return the error that names the field."""
    return ResultError("bad_result", message, params={"table": result.table.number, "field": field})
