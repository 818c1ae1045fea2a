"""What the die does: reading the CRT, morale, losses, ammunition, charges (MS 7.5, 8.1-8.3, 8.7, 9.4)."""

from __future__ import annotations

from hardtack.battles.musket import losses
from hardtack.battles.musket.advance import open_advances
from hardtack.battles.musket.checks import AMMO, CHARGE, COMBAT, Check
from hardtack.battles.musket.command import leader_casualties
from hardtack.battles.musket.fog import UseGained, gain_fow
from hardtack.battles.musket.retreat import Retreating
from hardtack.battles.musket.state import Fight, MusketState, fight_of
from hardtack.battles.musket.strength import balance
from hardtack.battles.musket.tables import Result
from hardtack.board.native import dataclass
from hardtack.referee.events import enemy_of
from hardtack.referee.frames import Frame, Step
from hardtack.referee.umpire import Umpire

CHECKED = ("Ac", "Dc", "Dm")


@dataclass(frozen=True, slots=True)
class SettleCharge(Step):
    """MS 9.4: the charging lead unit checks morale, the leader assisting free."""

    def run(self, draft: MusketState, umpire: Umpire) -> None:
        fight = fight_of(draft)
        if fight.charger >= 0:
            umpire.push(Check(fight.side, fight.lead, CHARGE))


def charged(draft: MusketState, umpire: Umpire, check: Check, passed: bool) -> None:
    if passed:
        draft.fight = tuple(fight_of(draft)._replace(shift=draft.scenario.params.charge_shift))


def roll_table(draft: MusketState, umpire: Umpire) -> Result:
    """One die on the CRT, in the column of the differential (MS 7.5)."""
    scenario = draft.scenario
    fight = fight_of(draft)
    difference = balance(draft, fight).difference
    crt = scenario.tables.crt
    column = crt.column(difference, fight.shift)
    result = umpire.read([crt.result(column, die) for die in range(1, 7)], by=fight.side)
    die = umpire.rolled[-1]
    draft.fight = tuple(fight._replace(code=str(result)))
    gap, column_head, code = f"{difference:+d}", crt.heads[column], str(result)
    if fight.kind == "bombard":  # its codes mean less (MS 7.64), and what they do is told next
        umpire.tell("MS 7.5", "event.fire_result", n=die, difference=gap, column=column_head, code=code)
    else:
        term = f"code.{result.main}"
        umpire.tell("MS 7.5", "event.result", n=die, difference=gap, column=column_head, code=code, term=term)
    return result


@dataclass(frozen=True, slots=True)
class RollCombat(Step):
    """MS 7.5, 8.1: read the table; extra results, then the main one, then ammunition and what follows."""

    def run(self, draft: MusketState, umpire: Umpire) -> None:
        result = roll_table(draft, umpire)
        fight = fight_of(draft)
        if result.extra == "Leader":
            leader_casualties(draft, umpire, {*fight.origins, fight.target})
        if result.extra == "DF":
            gain_fow(draft, umpire, enemy_of(fight.side), 1, "MS 14.1", "DF")
        frames: list[Frame] = []
        if result.main in CHECKED:
            attacker = result.main == "Ac"
            side = fight.side if attacker else enemy_of(fight.side)
            frames.append(Check(side, fight.lead if attacker else fight.foe_lead, COMBAT))
        else:
            draft.fight = tuple(fight._replace(outcome=result.main))
        frames.append(CarryOut())
        if result.extra == "Ammo":
            frames.append(AmmoCheck())
        umpire.push(*frames, Aftermath())


def combat_checked(draft: MusketState, umpire: Umpire, check: Check, passed: bool) -> None:
    """Pass: the bracket applies; fail: the first code (MS 8.1, 8.2)."""
    fight = fight_of(draft)
    first, _, rest = fight.code.partition("(")
    outcome = rest[:2] if passed else first
    draft.fight = tuple(fight._replace(outcome=outcome))


@dataclass(frozen=True, slots=True)
class CarryOut(Step):
    """MS 8.2, 8.3: losses to the lead unit, retreat, disorder or rout to all."""

    def run(self, draft: MusketState, umpire: Umpire) -> None:
        fight = fight_of(draft)
        code = fight.outcome
        attacker_suffers = code.startswith("A")
        lead = fight.lead if attacker_suffers else fight.foe_lead
        if code == "Ex":
            suffer_loss(draft, umpire, fight, fight.lead)
            suffer_loss(draft, umpire, fight, fight.foe_lead)
        elif code == "Dm":
            for piece in fight.defenders:
                losses.rout(draft, umpire, piece)
        elif code != "NE":
            if code.endswith("x"):
                suffer_loss(draft, umpire, fight, lead)
            if code.endswith("c"):
                losses.disorder(draft, umpire, lead, "MS 8.2")
            push_retreats(draft, umpire, fight, attacker_suffers)


def suffer_loss(draft: MusketState, umpire: Umpire, fight: Fight, piece: int) -> None:
    """A step from the lead unit, unless the battle spares it."""
    scenario = draft.scenario
    spared = scenario.battle.spares_step(draft, piece, fight.outcome, piece in fight.defenders)
    if spared:
        umpire.tell(spared, "event.step_spared", unit=scenario.ids[piece])
    else:
        losses.lose_step(draft, umpire, piece)


def push_retreats(draft: MusketState, umpire: Umpire, fight: Fight, attacker_suffers: bool) -> None:
    """Every unit of the side that is still in its hex retreats (MS 8.3)."""
    causes: tuple[int, ...] = (fight.target,)
    side, units, places = fight.side, fight.units, fight.origins
    if not attacker_suffers:
        side, units = enemy_of(fight.side), fight.defenders
        places, causes = (fight.target,) * len(units), tuple(sorted(set(fight.origins)))
    length = draft.scenario.params.retreat_hexes
    frames = [
        Retreating(side, piece, length, causes)
        for piece, place in zip(units, places, strict=True)
        if draft.at[piece] == place
    ]
    umpire.push(*frames)


@dataclass(frozen=True, slots=True)
class AmmoCheck(Step):
    """MS 8.7: the attacker's lead unit, if it is still on the map or has retreated into a box."""

    def run(self, draft: MusketState, umpire: Umpire) -> None:
        fight = fight_of(draft)
        if draft.at[fight.lead] >= 0 or draft.scenario.in_box(draft.at[fight.lead]):
            umpire.push(Check(fight.side, fight.lead, AMMO))


def ammo_checked(draft: MusketState, umpire: Umpire, check: Check, passed: bool) -> None:
    """Failing: Disordered, and no advance; a bombarding unit too (MS 7.64)."""
    if not passed:
        fight = fight_of(draft)
        draft.fight = tuple(fight._replace(halted=(*fight.halted, check.piece)))
        losses.disorder(draft, umpire, check.piece, "MS 8.7")


@dataclass(frozen=True, slots=True)
class Aftermath(Step):
    """A charge that failed, what the battle adds, advances, FOW gained (MS 8.5, 9.4, 14.2)."""

    def run(self, draft: MusketState, umpire: Umpire) -> None:
        fight = fight_of(draft)
        if fight.charger >= 0 and fight.outcome.startswith("A"):
            losses.disorder(draft, umpire, fight.lead, "MS 9.4")
        draft.scenario.battle.after_combat(draft, umpire, fight)
        if draft.outcome is None:
            umpire.push(*open_advances(draft, fight_of(draft)), UseGained())
        draft.fight = ()
