"""Combat results, retreat, advance, counterattack, ammunition (MS 8)."""

from __future__ import annotations

import pytest
from musket_field import Field, FieldBattle, told

from hardtack.battles.musket.advance import Advancing
from hardtack.battles.musket.combat import Attacks, Counterattacks
from hardtack.battles.musket.state import MusketState
from hardtack.referee.umpire import deciding, why_not

LINE = {"ua": "0504", "ca": "0505"}  # 4 against 4


def attack(field: Field, places: dict[str, str], dice: list[int], **marks: str) -> MusketState:
    """ua attacks 0505 alone, in its Combat Phase."""
    return field.after(field.state(Attacks("union"), places, **marks), "attack ua 0505", "go", dice=dice)


@pytest.mark.rule("MS 8.1", "MS 8.2")
def test_ar_sends_the_attacker_back() -> None:
    field = Field()
    state = attack(field, LINE, [1])
    after = field.play(state, "retreat ua 0503").state
    assert field.where(after, "ua") == "0503"
    assert (field.has(after, "reduced", "ua"), field.has(after, "disordered", "ua")) == (0, 0)


@pytest.mark.rule("MS 8.2", "MS 8.3", "MS 11.1")
def test_ax_costs_a_step_as_well() -> None:
    field = Field()
    state = attack(field, {"ua": "0504", "cc": "0505"}, [1])  # -2: Ax
    assert field.has(state, "reduced", "ua") == 1
    assert all(action.startswith("retreat ua") for action in field.legal(state))


@pytest.mark.rule("MS 8.1", "MS 8.2", "MS 10.1")
def test_a_check_passed_gives_the_bracket_failed_retreat_and_disorder() -> None:
    """Acceptance check 5.2-7."""
    field = Field()
    passed = attack(field, LINE, [3, 4])  # Ac(Ex), 4 on morale 4
    assert (field.has(passed, "reduced", "ua"), field.has(passed, "reduced", "ca")) == (1, 1)
    failed = attack(field, LINE, [3, 5])
    assert (field.has(failed, "reduced", "ua"), field.has(failed, "disordered", "ua")) == (0, 1)
    assert all(action.startswith("retreat ua") for action in field.legal(failed))
    defender = attack(field, LINE, [4, 5])  # Dc(Ex), failed
    assert field.has(defender, "disordered", "ca") == 1
    assert deciding(defender).side == "confederate"


@pytest.mark.rule("MS 8.2", "MS 10.4")
def test_dm_failed_routs_every_defender_passed_gives_the_bracket() -> None:
    field = Field()
    places = {"ua": "0504", "ub": "0504", "cd": "0505", "cx": "0505"}
    ready = field.after(field.state(Attacks("union"), places), "attack ua 0505", "join ub", "go", "lead ua")
    routed = field.play(ready, "lead cd", [5, 5, 2, 1]).state  # +5 Dm(Dr) failed, back in 2 turns; ammunition holds
    assert field.where(routed, "cd") == "track"
    assert field.has(routed, "due", "cd") == 3
    assert field.where(routed, "cx") == "aside"  # a battalion is simply removed
    held = field.play(ready, "lead cd", [5, 2]).state
    assert field.legal(held) == {"retreat cd 0405", "retreat cd 0506", "retreat cd 0605"}


@pytest.mark.rule("MS 8.3")
def test_others_retreat_even_if_the_lead_unit_is_destroyed() -> None:
    field = Field()
    places = {"ua": "0504", "uc": "0504", "cd": "0505", "cb": "0505"}
    state = field.state(Attacks("union"), {**places, "ud": "0404"}, reduced="cd")
    ready = field.after(state, "attack ua 0505", "join uc", "join ud", "go", "lead ua")
    after = field.play(ready, "lead cd", [3]).state  # 12 against 5: +7, Dx
    assert field.where(after, "cd") == "x"
    assert after.points == (1, 0)
    assert all(action.startswith("retreat cb") for action in field.legal(after))


@pytest.mark.rule("MS 8.4")
def test_retreat_hexes_are_free_of_enemies_zones_and_closed_ground_and_lead_away() -> None:
    field = Field(terrain={"river": ["0404"]})
    state = attack(field, LINE, [1])
    # 0404 is a river, 0604 is next to the enemy: away from him there are 0503, 0403 is not a neighbour, 0603
    assert field.legal(state) == {"retreat ua 0503", "retreat ua 0603", "retreat ua 0403"}
    assert field.why_not(state, "retreat ua 0604") == {"MS 8.4"}
    zone = attack(field, {**LINE, "cb": "0502"}, [1])  # cb's zone covers 0503, 0402/0403 side and 0602
    assert "retreat ua 0503" not in field.legal(zone)
    covered = attack(field, {**LINE, "cb": "0502", "ub": "0503"}, [1])
    assert "retreat ua 0503" in field.legal(covered)  # a friend there cancels the zone


@pytest.mark.rule("MS 8.4", "MS 6.4")
def test_a_full_hex_is_passed_and_stacking_alone_means_rout() -> None:
    wall = {"river": ["0403", "0404", "0603", "0604", "0402", "0502", "0602", "0405", "0605"]}
    field = Field(terrain=wall)
    places = {**LINE, "ub": "0503", "uc": "0503"}
    ruling = field.play(field.after(field.state(Attacks("union"), places), "attack ua 0505"), "go", [1, 4])
    assert "event.routs" in told(ruling)  # the one open hex is full and leads nowhere
    open_behind = Field(terrain={"river": [hex_ for hex_ in wall["river"] if hex_ != "0502"]})
    state = attack(open_behind, places, [1])
    assert open_behind.where(state, "ua") == "0502"  # one hex more, and no other choice


@pytest.mark.rule("MS 8.4", "MS 11.3", "MS 10.4")
def test_a_surrounded_unit_is_captured() -> None:
    field = Field()
    places = {**LINE, "cb": "0503", "cc": "0604", "cd": "0404"}
    ruling = field.play(field.after(field.state(Attacks("union"), places), "attack ua 0505"), "go", [1])
    assert "event.captured" in told(ruling)
    assert ruling.state.points == (0, 2)


@pytest.mark.rule("MS 8.4", "MS 4.8")
def test_a_retreat_may_leave_the_map_into_a_box() -> None:
    field = Field()
    state = field.state(Attacks("union"), {"ua": "1001", "ca": "1002"})
    asked = field.after(state, "attack ua 1002", "go", dice=[1])
    assert "exit depot" in field.legal(asked)
    assert field.where(field.play(asked, "exit depot").state, "ua") == "depot"


@pytest.mark.rule("MS 8.4")
def test_leaders_go_with_the_last_unit_that_leaves() -> None:
    field = Field()
    state = attack(field, {**LINE, "ul": "0504"}, [1], inactive="ul")
    after = field.play(state, "retreat ua 0503").state
    assert field.where(after, "ul") == "0503"


@pytest.mark.rule("MS 8.4")
def test_the_length_of_a_retreat_is_a_parameter() -> None:
    field = Field(settings={"retreat_hexes": 2})
    state = attack(field, LINE, [1])
    state = field.play(state, "retreat ua 0503").state
    after = field.play(state, "retreat ua 0502").state
    assert field.where(after, "ua") == "0502"


@pytest.mark.rule("MS 8.5")
def test_infantry_advances_into_an_emptied_hex_and_guns_stay() -> None:
    field = Field()
    places = {"ua": "0504", "ug": "0504", "cd": "0505"}
    ready = field.after(field.state(Attacks("union"), places), "attack ua 0505", "join ug", "go")
    state = field.play(ready, "lead ua", [3]).state  # +5: Dr
    state = field.play(state, "retreat cd 0506").state
    assert field.legal(state) == {"advance ua 0505", "end"}
    assert field.why_not(state, "advance ug 0505") == {"MS 8.5"}
    after = field.play(state, "advance ua 0505").state
    assert field.where(after, "ua") == "0505"


@pytest.mark.rule("MS 8.5")
def test_after_a_rout_the_advance_is_two_hexes_and_stops_in_a_zone() -> None:
    field = Field()
    places = {"ua": "0504", "ub": "0504", "cd": "0505"}
    ready = field.after(field.state(Attacks("union"), places), "attack ua 0505", "join ub", "go")
    state = field.play(ready, "lead ua", [5, 5, 1, 1]).state  # +6 Dm failed
    assert {"advance ua 0505", "advance ua 0506", "advance ub 0605"} <= field.legal(state)
    near = field.after(field.state(Attacks("union"), {**places, "ca": "0507"}), "attack ua 0505", "join ub", "go")
    state = field.play(near, "lead ua", [5, 5, 1, 1]).state
    assert "advance ua 0506" in field.legal(state)  # into the zone, and no farther
    stopped = field.after(field.state(Attacks("union"), {**places, "ca": "0506"}), "attack ua 0505", "join ub", "go")
    state = field.play(stopped, "lead ua", [5, 5, 1, 1]).state
    assert field.legal(state) == {"advance ua 0505", "advance ub 0505", "end"}  # the emptied hex is in a zone itself


@pytest.mark.rule("MS 8.5", "MS TE3", "MS TE4", "MS TE6", "MS TE9")
@pytest.mark.parametrize(("kind", "allowed"), [("clear", True), ("light_woods", True), ("deep_woods", False),
                                               ("swamp", False), ("town", False), ("rough", False)])  # fmt: skip
def test_a_defender_advances_but_not_out_of_bad_ground(kind: str, allowed: bool) -> None:
    """Acceptance check 5.1-18."""
    field = Field(terrain={} if kind == "clear" else {kind: ["0505"]})
    places = {"ua": "0504", "cc": "0505", "ub": "0101", "cb": "0102"}  # others keep the phase open
    state = attack(field, places, [3])
    while deciding(state).prompt(state).key == "prompt.retreat":
        state = field.play(state, "retreat ua 0503").state
    assert ("advance cc 0504" in field.legal(state)) == allowed


@pytest.mark.rule("MS 8.5", "MS 12.11")
def test_a_leader_may_go_with_an_advance() -> None:
    field = Field()
    state = field.state(Attacks("union"), {"ua": "0504", "ul": "0504", "cd": "0505"}, inactive="ul")
    state = field.after(state, "attack ua 0505", "go", "retreat cd 0506", "advance ua 0505", dice=[5, 1])
    assert field.legal(state) == {"stay", "escort ul"}
    assert field.where(field.play(state, "escort ul").state, "ul") == "0505"


@pytest.mark.rule("MS 8.6", "MS 6.6", "MS 3.4")
def test_unattacked_neighbours_counterattack_with_doubled_factors() -> None:
    """Acceptance check 5.2-5."""
    field = Field()
    places = {**LINE, "cb": "0404", "cd": "0604"}
    frames = (Attacks("union"), Counterattacks("confederate"))
    state = field.after(field.state(frames, places, disordered="cd"), "attack ua 0505", "go", dice=[4, 2])
    state = field.play(state, "end").state
    assert deciding(state) == Counterattacks("confederate")
    assert field.legal(state) == {"attack cb 0504", "end"}
    assert field.why_not(state, "attack ca 0504") == {"MS 8.6"}
    assert field.why_not(state, "attack cd 0504") == {"MS 10.2"}
    ruling = field.play(field.play(state, "attack cb 0504").state, "go", [1])
    event = next(event for event in ruling.events if event.key == "event.result")
    assert event.get("difference") == "+6"  # 4 doubled against a reduced 2


@pytest.mark.rule("MS 8.6")
def test_counterattacks_can_be_switched_off_and_marching_does_not_bar_them() -> None:
    off = Field(settings={"counterattacks": False})
    frames = (Counterattacks("confederate"), Attacks("union"))
    assert deciding(off.run(off.state(frames, LINE)).state) == Attacks("union")
    on = Field()
    state = on.state(Counterattacks("confederate"), LINE, moved="ca=2")
    assert "attack ca 0504" in on.legal(state)


@pytest.mark.rule("MS 8.7", "MS 12.53")
@pytest.mark.parametrize(("inactive", "die", "disordered"), [("", 4, 0), ("", 5, 1), ("ut", 2, 0), ("ut", 3, 1)])
def test_ammunition_depends_on_an_active_train(inactive: str, die: int, disordered: int) -> None:
    field = Field()
    places = {**LINE, "ut": "1008"}
    state = field.state(Attacks("union"), places, inactive=inactive)
    after = field.after(state, "attack ua 0505", "go", "retreat ca 0506", dice=[5, die])  # Dr Ammo
    assert field.has(after, "disordered", "ua") == disordered
    assert ("advance ua 0505" in field.legal(after)) == (not disordered)


@pytest.mark.rule("MS 8.7")
@pytest.mark.parametrize(("inactive", "die", "disordered"), [("", 4, 0), ("cq", 3, 1), ("cq", 2, 0)])
def test_without_a_train_counter_the_hq_supplies_ammunition(inactive: str, die: int, disordered: int) -> None:
    field = Field()
    state = field.state(Attacks("confederate"), {**LINE, "cq": "0101"}, inactive=inactive)
    after = field.after(state, "attack ca 0504", "go", "retreat ua 0503", dice=[5, die])
    assert field.has(after, "disordered", "ca") == disordered


class Sparing(FieldBattle):
    def spares_step(self, state: object, piece: int, code: str, defending: bool) -> str:
        return "MS 8.3" if defending and code == "Ex" else ""


@pytest.mark.rule("MS 8.2", "MS 1.4")
def test_a_battle_may_spare_a_defender_the_exchange() -> None:
    field = Field(Sparing)
    after = attack(field, LINE, [4, 4])  # Dc(Ex) passed
    assert (field.has(after, "reduced", "ua"), field.has(after, "reduced", "ca")) == (1, 0)


@pytest.mark.rule("MS 8.5", "MS 10.2", "MS 10.4")
def test_any_rout_that_empties_the_hex_opens_a_pursuit() -> None:
    """A Disordered defender who fails a Dc routs; so does an attacker with nowhere to go for want of room."""
    field = Field()
    state = attack(field, {"ua": "0504", "cd": "0505"}, [2, 5, 1], disordered="cd")  # +3: Dc(Ex), failed
    assert field.where(state, "cd") == "track"
    assert "advance ua 0506" in field.legal(state)
    held = attack(field, {"ua": "0504", "cd": "0505"}, [2, 5])  # in good order it falls back: one hex
    after = field.play(held, "retreat cd 0506").state
    assert field.legal(after) == {"advance ua 0505", "end"}


@pytest.mark.rule("MS 8.5", "MS 8.4")
def test_a_defender_pursues_an_attacker_who_routs() -> None:
    wall = {"river": ["0403", "0404", "0603", "0604", "0402", "0502", "0602", "0405", "0605"]}
    field = Field(terrain=wall)
    places = {**LINE, "ub": "0503", "uc": "0503"}
    state = attack(field, places, [1, 4])  # Ar: the one open hex is full and leads nowhere
    assert field.where(state, "ua") == "track"
    assert deciding(state).side == "confederate"
    assert deciding(state) == Advancing("confederate", (field.piece("ca"),), (field.hex("0504"),), 2)


@pytest.mark.rule("MS 9.4", "MS 8.7", "MS 4.8")
@pytest.mark.parametrize(("die", "extra"), [(1, []), (5, [6])])
def test_a_unit_that_leaves_the_map_in_its_retreat_is_not_spared_the_rest(die: int, extra: list[int]) -> None:
    """A charge that fails, or want of ammunition, disorders the lead unit in its box too."""
    field = Field()
    places = {"ua": "1001", "ul": "1001", "cc": "1002", "ca": "1002"}
    asked = field.after(field.state(Attacks("union"), places), "attack ua 1002", "go")
    if die == 1:
        state = field.after(asked, "charge ul", "lead cc", "exit depot", dice=[6, die])  # no shift, -6: Ax DF
    else:
        state = field.after(asked, "stay", "lead cc", "exit depot", dice=[die, *extra])  # -6: Ar Ammo
    assert field.where(state, "ua") == "depot"
    assert field.has(state, "disordered", "ua") == 1


@pytest.mark.rule("MS 8.4", "MS 5.1")
def test_a_hex_refused_to_a_retreat_says_what_is_wrong_with_it() -> None:
    field = Field(terrain={"river": ["0403"]})
    state = attack(field, {**LINE, "ub": "0503", "uc": "0503", "cb": "0703"}, [1])
    told = {
        name: {reason.key for reason in why_not(state, field.battle.parse(field.scenario, f"retreat ua {name}"))}
        for name in ("0403", "0404", "0503", "0505", "0603", "0801")
    }
    assert told == {
        "0403": {"reason.prohibited"}, "0404": {"reason.zone_alone", "reason.retreat_away"}, "0503": {"reason.full"},
        "0505": {"reason.enemy_hex"}, "0603": {"reason.zone_alone"}, "0801": {"reason.retreat_length"},
    }  # fmt: skip


@pytest.mark.rule("MS 8.4")
def test_a_retreat_that_could_lead_away_must() -> None:
    """Deep woods have no zones: 0404 is open, but next to the enemy, and 0503 is not."""
    field = Field(terrain={"deep_woods": ["0404"]})
    state = attack(field, LINE, [1])
    assert "retreat ua 0404" not in field.legal(state)
    refused = why_not(state, field.battle.parse(field.scenario, "retreat ua 0404"))
    assert [reason.key for reason in refused] == ["reason.retreat_away"]


@pytest.mark.rule("MS 8.5", "MS 5.1", "MS 8.7")
def test_an_advance_refused_says_why() -> None:
    field = Field()
    places = {"ua": "0504", "ug": "0504", "ub": "0404", "uc": "0604", "cd": "0505", "ca": "0507"}
    ready = field.after(field.state(Attacks("union"), places), "attack ua 0505", "join ug", "join ub", "go")
    state = field.play(ready, "lead ua", [6, 5, 1, 6]).state  # +8: Dm failed; the lead is out of ammunition
    told = {
        word: {reason.key for reason in why_not(state, field.battle.parse(field.scenario, f"advance {word}"))}
        for word in ("ug 0505", "ua 0505", "uc 0505", "ub 0507", "ub 0504", "ub 0508", "ub 0505")
    }
    assert told == {
        "ug 0505": {"reason.guns_stay"}, "ua 0505": {"reason.advance_unit"}, "uc 0505": {"reason.advance_unit"},
        "ub 0507": {"reason.enemy_hex", "reason.advance"}, "ub 0504": {"reason.full"},
        "ub 0508": {"reason.advance"}, "ub 0505": set(),
    }  # fmt: skip
