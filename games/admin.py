"""Tables, matches and fault reports in the administration.

Everything here is to be read: tables change by commands only. Secrets, seeds and hidden cards are never shown, since an
administrator may sit at a table too; so the payloads of events, which hold nonces, stay out as well.
"""

from typing import Any, ClassVar, TypeVar

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.models import ChatReport, FaultReport, Match, MatchPlayer, Table, TableEvent

M = TypeVar("M", bound=Model)


class ReadOnlyAdmin(admin.ModelAdmin[M]):
    """Rows that nobody adds, changes or removes by hand."""

    def has_add_permission(self, request: HttpRequest, *_args: Any) -> bool:
        """Refuse: rows are made by services."""
        del request
        return False

    def has_change_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        """Refuse: columns are what the event rows give."""
        del request, obj
        return False

    def has_delete_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        """Refuse: matches are stored for good."""
        del request, obj
        return False


class EventInline(admin.TabularInline[TableEvent, Table]):
    """What happened at a table, latest first, without what it held."""

    model = TableEvent
    fields = readonly_fields = ("version", "at", "kind", "seat", "user")
    ordering = ("-version",)
    extra = 0
    max_num = 0
    can_delete = False
    show_change_link = False

    def get_queryset(self, request: HttpRequest) -> Any:
        """Read users along, one query for all."""
        return super().get_queryset(request).select_related("user").defer("payload")


class PlayerInline(admin.TabularInline[MatchPlayer, Match]):
    """Who played, and how it ended."""

    model = MatchPlayer
    fields = readonly_fields = ("seat", "user", "name", "kind", "level", "side", "score", "place", "is_winner")
    extra = 0
    max_num = 0
    can_delete = False


@admin.register(Table)
class TableAdmin(ReadOnlyAdmin[Table]):
    """Tables, found by number or host."""

    list_display = ("id", "game", "status", "version", "host", "is_private", "is_quick", "created_at", "changed_at")
    list_filter = ("status", "game", "is_private", "is_quick")
    list_select_related = ("host",)
    search_fields = ("id", "host__username")
    exclude: ClassVar = ["invite_code"]
    inlines: ClassVar = [EventInline]


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin[Match]):
    """Matches, found by number or player."""

    list_display = ("id", "game", "table", "started_at", "finished_at", "completed_at", "reason", "round_count")
    list_filter = ("game", "reason")
    list_select_related = ("table",)
    search_fields = ("id", "players__name")
    exclude: ClassVar = ["server_secret", "seed", "nonces"]
    inlines: ClassVar = [PlayerInline]


@admin.register(ChatReport)
class ChatReportAdmin(ReadOnlyAdmin[ChatReport]):
    """Lines that people reported, with what was said around them; latest first."""

    list_display = ("id", "at", "is_settled", "user", "text", "reporter", "reason", "table")
    list_filter = ("is_settled",)
    list_select_related = ("user", "reporter", "table")
    search_fields = ("text", "reason", "user__username", "reporter__username")
    exclude: ClassVar = ["context", "line"]
    readonly_fields = ("conversation",)
    actions = ("settle",)

    @admin.display(description=_("what was said around it"))
    def conversation(self, report: ChatReport) -> str:
        """Return the lines around it, one below the other."""
        lines = [(line["at"][11:19], line["name"], line["text"]) for line in report.context]
        return format_html_join("", "<div>{} <b>{}</b> {}</div>", lines)

    @admin.action(description=_("Mark as settled"), permissions=["view"])
    def settle(self, request: HttpRequest, reports: QuerySet[ChatReport]) -> None:
        """Note that the reports chosen are dealt with."""
        count = reports.update(is_settled=True)
        self.message_user(
            request, ngettext("%(count)s report settled.", "%(count)s reports settled.", count) % {"count": count}
        )


@admin.register(FaultReport)
class FaultReportAdmin(ReadOnlyAdmin[FaultReport]):
    """Faults that people reported, latest first; one that is dealt with may be deleted."""

    list_display = ("id", "at", "user", "table", "url", "beginning")
    list_select_related = ("user", "table")
    search_fields = ("text", "url", "user__username")
    date_hierarchy = "at"

    @admin.display(description=_("text"))
    def beginning(self, report: FaultReport) -> str:
        """Return the first words."""
        return report.text[:80]

    def has_delete_permission(self, request: HttpRequest, obj: FaultReport | None = None) -> bool:
        """Allow what Django's own permissions allow."""
        return admin.ModelAdmin.has_delete_permission(self, request, obj)
