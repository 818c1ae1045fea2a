"""Chapter 11: the retreat check, where a beaten stack goes, the advance."""

from __future__ import annotations

import pytest
from bull_run_field import EndTurn, Movement, at, clauses, do, fighting, hex_, legal, marked, stage, strength, told

from hardtack.battles.bull_run.retreat import ChooseRetreat, retreat_hexes
from hardtack.referee.bans import Asked
from hardtack.referee.events import CONFEDERATE, UNION
from hardtack.referee.umpire import deciding, to_act


def hexes_back(state, beaten, victor):
    side = state.deployment.side_at(hex_(beaten))
    return retreat_hexes(Asked(state, ChooseRetreat(side, beaten, victor)))


NORTH = {"SHE": "1104", "JAC": "1203"}


@pytest.mark.rule("BR 11.1")
def test_the_stack_with_more_hits_checks():
    beaten = do(fighting(UNION, NORTH), "attack 1104 1203", [6, 1, 1])
    assert dict(told(beaten, "event.stands")[0].args)["hex"] == "1203"
    repulsed = do(fighting(UNION, NORTH), "attack 1104 1203", [1, 6, 1])
    assert dict(told(repulsed, "event.stands")[0].args)["hex"] == "1104"


@pytest.mark.rule("BR 11.1a")
@pytest.mark.parametrize("dice", [(1, 1), (6, 6)])
def test_equal_hits_no_check(dice):
    ruling = do(fighting(UNION, NORTH), "attack 1104 1203", dice)
    assert told(ruling, "event.no_check")


@pytest.mark.rule("BR 11.1b")
def test_the_check_comes_before_the_next_combat():
    units = {"SHE": "1104", "KEY": "1303", "JAC": "1203"}
    ruling = do(fighting(UNION, units), "attack 1104 1203", [6, 1, 6])
    assert type(deciding(ruling.state)).__name__ in ("ChooseRetreat", "OfferAdvance")


@pytest.mark.rule("BR 11.1c")
@pytest.mark.parametrize(("die", "goes"), [(1, False), (3, False), (4, True), (6, True)])
def test_four_to_six_goes_back_one_hex_all_together(die, goes):
    units = {"SHE": "1104", "SCH": "1104", "JAC": "1203", "BEE": "1203"}
    hit = do(fighting(UNION, units), "attack 1104 1203", [6, 1]).state
    state = do(hit, "hit JAC", [die]).state
    if goes:
        choice = sorted(legal(state))[0]
        state = do(state, choice).state
        assert at(state, "JAC") == at(state, "BEE") == choice.split()[1]
    else:
        assert at(state, "JAC") == at(state, "BEE") == "1203"


@pytest.mark.rule("BR 11.1d", "BR C20")
def test_away_from_the_stack_it_fought_owner_chooses_terrain_is_free():
    ruling = do(fighting(UNION, NORTH), "attack 1104 1203", [6, 1, 6])
    assert to_act(ruling.state) == CONFEDERATE
    assert legal(ruling.state) == {"retreat 1202", "retreat 1303", "retreat 1304"}
    assert clauses(ruling.state, "retreat 1204") == ["BR 11.1d"]  # next to Sherman
    chosen = sorted(legal(ruling.state))[0]
    assert marked(do(ruling.state, chosen).state, "spent", "JAC") == 0


@pytest.mark.rule("BR C20")
def test_any_legal_hex_when_none_leads_away():
    # Everything behind Jackson is Union: only hexes beside the enemy are left.
    units = {"SHE": "1104", "JAC": "1203", "KEY": "1202", "RIC": "1303", "DAV": "1304"}
    state = fighting(UNION, units)
    found = {state.scenario.board.grid.name(h) for h in hexes_back(state, "1203", "1104")}
    assert found == {"1103", "1204"}


@pytest.mark.rule("BR 11.1e")
def test_no_retreat_into_enemies_or_over_the_run_without_a_ford_else_lost():
    # Cocke in 1108: the run without a crossing on three sides, Union brigades on the other three.
    state = fighting(UNION, {"COC": "1108", "SHE": "1208", "KEY": "1109", "RIC": "1008", "EVA": "0805"})
    assert hexes_back(state, "1108", "1109") == []
    lost = do(state, "attack 1109 1108", [5, 6, 1, 6])
    assert told(lost, "event.cut_off")
    assert (at(lost.state, "COC"), strength(lost.state, "COC")) == ("x", 0)


@pytest.mark.rule("BR 11.1e")
def test_a_cut_off_stack_is_eliminated():
    # 2014: south bank corner with neighbours 1914 and 2013 (over the run) only.
    state = fighting(UNION, {"HOL": "2014", "KEY": "1914", "EVA": "0805"})
    ruling = do(state, "attack 1914 2014", [5, 6, 1, 6])
    assert told(ruling, "event.cut_off")
    assert at(ruling.state, "HOL") == "x"


@pytest.mark.rule("BR 11.1e", "BR C20")
def test_farm_ford_serves_a_union_retreat_only_when_found():
    hidden = fighting(CONFEDERATE, {"SHE": "0705", "EVA": "0706"})
    known = fighting(CONFEDERATE, {"SHE": "0705", "EVA": "0706"}, farm_ford_found=True)
    assert hex_("0704") not in hexes_back(hidden, "0705", "0706")
    assert hex_("0704") in hexes_back(known, "0705", "0706")


@pytest.mark.rule("BR C20")
def test_a_stack_hemmed_in_by_friends_stays():
    crowded = fighting(
        CONFEDERATE,
        {"SHE": "2001", "SCH": "1901", "KEY": "1901", "RIC": "2002", "DAV": "2002", "JAC": "1902"},
        strengths={"JAC": 6},
    )
    ruling = do(crowded, "attack 1902 2001", [6, 1, 6])
    assert told(ruling, "event.no_room")
    assert at(ruling.state, "SHE") == "2001"


@pytest.mark.rule("BR 11.2", "BR 11.2b")
def test_the_winning_attacker_may_advance_with_all_its_units():
    units = {"SHE": "1104", "SCH": "1104", "JAC": "1203", "BON": "1309"}
    state = do(fighting(UNION, units), "attack 1104 1203", [6, 1, 6]).state
    state = do(state, sorted(legal(state))[0]).state
    assert legal(state) == {"advance", "stay"}
    gone = do(state, "advance").state
    assert at(gone, "SHE") == at(gone, "SCH") == "1203"
    stayed = do(state, "stay").state
    assert at(stayed, "SHE") == "1104"


@pytest.mark.rule("BR 11.2")
def test_into_the_hex_of_a_destroyed_stack_too_but_never_the_defender():
    dead = do(fighting(UNION, {**NORTH, "BON": "1309"}, strengths={"JAC": 1}), "attack 1104 1203", [6, 1]).state
    assert legal(dead) == {"advance", "stay"}
    repulsed = do(fighting(UNION, NORTH), "attack 1104 1203", [1, 6, 6]).state
    while repulsed.outcome is None and type(deciding(repulsed)).__name__ == "ChooseRetreat":
        repulsed = do(repulsed, sorted(legal(repulsed))[0]).state
    assert at(repulsed, "JAC") == "1203"  # the defender won but does not advance
    assert at(repulsed, "SHE") != "1104"


class TestReadings:
    """What the book leaves open about hits, winning and advancing (11.1, 11.2)."""

    BIG = {"SHE": "1104", "SCH": "1104", "JAC": "1203", "BEE": "1203", "BON": "1309"}

    def fight(self, **settings):
        """Sherman and Schenck (12 SP) roll 6: 3 hits; Jackson and Bee (8 SP) roll 5: 2 hits. Bee has 1 SP left."""
        strengths = {"SHE": 6, "SCH": 6, "JAC": 6, "BEE": 1}
        state = fighting(UNION, self.BIG, strengths=strengths, settings=settings)
        return do(do(state, "attack 1104 1203", [6, 5]).state, "hit BEE").state

    @pytest.mark.rule("BR 11.1")
    def test_hits_are_compared_as_rolled_though_a_small_brigade_could_not_absorb_them(self):
        rolled = do(self.fight(), "hit SHE", [1])  # 3 hits against 2: the defender checks
        assert dict(told(rolled, "event.stands")[0].args)["hex"] == "1203"
        absorbed = do(self.fight(compared_hits="absorbed"), "hit SHE", [1])  # 1 SP against 2: the attacker checks
        assert dict(told(absorbed, "event.stands")[0].args)["hex"] == "1104"

    @pytest.mark.rule("BR 11.2")
    def test_an_attacker_hit_as_hard_as_the_dead_defender_has_not_won_and_stays(self):
        # Sherman (5 SP) rolls 4: 1 hit, Jackson's last point; Jackson (1 SP) rolls 6: 1 hit.
        state = fighting(UNION, {**NORTH, "BON": "1309"}, strengths={"JAC": 1})
        after = do(state, "attack 1104 1203", [4, 6])
        assert at(after.state, "JAC") == "x"
        assert not told(after, "event.advance")
        assert type(deciding(after.state)).__name__ != "OfferAdvance"
        soft = fighting(UNION, {**NORTH, "BON": "1309"}, strengths={"JAC": 1}, settings={"advance_after": "emptied"})
        assert legal(do(soft, "attack 1104 1203", [4, 6]).state) == {"advance", "stay"}

    @pytest.mark.rule("BR 11.1d", "BR C20")
    def test_a_beaten_stack_does_not_retreat_into_the_hex_of_the_enemy_it_destroyed(self):
        state = fighting(UNION, NORTH)
        draft = state.draft()
        from hardtack.referee.state import LOST, freeze, put

        draft.at = put(draft.at, draft.scenario.index["JAC"], LOST)
        found = hexes_back(freeze(draft), "1104", "1203")
        assert hex_("1203") not in found


class TestRefusedRetreats:
    """Every clause against a retreat hex (11.1c to 11.1e)."""

    def beaten(self, units, dice=(6, 1, 6)):
        return do(fighting(UNION, units), "attack 1104 1203", dice).state

    @pytest.mark.rule("BR 11.1c")
    def test_more_than_one_hex_back(self):
        assert clauses(self.beaten(NORTH), "retreat 1403") == ["BR 11.1c"]

    @pytest.mark.rule("BR 11.1e", "BR 11.1d")
    def test_into_the_enemy_or_beside_him(self):
        state = self.beaten({**NORTH, "KEY": "1303", "RIC": "1204"})
        assert clauses(state, "retreat 1303") == ["BR 11.1e"]
        assert clauses(state, "retreat 1204") == ["BR 11.1e", "BR 11.1d"]
        assert clauses(state, "advance") == ["BR 5.1a"]

    @pytest.mark.rule("BR C20")
    def test_where_there_is_no_room(self):
        state = self.beaten({**NORTH, "BEE": "1303", "BAR": "1303"})
        assert clauses(state, "retreat 1303") == ["BR C20"]

    @pytest.mark.rule("BR 11.1e", "BR C20")
    def test_over_the_creek_and_over_an_unfound_ford(self):
        agenda = (EndTurn(), Movement(UNION), ChooseRetreat(UNION, "0705", "0706"))
        hidden = stage(agenda, {"SHE": "0705", "EVA": "0706"})
        assert clauses(hidden, "retreat 0704") == ["BR C20"]
        assert clauses(hidden, "retreat 0804") == ["BR 11.1e"]


@pytest.mark.rule("BR 11.2a")
def test_an_advanced_stack_may_be_attacked_by_a_stack_not_yet_in_combat():
    units = {"SHE": "1104", "EVA": "1203", "JAC": "1303"}
    first = fighting(UNION, units).draft()
    from bull_run_field import Combat, EndTurn

    from hardtack.referee.state import freeze

    first.agenda = (EndTurn(), Combat(CONFEDERATE, 2), Combat(UNION, 1))
    state = do(freeze(first), "attack 1104 1203", [6, 1, 6]).state
    while type(deciding(state)).__name__ == "ChooseRetreat":
        state = do(state, sorted(legal(state))[0]).state
    state = do(state, "advance").state
    assert to_act(state) == CONFEDERATE
    assert "attack 1303 1203" in legal(state)


@pytest.mark.rule("BR C8", "BR C9")
def test_retreat_and_advance_over_the_run_need_no_roll_but_count_as_crossing():
    state = fighting(CONFEDERATE, {"BON": "1309", "RIC": "1308", "BLE": "1802"}, strengths={"RIC": 1})
    ruling = do(state, "attack 1309 1308", [6, 1])
    after = do(ruling.state, "advance").state
    assert at(after, "BON") == "1308"
    assert marked(after, "crossed", "BON") == 1
