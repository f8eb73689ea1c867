"""Ending the tasks that go on for as long as a process or a socket lives."""

import asyncio
from contextlib import suppress


async def end(*tasks: asyncio.Task[None] | None) -> None:
    """Cancel the tasks, those that were started, and wait until they have ended."""
    started = [task for task in tasks if task is not None]
    for task in started:
        task.cancel()
    for task in started:
        with suppress(asyncio.CancelledError):
            await task
