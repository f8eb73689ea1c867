"""The buttons with which one asks, follows and blocks."""

from typing import Any

from django import template

from accounts.models import User, UserKind
from accounts.selectors.relations import standing

register = template.Library()


@register.inclusion_tag("accounts/people/buttons.html", takes_context=True)
def relation_buttons(context: template.Context, player: User) -> dict[str, Any]:
    """Draw what the viewer may do about a player: nothing for strangers, about oneself, and about bots."""
    request = context["request"]
    viewer = request.user
    is_shown = viewer.is_authenticated and viewer.pk != player.pk and player.kind != UserKind.BOT
    return {
        "player": player,
        "is_shown": is_shown,
        "can_befriend": is_shown and viewer.kind == player.kind == UserKind.MEMBER,
        "standing": standing(viewer_id=viewer.pk, other_id=player.pk) if is_shown else None,
        "here": request.get_full_path(),
        "csrf_token": context.get("csrf_token"),
    }
