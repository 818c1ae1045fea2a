"""The words of a forecast against the rules' own events: every way the dice can fall, face by face."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from bull_run_field import BATTLE, fighting

from hardtack.battles.bull_run.state import BullRunState
from hardtack.referee.chance import forecast, is_open
from hardtack.referee.events import CONFEDERATE, UNION, Event
from hardtack.referee.umpire import Ruling, play_trusted


class UsedUp(Exception):
    """The rules ask for one more die."""


class Faces:
    """Plain dice that show these faces, then no more."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.faces = list(faces)

    def roll(self) -> int:
        if not self.faces:
            raise UsedUp
        return self.faces.pop(0)


def every_ruling(state: BullRunState, action: object, floor: int) -> Iterator[tuple[Fraction, Ruling]]:
    rolls: list[tuple[int, ...]] = [()]
    while rolls:
        faces = rolls.pop()
        try:
            ruling = play_trusted(state, action, Faces(faces), floor)
        except UsedUp:
            rolls += [(*faces, face) for face in range(1, 7)]
        else:
            yield Fraction(1, 6 ** len(faces)), ruling


def every_story(state: BullRunState, action: object) -> Iterator[tuple[Fraction, list[Event]]]:
    """The whole log of an attack, with the choices in it that a forecast takes for granted, and its chance."""
    floor = len(state.agenda)
    waiting: list[tuple[Fraction, BullRunState, object, list[Event]]] = [(Fraction(1), state, action, [])]
    while waiting:
        chance, before, chosen, log = waiting.pop()
        for share, ruling in every_ruling(before, chosen, floor):
            events = [*log, *ruling.events]
            if is_open(ruling.state):
                waiting.append((chance * share, ruling.state, BATTLE.knowledge.presume(ruling.state), events))
            else:
                yield chance * share, events


def fate(log: list[Event], hex_: str, units: set[str]) -> str:
    """What the log says of a stack."""
    told = {(event.key, event.get("hex")) for event in log if event.key in ("event.retreat", "event.advance")}
    if units <= {str(event.get("unit")) for event in log if event.key == "event.destroyed"}:
        return "destroyed"
    if ("event.retreat", hex_) in told:
        return "retreats"
    return "may_advance" if ("event.advance", hex_) in told else "stands"


FIGHTS = {
    "even, open ground": (UNION, {"SHE": "1104", "JAC": "1203"}, {}, "attack 1104 1203"),
    "two against one": (UNION, {"SHE": "1104", "SCH": "1104", "EVA": "1203"}, {}, "attack 1104 1203"),
    "hesitating on a hill": (UNION, {"BUR": "0403", "POR": "0403", "EVA": "0404"}, {}, "attack 0403 0404"),
    "over a ford": (CONFEDERATE, {"BON": "1309", "RIC": "1308"}, {"RIC": 1}, "attack 1309 1308"),
    "a last point each": (UNION, {"SHE": "1104", "JAC": "1203"}, {"SHE": 1, "JAC": 1}, "attack 1104 1203"),
    "nowhere to go": (UNION, {"KEY": "1914", "HOL": "2014"}, {}, "attack 1914 2014"),
    "hemmed in by friends": (
        CONFEDERATE,
        {"SHE": "2001", "SCH": "1901", "KEY": "1901", "RIC": "2002", "DAV": "2002", "JAC": "1902"},
        {},
        "attack 1902 2001",
    ),
    "the attacker cut off": (
        CONFEDERATE, {"COC": "1108", "SHE": "1208", "KEY": "1109", "RIC": "1008"}, {"KEY": 1}, "attack 1108 1109",
    ),
}  # fmt: skip


@pytest.mark.rule("BR 11.1c", "BR 11.1e", "BR 11.2", "BR 10.1h")
@pytest.mark.parametrize("name", FIGHTS)
@pytest.mark.parametrize("settings", [{}, {"advance_after": "emptied", "compared_hits": "absorbed"}])
def test_the_forecast_says_what_the_rules_do(name, settings):
    side, units, strengths, attack = FIGHTS[name]
    more = {"BLE": "1802", "EVA": "0805", **units}
    state = fighting(side, more, strengths=strengths, settings=settings, farm_ford_found=True)
    action = BATTLE.parse(state.scenario, attack)
    here, there = attack.split()[1:]
    attackers = {unit for unit, hex_ in units.items() if hex_ == here}
    defenders = {unit for unit, hex_ in units.items() if hex_ == there}
    told: dict[tuple[str, str], Fraction] = {}
    for chance, log in every_story(state, action):
        both = fate(log, here, attackers), fate(log, there, defenders)
        told[both] = told.get(both, Fraction(0)) + chance
    assert sum(told.values()) == 1
    found = forecast(state, action)
    for (attacker, defender), chance in told.items():
        assert found.chance(attacker=attacker, defender=defender) == chance, (attacker, defender)
    for results, _ in found.chances:
        for key, value in dict(results).items():
            words = [key] if isinstance(value, int) else [key, value]
            assert all(f"forecast.{word}" in BATTLE.words for word in words)


@pytest.mark.rule("BR 11.2")
def test_an_advance_of_ones_own_is_no_retreat():
    """Two strong brigades on one weak one: they win the hex often and hardly ever have to go back."""
    state = fighting(UNION, {"SHE": "1104", "KEY": "1104", "EVA": "1203", "BON": "1309"})
    found = forecast(state, BATTLE.parse(state.scenario, "attack 1104 1203"))
    # Evans (3 SP) hits on 5-6; 9 SP hit on all but a 1: the attacker checks on 1/6 x 2/6 and fails half of that.
    assert found.chance(attacker="retreats") == Fraction(1, 6) * Fraction(2, 6) / 2
    assert found.chance(attacker="may_advance") > Fraction(1, 4)
    assert BATTLE.words.word("forecast.retreats", "en") == "retreats"
