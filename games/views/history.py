"""The matches of a player: a list with filters, and the same as files."""

import csv
import io
import json
from collections.abc import Iterator

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine import registry
from games.selectors import history as selectors
from games.selectors import statistics
from games.selectors.match_values import MatchLine
from games.selectors.matches import BadCursorError
from games.views.history_form import HistoryForm
from games.views.players import find_player
from games.views.streams import stream
from games.views.visitors import user_of

COLUMNS = ("match", "finished_at", "game", "variant", "rounds", "reason", "seat", "place", "score", "scores", "won")
MORE_COLUMNS = ("rating_change", "partners", "opponents")
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""


@require_safe
def player_matches(request: HttpRequest, name: str) -> HttpResponse:
    """List the matches of a player that the visitor may see and that the filter finds."""
    player, viewer = find_player(name), user_of(request)
    form = _form(request)
    try:
        page = selectors.history(
            player.pk,
            viewer_id=viewer.pk if viewer else None,
            wanted=form.wanted(),
            cursor=request.GET.get("after"),
            oldest_first=request.GET.get("order") == "oldest",
        )
    except BadCursorError:
        raise Http404 from None
    context = {
        "player": player,
        "form": form,
        "page": page,
        "variants": sorted({it.variant for it in statistics.statistics_of(player.pk, game=form.game)}),
        "game": form.game,
        "query": _without_cursor(request.GET),
    }
    return render(request, "games/players/history.html", context)


@require_safe
def matches_csv(request: HttpRequest, name: str) -> HttpResponseBase:
    """Send the matches that the filter finds as CSV, a line each."""
    player, viewer = find_player(name), user_of(request)
    lines = selectors.export_lines(player.pk, viewer_id=viewer.pk if viewer else None, wanted=_form(request).wanted())
    parts = _csv_parts(lines)
    return stream(request, parts, content_type="text/csv; charset=utf-8", file_name=f"matches-{player.pk}.csv")


@require_safe
def match_records(request: HttpRequest, name: str) -> HttpResponseBase:
    """Send the records of the matches that the filter finds as JSON lines."""
    player, viewer = find_player(name), user_of(request)
    records = selectors.export_records(
        player.pk, viewer_id=viewer.pk if viewer else None, wanted=_form(request).wanted()
    )
    parts = (json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n" for record in records)
    return stream(request, parts, content_type="application/jsonl", file_name=f"records-{player.pk}.jsonl")


def _form(request: HttpRequest) -> HistoryForm:
    return HistoryForm(request.GET, game=registry.keys()[0])


def _without_cursor(query: QueryDict) -> str:
    """Return the query as it stands in links, without where the list goes on."""
    copy = query.copy()
    copy.pop("after", None)
    return copy.urlencode()


def _csv_parts(lines: Iterator[tuple[MatchLine, int | None]]) -> Iterator[str]:
    yield _csv_line([*COLUMNS, *MORE_COLUMNS])
    for line, change in lines:
        own = line.own_seat
        assert own is not None
        partners = [seat.name for seat in line.seats if seat.side == own.side and seat is not own]
        opponents = [seat.name for seat in line.seats if seat.side != own.side]
        yield _csv_line(
            [
                line.id,
                line.finished_at.isoformat(),
                line.game,
                line.variant,
                line.round_count,
                line.reason,
                own.seat,
                own.place,
                own.score,
                " ".join(map(str, line.scores)),
                int(own.is_winner),
                "" if change is None else change,
                ", ".join(partners),
                ", ".join(opponents),
            ]
        )


def _csv_line(cells: list[object]) -> str:
    file = io.StringIO()
    csv.writer(file).writerow([_safe(cell) for cell in cells])
    return file.getvalue()


def _safe(cell: object) -> object:
    """Return a cell that no spreadsheet takes for a formula, whatever somebody's name is."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
