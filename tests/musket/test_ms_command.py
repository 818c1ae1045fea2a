"""Leaders, headquarters, lines of communications, trains (MS 12), replacements (MS 13), fog of war (MS 14)."""

from __future__ import annotations

import pytest
from musket_field import Field, FieldBattle, told

from hardtack.battles.musket.combat import Attacks
from hardtack.battles.musket.command import CommandCheck, EndMovement, has_loc
from hardtack.battles.musket.fog import BeforeEnemyMoves, FogOfWar
from hardtack.battles.musket.movement import Movement
from hardtack.battles.musket.replacement import CountSteps
from hardtack.battles.musket.sequence import PlayerTurn
from hardtack.referee.bans import EVERYTHING, Ban
from hardtack.referee.umpire import deciding


@pytest.mark.rule("MS 12.1", "MS 12.11", "MS 12.12", "MS 4.3")
def test_leaders_move_without_a_roll_whatever_the_hq_does() -> None:
    field = Field()
    state = field.state(Movement("union"), {"ul": "0505"}, inactive="ul")
    assert field.legal(state) == {"walk ul", "march ul", "end"}
    assert field.why_not(state, "roll ul") == {"MS 12.11"}


@pytest.mark.rule("MS 12.12", "MS 12.13")
def test_only_active_leaders_assist_and_once_a_phase() -> None:
    field = Field()
    places = {"ua": "0505", "ul": "0505", "um": "0505"}
    state = field.state(Movement("union"), places, inactive="um")
    assert field.legal(field.play(state, "roll ua").state) == {"assist ul", "alone"}
    spent = field.state(Movement("union"), places, inactive="um", helped="ul")
    assert "event.movement_roll" in told(field.play(spent, "roll ua", [4]))


@pytest.mark.rule("MS 12.13", "MS 12.14", "MS 8.7")
def test_leaders_assist_morale_and_ammunition_in_combat() -> None:
    field = Field()
    places = {"ua": "0504", "ca": "0505", "cl": "0505", "ul": "0504", "ut": "1008"}
    state = field.after(field.state(Attacks("union"), places), "attack ua 0505", "go", "stay", dice=[5])  # Dr Ammo
    state = field.play(state, "retreat ca 0506").state
    assert field.legal(state) == {"assist ul", "alone"}
    safe = field.play(state, "assist ul", [5]).state  # safe on 1-4, and one more with his help
    assert field.has(safe, "disordered", "ua") == 0
    check = field.after(field.state(Attacks("union"), places), "attack ua 0505", "go", "stay", dice=[4, 1, 1])
    assert deciding(check).side == "confederate"  # Dc: the defender's leader may assist
    failed = field.play(check, "assist cl", [6]).state
    assert field.has(failed, "active", "cl") == 0


@pytest.mark.rule("MS 12.15", "MS 3.3")
def test_inactive_leaders_recover_with_an_active_hq_or_on_one_to_three() -> None:
    field = Field()
    with_hq = field.run(field.state(CommandCheck("union"), {"uq": "1008", "ul": "1008"}, inactive="ul"))
    assert field.has(with_hq.state, "active", "ul") == 1
    for die, active in ((3, 1), (4, 0)):
        ruling = field.run(field.state(CommandCheck("union"), {"ul": "0505"}, inactive="ul"), [die])
        assert field.has(ruling.state, "active", "ul") == active


@pytest.mark.rule("MS 12.2")
@pytest.mark.parametrize(("die", "where", "active", "points"), [(2, "0504", 1, 0), (3, "0504", 0, 0), (4, "0504", 0, 0),
                                                                (5, "x", 0, 1), (6, "x", 0, 1)])  # fmt: skip
def test_leader_casualties_of_both_sides(die: int, where: str, active: int, points: int) -> None:
    field = Field()
    places = {"ua": "0504", "ul": "0504", "cc": "0505", "cl": "0505"}
    ready = field.after(field.state(Attacks("union"), places), "attack ua 0505", "go")
    check = [] if die == 2 else [2]  # an unhurt leader is asked for his help before the check
    asked = field.play(ready, "stay", [4, die, 1, *check]).state  # -2 on a 4: Ac(Ex) Leader
    assert field.where(asked, "ul") == where
    if where != "x":
        assert field.has(asked, "active", "ul") == active
    assert asked.points == (0, points)
    assert field.where(asked, "cl") == "0505"


@pytest.mark.rule("MS 12.2", "MS 13.3")
def test_lost_leaders_are_not_replaced() -> None:
    field = Field()
    asked = field.run(field.state(CountSteps("union"), {"ua": "0505", "ul": "x"}, reduced="ua")).state
    assert field.why_not(asked, "recall ul") == {"MS 13.2"}
    assert field.why_not(asked, "restore ul") == {"MS 13.1"}


@pytest.mark.rule("MS 12.3", "MS 12.32", "MS 12.42", "MS 12.43", "MS 12.52")
def test_hq_and_train_turn_inactive_without_loc_or_in_a_zone() -> None:
    field = Field(terrain={"river": ["0907", "0908", "1007"]})  # 1008, the LOC hex, is cut off
    cut_off = field.run(field.state(CommandCheck("union"), {"uq": "0505", "ut": "0505"}))
    assert (field.has(cut_off.state, "active", "uq"), field.has(cut_off.state, "active", "ut")) == (0, 0)
    assert {event.clause for event in cut_off.events} == {"MS 12.43"}
    open_field = Field()
    fine = open_field.run(open_field.state(CommandCheck("union"), {"uq": "0505"}))
    assert open_field.has(fine.state, "active", "uq") == 1
    zone = open_field.run(open_field.state(CommandCheck("union"), {"uq": "0505", "ua": "0505", "ca": "0506"}))
    assert open_field.has(zone.state, "active", "uq") == 0
    assert zone.events[0].clause == "MS 12.32"


@pytest.mark.rule("MS 12.33", "MS 12.34", "MS 12.52", "MS 3.3")
def test_a_resting_hq_turns_active_at_the_end_of_movement() -> None:
    field = Field()
    for places, moved, active in (
        ({"uq": "0505"}, "", 1), ({"uq": "0505"}, "uq=3", 1), ({"uq": "0505"}, "uq", 0), ({"uq": "depot"}, "", 0),
        ({"uq": "0505", "ca": "0506"}, "", 0),
    ):  # fmt: skip
        state = field.state(EndMovement("union"), places, inactive="uq", moved=moved)
        assert field.has(field.run(state).state, "active", "uq") == active, (places, moved)


@pytest.mark.rule("MS 12.4", "MS 12.41", "MS 6.4")
def test_what_cuts_a_line_of_communications() -> None:
    wall = [f"07{row:02d}" for row in range(1, 9) if row != 4]
    field = Field(terrain={"river": wall})
    piece = field.piece("ua")
    assert has_loc(field.state(Movement("union"), {"ua": "0505"}), piece)
    assert not has_loc(field.state(Movement("union"), {"ua": "0505", "ca": "0704"}), piece)
    assert not has_loc(field.state(Movement("union"), {"ua": "0505", "ca": "0604"}), piece)  # his zone over the gap
    covered = {"ua": "0603", "ca": "0705", "ub": "0704"}
    open_gap = Field(terrain={"river": [hex_ for hex_ in wall if hex_ != "0705"]})
    assert has_loc(open_gap.state(Movement("union"), covered), piece)  # a friend holds the gap


@pytest.mark.rule("MS 12.41")
def test_a_line_found_before_is_believed_only_as_far_as_it_is_open() -> None:
    """Lines are looked for from the one found last: cut, opened again, or joined by somebody else on the way."""
    field = Field(terrain={"river": [f"07{row:02d}" for row in range(1, 9) if row not in (2, 8)]})
    for places, joined in (
        ({"ua": "0505"}, True),
        ({"ua": "0505", "ca": "0702"}, True),  # by the other gap
        ({"ua": "0505", "ca": "0702", "cb": "0708"}, False),
        ({"ua": "0505", "cb": "0708"}, True),
        ({"ua": "0302"}, True),
        ({"ua": "0302", "ca": "0702", "cb": "0708"}, False),
        ({"ua": "0903", "ca": "0702", "cb": "0708"}, True),  # on the near side
    ):
        assert has_loc(field.state(Movement("union"), places), field.piece("ua")) == joined, places


@pytest.mark.rule("MS 12.41")
def test_a_line_crosses_creeks_by_bridge_or_ford_only() -> None:
    river = [f"07{row:02d}" for row in range(1, 9) if row != 4]
    sides = [("0603", "0704"), ("0604", "0704")]
    closed = Field(terrain={"river": river}, hexsides={"creek": sides})
    assert not has_loc(closed.state(Movement("union"), {"ua": "0505"}), closed.piece("ua"))
    ford = Field(terrain={"river": river}, hexsides={"creek": sides}, crossings=[("ford", *sides[0])])
    assert has_loc(ford.state(Movement("union"), {"ua": "0505"}), ford.piece("ua"))


@pytest.mark.rule("MS 12.54")
def test_a_train_may_make_a_hex_an_loc() -> None:
    field = Field()
    home = field.battle.loc_hexes(field.state(Movement("union"), {"ut": "depot"}), "union")
    gone = field.battle.loc_hexes(field.state(Movement("union"), {"ut": "0505"}), "union")
    assert home == 1 << field.hex("1008") | 1 << field.hex("1001")
    assert gone == 1 << field.hex("1008")


@pytest.mark.rule("MS 12.5", "MS 12.51", "MS 2.6")
def test_trains_and_hq_are_no_combat_units() -> None:
    field = Field()
    state = field.state(Attacks("union"), {"ut": "0504", "uq": "0504", "ua": "0404", "ca": "0505"})
    assert field.legal(state) == {"attack ua 0505", "end"}
    assert field.why_not(state, "attack ut 0505") == {"MS 7.1"}
    assert field.scenario.weight[field.piece("ut")] == 0


# -- replacements


@pytest.mark.rule("MS 13.1", "MS 12.42", "MS 12.43", "MS 3.3")
def test_a_step_restores_a_reduced_unit_in_good_order_with_loc() -> None:
    field = Field()
    places = {"ua": "0505", "ub": "0202", "uc": "0306", "ud": "depot", "ug": "0808", "ca": "0203"}
    state = field.run(field.state(CountSteps("union"), places, reduced="ua ub uc ud", disordered="uc")).state
    assert field.legal(state) == {"restore ua", "restore ud", "end"}
    assert field.why_not(state, "restore ub") == {"MS 13.1"}
    assert field.why_not(state, "restore uc") == {"MS 13.1"}
    assert field.why_not(state, "restore ug") == {"MS 13.1"}
    after = field.play(state, "restore ua").state
    assert field.has(after, "reduced", "ua") == 0
    assert "restore ud" not in field.legal(after)  # the one step is used
    cut = Field(terrain={"river": ["0907", "0908", "1007"]})
    state = cut.run(cut.state(CountSteps("union"), {"ua": "0505", "ub": "depot"}, reduced="ua ub")).state
    assert cut.why_not(state, "restore ua") == {"MS 12.43"}


@pytest.mark.rule("MS 13.1")
def test_steps_are_not_saved() -> None:
    field = Field()
    state = field.run(field.state(CountSteps("union"), {"ua": "0505"}, reduced="ua")).state
    assert field.play(state, "end").state.steps == 0


@pytest.mark.rule("MS 12.31", "MS 13.1", "MS 3.3")
@pytest.mark.parametrize(
    ("hq", "inactive", "restores"),
    [("0101", "", True), ("0101", "cq", False), ("0707", "", True)],  # at home; inactive; in a zone: found out at 3.3c
)
def test_an_hq_that_begins_the_phase_active_gives_the_step(hq: str, inactive: str, restores: bool) -> None:
    field = Field()
    places = {"ca": "0103", "cq": hq, "cb": "0707", "ua": "0708"}
    state = field.run(field.state(PlayerTurn("confederate"), places, reduced="ca", inactive=inactive)).state
    if isinstance(deciding(state), FogOfWar):
        state = field.play(state, "end").state
    assert ("restore ca" in field.legal(state)) == restores
    assert field.has(state, "active", "cq") == (hq == "0101" and not inactive)


@pytest.mark.rule("MS 13.2")
def test_a_routed_unit_returns_at_the_active_hq_reduced_and_may_move() -> None:
    field = Field()
    frames = (CountSteps("union"), Movement("union"))
    state = field.run(field.state(frames, {"ua": "track", "uq": "0505"}, due={"ua": 2}, turn=2, reduced="ua")).state
    placing = field.play(state, "recall ua", [3]).state  # reduced morale 3
    around = {field.grid.name(hex_) for hex_ in field.grid.around[field.hex("0505")]}
    assert field.legal(placing) == {f"place ua {hex_}" for hex_ in {"0505", *around}}
    after = field.after(placing, "place ua 0504", "end")
    assert field.has(after, "reduced", "ua") == 1
    assert "walk ua" in field.legal(after)


@pytest.mark.rule("MS 13.2", "MS TE3")
def test_guns_do_not_return_to_woods_they_could_not_enter() -> None:
    """The HQ goes where infantry goes; artillery that returns to it is placed beside the deep woods, foot in them."""
    field = Field(terrain={"deep_woods": ["0505", "0504"]})
    for unit, allowed in (("ug", False), ("ua", True)):
        state = field.state(CountSteps("union"), {unit: "track", "uq": "0505"}, due={unit: 1}, reduced=unit)
        placing = field.play(field.run(state).state, f"recall {unit}", [1]).state
        assert (f"place {unit} 0505" in field.legal(placing)) == allowed
        assert (f"place {unit} 0504" in field.legal(placing)) == allowed
        assert f"place {unit} 0506" in field.legal(placing)


@pytest.mark.rule("MS 13.2", "MS 11.2")
def test_a_failed_return_roll_destroys_the_unit() -> None:
    field = Field()
    state = field.state(CountSteps("union"), {"ua": "track", "uq": "0505"}, due={"ua": 1}, reduced="ua")
    after = field.play(field.run(state).state, "recall ua", [4]).state
    assert (field.where(after, "ua"), after.points) == ("x", (0, 1))


@pytest.mark.rule("MS 13.2")
def test_without_an_active_hq_units_return_on_a_loc_hex_and_never_early() -> None:
    field = Field()
    state = field.state(CountSteps("union"), {"ua": "track", "ub": "track"}, due={"ua": 1, "ub": 3}, reduced="ua ub")
    asked = field.run(state).state
    assert field.why_not(asked, "recall ub") == {"MS 13.2"}
    assert field.legal(field.play(asked, "recall ua", [1]).state) == {"place ua 1008"}


@pytest.mark.rule("MS 13.2", "MS 11.2")
def test_a_battalion_that_fails_stays_aside_and_scores_nothing() -> None:
    field = Field()
    asked = field.run(field.state(CountSteps("union"), {"ux": "aside", "uq": "0505"})).state
    after = field.play(asked, "recall ux", [5])
    assert "event.battalion_fails" in told(after)
    assert (field.where(after.state, "ux"), after.state.points) == ("aside", (0, 0))
    came = field.after(asked, "recall ux", "place ux 0505", dice=[3])
    assert (field.where(came, "ux"), field.has(came, "reduced", "ux")) == ("0505", 0)


class Barred(FieldBattle):
    step_bans = (Ban("MS 13.1", "reason.no_loc", lambda asked: EVERYTHING),)


@pytest.mark.rule("MS 13.1", "MS 1.4")
def test_a_battle_may_bar_units_from_the_step() -> None:
    field = Field(Barred)
    ruling = field.run(field.state(CountSteps("union"), {"ua": "0505"}, reduced="ua"))
    assert "restore ua" not in field.legal(ruling.state)


# -- fog of war


@pytest.mark.rule("MS 14.1", "MS 3.3", "MS 12.31")
def test_an_army_without_an_active_hq_gives_the_enemy_a_fow() -> None:
    field = Field()
    places = {"ua": "0505", "uq": "1008", "ca": "0101"}
    quiet = field.run(field.state(BeforeEnemyMoves("union"), places))
    assert told(quiet) == []
    fog = field.run(field.state(BeforeEnemyMoves("union"), places, inactive="uq"))
    assert told(fog) == ["event.gains_fow"]
    said = field.battle.words.say(fog.events[0].key, fog.events[0].args, "en")
    assert said == "The Confederate gains 1 FOW: the enemy has no active HQ."
    assert deciding(fog.state) == FogOfWar("confederate", 1, True)


@pytest.mark.rule("MS 14.2")
def test_a_fow_moves_an_enemy_unit_with_its_leader_and_uses_its_phase() -> None:
    field = Field()
    frames = (FogOfWar("confederate", 1, True), Movement("union"))
    places = {"ua": "0505", "ul": "0505", "uq": "1008", "ca": "0501"}
    state = field.play(field.state(frames, places), "fog ua", [2]).state
    goals = field.goals(state)
    assert "0503" in goals
    assert field.why_not(state, "to 0502") == {"MS 14.2", "MS 4.2"}  # the holder's own zone, and a point too far
    after = field.after(state, "to 0503", "end")
    assert (field.where(after, "ua"), field.where(after, "ul")) == ("0503", "0503")
    assert field.why_not(after, "walk ua") == {"MS 4.1"}
    assert "walk ul" in field.legal(after)


@pytest.mark.rule("MS 14.2", "MS 14.3", "MS 5.2")
def test_whom_a_fow_may_not_touch() -> None:
    field = Field()
    places = {"ua": "0505", "ub": "0502", "uc": "depot", "ul": "0101", "ca": "0501", "ud": "0605", "ug": "0605"}
    state = field.state(FogOfWar("confederate", 2, False), places)
    assert field.legal(state) == {"fog ua", "fog ud", "fog ug", "end"}
    assert field.why_not(state, "fog ub") == {"MS 14.2"}
    assert field.why_not(state, "fog uc") == {"MS 14.3"}
    assert field.why_not(state, "fog ca") == {"MS 14.2"}
    moved = field.after(state, "fog ua", dice=[3])
    assert "0605" not in field.goals(moved)  # no overstacking
    assert field.why_not(moved, "exit depot") == {"MS 4.8"}
    again = field.after(state, "fog ua", "stay", dice=[3])
    assert field.why_not(again, "fog ua") == {"MS 14.2"}


@pytest.mark.rule("MS 14.1", "MS 14.2", "MS 8.2", "MS CR2")
def test_df_gives_the_defender_a_fow_at_once() -> None:
    field = Field()
    places = {"ua": "0504", "cc": "0505", "ca": "0505", "ub": "0901"}
    state = field.state(Attacks("union"), places)
    state = field.after(state, "attack ua 0505", "go", "lead cc", dice=[1])  # -6: Ax DF
    while deciding(state).prompt(state).key in ("prompt.retreat", "prompt.advance"):
        state = field.play(state, "retreat ua 0503" if "retreat" in deciding(state).prompt(state).key else "end").state
    assert deciding(state) == FogOfWar("confederate", 1, False)
    assert "fog ub" in field.legal(state)
    assert field.play(state, "end").state.fow == (0, 0)  # not saved


@pytest.mark.rule("MS 14.3")
def test_fow_left_over_is_gone() -> None:
    field = Field()
    state = field.state(FogOfWar("confederate", 3, True), {"ua": "0505", "ca": "0101"})
    assert field.play(state, "end").state.fow == (0, 0)


@pytest.mark.rule("MS 14.1", "MS 10.4")
def test_fow_for_routs_is_an_option() -> None:
    field = Field(settings={"fow_per_rout": 1})
    places = {"ua": "0504", "ub": "0504", "cd": "0505", "cc": "0101"}
    ready = field.after(field.state(Attacks("union"), places), "attack ua 0505", "join ub", "go")
    state = field.play(ready, "lead ua", [5, 5, 1, 1])
    assert [event.get("term") for event in state.events if event.key == "event.gains_fow"] == ["fow.rout"]
    end = field.play(state.state, "end").state
    assert deciding(end) == FogOfWar("union", 1, False)
