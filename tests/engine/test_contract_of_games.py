"""What every registered game promises (architecture, section 7 (2))."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from games.engine import registry
from games.engine.errors import IllegalActionError, RecordError
from games.engine.rules import Game, State, Step
from games.engine.selfplay import choose_random, draw_options, play_match
from games.engine.shuffle import Stream

MATCHES = 12


@pytest.fixture(params=registry.keys())
def game(request: pytest.FixtureRequest) -> Game:
    return registry.get(request.param)


def seed_of(number: int) -> bytes:
    return bytes([number]) * 32


def walk(game: Game, number: int, *, options: Any = None) -> Iterator[tuple[Step, Stream]]:
    """Every step of a random match, with its stream of chance."""
    chance = Stream(seed_of(number), label="walk")
    drawn = options if options is not None else draw_options(game, chance)
    step = game.start(drawn, seed_of(number))
    yield step, chance
    while seats := game.to_act(step.state):
        action = choose_random(game, step.state, seats[0], chance)
        step = game.apply(step.state, seats[0], action)
        yield step, chance


def last_state(game: Game, number: int) -> State:
    state = None
    for step, _ in walk(game, number):
        state = step.state
    return state


def test_registry_knows_games_by_key(game: Game) -> None:
    assert registry.get(game.key) is game
    with pytest.raises(KeyError):
        registry.get("no such game")


def test_defaults_of_the_option_fields_are_options(game: Game) -> None:
    defaults = {field.key: field.default for field in game.option_fields}
    assert game.format_options(game.parse_options(defaults)) == game.format_options(game.parse_options({}))


def test_options_go_to_json_and_back(game: Game) -> None:
    for number in range(50):
        options = draw_options(game, Stream(seed_of(number), label="options"))
        form = json.loads(json.dumps(game.format_options(options)))
        assert game.parse_options(form) == options


@pytest.mark.parametrize("number", range(MATCHES))
def test_random_matches_end_with_an_outcome(game: Game, number: int) -> None:
    steps = [step for step, _ in walk(game, number)]
    assert all(game.outcome(step.state) is None for step in steps[:-1])
    outcome = game.outcome(steps[-1].state)
    assert outcome is not None
    assert sorted(seat for side in outcome.sides for seat in side) == list(range(game.seat_count))
    best = max(outcome.scores)
    assert outcome.winners == tuple(side for side, score in enumerate(outcome.scores) if score == best)
    assert [outcome.places[side] for side in outcome.winners] == [1] * len(outcome.winners)


@pytest.mark.parametrize("number", range(4))
def test_listed_actions_apply_and_others_are_refused(game: Game, number: int) -> None:
    known: set[Any] = set()
    for step, chance in walk(game, number):
        state = step.state
        for seat in range(game.seat_count):
            listed = game.legal_actions(state, seat)
            assert bool(listed) == (seat in game.to_act(state))
            assert len(set(listed)) == len(listed)
            known.update(listed)
            if listed and chance.below(6) == 0:
                for action in listed[:20]:
                    game.apply(state, seat, action)
            refused = [action for action in sorted(known, key=game.format_action) if action not in listed]
            for action in refused[chance.below(40) :: 40]:
                with pytest.raises(IllegalActionError) as error:
                    game.apply(state, seat, action)
                assert error.value.code
                assert error.value.message


def test_actions_have_texts(game: Game) -> None:
    for step, _ in walk(game, 5):
        for seat in game.to_act(step.state):
            for action in game.legal_actions(step.state, seat):
                assert game.parse_action(game.format_action(action)) == action


def test_apply_changes_nothing_but_what_it_returns(game: Game) -> None:
    for step, _ in walk(game, 6):
        state = step.state
        for seat in game.to_act(state):
            before = (game.view(state, seat), game.to_record(state))
            first, second = (game.apply(state, seat, game.legal_actions(state, seat)[0]) for _ in range(2))
            assert first == second
            assert (game.view(state, seat), game.to_record(state)) == before


@pytest.mark.parametrize("number", range(3))
def test_views_are_json_and_list_the_legal_actions(game: Game, number: int) -> None:
    for step, chance in walk(game, number + 20):
        seats: list[int | None] = [None, *range(game.seat_count)]
        seat = seats[chance.below(len(seats))]
        view = game.view(step.state, seat)
        assert json.loads(json.dumps(view)) == view
        assert view["to_act"] == list(game.to_act(step.state))
        legal = [] if seat is None else game.legal_actions(step.state, seat)
        assert view["legal_actions"] == [game.format_action(action) for action in legal]
        is_over = game.outcome(step.state) is not None
        assert ("seed" in view, "final" in view) == (is_over, is_over)


def test_events_are_json_and_seen_by_all_or_one(game: Game) -> None:
    for step, _ in walk(game, 7):
        for event in step.events:
            assert json.loads(json.dumps(event.data)) == event.data
            assert "kind" not in event.data
            seen = [seat for seat in range(game.seat_count) if game.visible(event, seat)]
            assert seen == ([event.only] if event.only is not None else list(range(game.seat_count)))
            assert game.visible(event, None) == (event.only is None)


def test_the_same_seed_gives_the_same_match(game: Game) -> None:
    first, second = (play_match(game, game.parse_options({}), seed=seed_of(3), choose=choose_random) for _ in range(2))
    assert game.to_record(first) == game.to_record(second)


@pytest.mark.parametrize("number", range(MATCHES))
def test_state_to_record_to_state(game: Game, number: int) -> None:
    for count, (step, chance) in enumerate(walk(game, number + 40)):
        if chance.below(60) == 0 or count == 0 or game.outcome(step.state) is not None:
            record = json.loads(json.dumps(game.to_record(step.state)))
            assert game.from_record(record) == step.state


@pytest.mark.parametrize("reason", ["abandoned", "aborted"])
def test_a_match_given_up_has_scores_and_no_winner(game: Game, reason: str) -> None:
    steps = [step for step, _ in walk(game, 8)]
    for step in (steps[0], steps[len(steps) // 2], steps[-2]):
        state = game.give_up(step.state, reason).state
        assert game.to_act(state) == ()
        assert all(game.legal_actions(state, seat) == () for seat in range(game.seat_count))
        outcome = game.outcome(state)
        assert outcome is not None
        assert (outcome.winners, outcome.reason) == ((), reason)
        assert game.view(state, 0)["final"]["winners"] == []
        assert game.from_record(game.to_record(state)) == state
    with pytest.raises(IllegalActionError) as error:
        game.give_up(steps[-1].state, reason)
    assert error.value.code == "match_over"


def test_nothing_can_be_done_once_the_match_is_over(game: Game) -> None:
    state = last_state(game, 9)
    record = game.to_record(state)
    assert record["final"] is not None
    with pytest.raises(IllegalActionError) as error:
        game.apply(state, 0, game.legal_actions(game.start(game.parse_options({}), seed_of(1)).state, 0) or "pass")
    assert error.value.code == "match_over"


def test_a_record_of_another_game_is_refused(game: Game) -> None:
    record = {**game.to_record(last_state(game, 10)), "game": "other"}
    with pytest.raises(RecordError) as error:
        game.from_record(record)
    assert error.value.code == "bad_format"


def test_greedy_plays_whole_matches_by_what_its_seat_sees(game: Game) -> None:
    state = game.start(game.parse_options({}), seed_of(2)).state
    while seats := game.to_act(state):
        view = json.loads(json.dumps(game.view(state, seats[0])))
        text = game.greedy(view)
        assert text == game.greedy(view)
        assert text in view["legal_actions"]
        state = game.apply(state, seats[0], game.parse_action(text)).state


def test_a_match_is_tallied_in_counts_that_add_up(game: Game) -> None:
    for number in range(3):
        tally = game.tally(last_state(game, number))
        assert len(tally.seats) == game.seat_count
        assert json.loads(json.dumps(tally.seats)) == list(tally.seats)
        assert all(type(count) is int and count != 0 for seat in tally.seats for count in seat.values())
        assert tally.variant
        assert list(tally.tags) == sorted(set(tally.tags))
