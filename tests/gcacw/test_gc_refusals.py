"""Refusals name the clauses that forbid, every one of them and no other: lift them and the action is open."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from gc_field import Unit, game, ground, leader, marching, with_march

from hardtack.battles.gcacw.campaign import Campaign
from hardtack.battles.gcacw.engagement import Advance
from hardtack.battles.gcacw.recovery import CycleEnds
from hardtack.battles.gcacw.sequence import PhaseEnds, TurnEnds
from hardtack.referee.events import reason

A = Unit("A", "u inf", "0505")
CAVALRY = Unit("C", "u cav", "0505")
FOE = Unit("B", "c inf", "1212")


# -- a march to a hex further off


@pytest.mark.rule("GC 6.2.4", "GC 6.1.1")
def test_a_march_a_zone_has_stopped_is_told_of_the_zone_and_not_of_its_points():
    found = with_march(marching(A, Unit("B", "c inf", "0506"), unit="A", mp=9), stopped=True, moved=1)
    assert found.why("step A 0503") == ["GC 6.2.4", "GC 6.2.1"]
    assert [why.key for why in found.reasons("step A 0503")] == ["reason.stopped", "reason.not_adjacent"]
    poor = with_march(marching(A, Unit("B", "c inf", "0506"), unit="A", mp=3), stopped=True, moved=1)
    assert poor.why("step A 0503") == ["GC 6.1.1", "GC 6.2.4", "GC 6.2.1"]


@pytest.mark.rule("GC 6.2.4")
def test_a_march_a_zone_would_stop_on_the_way_is_told_so():
    board = ground(road="0505-0504-0503-0502")
    assert marching(A, FOE, unit="A", mp=6, board=board).why("step A 0502") == ["GC 6.2.1"]
    held = marching(A, Unit("B", "c inf", "0603"), unit="A", mp=6, board=board)
    keys = [why.key for why in held.reasons("step A 0502")]
    assert keys == ["reason.zone_on_the_way", "reason.not_adjacent"]


@pytest.mark.rule("GC 2.3.5", "GC 6.1.1")
def test_a_hex_beyond_a_river_is_told_of_the_river_only_where_points_would_not_help():
    board = ground(major="0501-0401 0501-0502 0501-0601")
    rich = marching(A, FOE, unit="A", mp=40, board=board)
    assert rich.why("step A 0501") == ["GC 2.3.5", "GC 6.2.1"]
    assert rich.why("step A 0502") == ["GC 6.2.1"]
    assert marching(A, FOE, unit="A", mp=3, board=board).why("step A 0502") == ["GC 6.1.1", "GC 6.2.1"]


@pytest.mark.rule("GC 6.2.1")
def test_a_scenario_s_ban_on_the_way_is_named_with_its_clause():
    class Closed(Campaign):
        def step_bans(self, state, unit, here, there):
            if self.name(there)[2:] <= "03":
                yield reason("SLB 13.1d", "reason.off_map")

    found = marching(A, FOE, unit="A", mp=40, campaign=Closed)
    assert found.why("step A 0502") == ["SLB 13.1d", "GC 6.2.1"]
    assert found.why("step A 0507") == ["GC 6.2.1"]


@pytest.mark.rule("GC 2.3.5", "GC 6.2.8")
def test_every_ban_on_one_step_is_named():
    class Closed(Campaign):
        def step_bans(self, state, unit, here, there):
            yield reason("SLB 13.1d", "reason.off_map")

    board = ground(major="0504-0505", swamp="0504")
    found = marching(A, FOE, unit="A", mp=9, board=board, campaign=Closed)
    assert found.why("step A 0504") == ["GC 2.3.5", "GC 6.2.2", "SLB 13.1d"]


# -- assaults


CHIEF = leader("L", "u", "0505")
TARGET = Unit("B", "c inf", "0504")


@pytest.mark.rule("GC 5.3.2")
def test_a_unit_in_another_hex_is_told_that_an_assault_is_of_one_hex():
    units = (CHIEF, A, Unit("A2", "u inf", "0505"), Unit("NEXT", "u inf", "0605", fatigue=4), TARGET)
    found = game(*units).do("assault L 0504")
    assert found.why("name NEXT") == ["GC 5.3.2", "GC 4.3", "GC 7.1.1"]
    picked = found.do("name A").do("name A2", 4)  # 5 - 4: one of the two
    assert picked.legal == ["name A", "name A2"]
    assert picked.why("name NEXT") == ["GC 5.3.3", "GC 5.3.2", "GC 4.3", "GC 7.1.1"]


@pytest.mark.rule("GC 5.3.2", "GC 4.3", "GC 11.3")
def test_an_assault_without_anybody_names_what_keeps_his_units_out():
    assert game(CHIEF, Unit("A", "u inf", "0505", fatigue=4), TARGET).why("assault L 0504") == ["GC 4.3"]
    spent = Unit("A", "u inf", "0505", demoralised=2)
    assert game(CHIEF, spent, TARGET).why("assault L 0504") == ["GC 11.3"]
    elsewhere = (CHIEF, Unit("X", "u inf", "0505", corps="Y"), Unit("A", "u inf", "0605"), TARGET)
    assert game(*elsewhere).why("assault L 0504") == ["GC 5.3.2"]
    army = leader("L", "u", "0505", rank="army")
    tired = Unit("A", "u inf", "0505", fatigue=4)
    assert game(army, tired, TARGET).why("assault L 0504") == ["GC 5.3.1", "GC 4.3"]


@pytest.mark.rule("GC 7.6.6")
def test_whoever_may_not_advance_is_told_why():
    class Closed(Campaign):
        def step_bans(self, state, unit, here, there):
            if self.pieces[unit].id == "A2":
                yield reason("SLB 13.1d", "reason.off_map")

    agenda = (TurnEnds(), CycleEnds(), PhaseEnds(), Advance("union", ("A", "A2", "IN"), "0504"))
    units = (A, Unit("A2", "u inf", "0505"), Unit("IN", "u inf", "0504"), Unit("A3", "u inf", "0505"), FOE)
    found = game(*units, agenda=agenda, campaign=Closed)
    assert found.legal == ["advance A", "stay"]
    assert found.why("advance A2") == ["SLB 13.1d"]
    assert [why.key for why in found.reasons("advance IN")] == ["reason.in_already"]
    assert [why.key for why in found.reasons("advance A3")] == ["reason.not_an_attacker"]


# -- what the initiative may be spent on


def his_units(random: Random, rank: str) -> list[Unit]:
    """Some units here, near or far away, fresh or tired; the first is his, and all are if he leads the army."""
    corps = "X" if rank == "army" else "XXY"
    return [
        Unit(f"A{n}", "u inf", random.choice(("0505", "0506", "1005")), fatigue=random.choice((0, 4)), corps=of)
        for n, of in enumerate(["X", *random.choices(corps, k=random.randint(0, 2))])
    ]


def lifted(clauses: tuple[str, ...], rank: str, units: list[Unit]) -> tuple[str, list[Unit]]:
    """The same without some clauses: everybody is fresh, his units are with him, he is no army leader."""
    if "GC 4.3" in clauses:
        units = [replace(unit, fatigue=0) for unit in units]
    if "GC 5.2.2" in clauses:
        units = [replace(unit, hex="0505") if unit.corps == "X" else unit for unit in units]
    return "corps" if "GC 5.2.1" in clauses else rank, units


@pytest.mark.rule("GC 4.3", "GC 5.2.1", "GC 5.2.2")
def test_lifting_the_named_clauses_and_only_all_of_them_lets_the_initiative_be_spent():
    met = set()
    for seed in range(30):
        random = Random(seed)
        rank = random.choice(("corps", "corps", "army"))
        units = his_units(random, rank)

        def why(order, rank, units):
            return game(leader("L", "u", "0505", rank=rank), *units, FOE).why(order)

        for order in ("activate L", *(f"march {unit.id}" for unit in units)):
            named = tuple(why(order, rank, units))
            met.add((order.split()[0], named))
            for some in (some for n in range(len(named) + 1) for some in combinations(named, n)):
                assert (not why(order, *lifted(some, rank, units))) == (some == named), (seed, order, named, some)
    assert {named for verb, named in met if verb == "march"} == {(), ("GC 4.3",)}
    kinds = {("GC 4.3",), ("GC 5.2.2",), ("GC 5.2.1",), ("GC 4.3", "GC 5.2.2"), ("GC 5.2.1", "GC 4.3")}
    assert kinds <= {named for verb, named in met if verb == "activate"}
