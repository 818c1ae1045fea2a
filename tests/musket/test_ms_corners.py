"""Corners of the rules of movement, combat and command that a small slip would break unseen."""

from __future__ import annotations

import pytest
from musket_field import Field, told

from hardtack.battles.musket.bombard import Bombardments
from hardtack.battles.musket.combat import Attacks
from hardtack.battles.musket.command import CommandCheck, Recoveries
from hardtack.battles.musket.fog import FogOfWar
from hardtack.battles.musket.movement import Movement, Moving
from hardtack.battles.musket.replacement import CountSteps
from hardtack.battles.musket.sequence import CombatPhase, PlayerTurn
from hardtack.referee.umpire import deciding


def moving(field: Field, unit: str, points: int, mode: str = "move") -> Moving:
    return Moving("union", (field.piece(unit),), points, mode)


# -- movement


@pytest.mark.rule("MS 4.8", "MS 4.64")
def test_leaving_the_map_costs_a_whole_point_in_a_march_too() -> None:
    field = Field(paths={"road": ["0801", "0901", "1001"]})
    assert "exit depot" in field.legal(field.state(moving(field, "ua", 4, "march"), {"ua": "0801"}))  # 1/2 + 1/2 + 1
    assert "exit depot" not in field.legal(field.state(moving(field, "ua", 3, "march"), {"ua": "0801"}))


@pytest.mark.rule("MS 4.8", "MS 6.3")
def test_an_exit_hex_in_an_enemy_zone_ends_the_move() -> None:
    field = Field()
    places = {"ua": "0901", "ca": "1002"}
    assert "exit depot" not in field.legal(field.state(moving(field, "ua", 4), {**places, "ua": "0902"}))
    standing = field.state(moving(field, "ua", 4), {**places, "ua": "1001"})
    assert "exit depot" in field.legal(standing)  # a later move may begin with it


@pytest.mark.rule("MS 14.2", "MS 4.8")
def test_a_fow_never_takes_a_unit_off_the_map() -> None:
    field = Field()
    state = field.state(FogOfWar("confederate", 1, True), {"ua": "1001", "ca": "0505"})
    assert "exit depot" not in field.legal(field.play(state, "fog ua", [4]).state)


@pytest.mark.rule("MS 4.65", "MS 6.4")
def test_a_leader_may_march_away_from_a_zone_that_a_friend_covers() -> None:
    field = Field()
    state = field.state(Movement("union"), {"ul": "0504", "ua": "0504", "ca": "0505"})
    assert "march ul" in field.legal(state)
    assert field.why_not(state, "march ul") == set()
    assert "march ua" not in field.legal(state)


@pytest.mark.rule("MS 4.66", "MS 4.63", "MS 7.1", "MS 7.61")
def test_a_unit_that_has_marched_neither_attacks_nor_bombards() -> None:
    """Across a creek there is no zone, so a march may end next to an enemy; the ford would let the unit attack him."""
    near = {"march_clearance": 0}
    field = Field(hexsides={"creek": [("0504", "0505")]}, crossings=[("ford", "0504", "0505")], settings=near)
    places = {"ua": "0501", "ug": "0502", "uh": "0303", "ca": "0505"}
    marched = field.after(field.state(Movement("union"), places), "march ua", "to 0504", "march ug", "to 0503")
    for phase, refused in ((Attacks("union"), "attack ua 0505"), (Bombardments("union"), "bombard ug 0505")):
        state = field.state(phase, {**places, "ua": "0504", "ug": "0503"}, moved="ua=2 ug=2")
        assert marched.moved == state.moved
        assert refused not in field.legal(state)
        assert field.why_not(state, refused) == {"MS 4.66"}


@pytest.mark.rule("MS 4.1")
def test_hq_and_trains_move_alone() -> None:
    field = Field()
    state = field.state(Movement("union"), {"ua": "0505", "uq": "0505", "ut": "0505", "ul": "0505"})
    assert field.legal(field.play(state, "gather ua").state) == {"with ul", "walk ua", "roll ua", "march ua"}


@pytest.mark.rule("MS 4.1", "MS 4.2")
@pytest.mark.parametrize(("company", "points"), [("ua", 3), ("uz", 3), ("ul", 5)])
def test_cavalry_adds_two_to_its_roll_only_among_its_own(company: str, points: int) -> None:
    field = Field()
    state = field.state(Movement("union"), {"uv": "0505", company: "0505"}, inactive="ul")
    rolled = field.after(state, "gather uv", f"with {company}", "roll uv", dice=[3])
    frame = deciding(rolled)
    assert isinstance(frame, Moving)
    assert frame.points == points


@pytest.mark.rule("MS 4.3", "MS 12.11")
def test_a_leader_does_not_spare_his_stack_the_roll() -> None:
    field = Field()
    gathered = field.after(field.state(Movement("union"), {"ua": "0505", "ul": "0505"}), "gather ua", "with ul")
    assert field.legal(gathered) == {"roll ua", "march ua"}
    assert field.why_not(gathered, "walk ua") == {"MS 4.3"}


@pytest.mark.rule("MS 4.1", "MS 4.63")
def test_a_stack_marches_with_the_least_allowance_in_it() -> None:
    field = Field()
    state = field.state(Movement("union"), {"ua": "0505", "ud": "0505", "ul": "0505"})  # 10, 15 and 15
    frame = deciding(field.after(state, "gather ud", "with ua", "with ul", "march ud"))
    assert isinstance(frame, Moving)
    assert frame.points == 12


@pytest.mark.rule("MS 4.65")
def test_a_disordered_unit_does_not_march_out_of_a_box_either() -> None:
    field = Field()
    state = field.state(Movement("union"), {"ua": "depot", "ub": "depot"}, disordered="ua")
    assert field.legal(state) == {"roll ua", "roll ub", "march ub", "end"}


# -- combat


@pytest.mark.rule("MS 7.64", "MS 8.7")
def test_ammo_strikes_the_guns_that_began_the_bombardment() -> None:
    field = Field()
    state = field.state(Bombardments("union"), {"ug": "0502", "uh": "0402", "cc": "0504", "ut": "1008"})
    after = field.play(field.after(state, "bombard uh 0504", "join ug"), "go", [5, 6]).state  # +0: Dr Ammo, failed
    assert (field.has(after, "disordered", "uh"), field.has(after, "disordered", "ug")) == (1, 0)


@pytest.mark.rule("MS 7.61", "MS TE7")
def test_guns_ashore_bombard_a_boat_on_the_river_beside_them() -> None:
    field = Field(terrain={"river": ["1004", "1005"]}, overlays={"river_partial": ["0905"]})
    places = {"cg": "0905", "ca": "0905", "uw": "1005"}
    assert "bombard cg 1005" in field.legal(field.state(Bombardments("confederate"), places))
    assert field.why_not(field.state(Attacks("confederate"), places), "attack cg 1005") == {"MS 7.1"}


@pytest.mark.rule("MS 8.4", "MS 4.8")
def test_the_box_is_the_last_refuge_and_none_for_a_boat() -> None:
    field = Field(overlays={"river_partial": ["1001", "1002", "0902"]})
    places = {"cc": "1002", "ca": "0901", "cb": "0902"}
    state = field.state(Attacks("confederate"), {**places, "ua": "1001"})
    after = field.after(state, "attack cc 1001", "go", dice=[5, 3])  # +2: Dr Ammo; his HQ is not there
    assert field.where(after, "ua") == "depot"
    boat = field.state(Attacks("confederate"), {**places, "uw": "1001"})
    after = field.after(boat, "attack cc 1001", "go", dice=[4])  # +3: Dr Leader
    assert field.where(after, "uw") == "x"  # it cannot retreat, routs and is removed


@pytest.mark.rule("MS 8.5", "MS 8.2")
def test_after_an_exchange_that_destroys_both_leads_the_others_advance() -> None:
    field = Field()
    places = {"ud": "0504", "ua": "0504", "cc": "0505"}
    state = field.state(Attacks("union"), places, reduced="ud ua cc")
    ready = field.after(state, "attack ud 0505", "join ua", "go")  # 2 + 2 against 3
    state = field.play(ready, "lead ud", [4, 1]).state  # Dc(Ex), passed
    assert (field.where(state, "ud"), field.where(state, "cc")) == ("x", "x")
    assert field.legal(state) == {"advance ua 0505", "end"}


@pytest.mark.rule("MS 8.4", "MS 12.32")
def test_an_hq_swept_along_in_a_retreat_turns_inactive() -> None:
    field = Field()
    state = field.state(Attacks("union"), {"ua": "0504", "uq": "0504", "ul": "0504", "ca": "0505"})
    after = field.after(state, "attack ua 0505", "go", "stay", "retreat ua 0503", dice=[1])
    assert (field.where(after, "uq"), field.has(after, "active", "uq")) == ("0503", 0)
    assert field.has(after, "active", "ul") == 1


@pytest.mark.rule("MS 11.3", "MS 12.32")
@pytest.mark.parametrize(("second", "place", "points"), [("1008", "0501", 0), ("0601", "x", 4)])
def test_an_hq_that_flees_turns_inactive_and_does_not_flee_through_a_zone(second: str, place: str, points: int) -> None:
    """Its escort routs, a friend is three hexes away in 0501; a second enemy in 0601 has his zone over the way."""
    field = Field(terrain={"river": ["0402", "0403", "0602", "0603"]})
    places = {"cd": "0504", "cq": "0504", "ua": "0505", "ub": "0505", "ca": "0501", "uc": second}
    ready = field.after(field.state(Attacks("union"), places), "attack ua 0504", "join ub", "go")
    after = field.play(ready, "lead ua", [5, 6, 1, 1]).state  # +6: Dm failed
    assert field.where(after, "cd") == "track"
    assert (field.where(after, "cq"), field.has(after, "active", "cq")) == (place, 0)
    assert after.points == (points, 0)


@pytest.mark.rule("MS 8.7", "MS 12.53", "MS 12.34")
def test_a_train_in_a_box_supplies_nobody() -> None:
    field = Field()
    state = field.state(Attacks("union"), {"ua": "0504", "ca": "0505", "ut": "depot"})
    after = field.after(state, "attack ua 0505", "go", "retreat ca 0506", dice=[5, 3])  # Dr Ammo; safe on 1-2 only
    assert field.has(after, "disordered", "ua") == 1


# -- command


@pytest.mark.rule("MS 12.15")
def test_an_hq_elsewhere_does_not_bring_a_leader_back_but_a_die_does_in_a_box_too() -> None:
    field = Field()
    away = field.state(CommandCheck("union"), {"uq": "1008", "ul": "0808"}, inactive="ul")
    assert field.has(field.run(away, [4]).state, "active", "ul") == 0
    boxed = field.state(CommandCheck("union"), {"ul": "depot"}, inactive="ul")
    assert field.has(field.run(boxed, [3]).state, "active", "ul") == 1


@pytest.mark.rule("MS 12.41", "MS 2.6")
def test_an_enemy_leader_alone_cuts_no_line_of_communications() -> None:
    """Nor does he hold the LOC hex itself; a combat unit does both."""
    field = Field(terrain={"river": [f"07{row:02d}" for row in range(1, 9) if row != 4]})
    for cut in ("0704", "1008"):
        alone = field.state(CommandCheck("union"), {"uq": "0505", "cl": cut})
        assert field.has(field.run(alone).state, "active", "uq") == 1
        unit = field.state(CommandCheck("union"), {"uq": "0505", "ca": cut})
        assert field.has(field.run(unit).state, "active", "uq") == 0


@pytest.mark.rule("MS 12.13", "MS 3.2")
def test_a_leader_may_assist_again_in_the_next_phase() -> None:
    field = Field()
    places = {"ua": "0504", "ul": "0504", "ca": "0505", "uq": "1008", "cq": "0101"}
    turn = field.run(field.state(PlayerTurn("union"), places, helped="ul")).state
    assert field.has(turn, "helped", "ul") == 0
    fight = field.run(field.state(CombatPhase("union"), places, helped="ul")).state
    assert field.has(fight, "helped", "ul") == 0


@pytest.mark.rule("MS 13.2", "MS 6.4")
@pytest.mark.parametrize(("friend", "allowed"), [("0101", False), ("0506", True)])
def test_a_unit_returns_in_an_enemy_zone_only_where_a_friend_stands(friend: str, allowed: bool) -> None:
    field = Field()
    places = {"ua": "track", "uq": "0505", "ub": friend, "ca": "0507"}
    state = field.run(field.state(CountSteps("union"), places, due={"ua": 1}, reduced="ua")).state
    placing = field.play(state, "recall ua", [1]).state
    assert ("place ua 0506" in field.legal(placing)) == allowed
    came = field.play(placing, "place ua 0505").state
    assert field.has(came, "due", "ua") == 0
    assert (1, "ua") not in field.battle.page.arrivals(came)


@pytest.mark.rule("MS 10.3", "MS 12.13")
def test_leaders_in_a_box_do_not_assist_there() -> None:
    field = Field()
    state = field.state(Recoveries("union"), {"ua": "depot", "ul": "depot"}, disordered="ua")
    assert "event.check_failed" in told(field.run(state, [5]))
