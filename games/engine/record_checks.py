"""Checks of a match record's parts: equal values, the seed and its commitment, and how a refusal is worded."""

import re
from collections.abc import Mapping
from typing import Any, NoReturn

from games.engine.errors import RecordError
from games.engine.rules import Json
from games.engine.shuffle import NONCE_BYTES, SEED_BYTES, commitment, mix_seed

_HEX = re.compile(r"(?:[0-9a-fA-F]{2})*")


def read_seed(record: Mapping[str, object]) -> bytes:
    """Return the seed after checking it against the commitment and, at a live table, the secret and nonces (rules R31).

    Raises:
        RecordError: codes `bad_format`, `bad_commitment`.
    """
    seed = _read_hex(record.get("seed"), size=SEED_BYTES, field="seed")
    secret = seed
    if "server_secret" in record or "nonces" in record:
        secret = _read_hex(record.get("server_secret"), size=SEED_BYTES, field="server_secret")
        nonces = record.get("nonces")
        if not isinstance(nonces, list):
            refuse("bad_format", "nonces is not a list", rule="R31", field="nonces")
        if mix_seed(secret, [_read_hex(nonce, size=NONCE_BYTES, field="nonces") for nonce in nonces]) != seed:
            refuse(
                "bad_commitment", "the seed is not the SHA-256 of server_secret and nonces", rule="R31", field="seed"
            )
    told = _read_hex(record.get("commitment"), size=SEED_BYTES, field="commitment")
    if told.hex() != commitment(secret):
        name = "seed" if secret is seed else "server_secret"
        refuse("bad_commitment", f"the commitment is not the SHA-256 of the {name}", rule="R31", field="commitment")
    return seed


def _read_hex(value: object, *, size: int, field: str) -> bytes:
    if value is None:
        refuse("bad_format", f"{field} is missing: without it nothing can be recomputed", rule="R31", field=field)
    if not (isinstance(value, str) and len(value) == 2 * size and _HEX.fullmatch(value)):
        refuse("bad_format", f"{field} is {value!r:.40}, it must be {size} bytes in hex", rule="R31", field=field)
    return bytes.fromhex(value)


def compare(told: Json, expected: Json, *, fields: tuple[tuple[str, str], ...], code: str, **place: object) -> None:
    """Refuse the first field whose value is not the expected one."""
    for key, rule in fields:
        if not is_same(told.get(key), expected.get(key)):
            message = f"{key} is {told.get(key)!r:.120}, recomputed {expected.get(key)!r:.120}"
            refuse(code, message, rule=rule, **place, field=key)


def is_same(told: object, expected: object) -> bool:
    """Return whether a record's value is the expected one, of the same type.

    Other keys of objects are ignored, lists of objects may be in any order.
    """
    if isinstance(expected, dict):
        return isinstance(told, dict) and all(is_same(told.get(key), value) for key, value in expected.items())
    if isinstance(expected, list):
        return isinstance(told, list) and len(told) == len(expected) and _is_same_list(told, expected)
    return type(told) is type(expected) and told == expected


def _is_same_list(told: list[Any], expected: list[Any]) -> bool:
    if not (expected and isinstance(expected[0], dict)):
        return all(is_same(*pair) for pair in zip(told, expected, strict=True))
    left = list(told)
    for value in expected:
        match = next((entry for entry in left if is_same(entry, value)), None)
        if match is None:
            return False
        left.remove(match)
    return True


def refuse(code: str, message: str, **place: object) -> NoReturn:
    """Refuse a record.

    Raises:
        RecordError: always; the message begins with the place and the rule.
    """
    where = [f"{key} {place[key]}" for key in ("round", "call", "play") if place.get(key) is not None]
    where += [str(place["rule"])] if place.get("rule") else []
    raise RecordError(code, f"{', '.join(where)}: {message}" if where else message, params=place)
