"""Players made of code: a bot sees a seat's view and answers with an action's text.

Nothing here knows Django, tables or time; what a bot may use is the view and a seed, so that the same two give the same
move on every machine.
"""

from games.bots.contract import Bot, BotError, Level
from games.bots.levels import choose, default_level, levels
from games.bots.seeds import turn_seed

__all__ = ["Bot", "BotError", "Level", "choose", "default_level", "levels", "turn_seed"]
