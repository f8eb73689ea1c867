"""Having others come to a table: its link, its QR code, friends."""

import io

import segno
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from games.selectors.invitations import friends_to_invite
from games.services import invitations
from games.services.play import Refused
from games.views.tables import address_of, find_table
from games.views.visitors import user_of

QUIET_MODULES = 4
"""The white frame that readers of QR codes need (ISO/IEC 18004)."""


@require_safe
def invite_page(request: HttpRequest, table_id: int) -> HttpResponse:
    """Show the table's link and QR code, and the friends whom one can invite."""
    page, user = find_table(request, table_id=table_id), user_of(request)
    friends = friends_to_invite(table_id=table_id, user_id=user.pk) if user and page.is_seated else []
    context = {"table": page, "link": request.build_absolute_uri(address_of(page)), "friends": friends}
    response = render(request, "games/tables/invite.html", context)
    patch_cache_control(response, private=True, no_store=True)
    return response


@require_safe
def invite_code(request: HttpRequest, table_id: int) -> HttpResponse:
    """Draw the QR code of the table's link, for whoever may know the link."""
    page = find_table(request, table_id=table_id)
    drawing = io.BytesIO()
    code = segno.make(request.build_absolute_uri(address_of(page)), error="m", micro=False)
    code.save(
        drawing, kind="svg", border=QUIET_MODULES, scale=4, light="#fff", xmldecl=False, svgclass=None, lineclass=None
    )
    response = HttpResponse(drawing.getvalue(), content_type="image/svg+xml")
    patch_cache_control(response, private=True, max_age=3600)
    return response


@require_POST
@login_required
def invite_friend(request: HttpRequest, table_id: int, friend_id: int) -> HttpResponse:
    """Invite a friend to the table."""
    page, user = find_table(request, table_id=table_id), user_of(request)
    assert user is not None
    try:
        invitations.invite_friend(table_id=page.id, user=user, friend_id=friend_id, now=timezone.now())
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, gettext("The invitation is on its way."))
    return redirect("games:invite", table_id=page.id)


@require_POST
@login_required
def decline_invitation(request: HttpRequest, table_id: int) -> HttpResponse:
    """Say no to an invitation."""
    user = user_of(request)
    assert user is not None
    invitations.decline_invitation(table_id=table_id, user=user)
    return redirect("games:lobby")
