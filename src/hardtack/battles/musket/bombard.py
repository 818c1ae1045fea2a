"""Bombardment: artillery fires at a distance (MS 3.4a, 7.6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from hardtack.battles.musket import losses
from hardtack.battles.musket.actions import END, Bombard
from hardtack.battles.musket.checks import AMMO, BOMBARD
from hardtack.battles.musket.checks import Check as Roll
from hardtack.battles.musket.combat import open_fight
from hardtack.battles.musket.command import leader_casualties
from hardtack.battles.musket.fog import UseGained
from hardtack.battles.musket.joining import (
    IN_ORDER,
    NOT_MARCHED,
    FightOrder,
    FightPhase,
    Preparation,
    begin_fight,
    no_enemy,
    toward_target,
)
from hardtack.battles.musket.results import roll_table
from hardtack.battles.musket.sight import RULES, Sight
from hardtack.battles.musket.state import MusketState, Question, fight_of
from hardtack.board.masks import mask_of
from hardtack.board.native import dataclass
from hardtack.referee.bans import Ban, Check
from hardtack.referee.events import enemy_of
from hardtack.referee.frames import Frame, Step
from hardtack.referee.orders import Order, SideOrder
from hardtack.referee.umpire import Umpire


def not_guns(asked: Question) -> int:
    return ~(mask_of(asked.state.scenario.guns[asked.side]) & asked.state.on_map)


def out_of_range(asked: Question) -> int:
    scenario, here = asked.state.scenario, asked.state.at[asked.unit]
    return ~scenario.ground.disc(here, scenario.sight.reach_of(here, scenario.range[asked.unit])) | 1 << here


def sighted(clause: str, key: str, holds: Callable[[Sight, int, int, bool], bool]) -> Ban[Question]:
    """A rule of sight as a ban on the hexes a gun would bombard."""

    def forbids(asked: Question, hex_: int) -> bool:
        scenario, here = asked.state.scenario, asked.state.at[asked.unit]
        return holds(scenario.sight, here, hex_, scenario.kind[asked.unit] == "gunboat")

    return Check(clause, key, forbids)


GUN_BANS = (Ban("MS 7.61", "reason.not_guns", not_guns), *IN_ORDER, NOT_MARCHED)
FIRE_BANS = (
    Ban("MS 7.61", "reason.no_enemy", no_enemy),
    Ban("MS 7.61", "reason.out_of_range", out_of_range),
    *(sighted(*rule) for rule in RULES),
)


class BombardOrder(FightOrder):
    def near(self, asked: Question) -> int:
        """Only guns with an enemy in range are worth a look at what they can bombard."""
        state, found = asked.state, 0
        scenario, foes = state.scenario, state.troops(enemy_of(asked.side))
        for gun in scenario.guns[asked.side]:
            here = state.at[gun]
            if here >= 0 and scenario.ground.disc(here, scenario.sight.reach_of(here, scenario.range[gun])) & foes:
                found |= 1 << gun
        return found


BATTERY_BANS = (*GUN_BANS, *toward_target(*FIRE_BANS))


@dataclass(frozen=True, slots=True)
class Battery(Preparation):
    """A bombardment is being prepared: several artillery units may combine (MS 7.63)."""

    clause: ClassVar[str] = "MS 7.63"

    def bans(self, state: MusketState) -> Sequence[Ban[Question]]:
        return BATTERY_BANS

    def go(self, draft: MusketState, umpire: Umpire) -> None:
        open_fight(draft, umpire, self.planned_fight(draft), FireGuns())


@dataclass(frozen=True, slots=True)
class Bombardments(FightPhase):
    """MS 3.4a: bombardments before attacks."""

    kind: ClassVar[str] = "bombard"
    begins: ClassVar[type[Battery]] = Battery
    standing_orders: ClassVar[Sequence[Order[Question]]] = (
        SideOrder(END),
        BombardOrder(Bombard, GUN_BANS, FIRE_BANS, begin_fight),
    )

    def idle(self, draft: MusketState) -> bool:
        if any(draft.fought[piece] for piece in draft.scenario.guns[self.side]):
            return False
        return not self.options(draft).actors()


@dataclass(frozen=True, slots=True)
class FireGuns(Step):
    """MS 7.64: what a bombardment does; the guns take no harm but from want of ammunition."""

    def run(self, draft: MusketState, umpire: Umpire) -> None:
        result = roll_table(draft, umpire)
        fight = fight_of(draft)
        frames: list[Frame] = []
        if result.extra == "Leader":  # at once, before what happens to the unit (MS 8.1)
            leader_casualties(draft, umpire, {fight.target})
        if result.main in ("Dc", "Dm"):
            frames.append(Roll(enemy_of(fight.side), fight.foe_lead, BOMBARD))
        elif result.main == "Dr":
            losses.disorder(draft, umpire, fight.foe_lead, "MS 7.64")
        elif result.main == "Dx":
            losses.lose_step(draft, umpire, fight.foe_lead)
        else:
            target = draft.scenario.ids[fight.foe_lead]
            umpire.tell("MS 7.64", "event.no_effect", unit=target, hex=draft.scenario.names[fight.target])
        if result.extra == "Ammo":
            frames.append(Roll(fight.side, fight.lead, AMMO))
        umpire.push(*frames, CeaseFire())


def bombard_checked(draft: MusketState, umpire: Umpire, check: Roll, passed: bool) -> None:
    """Dc: failing disorders. Dm: failing costs a step, passing still disorders (MS 7.64)."""
    if fight_of(draft).code.startswith("Dm") and not passed:
        losses.lose_step(draft, umpire, check.piece)
    elif fight_of(draft).code.startswith("Dm") or not passed:
        losses.disorder(draft, umpire, check.piece, "MS 7.64")


@dataclass(frozen=True, slots=True)
class CeaseFire(Step):
    """The bombardment is over; FOW gained by it are used at once (MS 14.2)."""

    def run(self, draft: MusketState, umpire: Umpire) -> None:
        draft.fight = ()
        umpire.push(UseGained())
