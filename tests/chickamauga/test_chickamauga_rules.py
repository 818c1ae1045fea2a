"""Boxes, Forrest, Wilder, raids, battalions and victory at Chickamauga (CK 18-19)."""

from __future__ import annotations

from typing import Any

import pytest
from chickamauga_kit import BATTLE, CONFEDERATE, STOP, UNION, field
from folio_kit import changed, clauses, offered, play, row, run, until, where

from hardtack.battles.chickamauga.scenario import ChickamaugaState
from hardtack.battles.chickamauga.victory import road_is_safe, union_removed
from hardtack.battles.musket.combat import Attacks
from hardtack.battles.musket.command import EndMovement
from hardtack.battles.musket.fog import FogOfWar
from hardtack.battles.musket.losses import capture
from hardtack.battles.musket.movement import Movement
from hardtack.battles.musket.replacement import Replacements
from hardtack.battles.musket.sequence import PlayerTurn
from hardtack.battles.musket.state import ALIVE, CAPTURED, DESTROYED, LEFT
from hardtack.referee.dice import LoadedDice
from hardtack.referee.state import freeze
from hardtack.referee.umpire import Umpire, begin, deciding, options, to_act
from hardtack.referee.umpire import play as referee_play

# -- boxes


@pytest.mark.rule("CK 19.11", "CK 19.1")
def test_a_unit_pays_for_the_first_hex_out_of_a_box_and_may_roll_or_march() -> None:
    state = field({"helm": "lafayette", "u1b1": "0910"}, Movement(CONFEDERATE), turn=2)
    assert {"roll helm", "march helm"} <= offered(state)
    rolled, _ = play(state, "roll helm", [2])
    goals = {notation.split()[-1] for notation in offered(rolled)} - {"stay"}
    grid = state.scenario.board.grid
    assert "2128" in goals
    assert {grid.distance(grid.index("2128"), grid.index(name)) for name in goals} == {0, 1}
    marching, _ = play(state, "march helm")
    far = max(grid.distance(grid.index("2128"), grid.index(name.split()[-1])) for name in offered(marching) - {"stay"})
    assert far > 7  # six points at half a point a road hex


@pytest.mark.rule("CK 19.12", "CK 19.1", "MS 4.8")
def test_a_unit_leaves_by_the_boxs_hex_for_one_point() -> None:
    state = field({"u4b2": "0225", "law": "2128"}, Movement(UNION), STOP, turn=2)
    one, _ = play(state, "roll u4b2", [1])
    assert "exit crawfish_springs" not in offered(one)
    two, _ = play(state, "roll u4b2", [2])
    assert "exit crawfish_springs" in offered(two)
    gone, _ = play(two, "exit crawfish_springs")
    assert where(gone, "u4b2") == "crawfish_springs"
    confederate = field({"law": "0126", "u1b1": "0910"}, Movement(CONFEDERATE), turn=2)
    rolled, _ = play(confederate, "roll law", [3])
    assert not any(notation.startswith("exit") for notation in offered(rolled))


@pytest.mark.rule("CK 19.12")
def test_a_retreating_unit_may_leave_by_the_boxs_hex() -> None:
    """E.A. King in 0126, beset on every side, is not captured: the box is open to him."""
    places = {"u4b2": "0126", "law": "0225", "govan": "0226", "deas": "0125", "anderson": "0127"}
    state = field(places, Attacks(CONFEDERATE), STOP, turn=9)
    state, _ = play(state, "attack law 0126")
    loaded = LoadedDice([1])  # four brigades on one: the last columns, where a 1 is Dr or Dx
    while not loaded.rolled:
        state = referee_play(state, BATTLE.knowledge.intend(state), loaded).state
    assert where(state, "u4b2") == "crawfish_springs"


@pytest.mark.rule("CK 19.13", "CK 19.1")
def test_units_in_a_box_recover_and_feel_no_fow() -> None:
    places = {"helm": "lafayette", "law": "2027", "u1b1": "0910"}
    state = field(places, PlayerTurn(CONFEDERATE), turn=2, disordered={"helm": 1})
    fog, _ = run(state)
    assert isinstance(deciding(fog), FogOfWar)
    assert to_act(fog) == UNION
    assert set(options(fog).actors()) == {"law"}
    recovered = until(fog, Movement, [5])  # Helm's morale is 5
    assert row(recovered, "disordered", "helm") == 0


@pytest.mark.rule("CK 19.14", "MS 12.34")
def test_hq_and_train_in_a_box_never_become_active() -> None:
    boxed = field({"uhq": "crawfish_springs", "utr": "crawfish_springs", "u1b1": "0910"}, EndMovement(UNION), STOP)
    boxed, _ = run(boxed)
    assert [row(boxed, "active", unit) for unit in ("uhq", "utr")] == [0, 0]
    on_map = field({"uhq": "0909", "utr": "0909", "u1b1": "0910"}, EndMovement(UNION), STOP)
    rested, _ = run(on_map)
    assert [row(rested, "active", unit) for unit in ("uhq", "utr")] == [1, 1]


# -- Forrest and Wilder


@pytest.mark.rule("CK 19.2")
def test_forrest_is_infantry_that_marches_fifteen() -> None:
    state = field({"dibrell": "1810", "law": "1417", "u1b1": "0101"}, Movement(CONFEDERATE), turn=2)
    scenario = state.scenario
    for unit in ("dibrell", "davidson", "jwheeler"):
        piece = scenario.index[unit]
        assert (scenario.kind[piece], scenario.march[piece]) == ("infantry", 15), unit
    assert scenario.march[scenario.index["law"]] == 6
    marching, _ = play(state, "march dibrell")
    assert deciding(marching).points == 30  # type: ignore[attr-defined]  # half points
    assert "to 1714" in offered(play(state, "roll dibrell", [6])[0])  # deep woods: closed to horsemen


@pytest.mark.rule("CK 19.31", "CK 19.3")
def test_wilder_marches_fifteen() -> None:
    state = field({"u12b1": "0719", "law": "2128"}, Movement(UNION), turn=2)
    marching, _ = play(state, "march u12b1")
    assert deciding(marching).points == 30  # type: ignore[attr-defined]


@pytest.mark.rule("CK 19.32", "CK 19.3")
def test_an_exchange_costs_wilder_nothing_in_defence_only() -> None:
    """Five against the six of the Lightning Brigade is -1, where a 4 is Ac(Ex) with Leader and no leader about.

    Acceptance check 5.1-7.
    """
    after = lightning("govan", "u12b1", 4)
    assert row(after, "reduced", "govan") == 1
    assert row(after, "reduced", "u12b1") == 0
    after = lightning("u12b1", "govan", 3)  # six against five: +1, a 3 is Ac(Ex)
    assert row(after, "reduced", "u12b1") == 1
    assert row(after, "reduced", "govan") == 1
    after = lightning("govan", "u3b2", 4)  # another six in Wilder's place
    assert row(after, "reduced", "u3b2") == 1


def lightning(attacker: str, defender: str, die: int) -> ChickamaugaState:
    side = UNION if attacker.startswith("u") else CONFEDERATE
    state = field({attacker: "0914", defender: "0915"}, Attacks(side), STOP, turn=3)
    state, _ = play(state, f"attack {attacker} 0915")
    loaded = LoadedDice([die, 1])  # the table, then the attacker's check
    while loaded.rolled < 2:
        state = referee_play(state, BATTLE.knowledge.intend(state), loaded).state
    return state


# -- Wheeler and Rossville

GUARDS = ("u2b1", "u2b2", "u2b3")


def wheeler(guards: int, turn: int = 1, **more: str) -> ChickamaugaState:
    places = {"utr": "crawfish_springs", "u1b1": "0910", "law": "1920"} | more
    places |= dict.fromkeys(GUARDS[:guards], "crawfish_springs")
    return field(places, PlayerTurn(CONFEDERATE), turn=turn)


@pytest.mark.rule("CK 19.42", "CK 19.4")
@pytest.mark.parametrize("guards", [0, 1, 2, 3])
def test_wheeler_against_the_guard(guards: int) -> None:
    """Three brigades: impossible; two: 5-6; one: 3-6; none: always. Acceptance check 5.1-2."""
    captured = []
    for die in range(1, 7):
        state, events = run(wheeler(guards), [] if guards == 3 else [die])
        if row(state, "fate", "utr") == CAPTURED:
            captured.append(die)
            assert state.points == (0, 4)
            assert "CK 19.42" in clauses(events)
    assert captured == {0: [1, 2, 3, 4, 5, 6], 1: [3, 4, 5, 6], 2: [5, 6], 3: []}[guards]


@pytest.mark.rule("CK 19.42")
def test_battalions_and_guns_are_no_guard_and_a_train_elsewhere_is_safe() -> None:
    """Acceptance check 5.1-2."""
    state, _ = run(wheeler(2, ubn1="crawfish_springs", u2art="crawfish_springs"), [5])
    assert row(state, "fate", "utr") == CAPTURED
    away, _ = run(wheeler(0, utr="0909"))
    assert row(away, "fate", "utr") == ALIVE


@pytest.mark.rule("CK 19.41")
def test_the_train_may_stay_in_its_box_for_ever() -> None:
    state = field({"utr": "crawfish_springs", "law": "1920"}, Movement(UNION), PlayerTurn(CONFEDERATE), turn=15)
    state, _ = play(state, "end", [1])
    assert row(state, "fate", "utr") == CAPTURED  # nobody guards it: only Wheeler removes it
    guarded = field({"utr": "crawfish_springs", "u1b1": "0910", "law": "1920"}, Movement(UNION), Movement(CONFEDERATE))
    kept, _ = play(guarded, "end")
    assert where(kept, "utr") == "crawfish_springs"
    assert row(kept, "active", "utr") == 0


@pytest.mark.rule("CK 19.43")
def test_from_turn_six_the_train_may_leave_for_good() -> None:
    """Acceptance check 5.1-6."""
    places = {"utr": "crawfish_springs", "u1b1": "0910", "law": "1920"}
    assert "send_train_away" not in offered(field(places, Movement(UNION), turn=5))
    state = field(places, Movement(UNION), turn=6)
    gone, events = play(state, "send_train_away")
    assert "CK 19.43" in clauses(events)
    assert row(gone, "fate", "utr") == LEFT
    assert gone.points == (0, 0)
    assert "send_train_away" not in offered(gone)
    assert "send_train_away" not in offered(field(places, Movement(CONFEDERATE), turn=6))


@pytest.mark.rule("CK 19.5")
@pytest.mark.parametrize("guards", [0, 1, 2, 3])
def test_rossville_gives_the_confederate_fow_before_the_union_moves(guards: int) -> None:
    """Half the die, rounded up, less the brigades; nobody there gives 1, 1, 2, 2, 3, 3. Acceptance check 5.1-3."""
    gained = []
    for die in range(1, 7):
        places = {"u1b1": "0910", "u1b2": "0908", "u1b3": "0906", "u9b1": "0812", "uhq": "0810", "law": "2128"}
        places |= dict.fromkeys(("u11b1", "u11b2", "u11b3")[:guards], "rossville") | {"ubn1": "rossville"}
        state = field(places, PlayerTurn(UNION), turn=2, active={"uhq": 1})
        dice = [] if guards == 3 else [die]
        loaded = LoadedDice([*dice, 1])
        state = begin(state, loaded).state
        frame = deciding(state)
        gained.append(frame.number if isinstance(frame, FogOfWar) else 0)
        if isinstance(frame, FogOfWar):
            assert to_act(state) == CONFEDERATE
    assert gained == [max(0, (die + 1) // 2 - guards) for die in range(1, 7)]


# -- at-large battalions


@pytest.mark.rule("CK 19.61", "CK 19.6")
def test_a_step_brings_in_a_battalion_by_the_return_roll() -> None:
    for side, unit, hq, place in ((UNION, "ubn1", "uhq", "0909"), (CONFEDERATE, "cbn1", "chq", "2027")):
        state = field({unit: "aside", hq: place, "u1b1": "0910", "law": "1920"}, turn=1, active={hq: 1})
        state = changed(state, agenda=(Movement(side), Replacements(side)), steps=1, step_die=6)
        placing, _ = play(state, f"recall {unit}", [3])  # morale 3
        assert f"place {unit} {place}" in offered(placing)
        there, _ = play(placing, f"place {unit} {place}")
        assert where(there, unit) == place
        assert there.steps == 0
        assert f"roll {unit}" in offered(play(there, "end")[0])


def with_thomas(**facts: Any) -> ChickamaugaState:
    places = {"ubn1": "aside", "thomas": "0611", "u1b1": "0611", "uhq": "0909", "u3b1": "0909", "law": "1920"}
    state = field(places, turn=1, active={"uhq": 1, "thomas": 1}, steps=1, step_die=6, **facts)
    return changed(state, agenda=(Movement(UNION), Replacements(UNION)))


@pytest.mark.rule("CK 19.62")
def test_thomas_assists_and_the_battalion_joins_him() -> None:
    asked, _ = play(with_thomas(), "recall ubn1")
    assert offered(asked) == {"assist thomas", "alone"}
    placing, _ = play(asked, "assist thomas", [4])  # 4 less 1 is within the morale of 3
    assert offered(placing) == {"place ubn1 0611"}
    alone, _ = play(asked, "alone", [4])
    assert where(alone, "ubn1") == "aside"
    unassisted, _ = play(asked, "alone", [3])
    assert "place ubn1 0909" in offered(unassisted)
    assert "place ubn1 0611" not in offered(unassisted)


@pytest.mark.rule("CK 19.62")
def test_nobody_else_assists() -> None:
    places = {"ubn1": "aside", "wilder": "0909", "uhq": "0909", "u3b1": "0909", "law": "1920"}
    state = field(places, turn=1, active={"uhq": 1, "wilder": 1}, steps=1, step_die=6)
    state = changed(state, agenda=(Movement(UNION), Replacements(UNION)))
    placing, _ = play(state, "recall ubn1", [1])
    assert any(notation.startswith("place ubn1") for notation in offered(placing))
    places = {"cbn1": "aside", "hood": "2128", "law": "2128", "u3b1": "0909"}
    state = changed(
        field(places, steps=1, active={"hood": 1}), agenda=(Movement(CONFEDERATE), Replacements(CONFEDERATE))
    )
    play(state, "recall cbn1", [6])  # the die falls at once: nobody is asked


@pytest.mark.rule("CK 19.62")
def test_thomas_assists_battalions_only() -> None:
    """A brigade called back from the turn track rolls alone."""
    places = {"u3b2": "track", "thomas": "0909", "u1b1": "0909", "uhq": "0909", "law": "1920"}
    state = field(places, turn=5, active={"uhq": 1, "thomas": 1}, steps=1, step_die=6, due={"u3b2": 5})
    state = changed(state, agenda=(Movement(UNION), Replacements(UNION)), reduced={"u3b2": 1})
    returning, _ = play(state, "recall u3b2", [3])  # the die falls at once; its reduced morale is 3
    assert any(notation.startswith("place u3b2") for notation in offered(returning))


@pytest.mark.rule("CK 19.62", "MS 12.12")
def test_an_inactive_thomas_opens_no_place_for_a_battalion() -> None:
    """The LOC hexes are the enemy's and the HQ is in its box: only an active Thomas can take a battalion in."""
    places = {"ubn1": "aside", "thomas": "0611", "u1b1": "0611", "law": "0801", "govan": "0111"}
    state = field(places, Replacements(UNION), steps=1, step_die=6, active={"thomas": 1})
    assert "recall ubn1" in offered(state)
    assert "recall ubn1" not in offered(changed(state, active={"thomas": 0}))


@pytest.mark.rule("CK 19.63")
def test_a_failed_battalion_roll_neither_destroys_nor_scores() -> None:
    asked, _ = play(with_thomas(), "recall ubn1")
    failed, _ = play(asked, "alone", [5])
    assert where(failed, "ubn1") == "aside"
    assert row(failed, "fate", "ubn1") == ALIVE
    assert failed.points == (0, 0)


@pytest.mark.rule("CK 19.64", "MS 11.3")
def test_a_captured_battalion_scores_and_may_come_again() -> None:
    state = field({"ubn1": "0910", "law": "0911", "uhq": "0801"}, steps=1, step_die=6, active={"uhq": 1})
    for expected in (2, 4):
        draft = changed(state, at={"ubn1": state.scenario.board.grid.index("0910")}).draft()
        capture(draft, Umpire(draft, LoadedDice([])), state.scenario.index["ubn1"])
        state = freeze(draft)
        assert state.points == (0, expected)
        assert where(state, "ubn1") == "aside"
    again = changed(state, agenda=(Replacements(UNION),))
    assert "recall ubn1" in offered(again)


# -- victory


WHY = {
    "CK 18.1": "west of the LaFayette Road: the Union wins",
    "CK 18.21": "by option A",
    "CK 18.22": "by option B",
    "MS 11.4": "Union {}, Confederate {}",
}


def verdict(places: dict[str, str], **facts: Any) -> tuple[str, str]:
    over, events = run(field(places, turn=16, **facts))
    assert over.outcome is not None
    last = events[-1]
    assert last.clause == over.outcome.clause
    assert WHY[last.clause].format(*over.points) in BATTLE.words.say(
        last.key, last.args, "en"
    )  # the page shows this sentence as the result
    return over.outcome.winner, over.outcome.clause


@pytest.mark.rule("CK 18.1")
@pytest.mark.parametrize(
    ("place", "safe"), [("0910", False), ("0512", False), ("1010", False), ("1110", True), ("2128", True)]
)
def test_one_confederate_unit_or_zone_on_the_road_denies_the_union(place: str, safe: bool) -> None:
    """0910 is the road itself, 0512 west of it, 1010 reaches it by ZOC, 1110 does not. Acceptance check 5.1-19."""
    state = field({"law": place, "u1b1": "0123"}, turn=16)
    assert road_is_safe(state) is safe
    assert verdict({"law": place, "u1b1": "0123"}) == ((UNION, "CK 18.1") if safe else ("draw", "MS 11.4"))


@pytest.mark.rule("CK 18.1")
def test_leaders_and_trains_do_not_hold_the_road() -> None:
    assert verdict({"hood": "0910", "u1b1": "0123", "law": "2128"}) == (UNION, "CK 18.1")


@pytest.mark.rule("CK 18.21", "CK 18.2")
def test_option_a_needs_an_empty_field() -> None:
    places = {"law": "0910", "u1b1": "rossville", "thomas": "0801"}
    assert verdict(places, plan="A") == (CONFEDERATE, "CK 18.21")
    assert verdict(places | {"u1b2": "0101"}, plan="A")[0] == "draw"
    assert verdict(places, plan="B", points=(0, 0))[0] == "draw"


def removed(number: int) -> tuple[dict[str, str], dict[str, int]]:
    """So many Union infantry and artillery destroyed, the others in a box."""
    fighters = [c for c in BATTLE.scenario("chickamauga").counters if c.side == UNION and c.combat and not c.battalion]
    lost = [c.id for c in fighters[:number]]
    places = {c.id: "x" if c.id in lost else "rossville" for c in fighters}
    return places | {"law": "0910"}, dict.fromkeys(lost, DESTROYED)


@pytest.mark.rule("CK 18.22", "CK 18.2")
def test_option_b_needs_eighteen_removed_whatever_the_reason() -> None:
    """Acceptance check 5.1-8."""
    for number, expected in ((17, "draw"), (18, CONFEDERATE)):
        places, fate = removed(number)
        assert verdict(places, plan="B", fate=fate)[0] == expected
        assert verdict(places | {"u11art": "0801"}, plan="A", fate=fate)[0] == "draw"
    places, fate = removed(18)
    captured = fate | dict.fromkeys(list(fate)[:6], CAPTURED) | dict.fromkeys(list(fate)[6:9], LEFT)
    assert verdict(places, plan="B", fate=captured) == (CONFEDERATE, "CK 18.22")


@pytest.mark.rule("CK 18.22")
def test_boxes_track_and_battalions_do_not_count() -> None:
    """Acceptance check 5.1-8."""
    places, fate = removed(17)
    state = field(places | {"ubn1": "aside", "ubn2": "aside"}, turn=16, fate=fate)
    assert union_removed(state) == 17
    assert union_removed(changed(state, at={"ubn1": -2}, fate={"ubn1": CAPTURED})) == 17
    first = next(unit for unit, place in places.items() if place == "rossville")
    assert union_removed(field(places | {first: "track"}, turn=16, fate=fate)) == 17


@pytest.mark.rule("CK 18.2")
def test_the_confederates_own_condition_is_tested_first() -> None:
    places = {"law": "2128", "u1b1": "rossville"}
    assert road_is_safe(field(places, turn=16))
    assert verdict(places, plan="A") == (CONFEDERATE, "CK 18.21")


@pytest.mark.rule("CK 18.3")
@pytest.mark.parametrize(
    ("points", "winner"), [((12, 11), UNION), ((9, 3), "draw"), ((3, 10), CONFEDERATE), ((11, 11), "draw")]
)
def test_points_decide_otherwise(points: tuple[int, int], winner: str) -> None:
    """Acceptance check 5.1-9."""
    assert verdict({"law": "0910", "u1b1": "0123"}, points=points)[0] == winner


@pytest.mark.rule("CK 19.42", "MS 12.32")
def test_a_captured_train_is_no_longer_at_work() -> None:
    state, _ = run(changed(wheeler(0), active={"utr": 1}), [6])
    assert row(state, "active", "utr") == 0
