"""What happened in a match, for those who played it."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from games.services.audit import match_audit
from games.views.visitors import user_of


@require_safe
@login_required
def what_happened(request: HttpRequest, match_id: int) -> HttpResponse:
    """Show the audit trail of a match: to its players once it is over, to moderators at any time."""
    user = user_of(request)
    assert user is not None
    audit = match_audit(match_id, user_id=user.pk, is_moderator=user.is_staff)
    if audit is None:
        raise Http404
    response = render(request, "games/what_happened.html", {"audit": audit})
    patch_cache_control(response, private=True, no_cache=True)
    return response
