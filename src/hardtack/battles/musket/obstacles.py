"""Why a move does not get somewhere: the clauses without which it would, and no others.

Every obstacle of a move has a clause, and any of them can be lifted: the search of `reaching` then goes on as if that
clause did not hold.  A refusal names the fewest clauses that have to be lifted to make the move legal.  Where several
ways would do, a thing that stands in the way is named before the length of the way round it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterator, Sequence

from hardtack.battles.musket import barriers
from hardtack.battles.musket.actions import Exit
from hardtack.battles.musket.at_hand import LastRow
from hardtack.battles.musket.barriers import ROAD_RATE, Lifted
from hardtack.battles.musket.closing import FOG, MARCH, bans, endings
from hardtack.battles.musket.placing import OUT_OF_PLAY
from hardtack.battles.musket.reaching import (
    BOATS_SAIL,
    FAR_AWAY,
    WAIT_A_TURN,
    destinations,
    exit_box,
    reached,
    with_room,
    within_reach,
)
from hardtack.battles.musket.state import MusketState, Question
from hardtack.board.masks import hexes_in, mask_of
from hardtack.referee.actions import Action
from hardtack.referee.bans import EVERYTHING, Args, Ban, Limit, Way
from hardtack.referee.events import Reason, enemy_of, pack
from hardtack.referee.orders import Carry, HexOrder, Order, hex_row
from hardtack.referee.state import FIRST_BOX

ALLOWANCE, ROOM, ZONES = "MS 4.2", "MS 5.1", "MS 6.3"
Group = tuple[int, ...]


def reachable(state: MusketState, group: Group, points: int, mode: str, goal: int, lifted: Lifted) -> bool:
    """Whether a group could end its move in a hex if these clauses did not hold."""
    found = within_reach(state, group, FAR_AWAY if ALLOWANCE in lifted else points, mode, lifted, goal)
    return goal in (found if ROOM in lifted else with_room(state, group, found))


def leaves(state: MusketState, group: Group, points: int, mode: str, box: int, lifted: Lifted) -> bool:
    """Whether a group could end its move in a box if these clauses did not hold (MS 4.8)."""
    allowed = FAR_AWAY if ALLOWANCE in lifted else points
    found = exit_box(state, group, allowed, mode, reached(state, group, allowed, mode, lifted), lifted)
    return found is not None and found[0] == box


def clauses_against(state: MusketState, group: Group, mode: str) -> list[str]:
    """Everything that could hold a group back, what stands in its way first and the length of the way last."""
    scenario = state.scenario
    profile = scenario.profile(group)
    found = [WAIT_A_TURN] if state.at[group[0]] < 0 else []
    found += [clause for clause, _, mask in (*endings(state, group, mode), *bans(state, group, mode)) if mask]
    if profile:
        found += [ROAD_RATE] if mode != MARCH else []
        found += barriers.lines(scenario.ground, profile, mode == MARCH)
    found += [ROOM, ALLOWANCE] if profile else [BOATS_SAIL, ROOM]
    return list(dict.fromkeys(found))


class ClauseWay(Way[Question]):
    """A way whose limits are clauses; which ones, hangs on the mover. A thing in the way is named before its length."""

    def __init__(self) -> None:
        super().__init__((Limit(ALLOWANCE, "reason.too_far"),), lambda asked, _: self.goals_now(asked), first=True)

    @abstractmethod
    def clauses(self, asked: Question, place: int) -> Sequence[str]:
        """What may stand in the way to a place, what is to be named first before the rest."""

    @abstractmethod
    def reached(self, asked: Question, place: int, lifted: Lifted) -> bool:
        """Whether a place can be got to if some clauses did not hold."""

    @abstractmethod
    def goals_now(self, asked: Question) -> int:
        """Everything that can be got to, and what is the business of other bans."""

    @abstractmethod
    def wording(self, asked: Question, place: int, clause: str) -> str:
        """What a refusal says of a clause: of the hex itself, or of something on the way to it."""

    def limits_to(self, asked: Question, place: int) -> Sequence[Limit]:
        return [Limit(clause, "") for clause in self.clauses(asked, place)]

    def _lifted(self, asked: Question) -> Collection[Limit]:
        return [Limit(clause, "") for clause, _ in asked.lifted]

    def opens(self, asked: Question, place: int, lifted: Collection[Limit]) -> bool:
        return self.reached(asked, place, frozenset(limit.clause for limit in lifted))

    def narrow(self, asked: Question, open_: int) -> int:
        found, lifted = open_ & self.goals_now(asked), self._lifted(asked)
        more = hexes_in(open_ & ~found) if lifted else ()
        return found | mask_of(place for place in more if self.opens(asked, place, lifted))

    def reasons(self, asked: Question, number: int, named: Args) -> Iterator[Reason]:
        if self.narrow(asked, 1 << number):
            return
        params = asked.state.scenario.params
        for clause, _, _, _ in self.in_the_way(asked, number):
            limit = params.march_clearance if clause == "MS 4.65a" else params.stack_limit
            yield Reason(clause, self.wording(asked, number, clause), pack({**named, "n": limit}))


class MoveWay(ClauseWay):
    """The hexes a declared move may end in (MS 4-6)."""

    def clauses(self, asked: Question, place: int) -> Sequence[str]:
        group, points, mode = asked.frame.move(asked.state)
        clauses, start = clauses_against(asked.state, group, mode), asked.state.at[group[0]]
        far = start >= 0 and asked.state.scenario.board.grid.distance(start, place) > points
        if far and ALLOWANCE in clauses:
            clauses.insert(0, clauses.pop())  # no way is short enough: this one is among them whatever else is
        return clauses

    def reached(self, asked: Question, place: int, lifted: Lifted) -> bool:
        """Whoever tries a move all the same asks again what he has just been told."""
        state, (group, points, mode) = asked.state, asked.frame.move(asked.state)
        question = ("reachable", group, points, mode, place, lifted)
        return state.recall(question, lambda: reachable(state, group, points, mode, place, lifted))

    def goals_now(self, asked: Question) -> int:
        state, (group, points, mode) = asked.state, asked.frame.move(asked.state)
        found = mask_of(destinations(state, group, points, mode).hexes.by_hex())
        return found | ~state.scenario.board.playable | own_hex(asked)

    def wording(self, asked: Question, place: int, clause: str) -> str:
        group, _, mode = asked.frame.move(asked.state)
        return words(asked.state, group, mode, place, clause)


class ExitWay(MoveWay):
    """The boxes a declared move may end in, by their number (MS 4.8)."""

    def clauses(self, asked: Question, place: int) -> Sequence[str]:
        group, _, mode = asked.frame.move(asked.state)
        return clauses_against(asked.state, group, mode)

    def reached(self, asked: Question, place: int, lifted: Lifted) -> bool:
        group, points, mode = asked.frame.move(asked.state)
        return leaves(asked.state, group, points, mode, FIRST_BOX - place, lifted)

    def goals_now(self, asked: Question) -> int:
        box = destinations(asked.state, *asked.frame.move(asked.state)).box
        return 0 if box is None else 1 << FIRST_BOX - box[0]

    def wording(self, asked: Question, place: int, clause: str) -> str:
        return super().wording(asked, ways_out(asked, place)[0], clause)


def ways_out(asked: Question, box: int) -> list[int]:
    """The hexes by which the group may leave the map into a box; none for boats, in the fog or from off the map."""
    scenario, (group, _, mode) = asked.state.scenario, asked.frame.move(asked.state)
    if mode == FOG or asked.state.at[group[0]] < 0 or not scenario.profile(group):
        return []
    exits = scenario.exits[scenario.side_of[group[0]]]
    return [hex_ for hex_, there in exits.items() if there == FIRST_BOX - box]


def own_hex(asked: Question) -> int:
    """Where the mover is: the unit of an order to one, else the group of the frame."""
    unit = asked.unit if asked.unit >= 0 else asked.frame.move(asked.state)[0][0]
    return 1 << asked.state.at[unit] if asked.state.at[unit] >= 0 else 0


def no_way_out(asked: Question) -> int:
    return ~mask_of(box for box in range(len(asked.state.scenario.boxes)) if ways_out(asked, box))


MOVE_BANS = (OUT_OF_PLAY, Ban("MS 4.1", "reason.already_there", own_hex), MoveWay())
NO_EXIT = Ban("MS 4.8", "reason.no_exit", no_way_out)
EXIT_WAY = ExitWay()


def declared(asked: Question) -> tuple[Group, int, str]:
    """Who moves, how far and how: the frame says."""
    move: tuple[Group, int, str] = asked.frame.move(asked.state)
    return move


class MoveOrder(HexOrder[Question]):
    """A move ends in a hex."""

    def __init__(self, verb: type[Action], bans: Sequence[Ban[Question]], do: Carry) -> None:
        super().__init__(verb, bans, do)
        self.actions = LastRow(hex_row, verb)

    def general(self, asked: Question) -> Sequence[Action]:
        if asked.lifted:
            return super().general(asked)
        group, points, mode = declared(asked)
        goals = destinations(asked.state, group, points, mode).hexes  # what the way leaves open, nearest first
        return goals.picked(self.actions.of(asked.state.scenario))


class ExitOrder(Order[Question]):
    """A move ends in an off-map box."""

    def general(self, asked: Question) -> Sequence[Action]:
        scenario = asked.state.scenario
        if not asked.lifted:
            group, points, mode = declared(asked)
            leaves = scenario.exits[scenario.side_of[group[0]]]
            box = destinations(asked.state, group, points, mode).box if leaves else None
            return () if box is None else (Exit(scenario.place_name(box[0])),)
        open_ = EXIT_WAY.narrow(asked, EVERYTHING) & ~no_way_out(asked)
        return [Exit(scenario.boxes[box]) for box in hexes_in(open_)]

    def reasons(self, asked: Question, action: Exit) -> Iterator[Reason]:
        scenario = asked.state.scenario
        box = scenario.boxes.index(action.box)
        found = [*NO_EXIT.reasons(asked, box, {})]
        named = {} if found else {"hex": scenario.names[ways_out(asked, box)[0]]}
        return iter(found) if found else EXIT_WAY.reasons(asked, box, named)


def words(state: MusketState, group: Group, mode: str, goal: int, clause: str) -> str:
    """What a refusal says of a clause: of the hex itself, or of something on the way to it."""
    for known, key, mask in bans(state, group, mode):
        if known == clause and mask >> goal & 1:
            return key
    scenario, start = state.scenario, state.at[group[0]]
    if clause == ZONES and start >= 0:
        zone = state.zone(enemy_of(scenario.side_of[group[0]]))
        straight = scenario.board.grid.around_mask[start] >> goal & 1
        return "reason.zone_to_zone" if straight and zone >> start & zone >> goal & 1 else "reason.zone_stops"
    for known, key, mask in endings(state, group, mode):
        if known == clause and mask:
            return key
    for known, key, mask in bans(state, group, mode):
        if known == clause and mask:
            return f"{key}_way"
    return PLAIN[clause] if clause in PLAIN else ground_words(state, group, mode, goal, clause)


PLAIN = {
    ALLOWANCE: "reason.too_far",
    ROOM: "reason.full",
    ROAD_RATE: "reason.road_zone",
    WAIT_A_TURN: "reason.entry_blocked",
    BOATS_SAIL: "reason.not_river",
}


def ground_words(state: MusketState, group: Group, mode: str, goal: int, clause: str) -> str:
    """A line of the terrain chart: it ends the move, closes the hex, or closes the way."""
    scenario = state.scenario
    profile = scenario.profile(group)
    if any(clause in step.clauses for step in barriers.halting(scenario.ground, profile, mode == MARCH)):
        return "reason.guns_stop" if clause == scenario.ground.stream_line.clause else "reason.train_stops"
    if any(clause == line.clause for line in scenario.tables.sides.values()):
        return "reason.water_way"
    if scenario.ground.terrain[goal].clause == clause:
        return "reason.prohibited" if barriers.prohibited(scenario.ground, profile, goal) else "reason.prohibited_march"
    return "reason.prohibited_march_way" if mode == MARCH else "reason.prohibited_way"
