"""Recovery, entrenchments, bridges, demoralisation (GC 3.4, 8-11)."""

import pytest
from gc_field import Unit, game, ground

from hardtack.battles.gcacw.campaign import Campaign
from hardtack.battles.gcacw.counters import WORKS
from hardtack.battles.gcacw.recovery import CycleEnds, Recover, Works
from hardtack.battles.gcacw.sequence import TurnEnds

FOE = Unit("Z", "c inf", "1313", mv=8)


class Advanced(Campaign):
    """The advanced game: entrenching, and Union bridges over the great river."""

    may_entrench = True

    def may_bridge_major(self, state, side, here, there):
        return side == "union"


def resting(*units, side="union", frames=None, **rest):
    agenda = frames or (TurnEnds(), Recover(), Works(side))
    return game(*units, agenda=agenda, campaign=rest.pop("campaign", Advanced), **rest)


# -- rest (GC 8.0)


@pytest.mark.rule("GC 8.0", "GC 2.2.2")
@pytest.mark.parametrize(
    ("fatigue", "after", "exhausted", "disorganised"),
    [(0, 0, 0, 0), (1, 0, 0, 0), (2, 0, 0, 0), (3, 0, 1, 1), (4, 1, 1, 1)],
)
def test_recovery_by_fatigue(fatigue, after, exhausted, disorganised):
    unit = Unit("A", "u inf", "0505", fatigue=fatigue, disorganised=True, exhausted=fatigue < 3)
    found = resting(unit, FOE, frames=(TurnEnds(), Works("union"), Recover())).start()
    assert (found.get("fatigue", "A"), found.get("exhausted", "A"), found.get("disorganised", "A")) == (
        after, exhausted, disorganised,
    )  # fmt: skip


@pytest.mark.rule("GC 8.0", "GC 11.4", "GC 8.0a")
def test_demoralisation_improves_one_level_with_rest():
    for fatigue, setting, after in ((2, "one", 1), (2, "all", 0), (3, "one", 2)):
        unit = Unit("A", "u inf", "0505", fatigue=fatigue, demoralised=2)
        found = resting(unit, FOE, frames=(TurnEnds(), Works("union"), Recover()), demoralize_recover=setting).start()
        assert found.get("demoralised", "A") == after


# -- entrenching (GC 9)


@pytest.mark.rule("GC 9.2")
def test_no_entrenching_in_basic_scenarios():
    found = resting(Unit("A", "u inf", "0505", mv=6), FOE, campaign=Campaign, board=ground(minor="0505-0504"))
    assert found.why("dig A") == ["GC 9.2"]
    assert found.legal == ["bridge A 0504", "done"]


@pytest.mark.rule("GC 9.1", "GC 9.2", "GC 9.2a")
def test_works_are_built_step_by_step_by_rested_foot():
    for before, after in (("none", "breastworks"), ("breastworks", "fort_build"), ("fort_build", "fort")):
        found = resting(Unit("A", "u inf", "0505", works=before, fatigue=1), FOE).do("dig A")
        assert WORKS[found.get("works", "A")] == after
        assert found.events[0].key == "event.entrenches"
        assert found.events[0].get("term") == after
    units = (
        Unit("FORT", "u inf", "0505", works="fort"),
        Unit("HORSE", "u cav", "0505"),
        Unit("TIRED", "u inf", "0505", fatigue=2),
        Unit("SHAKEN", "u inf", "0505", demoralised=1),
        Unit("GUNS", "u art", "0505"),
        FOE,
    )
    found = resting(*units)
    assert found.legal == ["dig GUNS", "done"]
    assert found.why("dig FORT") == ["GC 9.2"]
    assert found.why("dig HORSE") == ["GC 9.2a"]
    assert found.why("dig TIRED") == ["GC 9.2a"]
    assert found.why("dig SHAKEN") == ["GC 11.3"]
    assert found.why("dig Z") == ["GC 3.4"]  # not his unit
    assert "dig TIRED" in resting(*units, entrench_fl=2).legal
    assert "dig SHAKEN" in resting(*units, demoralize_effects="mild").legal


@pytest.mark.rule("GC 9.1", "GC 10.2")
def test_a_marker_belongs_to_its_unit_and_each_unit_works_once():
    units = (Unit("A", "u inf", "0505", mv=6), Unit("A2", "u inf", "0505", mv=6), FOE)
    found = resting(*units, board=ground(minor="0505-0504")).do("dig A")
    assert (found.get("works", "A"), found.get("works", "A2")) == (3, 0)
    assert found.why("bridge A 0504") == ["GC 10.2a"]
    assert found.why("bridge A2 0504") == []


# -- bridges (GC 10)


@pytest.mark.rule("GC 10.1", "GC 10.2")
def test_bridges_need_strong_rested_infantry_and_no_die():
    board = ground(minor="0505-0504")
    found = resting(Unit("A", "u inf", "0505", mv=5, fatigue=1), FOE, board=board).do("bridge A 0504")
    assert found.state.bridges == (("0505", "0504", "union"),)
    twice = resting(*(Unit(name, "u inf", "0505", mv=5) for name in ("A", "A2")), FOE, board=board).do("bridge A 0504")
    assert twice.why("bridge A2 0504") == ["GC 10.2"]
    ground_now = found.state.scenario.ground_with(found.state.bridges)
    assert found.state.scenario.hex("0504") in ground_now.cost[found.state.scenario.hex("0505")]
    for unit in (
        Unit("A", "u inf", "0505", mv=4),
        Unit("A", "u inf", "0505", mv=5, disorganised=True),
        Unit("A", "u inf", "0505", mv=9, fatigue=2),
    ):
        assert "GC 10.2" in resting(unit, FOE, board=board).why("bridge A 0504")
    assert "GC 10.1" in resting(Unit("A", "u cav", "0505", mv=9), FOE, board=board).why("bridge A 0504")
    assert "GC 10.1" in resting(Unit("A", "u inf", "0505", mv=9), FOE, board=board).why("bridge A 0506")


@pytest.mark.rule("GC 10.2")
def test_a_strong_enemy_on_the_far_bank_forbids_it():
    board = ground(minor="0505-0504")
    strong = resting(Unit("A", "u inf", "0505", mv=6), Unit("B", "c inf", "0504", mv=5), board=board)
    assert strong.why("bridge A 0504") == ["GC 10.2"]
    weak = resting(Unit("A", "u inf", "0505", mv=6), Unit("B", "c inf", "0504", mv=4), board=board)
    assert weak.why("bridge A 0504") == []


@pytest.mark.rule("GC 10.2")
def test_major_rivers_only_for_the_union_and_two_at_a_time():
    board = ground(major="0505-0504 0505-0604 0505-0605")
    units = [Unit(name, "u inf", "0505", mv=6) for name in ("A", "A2", "A3")]
    found = resting(*units, FOE, board=board).do("bridge A 0504").do("bridge A2 0604")
    assert found.why("bridge A3 0605") == ["GC 10.2"]
    grey = resting(Unit("B", "c inf", "0505", mv=6), Unit("U", "u inf", "1313"), side="confederate", board=board)
    assert grey.why("bridge B 0504") == ["GC 10.2"]


@pytest.mark.rule("GC 10.2", "GC 10.2a")
def test_a_major_bridge_taken_down_is_free_again_next_turn():
    board = ground(major="0505-0504 0505-0604 0505-0605")
    units = [Unit(name, "u inf", "0505", mv=6) for name in ("A", "A2", "A3")]
    held = (("0505", "0504", "union"), ("0505", "0604", "union"))
    found = resting(*units, FOE, board=board).edit(bridges=held).do("unbridge A 0504")
    assert found.state.bridges == held[1:]
    assert found.why("bridge A2 0605") == ["GC 10.2"]  # not before next turn
    assert found.edit(bridges_down=0).why("bridge A2 0605") == []
    assert found.why("unbridge A2 0605") == ["GC 10.2"]  # no bridge there
    grey = resting(Unit("U", "u inf", "0505", mv=6), FOE, board=board).edit(bridges=(("0505", "0504", "confederate"),))
    assert grey.why("unbridge U 0504") == ["GC 10.2"]  # not his
    fixed = resting(*units, FOE, board=board, bridge_remove=False).edit(bridges=held)
    assert fixed.why("unbridge A 0504") == ["GC 10.2"]


@pytest.mark.rule("GC 10.3")
def test_strength_at_one_end_and_nobody_at_the_other_destroys_a_bridge():
    board, held = ground(minor="0505-0504"), (("0505", "0504", "union"),)

    def after(*units, **settings):
        found = game(*units, board=board, agenda=(TurnEnds(), CycleEnds()), **settings).edit(bridges=held)
        return found.start().state.bridges

    assert after(Unit("B", "c inf", "0504", mv=5), Unit("U", "u inf", "1313")) == ()
    assert after(Unit("B", "c inf", "0505", mv=5), Unit("U", "u inf", "1313")) == ()
    assert after(Unit("B", "c inf", "0504", mv=4), Unit("U", "u inf", "1313")) == held
    assert after(Unit("B", "c inf", "0504", mv=5), Unit("U", "u inf", "0505")) == held
    assert after(Unit("B", "c inf", "0504", mv=5), Unit("U", "u inf", "1313"), bridge_destroy=False) == held


@pytest.mark.rule("GC 11.1", "GC 11.3")
def test_levels_of_demoralisation_show_on_the_counter():
    found = resting(Unit("A", "u inf", "0505", demoralised=2, fatigue=3), FOE)
    assert found.state.scenario.battle.page.look(found.state, 0).markers == ("fatigue3", "demoralised2")
    assert found.get("demoralised", "A") == 2
