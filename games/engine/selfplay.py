"""Whole matches played by simple players, as records: `python -m games.engine selfplay`.

All chance comes from the seed through `shuffle.Stream`, so that the same seed gives the same records on every machine.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping

from games.engine.errors import OptionsError
from games.engine.rules import Action, Game, Json, OptionField, OptionKind, Options, State
from games.engine.shuffle import Stream

ANY = "any"
Chooser = Callable[[Game, State, int, Stream], Action]

_SWITCH_WORDS = {"true": True, "false": False}
_NOT_SET = "null"


def choose_random(game: Game, state: State, seat: int, chance: Stream) -> Action:
    """Return any legal action, each as likely as the others."""
    actions = game.legal_actions(state, seat)
    return actions[chance.below(len(actions))]


def choose_greedy(game: Game, state: State, seat: int, _chance: Stream) -> Action:
    """Return the game's greedy action for what the seat sees."""
    return game.parse_action(game.greedy(game.view(state, seat)))


CHOOSERS: Mapping[str, Chooser] = {"random": choose_random, "greedy": choose_greedy}


def play_matches(game: Game, *, matches: int, seed: str, options: str, players: str) -> Iterator[Json]:
    """Yield the records of whole matches.

    Args:
        game: what is played.
        matches: how many.
        seed: any text.
        options: `key=value,...` for all matches, or `any` to draw them for each.
        players: a key of CHOOSERS.

    Raises:
        OptionsError: the game has no such options.
    """
    fixed = None if options == ANY else parse_options_text(game, options)
    for number in range(matches):
        match_seed = hashlib.sha256(f"selfplay:{seed}:{number}".encode()).digest()
        drawn = fixed if fixed is not None else draw_options(game, Stream(match_seed, label="options"))
        state = play_match(game, drawn, seed=match_seed, choose=CHOOSERS[players])
        seats = [
            {"seat": seat, "name": f"{players} {seat}", "kind": "bot", "level": players}
            for seat in range(game.seat_count)
        ]
        yield {**game.to_record(state), "players": seats}


def play_match(game: Game, options: Options, *, seed: bytes, choose: Chooser) -> State:
    """Return the last state of a match in which every seat chooses in the same way."""
    state = game.start(options, seed).state
    chance = Stream(seed, label="players")
    while seats := game.to_act(state):
        state = game.apply(state, seats[0], choose(game, state, seats[0], chance)).state
    return state


def parse_options_text(game: Game, text: str) -> Options:
    """Return the options of `key=value,...`; what is not named has its default.

    Raises:
        OptionsError: no such key or value.
    """
    fields = {field.key: field for field in game.option_fields}
    raw: dict[str, object] = {}
    for part in filter(None, text.split(",")):
        key, has_value, value = part.partition("=")
        if key not in fields or not has_value:
            known = ", ".join(fields)
            raise OptionsError(
                "bad_options", f"option {part!r}: write key=value with a key of: {known}", params={"key": key}
            )
        raw[key] = _parse_value(fields[key], value)
    return game.parse_options(raw)


def _parse_value(field: OptionField, text: str) -> object:
    """Return the JSON value of an option's text; one that is not known stays text, for the game to refuse."""
    if text == _NOT_SET:
        return None
    if field.kind is OptionKind.SWITCH:
        return _SWITCH_WORDS.get(text, text)
    if field.kind is OptionKind.NUMBER:
        return int(text) if text.isdecimal() else text
    return next((value for value, _label in field.choices if str(value) == text), text)


def draw_options(game: Game, chance: Stream) -> Options:
    """Return options drawn from all that the game allows, drawn anew until they fit together."""
    while True:
        raw = {field.key: _draw_value(field, chance) for field in game.option_fields}
        try:
            return game.parse_options(raw)
        except OptionsError:
            continue


def _draw_value(field: OptionField, chance: Stream) -> object:
    if field.kind is OptionKind.SWITCH:
        return chance.below(2) == 1
    if field.kind is OptionKind.CHOICE:
        return field.choices[chance.below(len(field.choices))][0]
    lowest, highest = field.minimum or 0, field.maximum or 0
    if field.default is None and chance.below(2):
        return None
    return lowest + chance.below(highest - lowest + 1)
