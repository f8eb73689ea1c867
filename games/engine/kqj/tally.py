"""What a match of KQJ adds to statistics, counted from its record.

The counts, by seat (a count that would be 0 is left out):

- rounds, passed: dealt; passed out by all.
- declared, made, litigated; declared:S, made:S by trump; declared@0, made@0 by place from the opener; bid:120,
  bid_made:120 by the amount of an auction's contract; capot_bid, capot_bid_made.
- partnered, partnered_made: a partner declared. defended, defended_won: an opponent did, and failed.
- points_declared, points_partnered, points_defended: the team's points (R27), to be divided by those rounds.
- bids, counters, counters_won, overcounters, overcounters_won, was_countered: calls of an auction.
- litigations, capots (R25); kq, kqj (R26) announced; kq_missed, kqj_missed: held, but played out of order.
- tricks: won by the seat's own card. leads, leads_trump, leads_ace; first_leads and so on for a round's first trick.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.engine.kqj.cards import HONOUR_RANKS, LAYOUTS
from games.engine.kqj.options import SEAT_COUNT
from games.engine.rules import Json, Tally

Counts = Sequence[Counter[str]]
"""By seat."""


def tally_match(record: Mapping[str, Any]) -> Tally:
    """Return what a finished match adds to statistics."""
    counts = [Counter[str]() for _ in range(SEAT_COUNT)]
    for round_ in record["rounds"]:
        if round_["result"] is not None:  # else cut off when the match was given up
            _tally_round(round_, counts=counts)
    seats = tuple({key: count for key, count in seat.items() if count} for seat in counts)
    return Tally(_variant(record["options"]), tuple(sorted(_tags(record, counts=counts))), seats)


def _variant(options: Mapping[str, Any]) -> str:
    partners = "" if options["partners"] == "fixed" else "-random"
    return f"{options['contract']}-{options['teams']}{partners}"


def _tags(record: Mapping[str, Any], *, counts: Counts) -> set[str]:
    contracts = [round_["contract"] for round_ in record["rounds"] if round_["contract"] is not None]
    tags = {f"trump:{contract['trump']}" for contract in contracts}
    tags |= {f"multiplier:{contract['multiplier']}" for contract in contracts if contract["multiplier"] > 1}
    found = {"capot": "capots", "kqj": "kqj", "litigation": "litigations", "capot_bid": "capot_bid"}
    return tags | {tag for tag, key in found.items() if any(seat[key] for seat in counts)}


def _tally_round(round_: Json, *, counts: Counts) -> None:
    for seat in counts:
        seat["rounds"] += 1
        seat["passed"] += round_["contract"] is None
    _tally_calls(round_, counts=counts)
    if round_["contract"] is None:
        return
    _tally_roles(round_, counts=counts)
    _tally_contract(round_, own=counts[round_["contract"]["declarer"]])
    _tally_tricks(round_, counts=counts)
    _tally_honours(round_, counts=counts)


def _tally_calls(round_: Json, *, counts: Counts) -> None:
    is_failed = round_["result"]["outcome"] == "failed"
    for seat, text in round_["calls"]:
        own = counts[seat]
        own["bids"] += text.startswith("bid ")
        if text == "counter":
            own["counters"] += 1
            own["counters_won"] += is_failed
        elif text == "overcounter":
            own["overcounters"] += 1
            own["overcounters_won"] += not is_failed


def _tally_roles(round_: Json, *, counts: Counts) -> None:
    result, declarer = round_["result"], round_["contract"]["declarer"]
    is_made, is_failed = result["outcome"] == "made", result["outcome"] == "failed"
    for team, seats in enumerate(round_["teams"]):
        for seat in seats:
            own = counts[seat]
            role = "declared" if seat == declarer else "partnered" if declarer in seats else "defended"
            own[role] += 1
            own[f"points_{role}"] += result["points"][team]
            own["partnered_made"] += role == "partnered" and is_made
            own["defended_won"] += role == "defended" and is_failed
            own["litigations"] += result["outcome"] == "litigation"
            own["capots"] += result["tricks"][team] == len(round_["tricks"])


def _tally_contract(round_: Json, *, own: Counter[str]) -> None:
    contract, outcome = round_["contract"], round_["result"]["outcome"]
    is_made = outcome == "made"
    place = (contract["declarer"] - round_["dealer"] - 1) % SEAT_COUNT
    own["made"] += is_made
    own["litigated"] += outcome == "litigation"
    own["was_countered"] += contract["multiplier"] > 1
    for kind in (f":{contract['trump']}", f"@{place}"):
        own[f"declared{kind}"] += 1
        own[f"made{kind}"] += is_made
    if contract["amount"] is not None:
        own[f"bid:{contract['amount']}"] += 1
        own[f"bid_made:{contract['amount']}"] += is_made
    if contract["capot"]:
        own["capot_bid"] += 1
        own["capot_bid_made"] += is_made


def _tally_tricks(round_: Json, *, counts: Counts) -> None:
    trumps = LAYOUTS[round_["contract"]["trump"]].trumps
    for number, (leader, cards) in enumerate(_tricks(round_)):
        own, lead = counts[leader], cards[0]
        counts[round_["tricks"][number]]["tricks"] += 1
        for prefix in ("", "first_") if number == 0 else ("",):
            own[f"{prefix}leads"] += 1
            own[f"{prefix}leads_trump"] += lead[1] in trumps
            own[f"{prefix}leads_ace"] += lead[0] == "A" and lead[1] not in trumps


def _tally_honours(round_: Json, *, counts: Counts) -> None:
    """Count KQ and KQJ, announced and missed (R26): who held honours of a suit of trumps, and how they fell."""
    trumps = LAYOUTS[round_["contract"]["trump"]].trumps
    order: dict[tuple[int, str], str] = {}
    for leader, cards in _tricks(round_):
        for offset, card in enumerate(cards):
            if card[0] in HONOUR_RANKS and card[1] in trumps:
                hand = ((leader + offset) % SEAT_COUNT, card[1])
                order[hand] = order.get(hand, "") + card[0]
    for (seat, _suit), ranks in order.items():
        for key, holds in _judge_honours(ranks).items():
            counts[seat][key] += holds


def _judge_honours(ranks: str) -> dict[str, bool]:
    """Return what the honours of one suit in one hand were good for, in the order in which they were played."""
    without_jack = ranks.replace("J", "")
    is_kq, is_kqj, has_all = without_jack == "KQ", ranks == HONOUR_RANKS, len(ranks) == len(HONOUR_RANKS)
    return {
        "kqj": is_kqj,
        "kq": is_kq and not is_kqj,
        "kqj_missed": has_all and not is_kqj,
        "kq_missed": without_jack == "QK",
    }


def _tricks(round_: Json) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield (leader, the six cards in order) of each trick."""
    leader = (round_["dealer"] + 1) % SEAT_COUNT
    for number, winner in enumerate(round_["tricks"]):
        yield leader, round_["plays"][number * SEAT_COUNT : (number + 1) * SEAT_COUNT]
        leader = winner
