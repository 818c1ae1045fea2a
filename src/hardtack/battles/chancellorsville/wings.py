"""The two wings of the Union army: where they part, what paralyses one of them, Hooker's confidence, and when they
are united (SLB 16.0, 19.1)."""

from __future__ import annotations

from bisect import bisect_left
from functools import cache, lru_cache
from typing import TYPE_CHECKING, cast

from hardtack.battles.chancellorsville.scenarios import DATA
from hardtack.battles.chancellorsville.state import LEFT_WING, NO_WING, RIGHT_WING, AdvancedState
from hardtack.battles.chancellorsville.victory import has_division
from hardtack.battles.gcacw.counters import INFANTRY
from hardtack.battles.gcacw.state import SCORING, CampaignState, fact, losses_of, note
from hardtack.board.deployment import UNIT
from hardtack.board.masks import hexes_in, joined, led_to, mask_of, places
from hardtack.board.native import dataclass
from hardtack.referee.datafile import read_table
from hardtack.referee.dice import FACES
from hardtack.referee.errors import BadData
from hardtack.referee.events import CONFEDERATE, UNION, Reason, reason

if TYPE_CHECKING:
    from hardtack.battles.chancellorsville.advanced import AdvancedScene
    from hardtack.battles.gcacw.ground import Ground
    from hardtack.referee.state import Row
    from hardtack.referee.umpire import Umpire


HOOKER = "Hooker"
PARALYSED = "paralysed"  # the wing that command paralysis holds this turn
LOST_CONFIDENCE = "confidence_lost"
UNITED = "wings_united"  # as its line of the victory table is called
WING_WORDS = {LEFT_WING: "left_wing", RIGHT_WING: "right_wing"}
CROSSED_AT = ("bridge", "ford")  # SLB N12f: no ferry and no dam
FORD_SOUTH_END = "3525"  # SLB 19.1b: U.S. Ford
TELEGRAPH_ROAD = "telegraph_road_fredericksburg_to_4230"
SOUTH_BANK = "south_of_rappahannock"


def hooker_commands(scene: AdvancedScene, state: CampaignState) -> bool:
    return state.at[scene.index[HOOKER]] >= 0


def is_united(state: CampaignState) -> bool:
    return bool(fact(state, UNITED))


# -- which wing a piece is in (SLB 16.0b)


@lru_cache(maxsize=16)
def links(ground: Ground) -> tuple[int, ...]:
    """For each hex the neighbours a wing's path may go on to, as a mask: over rivers at bridges and fords only.

    A bridge built in play makes a difference at its ends alone.
    """
    if not ground.bridges:
        return tuple(_leads_on(ground, here) for here in range(ground.board.grid.size))
    rows = [*links(ground.with_bridges(()))]
    for here in {hex_ for side in ground.bridges for hex_ in side}:
        rows[here] = _leads_on(ground, here)
    return tuple(rows)


def _leads_on(ground: Ground, here: int) -> int:
    if not ground.board.playable >> here & 1:
        return 0
    near = hexes_in(ground.links[here])
    return mask_of(n for n in near if not ground.is_river(here, n) or ground.crossing(here, n) in CROSSED_AT)


def hexes_from(ground: Ground, start: int, closed: int) -> dict[int, int]:
    """How many hexes those that can be reached are from the start."""
    found: dict[int, int] = {}
    ways, steps, seen = links(ground), 0, closed | 1 << start
    edge = 0 if closed >> start & 1 else 1 << start
    while edge:
        for here in hexes_in(edge):
            found[here] = steps
        edge = led_to(ways, edge) & ~seen
        seen |= edge
        steps += 1
    return found


def barred_hexes(state: CampaignState, hexes: int = -1) -> int:
    """Confederate units and their normal zones where no Union unit cancels them, of these hexes."""
    troops = state.deployment
    return (troops.held(UNIT, CONFEDERATE) | troops.zone(CONFEDERATE) & ~troops.held(UNIT, UNION)) & hexes


def distances(scene: AdvancedScene, state: CampaignState) -> tuple[dict[int, int], dict[int, int]]:
    """The hexes to Falmouth and to the right wing's hex, wherever there is a path."""
    ground, closed, (left, right) = state.ground, barred_hexes(state), scene.wing_hexes
    return hexes_from(ground, left, closed), hexes_from(ground, right, closed)


def parted(scene: AdvancedScene, state: CampaignState, wanted: int) -> tuple[int, int]:
    """Those of the wanted hexes that are nearer to Falmouth, and the others with a path, as masks.

    Both sets grow at once and neither looks at what is the other's already: whatever lies behind it is, too.
    """
    ways, seen, (falmouth, ford) = links(state.ground), barred_hexes(state), scene.wing_hexes
    left, right, lefts, rights = 1 << falmouth, 1 << ford, 0, 0
    while wanted & ~(lefts | rights):
        right &= ~seen
        left &= ~(seen | right)  # equally far is the right wing's
        if not left and not right:
            break
        lefts, rights, seen = lefts | left, rights | right, seen | left | right
        left, right = led_to(ways, left), led_to(ways, right)
    return lefts & wanted, rights & wanted


def assign(scene: AdvancedScene, draft: CampaignState) -> None:
    """SLB 16.0b: at the start of a turn every Union piece on the map is given its wing, for the whole turn."""
    state = cast(AdvancedState, draft)
    own, at = scene.of_side[UNION], state.at
    left, right = parted(scene, state, places(at, state.deployment.present & scene.forces[UNION]))
    row = [NO_WING] * len(at)
    for piece in own:
        hex_ = at[piece]
        if hex_ < 0:
            continue
        if left >> hex_ & 1:
            row[piece] = LEFT_WING
        elif right >> hex_ & 1:
            row[piece] = RIGHT_WING
        else:
            row[piece] = wing_of(state, piece) or RIGHT_WING
    for piece in own:
        if row[piece] and row[state.parent[piece]]:
            row[piece] = row[state.parent[piece]]
    state.wing = tuple(row)


def wing_of(state: CampaignState, piece: int) -> int:
    """The wing of a Union piece this turn; a substitute is in that of the unit it came from."""
    row: Row = cast(AdvancedState, state).wing
    return row[state.parent[piece]] or row[piece]


# -- Hooker's confidence (SLB 16.0d-f)


@dataclass(frozen=True, slots=True)
class ConfidenceTable:
    """SLB 16.0d: rows by Union losses, columns by Confederate losses, and what is added to the die."""

    clause: str
    provenance: str
    union_losses: tuple[int, ...]
    confederate_losses: tuple[int, ...]
    lost_up_to: tuple[tuple[int, ...], ...]
    wings_united: int
    both_towns: int
    towns: tuple[str, ...]
    attack_modifier: int
    assault_modifier: int

    def limit(self, union: int, confederate: int) -> int:
        """The highest modified die on which confidence is lost; 0 where it cannot be."""
        row = self.lost_up_to[bisect_left(self.union_losses, union)]
        return row[bisect_left(self.confederate_losses, confederate)]

    def modifier(self, wings_united: bool, both_towns: bool) -> int:
        return (self.wings_united if wings_united else 0) + (self.both_towns if both_towns else 0)


@cache
def confidence_table() -> ConfidenceTable:
    file = DATA / "confidence.toml"
    table = read_table(ConfidenceTable, file)
    square = len(table.lost_up_to) == len(table.union_losses) + 1
    if not square or any(len(row) != len(table.confederate_losses) + 1 for row in table.lost_up_to):
        raise BadData(f"{file.name}: the rows and columns do not fit the brackets of losses")
    return table


def loses_confidence(
    die: int, union: int, confederate: int, *, wings_united: bool = False, both_towns: bool = False
) -> bool:
    """SLB 16.0d: whether Hooker loses his confidence on this die, with these losses in combat and retreats."""
    table = confidence_table()
    return die + table.modifier(wings_united, both_towns) <= table.limit(union, confederate)


def lack_of_confidence(lost: bool, hooker_commands: bool, attacking: bool) -> tuple[int, int]:
    """SLB 16.0e: what lost confidence takes from the die of a Union combat, and from the units of an assault.

    It lasts until Hooker is removed and never touches a defence.
    """
    if not lost or not hooker_commands or not attacking:
        return (0, 0)
    return (confidence_table().attack_modifier, confidence_table().assault_modifier)


# -- command paralysis, and the check of confidence (SLB 16.0a, 16.0c-e)


def paralysis(scene: AdvancedScene, draft: CampaignState, umpire: Umpire) -> None:
    """SLB 16.0a, 16.0d: the event; the check of confidence follows it also when no wing can be paralysed (N7)."""
    if not hooker_commands(scene, draft):
        umpire.tell("SLB 16.0a", "event.random_paralysis_none")
        return
    if is_united(draft):
        umpire.tell("SLB 16.0a", "event.random_paralysis_united")
    else:
        umpire.tell("SLB 16.0a", "event.random_paralysis")
        his = wing_of(draft, scene.index[HOOKER])
        other = LEFT_WING if his == RIGHT_WING else RIGHT_WING
        row = [other if face <= scene.events.paralysis_without_hooker else his for face in range(1, FACES + 1)]
        note(draft, PARALYSED, umpire.read(row, by=UNION))
        umpire.tell("SLB 16.0a", "event.wing_paralysed", term=WING_WORDS[fact(draft, PARALYSED)])
    if not fact(draft, LOST_CONFIDENCE):
        check_confidence(scene, draft, umpire)


def check_confidence(scene: AdvancedScene, draft: CampaignState, umpire: Umpire) -> None:
    """SLB 16.0d: one die against the losses of both sides."""
    losses = losses_of(draft, UNION, *SCORING), losses_of(draft, CONFEDERATE, *SCORING)
    held = all(has_division(scene, draft, scene.hex(town), UNION) for town in confidence_table().towns)
    row = [
        loses_confidence(face, *losses, wings_united=is_united(draft), both_towns=held) for face in range(1, FACES + 1)
    ]
    lost = umpire.read(row, by=UNION)
    key = "event.confidence_lost" if lost else "event.confidence_kept"
    umpire.tell("SLB 16.0d", key, n=umpire.rolled[-1], union=losses[0], confederate=losses[1])
    if lost:
        note(draft, LOST_CONFIDENCE)


def paralysed(state: CampaignState, piece: int) -> Reason | None:
    """SLB 16.0c: why a piece of the wing that command paralysis holds may not do something."""
    held = fact(state, PARALYSED)
    if not held or wing_of(state, piece) != held:
        return None
    return reason("SLB 16.0c", "reason.paralysed_wing", term=WING_WORDS[held])


def doubt(scene: AdvancedScene, state: CampaignState, side: str) -> tuple[int, int]:
    """SLB 16.0e: what lost confidence does to an attack of the side and to the units of its assaults."""
    lost = side == UNION and bool(fact(state, LOST_CONFIDENCE))
    return lack_of_confidence(lost, hooker_commands(scene, state), attacking=True)


# -- the union of the wings (SLB 19.1)


def check_union(scene: AdvancedScene, draft: CampaignState, umpire: Umpire) -> None:
    """SLB 19.1b: tested after every change of position; once united they stay united.

    Not while Confederates are hidden (SLB 22.2c): nobody may learn from it where they are not.
    """
    if is_united(draft) or bool(getattr(draft, "covered", False)):
        return
    if not cast(AdvancedState, draft).barrier:
        note(draft, UNITED)
        umpire.tell("SLB 19.1b", "event.wings_united")


@lru_cache(maxsize=10_000)
def barrier(scene: AdvancedScene, closed: int) -> int:
    """The closed hexes round everything that roads and pikes south of the river lead to from U.S. Ford, as a mask;
    none if they lead to the Telegraph Road."""
    start = scene.hex(FORD_SOUTH_END)
    if closed >> start & 1:
        return 1 << start
    south = scene.board.regions[SOUTH_BANK]
    reached = joined(scene.roads, 1 << start, (closed | ~south) & scene.road_hexes)
    if reached & scene.board.regions[TELEGRAPH_ROAD]:
        return 0
    return led_to(scene.led_by_road, reached) & south & ~reached


def closed_to(scene: AdvancedScene, state: CampaignState, unit: int) -> int:
    """SLB 19.1a: the country beyond the Telegraph Road, closed to Union infantry until the wings are united."""
    piece = scene.pieces[unit]
    return scene.until_united if piece.side == UNION and piece.type == INFANTRY and not is_united(state) else 0
