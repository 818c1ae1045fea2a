"""What the page shows of Bull Run: hints for actions, counters, the standing, the planner, the charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from hardtack.battles.bull_run.actions import Attack, Cross, Hit, Retreat
from hardtack.battles.bull_run.combat import fire_strength, ground_modifiers, may_hesitate
from hardtack.battles.bull_run.movement import Movement, march_grounds, reach_of, ways_of
from hardtack.battles.bull_run.retreat import ChooseRetreat, OfferAdvance
from hardtack.battles.bull_run.scenario import BullRun, tables
from hardtack.battles.bull_run.state import GAVE_WAY, BullRunState, names_at
from hardtack.battles.bull_run.victory import held, losses, read_victory_table, result_term
from hardtack.referee.actions import Action, Move
from hardtack.referee.bans import Asked
from hardtack.referee.events import SIDES, Text, enemy_of, text
from hardtack.referee.page import Page
from hardtack.referee.showing import (
    Chart,
    FightLine,
    Formation,
    Goal,
    Hint,
    Look,
    Modifier,
    Objective,
    Reaction,
    Standing,
    meter,
)
from hardtack.referee.state import WAITING, Row
from hardtack.referee.umpire import deciding, why_not


@lru_cache(maxsize=1024)
def counter(strength: int, allowance: int, reduced: bool, attacked: bool, to_move: bool, able: int) -> Look:
    """A brigade as its counter shows it; the same few looks come up again and again."""
    markers = (*(("reduced",) if reduced else ()), *(("attacked",) if attacked else ()))
    rested = bool(able)
    return Look((str(strength), str(allowance)), markers, can_act=to_move and rested, spent=to_move and not rested)


class BullRunPage(Page[BullRunState]):
    numbers: ClassVar[Mapping[str, tuple[str, ...]]] = {"": ("number.strength", "number.movement")}
    reactions: ClassVar[tuple[Reaction, ...]] = (Reaction("OfferAdvance", ("advance", "stay")),)
    chronicle: ClassVar[frozenset[str]] = frozenset(
        {
            "event.arrival",
            "event.flank_crossed",
            "event.flank_met",
            "event.flank_seen",
            "event.ford_found",
            "event.order",
            "event.held",
            "event.over_objective",
            "event.over_destruction",
            "event.both_win",
            "event.over_both",
            "event.over_losses",
        }
    )
    fight_lines: ClassVar[Mapping[str, FightLine]] = {
        "event.resolute": FightLine("eve", "hesitation"),
        "event.hesitates": FightLine("begins", "hesitation"),
        "event.attack": FightLine("begins", defenders="units_target", hex="hex_target"),
        "event.fire": FightLine("roll", "fire"),
        "event.no_answer": FightLine("roll"),
        "event.no_check": FightLine("roll"),
        "event.aimed": FightLine("roll"),
        "event.surplus": FightLine("roll"),
        "event.losses": FightLine("loss"),
        "event.destroyed": FightLine("destroyed"),
        "event.gives_way": FightLine("shaken", "retreat"),
        "event.stands": FightLine("roll", "retreat"),
        "event.no_room": FightLine("retreat"),
        "event.cut_off": FightLine("retreat"),
        "event.retreat": FightLine("retreat"),
        "event.advance": FightLine("advance"),
    }

    def hint(self, state: BullRunState, action: Action) -> Hint:
        scenario = state.scenario
        grid = scenario.board.grid
        if isinstance(action, Move):
            return self.hints(state, (action,))[0]
        if isinstance(action, Cross):
            step = scenario.ground.cost(state.at[scenario.index[action.unit]], grid.index(action.hex))
            label = text("action.cross", unit=action.unit, hex=action.hex)
            return Hint("move", label, action.unit, action.hex, step, (action.hex,), risk=text("risk.muddle"))
        if isinstance(action, Attack):
            units = names_at(state, grid.index(action.hex))
            foes = names_at(state, grid.index(action.hex_target))
            label = text("action.attack", units=units, units_target=foes, hex_target=action.hex_target)
            risk = text("risk.hesitation") if may_hesitate(state, grid.index(action.hex)) else None
            return Hint(
                "attack", label, units[0], action.hex_target, attackers=units, target=action.hex_target, risk=risk
            )
        if isinstance(action, Hit):
            return super().hint(state, action)
        frame = deciding(state)
        if action.verb == "end":
            return Hint("end", text(f"action.end_{type(frame).__name__.lower()}"))
        units = names_at(state, grid.index(frame.hex)) if isinstance(frame, ChooseRetreat | OfferAdvance) else ()
        if isinstance(action, Retreat):
            return Hint("choose", text("action.retreat", units=units, hex=action.hex), hex=action.hex)
        hex_ = frame.hex_target if isinstance(frame, OfferAdvance) and action.verb == "advance" else ""
        return Hint("choose", text(f"action.{action.verb}", units=units), hex=hex_)

    def hints(self, state: BullRunState, actions: Sequence[Action]) -> Sequence[Hint]:
        """Marches of one brigade, which are most of what is asked for, are looked for together."""
        if not actions or type(actions[0]) is not Move:
            return super().hints(state, actions)
        scenario, mover = state.scenario, actions[0].unit
        grid, unit = scenario.board.grid, scenario.index[mover]
        costs, stops = reach_of(state, unit).costs, state.front(scenario.side_of[unit]).stops
        ways = ways_of(state, unit)
        found = []
        for action in actions:
            if type(action) is not Move or action.unit != mover:
                found.append(self.hint(state, action))
                continue
            goal, hex_ = grid.index(action.hex), action.hex
            label = Text("action.move", (("unit", mover), ("hex", hex_), ("n", costs[goal])))
            found.append(Hint("move", label, mover, hex_, costs[goal], ways(goal), stops=bool(stops >> goal & 1)))
        return found

    def offer_rests_on(self, state: BullRunState, piece: int) -> tuple[Any, ...] | None:
        """Of marches: what decides where a brigade may go, whether it may go at all, and whether it may roll to."""
        frame = deciding(state)
        if not isinstance(frame, Movement) or state.at[piece] < 0:
            return None
        able = state.front(frame.side).able >> piece & 1
        return frame.side, able, state.balked[piece], state.crossed[piece], *march_grounds(Asked(state, frame), piece)

    def look(self, state: BullRunState, unit: int) -> Look:
        return self.looks(state)[unit]

    def looks(self, state: BullRunState) -> list[Look]:
        """Strength and movement, as on the unit table (2.4)."""
        scenario = state.scenario
        frame = state.agenda[-1] if state.outcome is None else None  # no decision yet before the game has begun
        mover = frame.side if isinstance(frame, Movement) else ""
        able = state.front(mover).able if mover else 0
        counters = zip(scenario.side_of, state.strength, scenario.printed, state.attacked, strict=True)
        return [
            counter(strength, scenario.allowance, strength < printed, attacked > 0, side == mover, able >> unit & 1)
            for unit, (side, strength, printed, attacked) in enumerate(counters)
        ]

    def standing(self, state: BullRunState) -> Standing:
        """Losses on both sides, what the victory table would say now, and who holds which objective."""
        lost, held_for = ([of(state, side) for side in SIDES] for of in (losses, held))
        winner = None if state.outcome is None else state.outcome.winner
        flank_known, ford_found = state.flank_known, state.farm_ford_found
        return _standing(state.scenario, tuple(lost), tuple(held_for), state.order, flank_known, ford_found, winner)

    def goals(self, scenario: BullRun) -> list[Goal]:
        """Every way to win (3.1, 3.2, 3.4, 3.5): the objectives, the enemy's destruction, at the end the losses."""
        held_long = f"goal.hold_{scenario.settings['hold_turns']}"
        found = [Goal(scenario.objective_clause[s], _objective(scenario, s, held_long), s, sudden=True) for s in SIDES]
        found.append(Goal("BR 3.4", text("goal.destruction"), sudden=True))
        found.append(Goal("BR 3.5", text("goal.losses", n=scenario.turns)))
        return found

    def objectives(self, state: BullRunState) -> list[Objective]:
        """To Manassas and Centreville, and who stands there (3.1, 3.2)."""
        objective, side_at = state.scenario.objective, state.deployment.side_at
        return [_held_objective(state.scenario, side, side_at(objective[side]) or "") for side in SIDES]

    def modifiers(self, state: BullRunState, action: Action) -> Sequence[Modifier]:
        if not isinstance(action, Attack):
            return ()
        grid = state.scenario.board.grid
        here, there = grid.index(action.hex), grid.index(action.hex_target)
        side = state.deployment.side_at(here) or ""
        enemy = enemy_of(side)
        found = []
        for hex_, whose in ((here, side), (there, enemy)):
            label = text("modifier.fire_strength", units=names_at(state, hex_))
            found.append(Modifier("BR 10.4b", label, str(fire_strength(state, hex_)), whose))
        for clause, key, value in ground_modifiers(state.scenario, here, there):
            found.append(Modifier(clause, text(key), f"{value:+d}", side))
        if may_hesitate(state, here):
            found.append(Modifier("BR 10.1h", text("risk.hesitation"), "5-6", side))
        if any(state.answered[unit] for unit in state.deployment.stacks[there]):
            found.append(Modifier("BR 10.1b", text("modifier.no_answer"), "0", enemy))
        return found

    def meant(self, state: BullRunState, unit: str, hex_: str) -> Action | None:
        """A click in a movement phase means the march, unless the crossing roll is the way there (8.1, 8.3)."""
        if not isinstance(deciding(state), Movement):
            return None
        crossing = Cross(unit, hex_)
        return Move(unit, hex_) if why_not(state, crossing) else crossing

    def aftermath(self, before: BullRunState, after: BullRunState, action: Action) -> list[tuple[str, int | str]]:
        """Points each side lost, what became of the two stacks, and whether the attack came off at all."""
        if not isinstance(action, Attack):
            return []
        scenario = before.scenario
        grid = scenario.board.grid
        here, there = grid.index(action.hex), grid.index(action.hex_target)
        found: list[tuple[str, int | str]] = []
        for side in SIDES:
            units = scenario.of_side[side]
            found.append((f"{side}_lost", sum(before.strength[u] - after.strength[u] for u in units)))
        mine, theirs = before.deployment.stacks[here], before.deployment.stacks[there]
        made = any(after.attacked[unit] and not before.attacked[unit] for unit in mine)
        if may_hesitate(before, here):
            found.append(("attack", "made" if made else "hesitates"))
        attacker, defender = _fate(after, mine, after.attacked), _fate(after, theirs, after.defended)
        if not made:
            attacker = defender = "stands"
        elif attacker == "stands" and any(after.at[unit] == there for unit in mine):
            attacker = "may_advance"  # a forecast takes the advance for granted (11.2); the player may stay
        found.append(("attacker", attacker))
        found.append(("defender", defender))
        return found

    def charts(self, scenario: BullRun) -> list[Chart]:
        data = tables()
        combat = data["combat"]
        heads = ("chart.die", *(f"{low}-{high}" for low, high in combat["columns"]))
        rows = tuple(("<1" if row["die"] == 0 else str(row["die"]), *map(str, row["hits"])) for row in combat["rows"])
        terrain = tuple(
            (f"term.{row['id']}", str(row.get("cost", "-")), "-1" if row["defensive"] else "0")
            for row in data["terrain"]["rows"]
        )
        victory = tuple(
            (_span(row.get("low"), row.get("high")), f"term.{row.get('winner', 'draw')}", f"term.level_{row['grade']}")
            for row in data["victory"]["rows"]
        )
        table = data["solitaire"]
        orders = tuple((str(row["die"]), *row["orders"]) for row in table["rows"])
        order_heads = ("chart.die", *(f"term.column_{column['id']}" for column in table["columns"]))
        return [
            Chart("chart.combat", "BR 10.4", heads, rows),
            Chart("chart.terrain", "BR 8.1b", ("chart.terrain_type", "chart.cost", "chart.attack_die"), terrain),
            Chart("chart.victory", "BR 12.0", ("chart.difference", "chart.winner", "chart.level"), victory),
            Chart("chart.orders", "BR 9.0", order_heads, orders),
        ]

    def terrain_card(self, scenario: BullRun, hex_: int) -> list[Text]:
        terrain = scenario.board.terrain[hex_]
        row = scenario.ground.rows[terrain]
        lines = [text("card.terrain", term=terrain, n=row["cost"])]
        if row["defensive"]:
            lines.append(text("card.defensive"))
        if any(scenario.board.along("road", hex_, other) for other in scenario.board.grid.around[hex_]):
            lines.append(text("card.road", n=scenario.ground.rows["road"]["cost"]))
        lines.append(text("card.south" if scenario.ground.on_south(hex_) else "card.north"))
        return lines

    def rested(self, state: BullRunState, piece: int) -> bool:
        """A brigade that has used movement points has marched already (8.1a)."""
        return not state.spent[piece]

    def roster(self, state: BullRunState) -> list[Formation]:
        """The divisions of McDowell, and the armies of Beauregard and Johnston, with the strength they have left."""
        scenario = state.scenario
        commands: dict[tuple[str, str], list[int]] = {}
        for number, brigade in enumerate(scenario.pieces):
            commands.setdefault((brigade.side, brigade.command), []).append(number)
        found = []
        for (side, command), numbers in commands.items():
            left = sum(state.strength[number] for number in numbers)
            full = sum(scenario.pieces[number].strength for number in numbers)
            units = tuple(scenario.pieces[number].id for number in numbers)
            found.append(
                Formation(text(f"formation.{command}"), side, units, (text("roster.strength", n=left, full=full),))
            )
        return found

    def clock(self, state: BullRunState) -> str:
        return str(tables()["turns"]["starts"][state.turn - 1])

    def arrivals(self, state: BullRunState) -> Sequence[tuple[int, str]]:
        coming = zip(state.at, state.scenario.pieces, strict=True)
        return [(max(piece.turn, state.turn), piece.id) for place, piece in coming if place == WAITING]


@lru_cache(maxsize=256)  # most actions leave it as it is
def _standing(
    scenario: BullRun, lost: tuple[int, ...], held_for: tuple[int, ...], order: str, flank_known: bool,
    ford_found: bool, winner: str | None,
) -> Standing:  # fmt: skip
    union, confederate = lost
    difference = union - confederate
    lines = [
        text("standing.losses", a=union, b=confederate),
        text("standing.table", term=result_term(*read_victory_table(difference)), n=difference),
    ]
    for side, turns in zip(SIDES, held_for, strict=True):
        if turns:
            hex_ = scenario.board.grid.name(scenario.objective[side])
            lines.append(text("standing.held", side=side, hex=hex_, n=turns))
    if scenario.solitaire and order:
        lines.append(text("standing.order", term_order=f"order_{order}"))
    lines.append(text("standing.flank_known" if flank_known else "standing.flank_unknown"))
    lines.append(text("standing.ford_found" if ford_found else "standing.ford_hidden"))
    return Standing(meter(-difference / 10, winner), tuple(lines), tuple(zip(SIDES, lost, strict=True)))


@lru_cache(maxsize=64)
def _held_objective(scenario: BullRun, side: str, holder: str) -> Objective:
    hex_ = scenario.board.grid.name(scenario.objective[side])
    label = _objective(scenario, side, "objective.wins")
    return Objective(hex_, label, scenario.objective_clause[side], side, sudden=True, holder=holder)


def _objective(scenario: BullRun, side: str, key: str) -> Text:
    return text(key, side=side, hex=scenario.board.grid.name(scenario.objective[side]))


def _fate(after: BullRunState, units: tuple[int, ...], fought: Row) -> str:
    """What the fight did to a stack, as chapter 11 calls it: retreats after a failed check, else stands if any live."""
    living = [unit for unit in units if after.at[unit] >= 0]
    if not living:
        return "destroyed"
    return "retreats" if any(fought[unit] == GAVE_WAY for unit in living) else "stands"


def _span(low: int | None, high: int | None) -> str:
    if low is None:
        return f"≤ {high}"
    return f"≥ {low}" if high is None else f"{low} … {high}"
