"""What playing holds about users, for the accounts app: whom to keep, what to export, what to erase."""

from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games.models import (
    ChatLine,
    ChatReport,
    Conduct,
    FaultReport,
    MatchPlayer,
    Rating,
    SleepHours,
    Table,
    TableEvent,
    TableStatus,
)
from games.selectors.conduct import conduct_of
from games.services.sleep import describe_hours
from games.services.table_values import Kind
from games.services.tables import leave_all

ERASED_NAME = "—"
"""What stands in old results where the player wishes to be gone."""


class PlayingData:
    """The data provider of the games app; see `accounts.providers.DataProvider`."""

    key = "games"

    def users_with_data(self, user_ids: Collection[int]) -> set[int]:
        """Return those who have played a match, or sit at a table that is not over."""
        found = set(MatchPlayer.objects.filter(user_id__in=user_ids).values_list("user__pk", flat=True))
        found |= set(MatchPlayer.objects.filter(starter_id__in=user_ids).values_list("starter__pk", flat=True))
        going_on = Table.objects.filter(Q(status=TableStatus.OPEN) | Q(match__started_at__isnull=False))
        for seats in going_on.filter(match__completed_at__isnull=True).values_list("seats", flat=True).iterator():
            found |= {seat["user"] for seat in seats if seat}
        return found & set(user_ids)

    def is_busy(self, user_id: int) -> bool:
        """Return whether a match goes on where the user sits, or sat and left: its result will name them."""
        seated = Table.objects.filter(seats__contains=[{"user": user_id}], match__started_at__isnull=False)
        return seated.filter(match__completed_at__isnull=True).exclude(status=TableStatus.CLOSED).exists()

    def export(self, user_id: int) -> dict[str, Any]:
        """Return the matches played, the ratings they gave, conduct, sleeping hours, and the lines said."""
        matches = MatchPlayer.objects.filter(Q(user_id=user_id) | Q(starter_id=user_id)).order_by("match_id")
        hours = SleepHours.objects.filter(user_id=user_id).first()
        ratings = Rating.objects.filter(user_id=user_id).order_by("pool", "period")
        lines = ChatLine.objects.filter(user_id=user_id).order_by("pk")
        return {
            "matches": list(matches.values("match_id", "seat", "name", "score", "place", "is_winner", "ending")),
            "conduct": conduct_of([user_id])[user_id]._asdict(),
            "sleeping_hours": hours and describe_hours(hours),
            "ratings": list(ratings.values("pool", "period", "value", "match_count", "best")),
            "chat": [{"table": line.table_id, "at": line.at.isoformat(), "text": line.text} for line in lines],
        }

    def erase(self, user_id: int) -> None:
        """Take the name off results, and remove what was said and reported; the matches stay, being others' too.

        The rows that seated the user are renamed as well: all results are rebuilt from them. Seats at tables that wait
        for players are given back first.
        """
        leave_all(user=User.objects.get(pk=user_id))
        with transaction.atomic():
            _rename_rows(user_id)
            _rename_seats(user_id)
            MatchPlayer.objects.filter(user_id=user_id).update(user=None, name=ERASED_NAME)
            MatchPlayer.objects.filter(starter_id=user_id).update(starter=None)
            SleepHours.objects.filter(user_id=user_id).delete()
            Conduct.objects.filter(user_id=user_id).delete()
        _erase_said(user_id)
        FaultReport.objects.filter(user_id=user_id).delete()


def _erase_said(user_id: int) -> None:
    """Remove what the user said, also where others reported it or what was said around it."""
    ChatLine.objects.filter(user_id=user_id).delete()
    ChatReport.objects.filter(user_id=user_id).delete()
    ChatReport.objects.filter(reporter_id=user_id).update(reporter=None, reason="")
    for report in ChatReport.objects.filter(context__contains=[{"user": user_id}]).only("context").iterator():
        report.context = [line for line in report.context if line["user"] != user_id]
        report.save(update_fields=["context"])


def _rename_rows(user_id: int) -> None:
    for row in TableEvent.objects.filter(user_id=user_id, kind__in=(Kind.SIT, Kind.SUBSTITUTE)).iterator():
        row.payload["player"]["name"] = ERASED_NAME
        row.payload["player"].pop("sleep", None)
        row.save(update_fields=["payload"])
    for row in TableEvent.objects.filter(
        kind=Kind.NEW_MATCH, payload__players__contains=[{"user": user_id}]
    ).iterator():
        for player in row.payload["players"]:
            if player and player["user"] == user_id:
                player["name"] = ERASED_NAME
                player.pop("sleep", None)
        row.save(update_fields=["payload"])


def _rename_seats(user_id: int) -> None:
    tables = Table.objects.select_for_update(of=("self",)).filter(seats__contains=[{"user": user_id}])
    for table in tables.only("seats"):
        for sitter in table.seats:
            if sitter and sitter["user"] == user_id:
                sitter["name"] = ERASED_NAME
        table.save(update_fields=["seats"])
