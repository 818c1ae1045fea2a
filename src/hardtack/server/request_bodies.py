"""The shapes of requests, as docs/api.md describes them: what is not expected is refused, not ignored."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, WithJsonSchema

from hardtack.referee.events import SIDES
from hardtack.referee.limits import NAME, POSITION_TEXT, RECORD_TEXT

SHORT = 200  # characters of an action at most
PRINTABLE = r"^[^\x00-\x1f\x7f]*$"  # one line of text: no control characters, which a database may not keep

# and one in which there is something to read
NOT_BLANK = r"^[^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*$"

Notation = Annotated[str, StringConstraints(min_length=1, max_length=SHORT)]
Name = Annotated[str, StringConstraints(max_length=NAME, strip_whitespace=True, pattern=PRINTABLE)]
Device = Annotated[str, StringConstraints(max_length=60, strip_whitespace=True, pattern=PRINTABLE)]
Word = Annotated[str, StringConstraints(max_length=40, pattern=PRINTABLE)]
Mark = Annotated[str, StringConstraints(max_length=20, pattern=PRINTABLE)]
Token = Annotated[str, StringConstraints(min_length=1, max_length=100)]
Count = Annotated[int, Field(ge=0, le=2**31 - 1)]
SettingName = Annotated[str, StringConstraints(max_length=64)]
Side = Annotated[Word, WithJsonSchema({"type": "string", "pattern": f"^({'|'.join(SIDES)})$"})]
SettingValue = bool | Annotated[int, Field(ge=-(10**9), le=10**9)] | Annotated[str, StringConstraints(max_length=SHORT)]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


def described(**more: Any) -> ConfigDict:
    """What a description says besides the fields; where that is not so, the answer says why in a code of its own."""
    return ConfigDict(extra="forbid", json_schema_extra=more)


def given(*names: str, **values: Any) -> dict[str, Any]:
    """A body in which these fields are there, and not null, and others have these values."""
    there: dict[str, Any] = {name: {"not": {"type": "null"}} for name in names}
    return {"required": list(names), "properties": there | values}


ABSENT = {"type": "null"}


class SeatBody(Body):
    model_config = described(
        oneOf=[
            given("who", "bot", who={"const": "bot"}),
            given(who={"enum": ["you", "link", "open", "person"]}, bot=ABSENT),
        ]
    )
    who: Literal["you", "link", "bot", "open", "person"] = "you"
    name: Name = ""
    bot: Word | None = None


class BranchBody(Body):
    """A moment of another game: after so many actions, or as it stands."""

    game: Annotated[str, StringConstraints(max_length=16)]
    number: Count | None = None


class ClockBody(Body):
    """The time players have: seconds for each turn of deciding, or a bank that each turn of the game adds to.

    `late`: whoever lets it run out may lose the game to the other's claim, or a bot plays on.
    """

    model_config = described(
        oneOf=[given("late", "bot", late={"const": "bot"}), given(late={"const": "claim"}, bot=ABSENT)]
    )
    kind: Literal["turn", "bank"] = "turn"
    seconds: int = Field(86_400, ge=60, le=60 * 86_400)
    increment: int = Field(0, ge=0, le=30 * 86_400)
    late: Literal["claim", "bot"] = "claim"
    bot: Word | None = None
    vacation_days: int = Field(0, ge=0, le=60)


BEGINNINGS = ("scenario", "record", "position", "branch")


class NewGame(Body):
    """A game, which begins with exactly one of these."""

    model_config = described(
        oneOf=[given(one, **{other: ABSENT for other in BEGINNINGS if other != one}) for one in BEGINNINGS]
    )
    scenario: Annotated[str, StringConstraints(max_length=64)] | None = None
    settings: dict[SettingName, SettingValue] = Field(default_factory=dict, max_length=100)
    record: Annotated[str, StringConstraints(max_length=RECORD_TEXT)] | None = None
    position: Annotated[str, StringConstraints(max_length=POSITION_TEXT)] | None = None
    branch: BranchBody | None = None
    seats: dict[Side, SeatBody] = Field(default_factory=dict, max_length=2)
    pace_ms: int = Field(700, ge=0, le=10_000)
    hints: bool | None = None
    device: Device = ""
    clock: ClockBody | None = None
    visibility: Literal["open", "unlisted", "private"] = "open"
    delay: int = Field(0, ge=0, le=5)
    level: Literal["any", "beginner", "seasoned"] = "any"
    rated: bool = False


class Expecting(Body):
    """A change of a game, by somebody who saw it at this version."""

    expected: Count


class ActionBody(Expecting):
    action: Notation


class UndoBody(Expecting):
    count: int = Field(1, ge=1, le=10_000)


class Tried(Body):
    """What the rules would not have, if anything was tried: an action, or a click with a unit on a hex."""

    action: Notation | None = None
    unit: Word | None = None
    hex: Annotated[str, StringConstraints(max_length=10)] | None = None


class Question(Tried):
    """An action, or a click: a unit and a hex, or the unit alone; about the game at that version."""

    model_config = described(anyOf=[given("action"), given("unit")])
    expected: Count | None = None


class CounterBody(Body):
    """A counter as it shows: its numbers and the states marked on it."""

    unit: Word
    numbers: list[Mark] = Field(default_factory=list, max_length=12)
    markers: list[Mark] = Field(default_factory=list, max_length=12)


class CountersBody(Body):
    counters: list[CounterBody] = Field(max_length=200)


class DeviceBody(Body):
    """In what browser something is begun."""

    device: Device = ""


class ForecastBody(Body):
    action: Notation
    expected: Count | None = None


class PaceBody(Body):
    pace_ms: int = Field(700, ge=0, le=10_000)
    paused: bool = False
