"""The steps that no ban can touch are known beforehand; nothing a ban forbids may be among them."""

import pytest

from hardtack.battles.chancellorsville.battle import BATTLE


@pytest.mark.parametrize("scenario_id", sorted(BATTLE.scenarios))
def test_every_forbidden_step_is_one_that_is_asked_about(scenario_id: str) -> None:
    scene = BATTLE.scenario(scenario_id)
    state = BATTLE.set_up(scene)
    limits, around = scene.limits, scene.board.grid.around
    units = [next(n for n in scene.units_of[side] if state.at[n] >= 0) for side in (0, 1)]
    units += [n for n in limits.fords if n not in units]
    untouched = [(a, b) for a, near in enumerate(around) for b in near if (a, b) not in limits.touched]
    assert len(untouched) > 1000
    for unit in units:
        for a, b in untouched:
            assert next(limits.on_march(state, unit, a, b), None) is None
            assert next(limits.on_attack(state, unit, a, b), None) is None
