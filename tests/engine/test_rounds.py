"""KQJ from event to event: what a round tells, and that no card is lost or doubled."""

from itertools import product

import pytest

from games.engine.rules import Step
from games.engine.selfplay import choose_random
from games.engine.shuffle import Stream
from tests.engine.builders import GAME, SEED, begin, call

OPTIONS = [
    {"teams": teams, "partners": partners, "contract": contract, "goal": None, "rounds": 2}
    for teams, partners, contract in product((2, 3), ("fixed", "random"), ("take", "auction"))
]


def walk(options: dict[str, object]) -> list[Step]:
    chance = Stream(SEED, label="walk")
    steps = [GAME.start(GAME.parse_options(options), SEED)]
    while steps[-1].state.turn >= 0:
        state = steps[-1].state
        steps.append(GAME.apply(state, state.turn, choose_random(GAME, state, state.turn, chance)))
    return steps


@pytest.mark.parametrize("options", OPTIONS)
def test_cards_are_conserved(options: dict[str, object]) -> None:
    for state in (step.state for step in walk(options)):
        views = [GAME.view(state, seat) for seat in range(6)]
        hands = [card for view in views for card in view["hand"]]
        view = views[0]
        played = [card for _, card in view["trick"]]
        record = GAME.to_record(state)["rounds"]
        if view["phase"] == "playing" and len(record) > view["round"]:
            played = record[view["round"]]["plays"]
            assert sorted(hands + played) == sorted({*hands, *played})
            assert len(hands + played) == 48
        assert view["counts"] == [len(own["hand"]) for own in views]
        assert len(set(hands)) == len(hands)


@pytest.mark.parametrize("options", OPTIONS)
def test_events_tell_the_whole_match(options: dict[str, object]) -> None:
    steps = walk(options)
    events = [event for step in steps for event in step.events]
    record = GAME.to_record(steps[-1].state)
    plays = [event.data["card"] for event in events if event.kind == "played"]
    assert plays == [card for told in record["rounds"] for card in told["plays"]]
    calls = [[event.data["seat"], event.data["call"]] for event in events if event.kind == "called"]
    assert calls == [entry for told in record["rounds"] for entry in told["calls"]]
    contracts = [event.data["contract"] for event in events if event.kind == "contract"]
    assert contracts == [told["contract"] for told in record["rounds"]]
    tricks = [event.data["seat"] for event in events if event.kind == "trick_won"]
    assert tricks == [seat for told in record["rounds"] for seat in told["tricks"]]
    results = [event.data["result"] for event in events if event.kind == "round_over"]
    assert results == GAME.view(steps[-1].state, None)["score_sheet"]
    assert all(told["result"].items() <= result.items() for told, result in zip(record["rounds"], results, strict=True))
    started = [event.data for event in events if event.kind == "round_started"]
    assert [(told["dealer"], told["teams"]) for told in record["rounds"]] == [
        (data["dealer"], data["teams"]) for data in started
    ]


@pytest.mark.parametrize("options", OPTIONS)
def test_a_break_comes_when_a_round_ended_and_another_follows(options: dict[str, object]) -> None:
    steps = walk(options)
    for step in steps:
        kinds = [event.kind for event in step.events]
        assert step.is_break == ("round_over" in kinds and "round_started" in kinds)
    assert steps[-1].events[-1].kind == "round_over"
    assert not steps[-1].is_break


@pytest.mark.parametrize("options", OPTIONS)
def test_bonuses_of_the_result_follow_the_announcements(options: dict[str, object]) -> None:
    told: dict[tuple[int, int], str] = {}
    for step in walk(options):
        for event in step.events:
            if event.kind == "announced":
                told[event.data["seat"], len(told)] = event.data["text"]
            elif event.kind == "round_over":
                kinds = [bonus["kind"] for bonus in event.data["result"]["bonuses"]]
                texts = list(told.values())
                assert kinds.count("kqj") == texts.count("KQJ")
                assert kinds.count("kq") == texts.count("KQ") - texts.count("KQJ")
                told = {}


def test_phases() -> None:
    assert begin().frame.phase == "taking"
    auction = begin(contract="auction")
    assert auction.frame.phase == "auction"
    assert call(auction, "bid 120 S", "counter").frame.phase == "overcounter"
    assert call(auction, "bid 120 S capot").frame.phase == "playing"


def test_view_shows_trick_and_last_trick() -> None:
    state = call(begin(), "pass", *["pass"] * 5, "take NT")
    opener = state.turn
    seen = []
    for _ in range(7):
        seen.append([state.turn, GAME.format_action(GAME.legal_actions(state, state.turn)[0]).removeprefix("play ")])
        state = GAME.apply(state, state.turn, GAME.legal_actions(state, state.turn)[0]).state
    view = GAME.view(state, None)
    assert view["last_trick"]["cards"] == seen[:6]
    assert view["last_trick"]["cards"][0][0] == opener
    assert view["trick"] == seen[6:]
    assert view["tricks_won"][view["last_trick"]["winner"]] == 1
    assert sum(view["tricks_won"]) == 1
