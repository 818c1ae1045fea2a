"""What a scenario forbids: the steps that no ban can touch are known beforehand, and a refusal says what would help."""

import pytest
from slb_game import Game

from hardtack.battles.chancellorsville.battle import BATTLE
from hardtack.referee.events import CONFEDERATE, SIDES, UNION


@pytest.mark.parametrize("scenario_id", sorted(BATTLE.scenarios))
def test_every_forbidden_step_is_one_that_is_asked_about(scenario_id: str) -> None:
    scene = BATTLE.scenario(scenario_id)
    state = BATTLE.set_up(scene)
    limits, around = scene.limits, scene.board.grid.around
    units = [next(n for n in scene.units_of[side] if state.at[n] >= 0) for side in SIDES]
    units += [n for n in limits.fords if n not in units]
    untouched = [(a, b) for a, near in enumerate(around) for b in near if (a, b) not in limits.touched]
    assert len(untouched) > 1000
    for unit in units:
        for a, b in untouched:
            assert next(limits.on_march(state, unit, a, b), None) is None
            assert next(limits.on_attack(state, unit, a, b), None) is None


@pytest.mark.rule("SLB 13.2c", "SLB 13.2d")
def test_a_refusal_names_those_a_fixed_phase_is_for() -> None:
    game = Game("great-flank-march").begin()
    assert game.refusal("march French") == ["This phase is only for units of: III Corps, XII Corps."]
    assert game.refusal("activate Couch") == ["This phase is only for units of: III Corps, XII Corps."]
    assert game.refusal("assault Sickles 3330") == ["Units are activated in this phase; no assault can be ordered."]
    game.next_phase(2)
    assert game.refusal("pass") == ["This phase is for Stuart's activation."]
    assert "This phase is only for F Lee." in game.refusal("march Rodes")
    game.next_phase(3)
    assert game.refusal("pass") == ["This phase is for Jackson's activation."]
    assert "This phase is only for units of: Jackson's Corps." in game.refusal("march FLee")


@pytest.mark.rule("SLB 13.1d", "SLB 13.2f", "SLB 13.3d")
def test_a_refused_crossing_says_for_whom_and_how_long() -> None:
    game = Game("salem-church").begin().put("Gibbon", "4426").put("Newton", "4329").put("Sedgwick", "4329")
    game.put("Hays", "4328").marching("Hays", 6)
    assert game.refusal("step Hays 4427") == ["Confederate units may not march north of the Rappahannock."]
    for scenario_id, words in (
        ("great-flank-march", "The river may not be crossed here in this scenario."),
        ("sedgwick-to-the-rescue", "The river may not be crossed here before turn 2."),
    ):
        game = Game(scenario_id).begin()
        ford = next(crossing for crossing in game.scene.board.crossings if crossing.name_en == "Banks' Ford")
        banks = [game.scene.name(hex_) for hex_ in ford.sides]
        game.put("Berry", banks[0]).marching("Berry", 6)
        assert game.refusal(f"step Berry {banks[1]}") == [words]


@pytest.mark.rule("SLB 13.4d", "SLB 13.3b", "SLB 13.3c")
def test_a_refusal_gives_every_reason() -> None:
    game = Game("brandy-station").begin().put("Wyndham", "2414").marching("Wyndham", 9)
    assert game.refusal("step Wyndham 2315") == [
        "Wyndham must first cross at Kelly's Ford.",
        "Wyndham waits until the 2nd Cavalry Division has crossed.",
    ]
    game = Game("sedgwick-to-the-rescue").begin()
    assert game.why_not("march Newton") == {"SLB 13.3b", "SLB 13.3c"}  # frozen, and the phase is for others


@pytest.mark.rule("SLB 13.4e")
def test_a_refusal_says_what_rouses_rodes() -> None:
    game = Game("brandy-station").begin().next_phase(7, 1, 6)
    assert game.refusal("march Rodes") == [
        "Rodes may not be activated before a Union unit has moved within 3 hexes of Culpeper (1418) "
        "or all Confederate cavalry is at fatigue 2 or more."
    ]


@pytest.mark.rule("GC 10.2")
def test_only_the_union_bridges_a_major_river_and_only_the_rappahannock() -> None:
    game = Game("great-flank-march").begin()
    rappahannock, rapidan = (
        game.scene.board.streams[f"{name}_river"].sides[-1] for name in ("rappahannock", "rapidan")
    )
    assert game.scene.may_bridge_major(game.state, UNION, *rappahannock)
    assert not game.scene.may_bridge_major(game.state, UNION, *rapidan)
    assert not game.scene.may_bridge_major(game.state, CONFEDERATE, *rappahannock)
