"""What belongs to the site as a whole: its health, and the pages of errors.

Django hands the handlers of errors the exception by name, whether or not they use it.
"""

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseServerError, JsonResponse
from django.shortcuts import render
from django.template import TemplateDoesNotExist
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache

from games.api.problems import respond


@never_cache
def healthz(_request: HttpRequest) -> JsonResponse:
    """Tell whether this process serves and reaches the database: 200, or 503."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("select 1")
    except DatabaseError:
        return JsonResponse({"status": "error", "database": "unreachable"}, status=503)
    return JsonResponse({"status": "ok"})


def is_api(request: HttpRequest) -> bool:
    """Return whether a program asks."""
    return request.path.startswith("/api/")


def _error(request: HttpRequest, *, status: int, code: str, message: str, page: str = "") -> HttpResponse:
    """Answer a program with a problem and a person with a page, `<status>.html` unless another is named."""
    if is_api(request):
        return respond(status, code=code, detail=message)
    return render(request, page or f"{status}.html", status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Answer a request that makes no sense, such as one for a host that the site is not."""
    return _error(request, status=400, code="bad_message", message="this request makes no sense")


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Answer somebody who may not see or do this."""
    return _error(request, status=403, code="forbidden", message="you may not see or do this")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form that came without its token."""
    message = f"the form's security token is missing: {reason}"
    return _error(request, status=403, code="csrf", message=message, page="403_csrf.html")


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Answer a request for what is not there."""
    return _error(request, status=404, code="not_found", message="there is nothing at this address")


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Answer after a failure, without asking the database anything."""
    if is_api(request):
        return respond(500, code="server_error", detail="the server failed; it is logged")
    try:
        return HttpResponseServerError(render_to_string("500.html"))
    except TemplateDoesNotExist:
        return HttpResponseServerError("Server error", content_type="text/plain")
