"""What positions of the series can hold: numbers in range, frames in order, the combat under way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hardtack.battles.musket.advance import Advancing
from hardtack.battles.musket.bombard import Battery, CeaseFire, FireGuns
from hardtack.battles.musket.checks import HANDLERS, MOVEMENT, Check
from hardtack.battles.musket.closing import MARCH, MOVE
from hardtack.battles.musket.combat import Assault, CallCharge, Counterattacks, NameLead
from hardtack.battles.musket.fog import FogOfWar, Straying
from hardtack.battles.musket.movement import Gathering, Moving
from hardtack.battles.musket.replacement import Returning
from hardtack.battles.musket.results import Aftermath, AmmoCheck, CarryOut, RollCombat, SettleCharge
from hardtack.battles.musket.retreat import Retreating
from hardtack.battles.musket.setup import SetUp
from hardtack.battles.musket.state import Fight, MusketState, fight_of
from hardtack.battles.musket.tables import MAIN_CODES
from hardtack.board.masks import mask_of
from hardtack.referee.bans import Asked, open_numbers
from hardtack.referee.events import SIDES, enemy_of
from hardtack.referee.frames import Frame
from hardtack.referee.soundness import BOTTOM, FrameCheck, Soundness, check_frames, fits, require, shapes_of

MARK = (0, 1)
PHASES = (
    "StartRolls", "BeforeEnemyMoves", "CommandCheck", "CountSteps", "Recoveries", "Arrivals", "Movement", "EndMovement",
    "CombatPhase", "Bombardments", "Attacks", "EndOfCombat",
)  # fmt: skip
MATTERS = (
    "FogOfWar", "Straying", "UseGained", "Replacements", "Returning", "Moving", "Check", "NameLead",
    "CallCharge", "SettleCharge", "RollCombat", "CarryOut", "AmmoCheck", "Aftermath", "FireGuns", "CeaseFire",
    "Retreating", "Advancing", "Escorting",
)  # fmt: skip
ANYWHERE = (*PHASES, "Counterattacks", *MATTERS)
FLOATING = ("FogOfWar", "UseGained", "Check", "Retreating", "Advancing", "Escorting")
COMBATS = (NameLead, CallCharge, SettleCharge, RollCombat, CarryOut, AmmoCheck, Aftermath, FireGuns, CeaseFire)
SERIES_SOUNDNESS = Soundness(
    rows={
        "reduced": MARK, "disordered": MARK, "active": MARK, "moved": (0, 3), "fought": MARK, "struck": MARK,
        "helped": MARK, "fogged": MARK, "due": (-1, 99), "fate": (0, 4),
    },
    numbers={
        "points": (0, 999), "fow": (0, 99), "steps": (0, 99), "length": (1, 9), "number": (0, 99), "note": (0, 99),
    },
    pieces=frozenset({"piece", "units", "group", "helper"}),
    hexes=frozenset({"target", "hexes", "causes", "start", "goal"}),
    maybe=frozenset({"helper"}),
    beneath={
        "EndOfTurn": (BOTTOM,), "GameTurn": (BOTTOM,), "SetUp": ("GameTurn", "SetUp"),
        "PlayerTurn": ("EndOfTurn", "PlayerTurn"), "CombatPhase": ("EndOfTurn", "PlayerTurn"),
        "EndMovement": ("CombatPhase",), "Movement": ("EndMovement",), "Arrivals": ("Movement",),
        "Recoveries": ("Arrivals",), "CountSteps": ("Recoveries",), "CommandCheck": ("CountSteps",),
        "BeforeEnemyMoves": ("CommandCheck",), "StartRolls": ("BeforeEnemyMoves",),
        "EndOfCombat": ("EndOfTurn", "PlayerTurn"), "Counterattacks": ("EndOfCombat",), "Attacks": ("Counterattacks",),
        "Bombardments": ("Attacks",),
        "Gathering": ("Movement",), "Moving": ("Movement",), "Replacements": ("Recoveries",),
        "Returning": ("Replacements",), "Straying": ("FogOfWar",), "Battery": ("Bombardments",),
        "Assault": ("Attacks", "Counterattacks"), "RollCombat": ("Attacks", "Counterattacks"),
        "SettleCharge": ("RollCombat",), "NameLead": ("SettleCharge", "RollCombat", "CallCharge", "FireGuns"),
        "CallCharge": ("SettleCharge", "NameLead"), "FireGuns": ("Bombardments",), "CeaseFire": ("Bombardments",),
        "Aftermath": ("Attacks", "Counterattacks"), "AmmoCheck": ("Aftermath",), "CarryOut": ("AmmoCheck", "Aftermath"),
        **dict.fromkeys(FLOATING, ANYWHERE),
    },
    several=frozenset({
        "PlayerTurn", "SetUp", "Check", "Retreating", "Advancing", "FogOfWar", "UseGained", "NameLead", "Escorting",
    }),
    phases=frozenset({
        "Attacks", "Bombardments", "CombatPhase", "CommandCheck", "Counterattacks", "EndMovement",
        "EndOfCombat", "EndOfTurn", "GameTurn", "Movement", "PlayerTurn", "Recoveries", "Replacements",
    }),
)  # fmt: skip


def check(state: MusketState) -> None:
    """Raise BadPosition at the first thing no game of the series could hold."""
    require(state.phasing in SIDES, f"{state.phasing[:20]!r} is no side to be phasing")
    size = state.scenario.board.grid.size
    require(all(0 <= hex_ < size for hex_ in state.attacked), "a hex that was attacked does not exist")
    _check_fight(state)
    check_frames(state, CHECKS, _check_sides)


def _check_sides(state: MusketState, frame: Frame) -> None:
    """The phases of a turn belong to the phasing side, counterattacks to the other; pieces to the frame's side."""
    name, side = type(frame).__name__, getattr(frame, "side", "")
    if name in PHASES:
        require(side == state.phasing, f"frame {name} belongs to the phasing side")
    elif isinstance(frame, Counterattacks):
        require(side == enemy_of(state.phasing), "the other side counterattacks")
    scenario = state.scenario
    owner = enemy_of(side) if isinstance(frame, Straying) else side
    group = frame.group if isinstance(frame, Gathering | Moving) else ()
    for piece in (*getattr(frame, "units", ()), *group, getattr(frame, "piece", -1)):
        require(piece < 0 or owner in ("", scenario.side_of[piece]), f"frame {name} cannot speak of the enemy")


# -- the combat under way


def _check_fight(state: MusketState) -> None:
    """It is there exactly while frames of a combat are, and says who fights whom where."""
    open_ = [frame for frame in state.agenda if isinstance(frame, COMBATS)]
    require(bool(open_) == bool(state.fight), "a combat is written down as long as it lasts")
    if not state.fight:
        return
    shapes = [*shapes_of(Fight).values()]
    whole = len(state.fight) == len(shapes) and all(map(fits, state.fight, shapes))
    require(whole, "the combat is not written down as it should be")
    fight, scenario = fight_of(state), state.scenario
    require(fight.kind in ("attack", "counter", "bombard") and fight.side in SIDES, "there is no such combat")
    require(0 <= fight.target < scenario.board.grid.size, "the target of the combat is no hex")
    _check_sides_of(state, fight)
    leads = (fight.lead in fight.units or fight.lead == -1) and fight.foe_lead in (*fight.defenders, -1)
    require(leads, "a unit leads that does not take part")
    naming = {frame.attacking for frame in open_ if isinstance(frame, NameLead)}
    require(fight.lead >= 0 or True in naming, "nobody leads the attack")
    require(fight.foe_lead >= 0 or False in naming, "nobody leads the defence")
    require(fight.charger == -1 or fight.charger in scenario.leaders[fight.side], "a leader leads a charge")
    _check_results(state, fight, open_)


def _check_sides_of(state: MusketState, fight: Fight) -> None:
    scenario = state.scenario
    size = len(scenario.pieces)
    everybody = (*fight.units, *fight.defenders, *fight.halted, *fight.routed)
    require(all(0 <= piece < size for piece in everybody), "the combat names counters that do not exist")
    own, other = scenario.fighters[fight.side], scenario.fighters[enemy_of(fight.side)]
    require(bool(fight.units) and set(fight.units) <= set(own), "attackers are combat units of their side")
    require(bool(fight.defenders) and set(fight.defenders) <= set(other), "defenders are combat units of their side")
    require(len(set(fight.units)) == len(fight.units) == len(fight.origins), "each attacker has a hex it came from")
    require(all(0 <= hex_ < scenario.board.grid.size for hex_ in fight.origins), "attackers come from hexes")


def _check_results(state: MusketState, fight: Fight, open_: list[Any]) -> None:
    """Before the die everybody is in place and nothing is written; after it, a cell of the table."""
    if any(isinstance(frame, RollCombat | FireGuns) for frame in open_):
        placed = all(state.at[piece] == origin for piece, origin in zip(fight.units, fight.origins, strict=True))
        there = all(state.at[piece] == fight.target for piece in fight.defenders)
        require(placed and there and not fight.code and not fight.outcome, "a combat begins where the units stand")
        return
    crt = state.scenario.tables.crt
    cells = {crt.result(column, die) for column in range(len(crt.heads)) for die in range(1, 7)}
    require(fight.code in {str(cell) for cell in cells}, f"the table has no result {fight.code[:12]!r}")
    require(fight.outcome in ("", *MAIN_CODES), f"a combat does not end with {fight.outcome[:12]!r}")
    waits = any(isinstance(frame, Check) and frame.purpose == "combat" for frame in state.agenda)
    carried = any(isinstance(frame, CarryOut) for frame in open_)
    require(bool(fight.outcome) or waits or not carried, "a combat is carried out when its result is known")
    if waits:
        require("(" in fight.code, "a check decides between two results")


# -- frames


def _on_map(state: MusketState, pieces: Iterable[int], what: str) -> None:
    require(all(state.at[piece] >= 0 for piece in pieces), f"{what} is of units on the map")


def _group(state: MusketState, frame: Gathering | Moving, below: Frame | None) -> None:
    places = {state.at[piece] for piece in frame.group}
    require(len(places) == 1, "pieces that move together stand together")
    if isinstance(frame, Moving):
        require(frame.mode in (MOVE, MARCH) and frame.points <= 99, "there is no such way to move")


def _check(state: MusketState, frame: Check, below: Frame | None) -> None:
    scenario = state.scenario
    known = frame.purpose in (*HANDLERS, MOVEMENT, *scenario.battle.purposes)
    require(known, f"nobody checks for {frame.purpose[:20]!r}")
    if frame.purpose == MOVEMENT:
        require(isinstance(below, Moving) and frame.piece in below.group, "a movement roll is for the move beneath it")
    else:
        require(bool(scenario.weight[frame.piece]), "only combat units are checked")


def _preparation(state: MusketState, frame: Assault | Battery, below: Frame | None) -> None:
    """Whoever takes part may do so."""
    require(bool(frame.units), "a combat needs units")
    if isinstance(frame, Battery):
        require(frame.kind == "bombard", "guns bombard")
    else:
        counter = isinstance(below, Counterattacks)
        require(frame.kind == ("counter" if counter else "attack"), "a combat is of its phase")
    taking_part = mask_of(frame.units)
    allowed = open_numbers(frame.bans(state), Asked(state, frame), taking_part)
    require(allowed == taking_part, "a unit takes part that may not")


def _retreat(state: MusketState, frame: Retreating, below: Frame | None) -> None:
    require(bool(state.scenario.weight[frame.piece]), "combat units retreat")


def _advance(state: MusketState, frame: Advancing, below: Frame | None) -> None:
    _on_map(state, frame.units, "an advance")
    require(bool(frame.hexes), "an advance leads somewhere")


def _stray(state: MusketState, frame: Straying, below: Frame | None) -> None:
    _on_map(state, (frame.piece,), "a move in the fog")
    require(isinstance(below, FogOfWar) and below.side == frame.side, "the holder of the fog moves a unit")


def _return(state: MusketState, frame: Returning, below: Frame | None) -> None:
    require(state.at[frame.piece] < 0 and bool(state.scenario.weight[frame.piece]), "units off the map return")


def _lead(state: MusketState, frame: NameLead, below: Frame | None) -> None:
    attacker = fight_of(state).side
    require(frame.side == (attacker if frame.attacking else enemy_of(attacker)), "each side names its own lead")


def _set_up(state: MusketState, frame: SetUp, below: Frame | None) -> None:
    require(state.turn == 1, "armies are set up before the first turn")


CHECKS: dict[type[Frame], FrameCheck] = {
    Gathering: _group, Moving: _group, Check: _check, Assault: _preparation,
    Battery: _preparation, Retreating: _retreat, Advancing: _advance, Straying: _stray,
    Returning: _return, NameLead: _lead, SetUp: _set_up,
}  # fmt: skip
