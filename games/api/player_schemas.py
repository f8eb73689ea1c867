"""The shapes of what is told of finished matches, players and ladders."""

from typing import Any, Literal

from pydantic import BaseModel, Field


class MatchSeatOut(BaseModel):
    """Who held a seat, and how it ended for them."""

    seat: int
    name: str
    kind: Literal["human", "guest", "bot"]
    level: str | None = Field(description="Of a bot.")
    side: int
    score: int
    place: int = Field(description="Of the side, from 1.")
    is_winner: bool


class MatchOut(BaseModel):
    """A finished match."""

    id: int
    game: str
    variant: str = Field(description="The game's own key for the options; empty for some seconds after the end.")
    options: dict[str, Any]
    started_at: str
    finished_at: str
    reason: str = Field(description="`goal` or `rounds`; `abandoned` or `aborted` for a match given up.")
    rounds: int
    scores: list[int] = Field(description="By side.")
    seats: list[MatchSeatOut]


class MatchesOut(BaseModel):
    """A stretch of a list of matches."""

    matches: list[MatchOut]
    cursor: str | None = Field(description="Ask on with `?cursor=`; null at the end.")


class SeatChangeOut(BaseModel):
    """What a match did to the rating of who sat on a seat; rounded."""

    seat: int
    before: int
    after: int
    change: int
    provisional: bool = Field(description="Made of fewer than ten matches.")
    why: str = Field(description="In words; empty where the result alone is the reason.")


class MatchRatingOut(BaseModel):
    """What a match did to ratings."""

    state: Literal["pending", "rated", "unrated"]
    why: str = Field(description="Why it is unrated.")
    pool: str
    changes: list[SeatChangeOut]


class OneMatchOut(MatchOut):
    """A finished match, with what it did to ratings."""

    rating: MatchRatingOut


class RatingOut(BaseModel):
    """A player's rating in a pool."""

    pool: str
    rating: int
    provisional: bool
    matches: int
    best: int | None = Field(description="The highest since it was no longer provisional.")
    played_at: str


class ConductOut(BaseModel):
    """How a player keeps to the matches that they begin."""

    score: int = Field(description="0 to 100, which everybody begins with.")
    finished: int
    left: int
    timed_out: int


class PlayerOut(BaseModel):
    """A player."""

    name: str
    kind: Literal["member", "guest", "bot"]
    joined_at: str
    conduct: ConductOut | None = Field(description="Null for bots.")
    ratings: list[RatingOut]


class RatingPointOut(BaseModel):
    """A rating after a match."""

    at: str
    rating: float
    match: int


class RatingsOut(BaseModel):
    """How a player's rating in a pool went, oldest first; thinned out where there are very many."""

    pool: str
    points: list[RatingPointOut] = Field(description="The first is the rating before the first match.")


class VariantOut(BaseModel):
    """Sums of one variant at one speed."""

    variant: str
    speed: str
    counts: dict[str, int] = Field(description="By key a sum; a count of 0 is left out.")


class StatsOut(BaseModel):
    """A player's statistics."""

    game: str
    period: str = Field(description="A quarter such as `2026Q4`; empty for all time.")
    variants: list[VariantOut]


class LadderLineOut(BaseModel):
    """A step of a ladder."""

    place: int
    name: str
    rating: int
    matches: int


class LadderOut(BaseModel):
    """A stretch of a ladder."""

    pool: str
    period: str
    count: int = Field(description="How many stand on the whole ladder.")
    lines: list[LadderLineOut]
    cursor: str | None = Field(description="Ask on with `?cursor=`; null at the end.")


class PoolsOut(BaseModel):
    """The pools in which anybody is rated."""

    pools: list[str]
