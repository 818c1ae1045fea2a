"""The Confederates' hidden movement of turn 2, and the dice that take its place in solitaire (SLB 22.2c, 22.2f).

`HiddenMovement` notes how everybody stands who may move (`covered`) and lets the Confederate take action phases of the
usual kind. While `HiddenOver` is on the agenda, only he may know what is decided. When he is through the pieces are
taken off the map; `unseen` keeps their hexes until `Reveal`. What others see of all this is `covered`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from hardtack.battles.chancellorsville.early import column_of
from hardtack.battles.chancellorsville.state import AdvancedState
from hardtack.battles.gcacw.actions import Done, Entrench
from hardtack.battles.gcacw.recovery import ALREADY_WORKED, COMPLETE, DEMORALISED, dig, recover, too_tired
from hardtack.battles.gcacw.sequence import ActionPhase, Activation, PhaseEnds
from hardtack.battles.gcacw.state import CAUSES, CampaignState, mark, place
from hardtack.board.masks import mask_of
from hardtack.board.native import dataclass
from hardtack.referee.bans import Asked, Ban
from hardtack.referee.decisions import OrderDecision
from hardtack.referee.events import CONFEDERATE, SIDES, UNION, Text, text
from hardtack.referee.frames import Frame, Step
from hardtack.referee.orders import Order, SideOrder, UnitOrder
from hardtack.referee.showing import Bridge, Look
from hardtack.referee.state import LOST, WAITING

if TYPE_CHECKING:
    from hardtack.battles.chancellorsville.advanced import AdvancedScene
    from hardtack.battles.chancellorsville.state import AdvancedState
    from hardtack.referee.umpire import Umpire


OWN_LOSSES = slice(SIDES.index(CONFEDERATE) * len(CAUSES), (SIDES.index(CONFEDERATE) + 1) * len(CAUSES))


def hidden_pieces(state: AdvancedState) -> list[int]:
    """The pieces on the map, or taken off it, that the hidden movement is about."""
    return [entry[0] for entry in state.covered[1:] if state.at[entry[0]] >= 0 or state.unseen[entry[0]]]


def cover(scene: AdvancedScene, draft: AdvancedState) -> None:
    """Note the losses so far, then number and rows of each piece: those in the west, and counters yet to be used."""
    rule = scene.book.early
    assert rule is not None  # only the campaign has the phase
    own = scene.of_side[CONFEDERATE]
    moving = [n for n in own if draft.at[n] == WAITING or 0 < column_of(scene, draft, n) <= rule.last_column]
    rows = [getattr(draft, name) for name in draft.piece_rows]
    stood = [(piece, *(row[piece] for row in rows)) for piece in moving]
    draft.covered = (draft.losses[OWN_LOSSES], *stood)


@dataclass(frozen=True, slots=True)
class HiddenMovement(Step):
    """SLB 22.2c: what is decided from here on, only the Confederate knows."""

    def run(self, draft: AdvancedState, umpire: Umpire) -> None:
        cover(draft.scenario, draft)
        umpire.tell("SLB 22.2c", "event.hidden_begins")
        umpire.push(ActionPhase(), HiddenOver())


@dataclass(frozen=True, slots=True)
class HiddenOver(Step):
    """SLB 22.2c: everything is written down and taken off the map."""

    audience: ClassVar[tuple[str, ...] | None] = (CONFEDERATE,)

    def run(self, draft: AdvancedState, umpire: Umpire) -> None:
        box = draft.scenario.place_at("hidden")
        for piece in hidden_pieces(draft):
            mark(draft, piece, unseen=draft.at[piece] + 1, at=box)
        draft.phase = 0
        umpire.reveal()  # it is written down: nothing of it can be taken back
        umpire.tell("SLB 22.2c", "event.hidden_over")


# -- works (R14)


def not_hidden(asked: Asked[Any, HiddenWorks]) -> int:
    state = asked.state
    foot = state.scenario.is_foot
    return ~mask_of(n for n in hidden_pieces(state) if state.scenario.pieces[n].is_unit and foot[n])


def done(frame: HiddenWorks, draft: AdvancedState, action: Done, umpire: Umpire) -> None:
    umpire.pop()
    umpire.reveal()  # settled for good, so that nobody can tell when


HIDDEN_DIGGERS: tuple[Ban[Any], ...] = (
    Ban("SLB 22.2c", "reason.not_hidden", not_hidden),
    Ban("GC 9.2a", "reason.too_tired_to_dig", too_tired),
    DEMORALISED,
    COMPLETE,
    ALREADY_WORKED,
)


@dataclass(frozen=True, slots=True)
class HiddenWorks(OrderDecision):
    """R14: hidden units entrench where they stand.

    It is asked whenever foot was in the west, whatever has become of it: who is not asked has nothing to tell.
    """

    audience: ClassVar[tuple[str, ...] | None] = (CONFEDERATE,)
    clause: ClassVar[str] = "SLB 22.2c"
    standing_orders: ClassVar[Sequence[Order[Any]]] = (
        UnitOrder(Entrench, HIDDEN_DIGGERS, dig),
        SideOrder(Done(), (), done),
    )
    busy: tuple[str, ...] = ()


def works_frames(scene: AdvancedScene, state: CampaignState) -> list[HiddenWorks]:
    """The decision about hidden works, asked by what everybody knows."""
    rule = scene.book.early
    west = [n for n in scene.units_of[CONFEDERATE] if rule and 0 < column_of(scene, state, n) <= rule.last_column]
    return [HiddenWorks(CONFEDERATE)] if any(scene.is_foot[n] for n in west) else []


# -- the reveal (SLB 22.2c, N13)


@dataclass(frozen=True, slots=True)
class Reveal(Step):
    """SLB 22.2c, N13: after recovery everybody stands where he was written down, recovered as well (R14)."""

    def run(self, draft: AdvancedState, umpire: Umpire) -> None:
        scene: AdvancedScene = draft.scenario
        if not draft.covered:
            return
        umpire.reveal()
        stood = {entry[0]: entry for entry in draft.covered[1:]}
        hidden = hidden_pieces(draft)
        recover(draft, [piece for piece in hidden if scene.pieces[piece].is_unit])
        for piece in hidden:
            there = free_hex(scene, draft, draft.unseen[piece] - 1)
            mark(draft, piece, at=there, unseen=0)
            umpire.tell("SLB 22.2c", "event.revealed", unit=scene.pieces[piece].id, hex=scene.name(there))
        gone = draft.piece_rows.index("at") + 1
        for piece, entry in stood.items():
            if draft.at[piece] == LOST and entry[gone] >= 0:
                umpire.tell("SLB 22.2c", "event.lost_hidden", unit=scene.pieces[piece].id)
        draft.covered = ()


def free_hex(scene: AdvancedScene, state: AdvancedState, hex_: int) -> int:
    """The hex itself, or the nearest without enemies: nobody can get there by the rules, but a set piece may have."""
    taken = state.occupied(UNION)
    if not taken >> hex_ & 1:
        return hex_
    grid, board = scene.board.grid, scene.board
    free = [n for n in range(grid.size) if board.playable >> n & 1 and not taken >> n & 1 and scene.ground.links[n]]
    return min(free, key=lambda n: (grid.distance(hex_, n), n))


# -- solitaire (SLB 22.2f)


@dataclass(frozen=True, slots=True)
class PlaceByDice(Step):
    """SLB 22.2f: a die for each cavalry unit, rolled again until all stand apart; their leader goes with the first."""

    def run(self, draft: AdvancedState, umpire: Umpire) -> None:
        scene: AdvancedScene = draft.scenario
        rule = scene.book.early
        assert rule is not None  # only the campaign has the option
        taken: set[str] = set()
        for name in rule.dice_units:
            unit = scene.index[name]
            if draft.at[unit] < 0:
                continue
            hex_ = next(there for there in _rolled(rule.dice_hexes, umpire) if there not in taken)
            taken.add(hex_)
            there = free_hex(scene, draft, scene.hex(hex_))
            leader = scene.index[rule.leader]
            if name == rule.dice_units[0] and draft.at[leader] == draft.at[unit]:
                place(draft, leader, there)
            place(draft, unit, there)
            umpire.tell("SLB 22.2f", "event.placed_by_dice", unit=name, hex=scene.name(there))


def _rolled(hexes: tuple[str, ...], umpire: Umpire) -> Iterator[str]:
    """What one die after the other says."""
    while True:
        yield hexes[umpire.roll(by=CONFEDERATE) - 1]


# -- what each seat may know, and what a bot makes of the rest
#
# Others than the Confederate see who moves hidden as it stood before, in a box beside the map, from the beginning of
# that phase to the reveal: whatever he does in between, their state is the same. Others than the Union see no bridges
# before they are laid.


def redact(state: AdvancedState, seat: str | None) -> AdvancedState:
    """The state as a seat may see it."""
    changed: dict[str, Any] = {}
    if seat != UNION and state.secret_bridges:
        changed["secret_bridges"] = ()
    if seat != CONFEDERATE and state.covered:
        changed |= as_they_stood(state)
    return state.changed(**changed) if changed else state


def as_they_stood(state: AdvancedState) -> dict[str, Any]:
    """The fields that the hidden movement could have changed, as they were before it."""
    box = state.scenario.place_at("hidden")
    rows = {name: list(getattr(state, name)) for name in state.piece_rows}
    for piece, *stood in state.covered[1:]:
        for name, value in zip(state.piece_rows, stood, strict=True):
            rows[name][piece] = box if name == "at" and value >= 0 else value
    losses = [*state.losses]
    losses[OWN_LOSSES] = state.covered[0]
    changed: dict[str, Any] = {name: tuple(row) for name, row in rows.items()}
    changed["losses"] = tuple(losses)
    agenda, moving = known_agenda(state.agenda)
    return changed | {"agenda": agenda} | ({"phase": 1} if moving else {})


def known_agenda(agenda: tuple[Frame, ...]) -> tuple[tuple[Frame, ...], bool]:
    """The agenda without what is decided in secret, and whether somebody moves hidden right now."""
    for number, frame in enumerate(agenda):
        if isinstance(frame, HiddenOver):
            return (*agenda[: number + 1], PhaseEnds(), Activation(CONFEDERATE)), True
    return tuple(HiddenWorks(frame.side) if isinstance(frame, HiddenWorks) else frame for frame in agenda), False


def own_secrets(state: AdvancedState) -> Iterator[Text]:
    """What a seat has hidden itself, in words; in anybody else's state there is nothing of it."""
    scene = state.scenario
    for piece, seen in enumerate(state.unseen):
        if seen:
            yield text("standing.hidden", unit=scene.pieces[piece].id, hex=scene.name(seen - 1))
    for builder, north, south in state.secret_bridges:
        yield text("standing.secret_bridge", unit=builder, hex=north, hex2=south)


def planned_bridges(state: CampaignState) -> list[Bridge]:
    """The bridges a seat has recorded and not laid: in anybody else's state there is nothing of them."""
    recorded = state.secret_bridges if isinstance(state, AdvancedState) else ()
    return [Bridge(north, south, UNION, secret=True) for _, north, south in recorded]


def look(state: CampaignState, piece: int, plain: Look) -> Look:
    """A counter that is hidden, with its hex: in anybody else's state there is nothing of it."""
    seen = state.unseen[piece] if isinstance(state, AdvancedState) else 0
    return replace(plain, unseen_at=state.scenario.name(seen - 1)) if seen else plain


def imagine(state: AdvancedState, seat: str | None, random: Random) -> AdvancedState:
    """A state that could be the real one to a seat that sees only who moves hidden: never where he really is."""
    if seat == CONFEDERATE or not state.covered:
        return state
    scene = state.scenario
    box, moving = scene.place_at("hidden"), known_agenda(state.agenda)[1]
    at, unseen, works = list(state.at), list(state.unseen), list(state.works)
    rule = scene.book.early
    fords = [scene.hex(name) for name in rule.dice_hexes] if rule is not None else []
    start = state.piece_rows.index("at")
    guessed: dict[int, int] = {}  # where those of a hex go together
    for piece, *stood in state.covered[1:]:
        if at[piece] != box:
            continue
        here = stood[start]
        if moving:
            at[piece] = here
            continue
        if here not in guessed:
            foot = any(scene.is_foot[n] and stood_at == here for n, stood_at in _stood(state, start))
            guessed[here] = here if foot else random.choice([here, *fords])
        unseen[piece] = guessed[here] + 1
        works[piece] = works[piece] if guessed[here] == here else 0
    return state.changed(at=tuple(at), unseen=tuple(unseen), works=tuple(works))


def _stood(state: AdvancedState, start: int) -> list[tuple[int, int]]:
    """Number and hex of every unit that moves hidden, as it stood before."""
    pieces = state.scenario.pieces
    return [(piece, stood[start]) for piece, *stood in state.covered[1:] if pieces[piece].is_unit]
