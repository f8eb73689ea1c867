"""The match record (rules page, section 9): writing one from a state, and replaying one while checking it.

What differs from game to game comes from its scribe; the frame, the order of the checks and the places named are the
same for all.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from games.engine.errors import IllegalActionError, OptionsError, RecordError
from games.engine.record_checks import compare, is_same, read_seed, refuse
from games.engine.rules import Game, Json, State
from games.engine.shuffle import commitment

FORMAT = "kqj-record"
VERSION = 1
GIVEN_UP = ("abandoned", "aborted")
"""Reasons of a match that ended without a result."""


class Scribe(Protocol):
    """What a game tells about its states so that records of it can be written and checked.

    Attributes:
        opening_rules: (key of a round, rule) for what is settled before the calls.
        option_keys: the options that a record must state.
        result_rules: (key of a round's result, rule), in the order in which they are checked.
    """

    opening_rules: tuple[tuple[str, str], ...]
    option_keys: tuple[str, ...]
    result_rules: tuple[tuple[str, str], ...]

    def head(self, state: State) -> tuple[Any, bytes, int]:
        """Return options, seed and first dealer."""

    def finished_count(self, state: State) -> int:
        """Return how many rounds are finished."""

    def round_record(self, state: State, number: int) -> Json:
        """Return a round as a record has it: a finished one, or the one that is going on or was cut off."""

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the running totals by side."""


def write_record(game: Game, state: State, *, scribe: Scribe) -> Json:
    """Return the match so far as a record; a round in which nobody has called yet is left out."""
    options, seed, first_dealer = scribe.head(state)
    finished = scribe.finished_count(state)
    rounds = [scribe.round_record(state, number) for number in range(finished)]
    outcome = game.outcome(state)
    if outcome is None or outcome.reason in GIVEN_UP:
        cut_off = scribe.round_record(state, finished)
        rounds += [cut_off] if cut_off["calls"] else []
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game.key,
        "options": game.format_options(options),
        "seed": seed.hex(),
        "commitment": commitment(seed),
        "first_dealer": first_dealer,
        "rounds": rounds,
        "final": format_final(game, state),
    }


def format_final(game: Game, state: State) -> Json | None:
    """Return `final` as a record has it; None while the match goes on."""
    outcome = game.outcome(state)
    if outcome is None:
        return None
    return {"scores": list(outcome.scores), "winners": list(outcome.winners), "reason": outcome.reason}


def add_secret(record: Json, *, server_secret: bytes, nonces: Sequence[bytes]) -> Json:
    """Return the record of a live match, whose seed was mixed from a secret and the players' nonces (rules R31)."""
    return {
        **record,
        "commitment": commitment(server_secret),
        "server_secret": server_secret.hex(),
        "nonces": [nonce.hex() for nonce in nonces],
    }


def replay_record(game: Game, record: Mapping[str, object], *, scribe: Scribe) -> State:
    """Return the state that the record's actions lead to, after checking all that it says.

    Raises:
        RecordError: at the first place where it does not agree with the rules.
    """
    _check_form(game, record)
    options = _read_options(game, record, scribe=scribe)
    seed = read_seed(record)
    state = game.start(options, seed).state
    expected = scribe.head(state)[2]
    if not is_same(record.get("first_dealer"), expected):
        refuse(
            "wrong_deal", f"first_dealer is {record.get('first_dealer')!r:.40}, the seed draws {expected}", rule="R6"
        )
    rounds = record.get("rounds")
    if not isinstance(rounds, list):
        refuse("bad_format", "rounds is not a list", field="rounds")
    for number, told in enumerate(rounds):
        state = _replay_round(game, state, told, scribe=scribe, number=number, is_last=number == len(rounds) - 1)
    return _check_final(game, state, record.get("final"), scribe=scribe)


def _check_form(game: Game, record: Mapping[str, object]) -> None:
    for key, value in (("format", FORMAT), ("version", VERSION), ("game", game.key)):
        if not is_same(record.get(key), value):
            refuse("bad_format", f"{key} is {record.get(key)!r:.60}, it must be {value!r}", field=key)


def _read_options(game: Game, record: Mapping[str, object], *, scribe: Scribe) -> Any:
    told = record.get("options")
    if not isinstance(told, dict):
        refuse("bad_options", "options is not an object", field="options")
    missing = [key for key in scribe.option_keys if key not in told]
    if missing:
        refuse("bad_options", f"options lack {', '.join(missing)}", field="options", rule="R3")
    known = {field.key for field in game.option_fields}
    try:
        return game.parse_options({key: value for key, value in told.items() if key in known})
    except OptionsError as error:
        raise RecordError(
            "bad_options", error.message, params={**error.params, "field": "options", "rule": "R3"}
        ) from error


def _replay_round(game: Game, state: State, told: object, *, scribe: Scribe, number: int, is_last: bool) -> State:
    """Replay one round from `state`; `is_last` tells whether it may be unfinished."""
    if not game.to_act(state):
        refuse("extra_action", "a round after the end of the match", rule="R30b", round=number)
    if not isinstance(told, dict):
        refuse("bad_format", "the round is not an object", round=number)
    compare(told, scribe.round_record(state, number), fields=scribe.opening_rules, code="wrong_deal", round=number)
    state = _replay_calls(game, state, told, scribe=scribe, number=number)
    now = scribe.round_record(state, number)
    compare(told, now, fields=(("contract", "R11, R17"),), code="wrong_result", round=number)
    if now["contract"] is not None:
        state = _replay_plays(game, state, told, scribe=scribe, number=number)
        now = scribe.round_record(state, number)
    elif told.get("plays"):
        refuse("extra_action", "a card before the contract, or in a round passed out", rule="R18", round=number, play=0)
    compare(told, now, fields=(("tricks", "R19"),), code="wrong_result", round=number, part="round")
    _check_result(told, now, scribe=scribe, number=number, is_last=is_last)
    return state


def _replay_calls(game: Game, state: State, told: Json, *, scribe: Scribe, number: int) -> State:
    calls = _read_list(told, "calls", number=number)
    for place, entry in enumerate(calls):
        now = scribe.round_record(state, number)
        if now["contract"] is not None or now["result"] is not None:
            refuse("extra_action", "a call after the calls were closed", rule="R13", round=number, call=place)
        if not (isinstance(entry, list) and [type(part) for part in entry] == [int, str]):
            refuse("illegal_call", f"{entry!r:.60} is not [seat, text]", round=number, call=place)
        seat, text = entry
        state = _act(game, state, seat, text, place=_Place("illegal_call", "section 9", number, "call", place))
    now = scribe.round_record(state, number)
    is_closed = now["contract"] is not None or now["result"] is not None
    if not is_closed and (told.get("contract") is not None or told.get("plays") or told.get("result") is not None):
        refuse("missing_action", "the calls are not closed yet", rule="R13", round=number, call=len(calls))
    return state


def _replay_plays(game: Game, state: State, told: Json, *, scribe: Scribe, number: int) -> State:
    for place, card in enumerate(_read_list(told, "plays", number=number)):
        if scribe.finished_count(state) > number:
            refuse("extra_action", "a card after the last trick", rule="R18", round=number, play=place)
        if not isinstance(card, str):
            refuse("illegal_play", f"{card!r:.60} is no card", rule="R1", round=number, play=place)
        (seat,) = game.to_act(state)
        state = _act(game, state, seat, f"play {card}", place=_Place("illegal_play", "R1", number, "play", place))
    return state


class _Place(NamedTuple):
    """What is being replayed: the code and the rule of a refusal that names none itself, and where it stands."""

    code: str
    rule: str
    round: int
    key: str
    step: int


def _act(game: Game, state: State, seat: int, text: str, *, place: _Place) -> State:
    """Apply the action of a text, saying where it stands if it is refused."""
    try:
        return game.apply(state, seat, game.parse_action(text)).state
    except IllegalActionError as error:
        params = {
            "rule": place.rule,
            **error.params,
            "reason": error.code,
            "round": place.round,
            place.key: place.step,
        }
        refuse(place.code, f"seat {seat}, {text:.40}: {error.message}", **params)


def _check_result(told: Json, now: Json, *, scribe: Scribe, number: int, is_last: bool) -> None:
    """Check a round's result; only the last round may lack one, and only if it was cut off."""
    result = told.get("result")
    if now["result"] is None:
        if result is not None or not is_last:
            place = {"play": len(now["plays"])} if now["contract"] else {"call": len(now["calls"])}
            refuse("missing_action", "the round breaks off before its end", rule="R18", round=number, **place)
        return
    if not isinstance(result, dict):
        refuse("wrong_result", "result is not an object, the round is finished", round=number, field="result")
    compare(result, now["result"], fields=scribe.result_rules, code="wrong_result", round=number, part="result")


def _check_final(game: Game, state: State, final: object, *, scribe: Scribe) -> State:
    """Return the state, given up if the record says so, after checking `final`."""
    expected = format_final(game, state)
    if expected is None and final is None:
        return state
    if not isinstance(final, dict):
        refuse(
            "wrong_final",
            f"final is {final!r:.40}, the match is over" if expected else "final is not an object",
            rule="R30b",
        )
    reason = final.get("reason")
    if expected is None:
        if reason not in GIVEN_UP:
            refuse(
                "wrong_final", f"final has reason {reason!r:.40}, the match is not over", rule="R30b", field="reason"
            )
        state = game.give_up(state, str(reason)).state
        expected = {"scores": list(scribe.scores(state)), "winners": [], "reason": reason}
    fields = tuple((key, "R30b") for key in expected)
    compare(final, expected, fields=fields, code="wrong_final", part="final")
    return state


def _read_list(told: Json, key: str, *, number: int) -> list[Any]:
    value = told.get(key)
    if not isinstance(value, list):
        refuse("bad_format", f"{key} is not a list", round=number, field=key)
    return value
