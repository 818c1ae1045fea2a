"""Set-up, arrivals, headquarters and replacements (CK 16-17)."""

from __future__ import annotations

import pytest
from chickamauga_kit import BATTLE, CONFEDERATE, STOP, UNION, field, opening
from folio_kit import changed, clauses, offered, play, row, run, until, where

from hardtack.battles.chickamauga.scenario import ChickamaugaState
from hardtack.battles.chickamauga.victory import ChoosePlan
from hardtack.battles.musket.movement import Movement
from hardtack.battles.musket.replacement import Replacements
from hardtack.battles.musket.sequence import PlayerTurn, StartRolls
from hardtack.battles.musket.setup import SetUp
from hardtack.board.masks import hexes_in
from hardtack.referee.dice import LoadedDice
from hardtack.referee.journal import Journal
from hardtack.referee.umpire import deciding, options, to_act

WITHIN = {
    "0910": (1, ("thomas", "u1b1", "u1b2", "u1b3", "u1art")),
    "0719": (1, ("wilder", "u12b1")),
    "1408": (2, ("u3b1", "u3b2", "u3b3")),
    "0123": (1, ("u4b2", "u4b3")),
    "0626": (2, ("u8b1", "u8b3")),
    "0723": (2, ("u9b1", "u9b2", "u9b3", "u9art")),
    "0624": (1, ("u10b1", "u10b2", "u10b3")),
    "1325": (1, ("jackson", "maney", "psmith", "wright", "strahl", "cart1")),
    "1026": (1, ("anderson", "deas", "manigault")),
    "1815": (1, ("ector", "wilson", "cart5")),
    "1916": (1, ("govan", "walthall")),
    "1422": (1, ("bate", "brown", "clayton")),
    "1622": (1, ("gracie", "kelly", "trigg", "cart8")),
    "1419": (1, ("fulton", "gregg", "mcnair")),
    "1417": (1, ("law", "robertson", "benning", "cart10")),
    "0926": (1, ("davidson", "jwheeler")),
}
UNION_LINES = ("0910", "0719", "1408", "0123", "0626", "0723", "0624")


def set_up_side(state: ChickamaugaState, side: str, which: int = 0) -> ChickamaugaState:
    """Place everything the side has to place, one by one, taking the first hex allowed (or the last: -1)."""
    while isinstance(deciding(state), SetUp) and to_act(state) == side:
        actor = options(state).actors()[0]
        state, _ = play(state, str(options(state).of(actor)[which]))
    return state


def stands_as_printed(state: ChickamaugaState) -> bool:
    """Every counter of a "within" line within its distance, on ground it may enter, nowhere more than two."""
    BATTLE.check_position(state)
    scenario, grid = state.scenario, state.scenario.board.grid
    for centre, (radius, units) in WITHIN.items():
        for unit in units:
            here = state.at[scenario.index[unit]]
            ways = scenario.ground.ways(scenario.profile((scenario.index[unit],)))
            if here < 0 or grid.distance(grid.index(centre), here) > radius or not ways.into.moves[here]:
                return False
    return True


@pytest.mark.rule("CK 16.2")
def test_sixteen_turns_over_two_days() -> None:
    state = opening()
    assert state.scenario.turns == 16
    dates = {turn: BATTLE.page.clock(changed(state, turn=turn)) for turn in (1, 8, 9, 16)}
    assert dates == {1: "1863-09-19", 8: "1863-09-19", 9: "1863-09-20", 16: "1863-09-20"}


@pytest.mark.rule("CK 16.3")
def test_markers_never_run_out() -> None:
    fighters = {c.id: "0910" if c.side == UNION else "2128" for c in opening().scenario.counters if c.combat}
    state = changed(opening(), disordered=dict.fromkeys(fighters, 1))
    assert len(fighters) == 83
    assert all("disordered" in BATTLE.page.look(state, state.scenario.index[unit]).markers for unit in fighters)


@pytest.mark.rule("CK 17.1")
def test_each_player_places_within_the_printed_distance() -> None:
    """Union first, then the Confederate; every hex of the radius the unit could stand in is allowed, no other."""
    state = opening()
    grid = state.scenario.board.grid
    assert isinstance(deciding(state), SetUp)
    assert to_act(state) == UNION
    union_units = {unit for centre in UNION_LINES for unit in WITHIN[centre][1]}
    assert set(options(state).actors()) == union_units
    goals = {str(action).split()[-1] for action in options(state).of("u3b1")}
    assert {grid.distance(grid.index("1408"), grid.index(name)) for name in goals} == {0, 1, 2}
    assert len(goals) == 19
    state = set_up_side(state, UNION)
    assert to_act(state) == CONFEDERATE
    confederates = {unit for centre, (_, units) in WITHIN.items() if centre not in UNION_LINES for unit in units}
    assert set(options(state).actors()) == confederates
    goals = {str(action).split()[-1] for action in options(state).of("law")}
    assert {grid.distance(grid.index("1417"), grid.index(name)) for name in goals} == {0, 1}
    state = set_up_side(state, CONFEDERATE)
    assert isinstance(deciding(state), ChoosePlan)
    for centre, (radius, units) in WITHIN.items():
        for unit in units:
            assert grid.distance(grid.index(centre), grid.index(where(state, unit))) <= radius, unit


@pytest.mark.rule("CK 17.1", "MS 2.5")
def test_each_player_may_leave_his_set_up_to_the_referee_in_his_own_turn() -> None:
    state = opening()
    assert "place_rest" in offered(state)
    state, events = play(state, "place_rest")
    assert events[0].key == "event.places_rest"
    assert [event.key for event in events].count("event.placed") == events[0].get("n") == 21
    assert to_act(state) == CONFEDERATE
    assert {where(state, unit) for centre, (_, units) in WITHIN.items() for unit in units if centre == "1417"} == {"-"}
    state, events = play(state, "place_rest")
    assert events[0].get("n") == 30
    assert isinstance(deciding(state), ChoosePlan)
    assert stands_as_printed(state)
    refused = options(state).reasons(BATTLE.parse(state.scenario, "place_rest"))
    assert [refusal.clause for refusal in refused] == ["CK 18.2"]


@pytest.mark.rule("CK 17.1", "MS 5.1")
def test_the_referee_fills_the_printed_hex_first_then_the_nearest_toward_the_enemy() -> None:
    """Cheatham's six at 1325: two there, then two and two next to it, toward the Union; leaders go to troops."""
    state = opening()
    state, _ = play(state, "place_rest")
    state, _ = play(state, "place_rest")
    cheatham = [where(state, unit) for unit in WITHIN["1325"][1]]
    assert cheatham == ["1325", "1325", "1224", "1224", "1225", "1225"]
    assert where(state, "thomas") == where(state, "u1b1") == "0910"
    assert where(state, "wilder") == where(state, "u12b1") == "0719"


@pytest.mark.rule("CK 17.1", "MS 5.1")
def test_what_a_player_has_placed_himself_stays_and_is_reckoned_with() -> None:
    state = opening()
    for notation in ("place u3b1 1208", "place u9b1 0624", "place u9b2 0624", "place u1b1 0909"):
        state, _ = play(state, notation)
    state, _ = play(state, "place_rest")
    assert [where(state, unit) for unit in ("u3b1", "u9b1", "u9b2", "u1b1")] == ["1208", "0624", "0624", "0909"]
    assert not {where(state, unit) for unit in WITHIN["0624"][1]} & {"0624"}  # full: next to it instead
    assert where(state, "thomas") in {where(state, unit) for unit in ("u1b1", "u1b2", "u1b3")}
    state, _ = play(state, "place_rest")
    assert stands_as_printed(state)


@pytest.mark.rule("CK 17.1")
@pytest.mark.parametrize("placed", range(0, 21, 5))
def test_the_referee_finds_room_however_awkwardly_the_player_has_begun(placed: int) -> None:
    state = opening()
    for _ in range(placed):
        actor = options(state).actors()[-1]
        state, _ = play(state, str(options(state).of(actor)[-1]))
    state, _ = play(state, "place_rest")
    state = set_up_side(state, CONFEDERATE, -1)
    assert stands_as_printed(state)


def test_leaving_the_set_up_to_the_referee_takes_no_dice_and_can_be_taken_back() -> None:
    dice = LoadedDice([])
    game = Journal(BATTLE.set_up(BATTLE.scenario("chickamauga")), dice)
    before = game.state
    game.play(BATTLE.parse(before.scenario, "place_rest"), dice)
    game.undo(side=UNION)
    assert game.state == before


@pytest.mark.rule("CK 17.1")
def test_the_union_moves_first_and_the_game_is_judged_after_turn_sixteen() -> None:
    state = set_up_side(set_up_side(opening(), UNION), CONFEDERATE)
    state, _ = play(state, "plan A")
    state = until(state, Movement, [6])  # the replacement die of the first Union turn
    assert (to_act(state), state.turn) == (UNION, 1)
    going_on, _ = run(field({"u1b1": "0910", "law": "1417", "u11b1": "rossville"}, turn=15), [4])
    assert going_on.outcome is None
    over, _ = run(field({"u1b1": "0910", "law": "1417"}, turn=16))
    assert over.outcome is not None


@pytest.mark.rule("CK 17.2")
def test_union_boxes_and_arrivals() -> None:
    state = opening()
    for unit in ("uhq", "utr", "u2b1", "u2b2", "u2b3", "u2art"):
        assert where(state, unit) == "crawfish_springs", unit
    for unit in ("u11b1", "u11b2", "u11b3", "u11art"):
        assert where(state, unit) == "rossville", unit
    assert [row(state, "active", unit) for unit in ("uhq", "thomas", "wilder")] == [0, 1, 1]
    due = {c.id: (c.turn, c.place) for c in state.scenario.counters}
    for formation, turn in (("6", 4), ("5", 5), ("7", 6)):
        units = [c.id for c in state.scenario.counters if c.side == UNION and c.formation == formation]
        assert units
        assert {due[unit] for unit in units} == {(turn, "crawfish_springs")}


@pytest.mark.rule("CK 17.2", "CK 19.42")
def test_wheeler_finds_the_train_well_guarded_on_turn_one() -> None:
    """Acceptance check 5.1-2."""
    state = opening()
    scenario = state.scenario
    assert scenario.infantry_brigades_in(state, scenario.crawfish_springs) == 3
    _, events = run(changed(state, agenda=(STOP, StartRolls(CONFEDERATE))))
    assert "CK 19.42" not in clauses(events)


@pytest.mark.rule("CK 17.2")
def test_johnson_reaches_the_crawfish_springs_box_on_turn_four() -> None:
    state = field({"u6b1": "-", "law": "1417", "u1b1": "0910"}, PlayerTurn(UNION), turn=4, due={"u6b1": 4})
    state = until(state, Movement, [1, 1])  # one FOW at Rossville; the replacement die
    assert where(state, "u6b1") == "crawfish_springs"


@pytest.mark.rule("CK 17.3")
def test_confederate_boxes_hexes_and_arrivals() -> None:
    state = opening()
    for unit in ("dhhill", "hood", "ctr", "wood", "lpolk", "deshler", "cart3", "helm", "adams", "stovall"):
        assert where(state, unit) == "lafayette", unit
    assert where(state, "dibrell") == "1810"
    assert [row(state, "active", unit) for unit in ("dhhill", "hood", "longstreet")] == [1, 1, 1]
    due = {c.id: (c.turn, c.place) for c in state.scenario.counters}
    assert {due[unit] for unit in ("longstreet", "kershaw", "humphreys")} == {(10, "entry:A")}
    assert due["gist"] == (11, "entry:A")


@pytest.mark.rule("CK 17.2", "CK 17.3", "CK 19.6")
def test_each_army_has_three_battalions_set_aside() -> None:
    state = opening()
    for side, units in ((UNION, {"ubn1", "ubn2", "ubn3"}), (CONFEDERATE, {"cbn1", "cbn2", "cbn3"})):
        battalions = {c.id for c in state.scenario.counters if c.side == side and c.battalion}
        assert battalions == units
        assert {c.formation for c in state.scenario.counters if c.id in units} == {"A"}
        assert {where(state, unit) for unit in units} == {"aside"}


@pytest.mark.rule("CK 17.3")
def test_longstreet_enters_at_2128_on_turn_ten() -> None:
    state = field({"kershaw": "-", "gist": "-", "u1b1": "0910"}, Movement(CONFEDERATE), turn=10)
    state = changed(state, due={"kershaw": 10, "gist": 11})
    assert "roll kershaw" in offered(state)
    assert "roll gist" not in offered(state)
    entering, _ = play(state, "roll kershaw", [1])
    assert offered(entering) == {"to 2128", "stay"}


@pytest.mark.rule("CK 17.21", "CK 17.32", "MS 12.54")
def test_lines_of_communications() -> None:
    state = opening()
    names = state.scenario.names

    def loc(side: str, **facts: object) -> set[str]:
        return {names[hex_] for hex_ in hexes_in(BATTLE.loc_hexes(changed(state, **facts), side))}

    assert loc(UNION) == {"0801", "0111", "0126"}
    assert loc(UNION, at={"utr": state.scenario.board.grid.index("0126")}) == {"0801", "0111"}
    assert loc(UNION, at={"utr": -2}) == {"0801", "0111"}
    assert loc(CONFEDERATE) == {"2128", "2508"}


@pytest.mark.rule("CK 17.22")
@pytest.mark.parametrize(
    ("die", "served"),
    [
        (1, {"u1b1"}), (2, {"u1b1"}), (3, {"u1b1"}), (4, {"u5b2"}), (5, {"u8b1"}),
        (6, {"u1b1", "u5b2", "u8b1", "u11b1", "u12b1", "ubn1"}),
    ],
)  # fmt: skip
def test_the_union_die_names_the_formations(die: int, served: set[str]) -> None:
    """Acceptance check 5.1-5 and 5.1-21."""
    places = {
        "u1b1": "0910", "u5b2": "0508", "u8b1": "0510", "u11b1": "rossville", "u11b2": "rossville",
        "u11b3": "rossville", "u12b1": "0907", "ubn1": "aside", "uhq": "0810", "law": "1920",
    }  # fmt: skip
    reduced = dict.fromkeys(("u1b1", "u5b2", "u8b1", "u11b1", "u12b1"), 1)
    state = field(places, PlayerTurn(UNION), turn=3, reduced=reduced, active={"uhq": 1})
    state, events = run(state, [die])
    assert "CK 17.22" in clauses(events)
    assert isinstance(deciding(state), Replacements)
    assert state.steps == 1
    assert set(options(state).actors()) == served


@pytest.mark.rule("CK 17.22")
def test_a_roll_of_four_cannot_go_to_formation_one() -> None:
    """Acceptance check 5.1-5."""
    state = field({"u1b1": "0910", "u5b2": "0508", "uhq": "0810", "law": "1920"}, turn=3, steps=1, step_die=4)
    state = changed(state, agenda=(Replacements(UNION),), reduced={"u1b1": 1, "u5b2": 1}, active={"uhq": 1})
    refused = options(state).reasons(BATTLE.parse(state.scenario, "restore u1b1"))
    assert [refusal.clause for refusal in refused] == ["CK 17.22"]


@pytest.mark.rule("CK 17.31")
@pytest.mark.parametrize(
    ("turn", "die", "comes"), [(2, 1, True), (2, 2, False), (3, 2, True), (3, 3, False), (7, 6, True)]
)
def test_the_confederate_hq_comes_on_a_roll_below_the_turn(turn: int, die: int, comes: bool) -> None:
    """Acceptance check 5.1-4."""
    state = field({"chq": "-", "u1b1": "0910", "law": "1920"}, PlayerTurn(CONFEDERATE), turn=turn)
    state, events = run(state, [die])
    assert (where(state, "chq") == "lafayette") is comes
    assert "CK 17.31" in clauses(events)


@pytest.mark.rule("CK 17.31")
def test_no_roll_on_turn_one_nor_once_the_hq_is_there() -> None:
    """Acceptance check 5.1-4."""
    first = field({"chq": "-", "u1b1": "0910", "law": "1920"}, PlayerTurn(CONFEDERATE), turn=1)
    assert where(run(first)[0], "chq") == "-"
    there = field({"chq": "lafayette", "u1b1": "0910", "law": "1920"}, PlayerTurn(CONFEDERATE), turn=5)
    assert "CK 17.31" not in clauses(run(there)[1])


@pytest.mark.rule("CK 17.31")
@pytest.mark.parametrize(
    ("turn", "phasing", "expected"), [(1, UNION, 2), (1, CONFEDERATE, 2), (2, UNION, 2), (2, CONFEDERATE, 3)]
)
def test_the_turn_record_shows_when_the_confederate_hq_may_come(turn: int, phasing: str, expected: int) -> None:
    state = changed(opening(), turn=turn, phasing=phasing)
    assert [when for when, unit in BATTLE.page.arrivals(state) if unit == "chq"] == [expected]
    there = changed(state, at={"chq": state.scenario.lafayette})
    assert not [when for when, unit in BATTLE.page.arrivals(there) if unit == "chq"]


@pytest.mark.rule("CK 17.33")
def test_the_confederate_has_a_step_every_turn_with_or_without_an_hq() -> None:
    state = field(
        {"law": "1920", "u1b1": "0910", "chq": "lafayette"}, PlayerTurn(CONFEDERATE), turn=5, reduced={"law": 1}
    )
    state = until(state, Replacements)
    assert "restore law" in offered(state)
    restored, _ = play(state, "restore law")
    assert row(restored, "reduced", "law") == 0
    assert offered(restored) == {"end"}
