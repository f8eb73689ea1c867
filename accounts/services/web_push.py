"""Web Push: a message encrypted for one browser (RFC 8291), signed by the site (RFC 8292), given to its push service.

The push service sees who is called and when, never what is said.
"""

import base64
import json
import os
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

CURVE = ec.SECP256R1()
CURVE_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
POINT_BYTES, AUTH_BYTES, SALT_BYTES, NUMBER_BYTES = 65, 16, 16, 32
RECORD_BYTES = 4096
"""The one record of a message; push services take no longer ones."""
LAST_RECORD = b"\x02"
TOKEN_LIFE = timedelta(hours=12)
"""Push services refuse more than a day."""
TIMEOUT_SECONDS = 5
GONE = (404, 410)
"""What a push service answers when the browser wants no more."""


class Answer(Enum):
    """What became of a message."""

    TAKEN = "taken"
    GONE = "gone"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Target:
    """A browser: its address and keys as it gave them, base64url."""

    endpoint: str
    p256dh: str
    auth: str


class BadTargetError(ValueError):
    """An address that the site does not call, or keys that are none."""


class _NoRedirects(HTTPRedirectHandler):
    """A push service has no reason to send the site elsewhere."""

    def redirect_request(self, *_args: Any) -> None:
        """Follow nothing."""


def check_target(target: Target) -> None:
    """Check that a browser can be called: its push service is a known one, and the keys are keys.

    A user names the address, so without the list (setting KQJ_PUSH_ORIGINS) the site could be made to call any machine
    that it reaches.

    Raises:
        BadTargetError: it can't.
    """
    origin = _origin(target.endpoint)
    if not any(fnmatchcase(origin, known) for known in settings.KQJ_PUSH_ORIGINS):
        raise BadTargetError(f"{origin!r:.80} is no known push service")
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, _decode(target.p256dh))
        auth = _decode(target.auth)
    except ValueError as error:
        raise BadTargetError("the browser's keys can't be read") from error
    if len(auth) != AUTH_BYTES:
        raise BadTargetError(f"the browser's secret has {AUTH_BYTES} bytes, not {len(auth)}")


def public_key() -> str:
    """Return the site's key, which a browser wants to know before it lets the site call it."""
    return _encode(_point(_site_key(settings.KQJ_VAPID_KEY).public_key()))


def send(target: Target, *, message: dict[str, str], now: datetime, seconds: int, topic: str) -> Answer:
    """Give a message for a browser to its push service.

    Args:
        target: whom to call.
        message: what the site's service worker is told.
        now: for the token's life.
        seconds: how long the push service keeps it for a browser that is off.
        topic: what replaces an earlier message of the same topic there; 32 base64url characters at the most.

    Raises:
        BadTargetError: the target is none that the site calls.
    """
    check_target(target)
    request = Request(  # noqa: S310  # `check_target` knows the address
        target.endpoint,
        data=encrypt(json.dumps(message).encode(), target=target),
        headers={
            "Authorization": _authorization(target.endpoint, now=now),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(seconds),
            "Topic": topic,
            "Urgency": "high",
        },
    )
    try:
        with build_opener(_NoRedirects).open(request, timeout=TIMEOUT_SECONDS):
            return Answer.TAKEN
    except HTTPError as error:
        return Answer.GONE if error.code in GONE else Answer.FAILED
    except (URLError, OSError):
        return Answer.FAILED


def encrypt(
    text: bytes, *, target: Target, salt: bytes | None = None, key: ec.EllipticCurvePrivateKey | None = None
) -> bytes:
    """Return the body of a message: RFC 8188's header and one record, for the target alone.

    Salt and key are drawn anew for each message; they are given only where the RFC's example is reckoned.
    """
    salt = os.urandom(SALT_BYTES) if salt is None else salt
    key = ec.generate_private_key(CURVE) if key is None else key
    theirs, ours = _decode(target.p256dh), _point(key.public_key())
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    secret = _derive(shared, salt=_decode(target.auth), info=b"WebPush: info\0" + theirs + ours, length=32)
    content_key = _derive(secret, salt=salt, info=b"Content-Encoding: aes128gcm\0", length=16)
    nonce = _derive(secret, salt=salt, info=b"Content-Encoding: nonce\0", length=12)
    header = salt + RECORD_BYTES.to_bytes(4, "big") + bytes([POINT_BYTES]) + ours
    return header + AESGCM(content_key).encrypt(nonce, text + LAST_RECORD, None)


def _authorization(endpoint: str, *, now: datetime) -> str:
    """Return the header by which the push service knows the site (RFC 8292)."""
    claims = {
        "aud": _origin(endpoint),
        "exp": int((now + TOKEN_LIFE).timestamp()),
        "sub": settings.KQJ_PUSH_CONTACT,
    }
    parts = [_encode(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
    key = _site_key(settings.KQJ_VAPID_KEY)
    numbers = decode_dss_signature(key.sign(".".join(parts).encode(), ec.ECDSA(hashes.SHA256())))
    signature = b"".join(number.to_bytes(NUMBER_BYTES, "big") for number in numbers)
    return f"vapid t={'.'.join([*parts, _encode(signature)])}, k={public_key()}"


@lru_cache(maxsize=2)
def _site_key(text: str) -> ec.EllipticCurvePrivateKey:
    """Return the key of a setting: a private key as tools print it, or any 32 random bytes, base64url."""
    number = int.from_bytes(_decode(text), "big")
    return ec.derive_private_key((number - 1) % (CURVE_ORDER - 1) + 1, CURVE)


def _origin(endpoint: str) -> str:
    """Return scheme, host and port of an address; empty for what is none."""
    try:
        address = urlsplit(endpoint)
        port = f":{address.port}" if address.port else ""
    except ValueError:
        return ""
    return f"{address.scheme}://{address.hostname}{port}" if "@" not in address.netloc else ""


def _derive(secret: bytes, *, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length=length, salt=salt, info=info).derive(secret)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _encode(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def _decode(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
