"""How people keep to the matches that they begin, as everybody may see it."""

from collections.abc import Iterable
from typing import NamedTuple

from games.models import Conduct
from games.models.conduct import SCORE_MAX


class ConductShown(NamedTuple):
    """A user's conduct.

    Attributes:
        finished, left, timed_out: matches by how they ended for the user.
        score: 0 to 100.
    """

    finished: int = 0
    left: int = 0
    timed_out: int = 0
    score: int = SCORE_MAX

    @property
    def is_new(self) -> bool:
        """Whether there is nothing to tell from yet."""
        return not (self.finished or self.left or self.timed_out)


def conduct_of(user_ids: Iterable[int]) -> dict[int, ConductShown]:
    """Return the conduct of each of the users; who has finished no match yet has the full score."""
    ids = list(user_ids)
    rows = Conduct.objects.filter(user_id__in=ids).values_list("user_id", *ConductShown._fields)
    known = {user_id: ConductShown(*values) for user_id, *values in rows}
    return {user_id: known.get(user_id, ConductShown()) for user_id in ids}
