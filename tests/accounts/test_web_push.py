"""Web Push: encryption by the RFC's example, and a real HTTP call to a push service of our own."""

import base64
import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from pytest_django import Settings

from accounts.services.web_push import Answer, BadTargetError, Target, check_target, encrypt, public_key, send

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encode(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


class PushService:
    """A push service on this machine, which keeps what it is given and answers as it is told."""

    def __init__(self) -> None:
        self.status = 201
        self.calls: list[tuple[dict[str, str], bytes]] = []
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.calls.append(({name.lower(): value for name, value in self.headers.items()}, body))
                self.send_response(service.status)
                self.send_header("Location", "/elsewhere")
                self.end_headers()

            def log_message(self, *args: Any) -> None:
                """Say nothing."""

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()


class Browser:
    """The receiving end, written from RFC 8291 alone."""

    def __init__(self, origin: str) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        self.point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.target = Target(f"{origin}/one", encode(self.point), encode(self.auth))

    def read(self, body: bytes) -> Any:
        salt, theirs, cipher = body[:16], body[21:86], body[86:]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
        info = b"WebPush: info\0" + self.point + theirs
        secret = HKDF(hashes.SHA256(), length=32, salt=self.auth, info=info).derive(shared)
        key = HKDF(hashes.SHA256(), length=16, salt=salt, info=b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(hashes.SHA256(), length=12, salt=salt, info=b"Content-Encoding: nonce\0").derive(secret)
        text = AESGCM(key).decrypt(nonce, cipher, None)
        assert text[-1:] == b"\x02"
        return json.loads(text[:-1])


@pytest.fixture
def service(settings: Settings) -> Iterator[PushService]:
    made = PushService()
    settings.KQJ_PUSH_ORIGINS = [made.origin]
    yield made
    made.server.shutdown()
    made.server.server_close()


def test_the_example_of_rfc_8291() -> None:
    target = Target(
        "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    private = int.from_bytes(decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    body = encrypt(
        b"When I grow up, I want to be a watermelon",
        target=target,
        salt=decode("DGv6ra1nlYgDCS1FRnbzlw"),
        key=ec.derive_private_key(private, ec.SECP256R1()),
    )
    assert encode(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_browser_reads_what_its_push_service_was_given(service: PushService) -> None:
    browser = Browser(service.origin)
    message = {"title": "Your turn", "path": "/tables/7/"}
    assert send(browser.target, message=message, now=NOW, seconds=600, topic="turn-7") is Answer.TAKEN
    headers, body = service.calls[0]
    assert browser.read(body) == message
    assert (headers["ttl"], headers["topic"], headers["content-encoding"]) == ("600", "turn-7", "aes128gcm")
    assert b"turn" not in body


def test_the_push_service_can_tell_that_it_is_the_site(service: PushService) -> None:
    send(Browser(service.origin).target, message={}, now=NOW, seconds=1, topic="x")
    token, key = service.calls[0][0]["authorization"].removeprefix("vapid t=").split(", k=")
    head, claims, signature = token.split(".")
    assert json.loads(decode(head)) == {"typ": "JWT", "alg": "ES256"}
    told = json.loads(decode(claims))
    assert told["aud"] == service.origin
    assert told["exp"] == int(NOW.timestamp()) + 12 * 3600
    assert told["sub"].startswith("mailto:")
    assert key == public_key()
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(key))
    raw = decode(signature)
    signed = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    point.verify(signed, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    with pytest.raises(InvalidSignature):
        point.verify(signed, f"{head}.{claims}x".encode(), ec.ECDSA(hashes.SHA256()))


@pytest.mark.parametrize(
    ("status", "answer"),
    [
        (201, Answer.TAKEN),
        (410, Answer.GONE),
        (404, Answer.GONE),
        (429, Answer.FAILED),
        (500, Answer.FAILED),
        (302, Answer.FAILED),
    ],
)
def test_what_a_push_service_answers(service: PushService, status: int, answer: Answer) -> None:
    service.status = status
    assert send(Browser(service.origin).target, message={}, now=NOW, seconds=1, topic="x") is answer
    assert len(service.calls) == 1  # and no redirect was followed


def test_a_push_service_that_is_away_is_a_failure(service: PushService) -> None:
    target = Browser(service.origin).target
    service.server.shutdown()
    service.server.server_close()
    assert send(target, message={}, now=NOW, seconds=1, topic="x") is Answer.FAILED


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://127.0.0.1:8000/admin/",
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://fcm.googleapis.com@evil.example/x",
        "https://evil.example/#https://fcm.googleapis.com",
        "https://x@web.push.apple.com/x",
        "https://web.push.apple.com:22/x",
        "file:///etc/passwd",
        "https://[",
        "",
    ],
)
def test_the_site_calls_known_push_services_alone(endpoint: str) -> None:
    good = Browser("https://web.push.apple.com").target
    check_target(good)
    with pytest.raises(BadTargetError):
        check_target(Target(endpoint, good.p256dh, good.auth))


@pytest.mark.parametrize(("p256dh", "auth"), [("", None), ("AAAA", None), ("ü", None), (None, "AAAA"), (None, "")])
def test_keys_that_are_none_are_refused(p256dh: str | None, auth: str | None) -> None:
    good = Browser("https://web.push.apple.com").target
    bad = Target(good.endpoint, good.p256dh if p256dh is None else p256dh, good.auth if auth is None else auth)
    with pytest.raises(BadTargetError):
        check_target(bad)
