"""How long bots seem to think, longer where there is more to choose but never long."""

from datetime import timedelta

from games.services.table_values import TableState

LONGEST_SECONDS = 3.0
"""No bot keeps people waiting longer, unless its table's own pace is slower still."""
LIGHT, HEAVY = 0.6, 1.8
"""What the pace is multiplied by for a forced action, and for as many choices as a full hand has."""
MANY_CHOICES = 8
CORRESPONDENCE_PATIENCE = timedelta(minutes=5)
"""How long a bot's turn may wait for its worker where people have days: live tables come first."""
SWAY = 41
"""Turns differ by up to a fifth either way, each always by the same: drawn from the version."""


def think_seconds(state: TableState) -> float:
    """Return how long the bot whose turn it is seems to think; 0 where bots have no pace."""
    pace = state.setup.timing.pace_seconds
    if pace <= 0 or not state.to_act:
        return pace
    choices = len(state.setup.game.legal_actions(state.engine, state.to_act[0]))
    share = min(choices, MANY_CHOICES) - 1
    weight = LIGHT + (HEAVY - LIGHT) * share / (MANY_CHOICES - 1)
    sway = 1.0 + (state.version * 17 % SWAY - SWAY // 2) / 100
    return min(pace * weight * sway, max(pace, LONGEST_SECONDS))


def is_correspondence(state: TableState) -> bool:
    """Return whether people have days for an action."""
    control = state.setup.control
    return control is not None and control.has_sleep
