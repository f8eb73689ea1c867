"""The greedy player of KQJ: plain rules of thumb on a seat's view, for bots of the lower levels and as a fallback."""

from collections.abc import Mapping
from typing import Any

from games.engine.kqj.greedy_calls import choose_call
from games.engine.kqj.greedy_play import choose_card


def greedy_action(view: Mapping[str, Any]) -> str:
    """Return the text of a sensible legal action for the seat of this view, which has to act.

    Only the view counts: no chance, no memory, no time. So the same view always gives the same action.
    """
    legal = view["legal_actions"]
    if len(legal) == 1:
        return str(legal[0])
    return choose_card(view) if view["phase"] == "playing" else choose_call(view)
