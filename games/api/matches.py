"""Finished matches."""

from typing import Any

from django.http import Http404
from ninja import Router

from games.api.auth import ApiRequest, ReadToken
from games.api.problems import refusals
from games.selectors.matches import match_record

router = Router(tags=["Matches"], auth=ReadToken())


@router.get(
    "/matches/{int:match_id}/record",
    response={200: dict[str, Any], **refusals(401, 403, 404, 429)},
    summary="Download a record",
)
def get_record(request: ApiRequest, match_id: int) -> dict[str, Any]:
    """Return the record of a finished match, which anybody can verify with `python -m games.engine verify`."""
    record = match_record(match_id, user_id=request.auth.pk)
    if record is None:
        raise Http404
    return record
