"""How often something may be done: counted in the cache, so that the limit holds across processes."""

import hashlib
import ipaddress
import math
import re
from dataclasses import dataclass

from django.core.cache import cache

UNIT_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


class LimitedError(Exception):
    """Something was done too often.

    Attributes:
        retry_after: whole seconds after which it may be tried again, at least 1.
    """

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"too many: try again in {retry_after} s")
        self.retry_after = retry_after


@dataclass(frozen=True, slots=True)
class Rate:
    """So many times in so many seconds."""

    count: int
    seconds: int


def parse_rate(text: str) -> Rate | None:
    """Return the rate of a text such as `30/h` or `5/10m`; None, which means no limit, for `off`.

    Raises:
        ValueError: it is neither.
    """
    if text == "off":
        return None
    match = re.fullmatch(r"(\d+)/(\d*)([smhd])", text)
    if match is None:
        message = f"{text!r} is no rate: write it like 30/h or 5/10m"
        raise ValueError(message)
    count, factor, unit = match.groups()
    return Rate(count=int(count), seconds=int(factor or 1) * UNIT_SECONDS[unit])


def consume(scope: str, *, key: str, rate: Rate | None, now: float) -> None:
    """Count one use of the scope by the key.

    Each use takes one of the window's slots with the cache's `add`, which is atomic in every cache that processes
    can share (a counter is not: the database cache reads and writes it in two steps).

    Args:
        scope: what is limited, such as `guests`.
        key: who is limited, such as an address.
        rate: None for no limit.
        now: seconds since the epoch.

    Raises:
        LimitedError: all slots of this window are taken.
    """
    if rate is None:
        return
    window = int(now // rate.seconds)
    digest = hashlib.sha256(key.encode()).hexdigest()[:32]
    prefix = f"limit:{scope}:{digest}:{window}"
    if not cache.get(f"{prefix}:full"):
        if any(cache.add(f"{prefix}:{slot}", 1, timeout=rate.seconds) for slot in range(rate.count)):
            return
        cache.set(f"{prefix}:full", 1, timeout=rate.seconds)
    raise LimitedError(max(1, math.ceil((window + 1) * rate.seconds - now)))


def format_network(address: str) -> str:
    """Return what of an address counts as one visitor: an IPv4 address, or the /64 network of an IPv6 address."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:  # noqa: PLR2004  # the version of the protocol
        return address
    return str(ipaddress.ip_network((parsed, 64), strict=False))
