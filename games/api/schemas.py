"""The shapes of what is sent and answered."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from games.services.table_clocks import BANK_BOUNDS, INCREMENT_BOUNDS


def _check_printable(text: str) -> str:
    """Return the text; refuse signs that nobody sees, as the socket does: the database can't hold all of them."""
    if not text.isprintable():
        raise ValueError("use printable characters only")
    return text


OwnText = Annotated[str, Field(min_length=1, max_length=36), AfterValidator(_check_printable)]
CommandId = Field(
    description="Your own text, never used before by you at this table. Sent twice, the command is applied once.",
    examples=["7c0f6a0e-1"],
)
SeatNumber = Field(default=None, ge=0, le=31, description="A seat from 0; null for any free one.")
Invite = Field(default="", max_length=64, description="Of a private table: the code of its link.")
Level = Field(default=None, max_length=16, description="One of the game's `bot_levels`; null for the table's own.")


class Incoming(BaseModel):
    """What a call takes; fields that it does not know are refused, so that a typing error is noticed."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def _name_the_right_fields(cls, data: Any) -> Any:
        unknown = sorted(set(data) - set(cls.model_fields)) if isinstance(data, dict) else []
        if unknown:
            raise ValueError(f"no such field: {', '.join(unknown)}; there are {', '.join(cls.model_fields)}")
        return data


class CommandIn(Incoming):
    """A command without anything else to say."""

    id: OwnText = CommandId


class WaitIn(CommandIn):
    """How the wait of a quick table changes."""

    seconds: int = Field(ge=0, le=30, description="0 to begin, else 30 more to wait.", examples=[30])


class SitIn(Incoming):
    """Where to sit."""

    id: OwnText = CommandId
    seat: int | None = SeatNumber
    invite: str = Invite


class LeaveIn(CommandIn):
    """Leaving."""

    confirm: bool = Field(default=False, description="In a running match you must: it counts as left.")


class SubstituteIn(CommandIn):
    """A seat that was left for good."""

    seat: int = Field(ge=0, le=31)
    invite: str = Invite


class ReadyIn(CommandIn):
    """Being ready."""

    nonce: str | None = Field(
        default=None,
        min_length=32,
        max_length=32,
        description="16 random bytes in hex, mixed into the shuffle (rules R31): the site alone can't choose it.",
        examples=["00112233445566778899aabbccddeeff"],
    )


class BotsIn(Incoming):
    """Which bots."""

    id: OwnText = CommandId
    level: str | None = Level
    seat: int | None = Field(default=None, ge=0, le=31, description="One seat only; null fills all free seats.")


class ActIn(Incoming):
    """What a seat does."""

    id: OwnText = CommandId
    v: int = Field(ge=0, description="The table's version that you act on: the last one you know.")
    action: str = Field(
        min_length=1, max_length=64, description="One of your `legal_actions`.", examples=["play AS", "take H", "pass"]
    )


class ProposeIn(CommandIn):
    """A question to all people at the table."""

    vote: str = Field(min_length=1, max_length=16, description="What it is about.", examples=["abandon", "pause"])
    seat: int | None = Field(default=None, ge=0, le=31, description="The seat that it is about, if it is about one.")


class VoteIn(CommandIn):
    """An answer."""

    vote: str = Field(min_length=1, max_length=16, description="What was asked.", examples=["abandon"])
    agree: bool = Field(description="False from whoever asked takes the question back.")


class UndoIn(CommandIn):
    """What is taken back."""

    v: int = Field(ge=0, description="The version that the action became.")


class ClaimIn(CommandIn):
    """The rest of the deal."""

    v: int = Field(ge=0, description="The table's version that you act on: the last one you know.")


class TimeIn(Incoming):
    """A time control of one's own: a bank that each action adds to, up to what it started with."""

    bank: int = Field(ge=BANK_BOUNDS[0], le=BANK_BOUNDS[1], description="Seconds to begin with.")
    increment: int = Field(ge=INCREMENT_BOUNDS[0], le=INCREMENT_BOUNDS[1], description="Seconds for each action.")


class RequirementsIn(Incoming):
    """What a table requires of who sits down; null is no bound."""

    rating_min: int | None = Field(default=None, ge=0, le=4000, description="In the pool of the table's matches.")
    rating_max: int | None = Field(default=None, ge=0, le=4000)
    conduct_min: int | None = Field(default=None, ge=0, le=100, description="100 for who plays matches to their end.")
    no_guests: bool = False
    people_only: bool = Field(default=False, description="No bot sits down; programs with a person's token may.")


class TableIn(Incoming):
    """How a table is opened."""

    id: OwnText | None = Field(default=None, description="Your own text: sent twice within a day, one table.")
    game: str = Field(default="kqj", max_length=32, description="The key of a game.")
    options: dict[str, Any] = Field(default_factory=dict, description="The game's options; what is missing is default.")
    seating: Literal["chosen", "drawn"] = Field(default="chosen", description="How players get their seats.")
    is_private: bool = Field(default=False, description="Only people with the invite may see it and sit down.")
    can_watch: bool = Field(default=True, description="Whether others may look on.")
    bot_level: str | None = Field(default=None, max_length=16, description="How bots play; null for `easy`.")
    pace_ms: int | None = Field(
        default=None, ge=0, le=10_000, description="How long bots think; null: the site's pace."
    )
    can_undo: bool = Field(default=False, description="Whether a misclick may be taken back; not at a rated table.")
    can_count: bool = Field(default=True, description="Whether pages may count the cards played of each suit.")
    is_rated: bool = Field(default=True, description="Whether matches change ratings, where no guest plays.")
    is_rated_with_bots: bool = Field(default=False, description="Whether they do with bots too, by half as much.")
    time: Literal["blitz", "normal", "relaxed", "day", "three_days"] | TimeIn | None = Field(
        default=None, description="The clocks: a preset, at private tables your own, or null for none."
    )
    substitutes: bool = Field(default=False, description="Whether watchers may take seats left for good.")
    requirements: RequirementsIn = Field(default_factory=RequirementsIn, description="Who may sit down.")
    sit: bool = Field(default=True, description="Whether you take a seat at once.")


class GuestOut(BaseModel):
    """A guest, and the token with which a program plays as this guest."""

    name: str
    token: str = Field(description="Shown only now.")
    scopes: list[str]


class ChoiceOut(BaseModel):
    """One value of an option."""

    value: Any = Field(description="What stands in `options`; null means not set.")
    label: str


class OptionOut(BaseModel):
    """An option of a game."""

    key: str
    label: str
    kind: Literal["choice", "switch", "number"]
    default: Any
    choices: list[ChoiceOut]
    minimum: int | None
    maximum: int | None
    help: str


class LevelOut(BaseModel):
    """A level of bots."""

    key: str
    label: str


class GameOut(BaseModel):
    """A game that can be played."""

    key: str
    name: str
    seat_count: int
    options: list[OptionOut]
    bot_levels: list[LevelOut] = Field(description="Weakest first.")


class GamesOut(BaseModel):
    """All games."""

    games: list[GameOut]


class SitterOut(BaseModel):
    """Who sits on a seat."""

    name: str
    kind: Literal["human", "guest", "bot"]
    level: str | None = Field(description="Of a bot.")
    ready: bool
    bot_plays: bool = Field(description="A bot stands in for this person.")


class TableOut(BaseModel):
    """A table as the lobby shows it."""

    id: int
    game: str
    options: dict[str, Any]
    status: Literal["open", "playing", "over", "closed"]
    host: str
    is_private: bool
    can_watch: bool
    is_quick: bool
    is_rated: bool
    time: dict[str, Any] | None = Field(description="`preset`, `bank` and `increment` in seconds, `sleeps`; or null.")
    requirements: dict[str, Any] = Field(description="What is asked of who sits down; what is not asked is missing.")
    seats: list[SitterOut | None] = Field(description="By seat; null is free.")
    to_act: list[int]
    created_at: str


class TablesOut(BaseModel):
    """A stretch of the list of tables."""

    tables: list[TableOut]
    cursor: str | None = Field(description="Ask on with `?cursor=`; null at the end.")


class OpenedOut(BaseModel):
    """A table just opened."""

    id: int
    v: int
    seat: int | None
    invite: str | None = Field(description="Of a private table: the code that lets others in.")
    url: str = Field(description="The table's page.")


class AckOut(BaseModel):
    """A command that is in the database."""

    type: Literal["ack"] = "ack"
    id: str
    v: int = Field(description="The version that the command became.")


class ViewOut(BaseModel):
    """All of a table that you may know."""

    type: Literal["view"]
    v: int
    seat: int | None = Field(description="Your seat; null when you look on.")
    view: dict[str, Any] = Field(description="As the socket's view.")


class EventOut(BaseModel):
    """One version: what happened, as far as you may know."""

    type: Literal["event"]
    v: int
    events: list[dict[str, Any]] = Field(description="May be empty: then others alone may know of it.")
    to_act: list[int]
    clocks: dict[str, Any]
    legal_actions: list[str] | None = Field(default=None, description="Only if you are to act.")
    can_claim: bool | None = Field(default=None, description="Only if you are to act and the rest is yours for sure.")
    undo: dict[str, Any] | None = Field(default=None, description="`version` and `until` of what you may take back.")
    break_: dict[str, str] | None = Field(
        default=None, alias="break", description="`until` when a pause between two deals ends; only when one begins."
    )


class MessagesOut(BaseModel):
    """What came after a version."""

    v: int = Field(description="The table's version now: ask on with `?since=` this.")
    seat: int | None
    messages: list[EventOut | ViewOut] = Field(
        description="An `event` for each version since, in order; or one `view` when the gap is too large."
    )
