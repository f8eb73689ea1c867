"""What somebody looks for among a player's matches."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.selectors.users import user_named
from games.selectors.history import HistoryFilter

TAG = re.compile(r"[a-z_]{1,24}(:[A-Za-z0-9]{1,8})?")
"""What a tag of any game looks like; one that no match has finds none."""
TAGS_MAX = 6


class HistoryForm(forms.Form):
    """Fields of the history's filter; all may be left empty. Tags are the game's own, so its template has the boxes."""

    partner = forms.CharField(label=_("Partner"), required=False, max_length=24)
    opponent = forms.CharField(label=_("Opponent"), required=False, max_length=24)
    variant = forms.CharField(required=False, max_length=32)
    result = forms.ChoiceField(
        label=_("Result"),
        required=False,
        choices=(("", _("Any")), ("won", _("Won")), ("lost", _("Not won"))),
    )
    rated = forms.ChoiceField(
        label=_("Rated"), required=False, choices=(("", _("Any")), ("yes", _("Rated")), ("no", _("Not rated")))
    )
    since = forms.DateField(label=_("From"), required=False)
    until = forms.DateField(label=_("To"), required=False)
    order = forms.ChoiceField(
        label=_("Order"), required=False, choices=(("", _("Latest first")), ("oldest", _("Oldest first")))
    )

    def __init__(self, data: QueryDict, *, game: str) -> None:
        super().__init__(data)
        self.game = game
        self.tags = tuple(tag for tag in data.getlist("tag") if tag)[:TAGS_MAX]

    def clean_partner(self) -> User | None:
        """Return the partner of this name."""
        return self._find_user("partner")

    def clean_opponent(self) -> User | None:
        """Return the opponent of this name."""
        return self._find_user("opponent")

    def wanted(self) -> HistoryFilter:
        """Return what is looked for; a field that is wrong says so, and counts for nothing."""
        self.is_valid()
        cleaned = self.cleaned_data
        return HistoryFilter(
            game=self.game,
            partner_id=_number(cleaned.get("partner")),
            opponent_id=_number(cleaned.get("opponent")),
            variant=cleaned.get("variant", ""),
            result=cleaned.get("result", ""),
            tags=tuple(tag for tag in self.tags if TAG.fullmatch(tag)),
            since=_midnight(cleaned.get("since")),
            until=_midnight(cleaned.get("until"), days=1),
            is_rated={"yes": True, "no": False}.get(cleaned.get("rated", "")),
        )

    @property
    def is_used(self) -> bool:
        """Whether anything is looked for."""
        return bool(self.tags) or any(self.data.get(name) for name in self.fields if name != "order")

    def _find_user(self, field: str) -> User | None:
        name = self.cleaned_data[field]
        user = user_named(name) if name else None
        if name and user is None:
            raise forms.ValidationError(gettext("There is no player of this name."))
        return user


def _number(user: User | None) -> int | None:
    return None if user is None else user.pk


def _midnight(day: Any, *, days: int = 0) -> datetime | None:
    """Return the beginning of a day in UTC, or of one some days later."""
    if day is None:
        return None
    return datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=days)
