"""Accounts in the administration."""

from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiToken, User


@admin.register(User)
class PlayerAdmin(UserAdmin[User]):
    """Players, found by name or e-mail."""

    list_display = ("username", "kind", "email", "date_joined", "last_login", "is_active")
    list_filter = ("kind", "is_active", "is_staff")
    search_fields = ("username", "email")
    fieldsets = (*(UserAdmin.fieldsets or ()), (_("Player"), {"fields": ("kind", "avatar")}))


@admin.register(ApiToken)
class ApiTokenAdmin(admin.ModelAdmin[ApiToken]):
    """Tokens can be seen and revoked here, never made: only its owner may see a token."""

    list_display = ("name", "prefix", "user", "created_at", "last_used_at", "revoked_at")
    list_select_related = ("user",)
    search_fields = ("user__username", "name", "prefix")
    readonly_fields: ClassVar = ["user", "name", "prefix", "scopes", "created_at", "last_used_at"]
    exclude: ClassVar = ["digest"]

    def has_add_permission(self, *_args: Any) -> bool:
        """Refuse: a token made here would be known to two people."""
        return False
