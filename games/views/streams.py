"""Long answers that are sent while they are made."""

from collections.abc import AsyncIterator, Iterable, Iterator

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, StreamingHttpResponse


def stream(request: HttpRequest, parts: Iterable[str], *, content_type: str, file_name: str) -> StreamingHttpResponse:
    """Return an answer that sends the parts as a file, one after another, in any server."""
    body = _in_thread(iter(parts)) if isinstance(request, ASGIRequest) else parts
    headers = {"Content-Disposition": f'attachment; filename="{file_name}"', "Cache-Control": "private, no-cache"}
    return StreamingHttpResponse(body, content_type=content_type, headers=headers)


async def _in_thread(parts: Iterator[str]) -> AsyncIterator[str]:
    """Yield the parts, each made in the thread that talks to the database."""
    while (part := await sync_to_async(_take, thread_sensitive=True)(parts)) is not None:
        yield part


def _take(parts: Iterator[str]) -> str | None:
    return next(parts, None)
