"""Accounts in the administration."""

import time
from collections.abc import Callable
from functools import wraps
from typing import Any, ClassVar

from allauth.account.adapter import get_adapter
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from accounts.limits import LimitedError, Rate, consume, format_network
from accounts.models import ApiToken, User
from accounts.views.guards import too_many

LOGIN_RATE = Rate(count=10, seconds=600)
"""Of attempts by one address: nobody who knows the password needs more."""


def limit_attempts(login: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Return the administration's own sign-in, which knows no limits, with one."""

    @wraps(login)
    def limited(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "POST":
            address = format_network(get_adapter(request).get_client_ip(request))
            try:
                consume("admin", key=address, rate=LOGIN_RATE, now=time.time())
            except LimitedError as error:
                return too_many(request, retry_after=error.retry_after)
        return login(request, *args, **kwargs)

    return limited


admin.site.login = limit_attempts(admin.site.login)  # type: ignore[method-assign]


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
