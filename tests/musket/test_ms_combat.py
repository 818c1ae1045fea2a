"""Attacks, factors, leads, bombardment and charges (MS 7, 9)."""

from __future__ import annotations

import pytest
from musket_field import Field, told

from hardtack.battles.musket.bombard import Bombardments
from hardtack.battles.musket.combat import Attacks
from hardtack.battles.musket.fog import FogOfWar
from hardtack.battles.musket.strength import combat_factor
from hardtack.referee.umpire import Ruling, deciding

FACE_TO_FACE = {"ua": "0504", "ca": "0505"}


def result(ruling: Ruling) -> tuple[str, str]:
    """Difference and cell of the CRT."""
    told = ("event.result", "event.fire_result")
    event = next(event for event in ruling.events if event.key in told)
    return str(event.get("difference")), str(event.get("code"))


@pytest.mark.rule("MS 7.1", "MS 6.6")
def test_an_attack_is_voluntary_and_needs_an_adjacent_enemy() -> None:
    """Acceptance check 5.2-5."""
    field = Field()
    state = field.state(Attacks("union"), {**FACE_TO_FACE, "cb": "0507"})
    assert field.legal(state) == {"attack ua 0505", "end"}
    assert field.why_not(state, "attack ua 0507") == {"MS 7.1"}
    assert field.why_not(state, "attack ua 0503") == {"MS 7.1"}
    assert field.why_not(state, "attack ca 0504") == {"MS 7.1"}


@pytest.mark.rule("MS 7.1", "MS 10.2", "MS 4.66", "MS 7.2")
def test_disordered_marched_and_spent_units_do_not_attack() -> None:
    field = Field()
    cases = (({"disordered": "ua"}, "MS 10.2"), ({"moved": "ua=2"}, "MS 4.66"), ({"fought": "ua"}, "MS 7.2"))
    for marks, clause in cases:
        state = field.state(Attacks("union"), {**FACE_TO_FACE, "ub": "0404"}, **marks)
        assert field.why_not(state, "attack ua 0505") == {clause}
        assert "attack ub 0505" in field.legal(state)


@pytest.mark.rule("MS 7.1", "MS TE15")
def test_a_creek_is_attacked_across_only_by_bridge_or_ford() -> None:
    creek = {"creek": [("0504", "0505")]}
    dry, wet = Field(hexsides=creek, crossings=[("ford", "0504", "0505")]), Field(hexsides=creek)
    assert "attack ua 0505" in dry.legal(dry.state(Attacks("union"), FACE_TO_FACE))
    state = wet.state(Attacks("union"), {**FACE_TO_FACE, "ub": "0404"})
    assert wet.why_not(state, "attack ua 0505") == {"MS 7.1"}


@pytest.mark.rule("MS 7.1", "MS TE3")
def test_guns_do_not_attack_ground_they_could_not_enter() -> None:
    field = Field(terrain={"deep_woods": ["0505"]})
    state = field.state(Attacks("union"), {"ug": "0504", "ua": "0404", "ca": "0505"})
    assert field.legal(state) == {"attack ua 0505", "end"}


@pytest.mark.rule("MS 7.2", "MS 7.65")
def test_units_of_several_hexes_join_and_the_whole_hex_defends() -> None:
    field = Field()
    places = {"ua": "0504", "ug": "0504", "ub": "0404", "ca": "0505", "cg": "0505"}
    state = field.after(field.state(Attacks("union"), places), "attack ua 0505")
    assert field.legal(state) == {"join ug", "join ub", "go"}
    joined = field.after(state, "join ug", "join ub", "go", "lead ua")
    ruling = field.play(joined, "lead ca", [1, 2])
    assert result(ruling) == ("+4", "Dc(Ex)")  # 4+3+4 against 4+3


@pytest.mark.rule("MS 7.2")
def test_each_unit_and_each_hex_once_a_phase() -> None:
    field = Field()
    places = {"ua": "0504", "ub": "0404", "ca": "0505", "cb": "0403"}
    state = field.after(field.state(Attacks("union"), places), "attack ua 0505", "go", dice=[4, 3])  # Dc(Ex) passed
    assert field.why_not(state, "attack ua 0403") == {"MS 7.2"}
    assert field.why_not(state, "attack ub 0505") == {"MS 7.2"}
    assert "attack ub 0403" in field.legal(state)


@pytest.mark.rule("MS 7.2")
def test_units_of_one_stack_may_attack_different_hexes() -> None:
    field = Field()
    places = {"ua": "0504", "ub": "0504", "ca": "0505", "cb": "0404"}
    state = field.after(field.state(Attacks("union"), places), "attack ua 0505", "go", dice=[4, 3])
    assert "attack ub 0404" in field.legal(state)


@pytest.mark.rule("MS 7.3")
def test_the_attacker_names_his_lead_first_and_leads_take_the_loss() -> None:
    field = Field()
    places = {"ua": "0504", "ub": "0504", "ca": "0505", "cb": "0505"}
    state = field.after(field.state(Attacks("union"), places), "attack ua 0505", "join ub", "go")
    assert deciding(state).side == "union"
    assert field.legal(state) == {"lead ua", "lead ub"}
    state = field.play(state, "lead ub").state
    assert deciding(state).side == "confederate"
    after = field.play(state, "lead cb", [3, 2]).state  # 0: Ac(Ex), passed: both leads lose a step
    assert [field.has(after, "reduced", unit) for unit in ("ua", "ub", "ca", "cb")] == [0, 1, 0, 1]


@pytest.mark.rule("MS 7.4", "MS 1.3")
@pytest.mark.parametrize(
    ("printed", "lines", "disordered", "cumulative", "value"),
    [(5, 0, False, False, 5), (5, 1, False, False, 3), (5, 2, False, False, 3), (5, 1, True, False, 3),
     (1, 1, True, False, 1), (5, 0, True, False, 3), (5, 2, True, True, 1), (6, 2, False, True, 2)],
)  # fmt: skip
def test_at_most_one_halving(printed: int, lines: int, disordered: bool, cumulative: bool, value: int) -> None:
    found = combat_factor(printed, (("MS TE4", "half"),) * lines, disordered=disordered, cumulative=cumulative)
    assert found == value


@pytest.mark.rule("MS 7.4", "MS 7.5", "MS TE11")
def test_terrain_and_disorder_enter_the_differential() -> None:
    field = Field(overlays={"stream": ["0505"]})
    ruling = field.play(field.after(field.state(Attacks("union"), FACE_TO_FACE), "attack ua 0505"), "go", [1])
    assert result(ruling)[0] == "+0"  # both halved in the stream: 2 - 2
    hill = Field(slopes=[("0504", "0505")])
    state = hill.state(Attacks("union"), FACE_TO_FACE, reduced="ca", disordered="ca")
    ruling = hill.play(hill.after(state, "attack ua 0505"), "go", [2])
    assert result(ruling)[0] == "+1"  # 4 halved uphill against 2 halved by disorder


@pytest.mark.rule("MS 2.3", "MS 2.4", "MS 7.4")
def test_the_side_showing_counts() -> None:
    field = Field()
    state = field.state(Attacks("union"), FACE_TO_FACE, reduced="ua")
    ruling = field.play(field.after(state, "attack ua 0505"), "go", [1])
    assert result(ruling) == ("-2", "Ax")


# -- bombardment


@pytest.mark.rule("MS 7.6", "MS 7.61", "MS 3.4")
def test_guns_bombard_two_or_three_hexes_away() -> None:
    field = Field()
    state = field.state(Bombardments("union"), {"ug": "0502", "ua": "0502", "ca": "0504", "cb": "0505", "cc": "0506"})
    assert field.legal(state) == {"bombard ug 0504", "bombard ug 0505", "end"}
    assert field.why_not(state, "bombard ug 0506") == {"MS 7.61"}
    assert field.why_not(state, "bombard ua 0504") == {"MS 7.61"}
    near = field.state(Bombardments("union"), {"ug": "0503", "ca": "0504", "cb": "0505"})
    assert field.why_not(near, "bombard ug 0504") == {"MS 7.65"}


@pytest.mark.rule("MS 7.62", "MS 7.7", "MS 10.2", "MS 4.66")
def test_why_guns_may_not_fire() -> None:
    field = Field(terrain={"deep_woods": ["0504"], "light_woods": ["0303"]})
    places = {"ug": "0502", "uh": "0302", "ca": "0504", "cb": "0304", "cc": "0503"}
    state = field.state(Bombardments("union"), {**places, "cd": "0704", "uv": "0101"})
    assert field.why_not(state, "bombard ug 0504") == {"MS 7.62", "MS 7.7"}  # the wood in 0504 hides it, too
    assert field.why_not(state, "bombard uh 0304") == {"MS 7.7"}
    shaken = field.state(Bombardments("union"), {**places, "cd": "0602"}, disordered="ug", moved="uh=2")
    assert "MS 10.2" in field.why_not(shaken, "bombard ug 0602")
    assert "MS 4.66" in field.why_not(shaken, "bombard uh 0304")


@pytest.mark.rule("MS 7.63", "MS 7.3")
def test_guns_combine_against_the_lead_unit_alone() -> None:
    field = Field()
    places = {"ug": "0502", "uh": "0402", "ca": "0504", "cc": "0504"}
    state = field.after(field.state(Bombardments("union"), places), "bombard ug 0504", "join uh", "go")
    assert deciding(state).side == "confederate"
    assert result(field.play(state, "lead cc", [1])) == ("+0", "Ar")
    assert result(field.play(state, "lead ca", [1])) == ("+2", "Ac(NE)")


FIRE = [
    # target's combat factor decides the column: cd 2 -> +1, ca 4 -> -1, cc 6 -> -3
    ("cd", [1], "event.no_effect", 0, 0),  # Ar: the guns take no harm
    ("cd", [3], "event.no_effect", 0, 0),  # Ac
    ("cd", [4, 5], "event.disordered", 1, 0),  # Dc failed
    ("cd", [4, 2], "event.check_passed", 0, 0),  # Dc passed
    ("cd", [5, 1], "event.disordered", 1, 0),  # Dr: Disordered
]


@pytest.mark.rule("MS 7.64")
@pytest.mark.parametrize(("target", "dice", "key", "disordered", "reduced"), FIRE)
def test_what_a_bombardment_does(target: str, dice: list[int], key: str, disordered: int, reduced: int) -> None:
    field = Field()
    state = field.state(Bombardments("union"), {"ug": "0502", target: "0504", "ut": "1008"})
    ruling = field.play(field.after(state, "bombard ug 0504"), "go", dice)
    assert key in told(ruling)
    assert field.has(ruling.state, "disordered", target) == disordered
    assert field.has(ruling.state, "reduced", target) == reduced
    assert field.where(ruling.state, target) == "0504"
    assert field.has(ruling.state, "reduced", "ug") == 0


@pytest.mark.rule("MS 7.64")
@pytest.mark.parametrize(
    ("dice", "disordered", "reduced"),
    [([3], 0, 1), ([5, 6, 1], 0, 1), ([5, 2, 1], 1, 0)],  # +6: Dx; Dm failed; Dm passed
)
def test_heavy_bombardment_costs_steps(dice: list[int], disordered: int, reduced: int) -> None:
    field = Field()
    state = field.state(Bombardments("union"), {"ug": "0502", "uh": "0402", "uw": "0302", "cd": "0404", "ut": "1008"})
    ready = field.after(state, "bombard ug 0404", "join uh", "join uw")
    crt = field.play(ready, "go", dice)
    assert result(crt)[0] == "+7"
    assert (field.has(crt.state, "disordered", "cd"), field.has(crt.state, "reduced", "cd")) == (disordered, reduced)


@pytest.mark.rule("MS 7.64", "MS 8.7")
def test_ammo_strikes_one_bombarding_unit() -> None:
    field = Field()
    state = field.state(Bombardments("union"), {"ug": "0502", "ca": "0504", "ut": "1008"})
    after = field.play(field.after(state, "bombard ug 0504"), "go", [5, 3, 5]).state  # Dc(NE) Ammo: safe, then out
    assert field.has(after, "disordered", "ug") == 1


@pytest.mark.rule("MS 7.64", "MS 12.2")
def test_leader_results_of_a_bombardment_touch_the_target_only() -> None:
    field = Field()
    state = field.state(Bombardments("union"), {"ug": "0502", "ul": "0502", "cd": "0504", "cl": "0504"})
    ruling = field.play(field.after(state, "bombard ug 0504"), "go", [4, 6, 2])
    assert field.where(ruling.state, "cl") == "x"  # gone before he could assist the check
    assert field.where(ruling.state, "ul") == "0502"


@pytest.mark.rule("MS 7.2", "MS 7.61")
def test_guns_that_bombard_do_not_attack_and_a_bombarded_hex_may_still_be_attacked() -> None:
    field = Field()
    frames = (Bombardments("union"), Attacks("union"))
    state = field.state(frames, {"ug": "0502", "ua": "0503", "ca": "0504", "cb": "0402"})
    after = field.after(state, "bombard ug 0504", "go", "end", dice=[1])
    assert field.legal(after) == {"attack ua 0504", "attack ua 0402", "end"}
    assert field.why_not(after, "attack ug 0402") == {"MS 7.2"}


# -- charges


@pytest.mark.rule("MS 9.3", "MS 12.12")
def test_a_charge_needs_an_active_leader_in_the_one_attacking_hex() -> None:
    field = Field()
    places = {**FACE_TO_FACE, "ul": "0504"}
    asked = field.after(field.state(Attacks("union"), places), "attack ua 0505", "go")
    assert field.legal(asked) == {"charge ul", "stay"}
    ruling = field.play(field.after(field.state(Attacks("union"), places, inactive="ul"), "attack ua 0505"), "go", [1])
    assert result(ruling)[1] == "Ar"  # not asked
    two = field.state(Attacks("union"), {**places, "ub": "0404"})
    ready = field.after(two, "attack ua 0505", "join ub", "go")
    assert told(field.play(ready, "lead ua", [3]))[:2] == ["event.leads", "event.result"]
    guns = field.state(Attacks("union"), {"ug": "0504", "ul": "0504", "ca": "0505"})
    assert "event.result" in told(field.play(field.after(guns, "attack ug 0505"), "go", [1]))


CHARGE_BARS = [
    {"terrain": {"deep_woods": ["0505"]}}, {"terrain": {"deep_woods": ["0504"]}}, {"terrain": {"swamp": ["0505"]}},
    {"terrain": {"swamp": ["0504"]}}, {"overlays": {"stream": ["0505"]}},
    {"hexsides": {"protected": [("0504", "0505")]}},
    {"hexsides": {"creek": [("0504", "0505")]}, "crossings": [("ford", "0504", "0505")]},
    {"hexsides": {"creek": [("0504", "0505")]}, "crossings": [("bridge", "0504", "0505")]},
]  # fmt: skip


@pytest.mark.rule("MS 9.3", "MS TE3", "MS TE4")
@pytest.mark.parametrize("ground", CHARGE_BARS)
def test_ground_that_forbids_a_charge(ground: dict[str, object]) -> None:
    field = Field(**ground)
    state = field.state(Attacks("union"), {**FACE_TO_FACE, "ul": "0504"})
    ruling = field.play(field.after(state, "attack ua 0505"), "go", [1])
    assert "event.result" in told(ruling)


@pytest.mark.rule("MS 9.4", "MS 12.13")
def test_a_passed_charge_check_shifts_one_column() -> None:
    field = Field()
    asked = field.after(field.state(Attacks("union"), {**FACE_TO_FACE, "ul": "0504"}), "attack ua 0505", "go")
    ruling = field.play(asked, "charge ul", [5, 3, 2])  # morale 4, the leader's help makes 5 good enough
    assert result(ruling) == ("+0", "Dc(Ex)")  # row 3 of +2,+3
    assert field.has(ruling.state, "helped", "ul") == 0  # his help is free


@pytest.mark.rule("MS 9.4")
def test_a_failed_charge_check_gives_no_shift_and_an_a_result_disorders() -> None:
    field = Field()
    asked = field.after(field.state(Attacks("union"), {**FACE_TO_FACE, "ul": "0504"}), "attack ua 0505", "go")
    ruling = field.play(asked, "charge ul", [6, 1])  # no shift: Ar
    state = field.play(ruling.state, "retreat ua 0503").state
    assert field.has(state, "disordered", "ua") == 1
    assert field.has(state, "active", "ul") == 1


@pytest.mark.rule("MS 9.4", "MS 10.2", "MS 8.2")
def test_a_charge_that_ends_in_a_failed_ac_disorders_twice_and_so_routs() -> None:
    field = Field()
    asked = field.after(field.state(Attacks("union"), {**FACE_TO_FACE, "ul": "0504"}), "attack ua 0505", "go")
    checking = field.play(asked, "charge ul", [6, 3]).state  # no shift, +0: Ac(Ex)
    after = field.after(checking, "alone", "retreat ua 0503", dice=[5, 2])  # failed; back in two turns
    assert field.where(after, "ua") == "track"


@pytest.mark.rule("MS 9.1", "MS 9.2")
def test_there_are_no_squares_and_cavalry_uses_its_own_lines() -> None:
    field = Field(terrain={"light_woods": ["0505"]})
    assert not [verb for verb in field.battle.known_verbs if "square" in verb]
    state = field.state(Attacks("union"), {"uv": "0504", "ca": "0505"})
    ruling = field.play(field.after(state, "attack uv 0505"), "go", [1])
    assert result(ruling)[0] == "-1"  # cavalry 5 halved to 3 against 4


@pytest.mark.rule("MS 7.64", "MS 8.1", "MS 12.2")
def test_leaders_under_fire_roll_before_their_unit_runs() -> None:
    """A Disordered unit that is Disordered again routs; its leader was in the hex when the shells fell."""
    field = Field()
    places = {"ug": "0502", "uh": "0402", "cd": "0404", "cl": "0404", "ua": "0403"}
    state = field.state(Bombardments("union"), places, disordered="cd")
    ruling = field.play(field.after(state, "bombard ug 0404", "join uh"), "go", [4, 5, 1])  # +5: Dr Leader
    assert result(ruling)[0] == "+5"
    keys = told(ruling)
    assert keys.index("event.leader_lost") < keys.index("event.routs")


@pytest.mark.rule("MS 14.2", "MS 14.1", "MS 7.64")
def test_fow_gained_by_a_bombardment_are_used_at_once() -> None:
    field = Field(settings={"fow_per_rout": 1})
    places = {"ug": "0502", "cd": "0504", "ca": "0808"}
    state = field.state(Bombardments("union"), places, disordered="cd")
    after = field.play(field.after(state, "bombard ug 0504"), "go", [5, 1, 1]).state  # +2: Dr, rout, Ammo safe
    assert deciding(after) == FogOfWar("union", 1, False)


@pytest.mark.rule("MS 7.61", "MS 7.65", "MS 2.2")
@pytest.mark.parametrize("boat", ["1005", "0905"])
def test_a_gunboat_bombards_the_land_beside_it_and_attacks_only_where_it_could_sail(boat: str) -> None:
    """Whether it lies in the river or at the bank; land units of either kind of hex stay out of the river."""
    field = Field(terrain={"river": ["1004", "1005", "1006"]}, overlays={"river_partial": ["0904", "0905", "0906"]})
    dry = field.state(Bombardments("union"), {"uw": "0905", "ca": "0805"})
    assert "bombard uw 0805" in field.legal(dry)
    assert field.why_not(field.state(Attacks("union"), {"uw": "0905", "ca": "0805"}), "attack uw 0805") == {"MS 7.1"}
    bank = {"uw": boat, "ca": "0904" if boat == "0905" else "0906"}
    assert field.why_not(field.state(Bombardments("union"), bank), f"bombard uw {bank['ca']}") == {"MS 7.65"}
    assert f"attack uw {bank['ca']}" in field.legal(field.state(Attacks("union"), bank))


@pytest.mark.rule("MS TE11", "MS 7.63")
@pytest.mark.parametrize(("stream", "difference"), [([], "-1"), (["0502"], "-2"), (["0504"], "+0"), (["0503"], "-1")])
def test_a_stream_halves_whoever_fights_in_it_or_against_it_guns_at_range_included(
    stream: list[str], difference: str
) -> None:
    """Guns of 3 against a lead of 4: 3 - 4; from the stream 2 - 4; into it 2 - 2; across one between them 3 - 4."""
    field = Field(overlays={"stream": stream})
    state = field.state(Bombardments("union"), {"ug": "0502", "ca": "0504"})
    assert result(field.play(field.after(state, "bombard ug 0504"), "go", [1]))[0] == difference
