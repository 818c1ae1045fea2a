"""Who stands where: stacks, occupied hexes and zones of control, worked out from the places alone (MS 5, 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardtack.board.masks import hexes_in

if TYPE_CHECKING:
    from hardtack.battles.musket.scenario import MusketScenario
    from hardtack.battles.musket.state import MusketState

UNION_ARMY, CONFEDERATE_ARMY = 0, 1
ARMY = {"union": UNION_ARMY, "confederate": CONFEDERATE_ARMY}
SIDE = ("union", "confederate")


class Lay:
    """The lay of the pieces. Armies are numbered 0 (Union) and 1 (Confederate)."""

    __slots__ = ("combat", "load", "soft", "stacks", "zone")

    def __init__(self, scenario: MusketScenario, at: tuple[int, ...]) -> None:
        stacks: dict[int, list[int]] = {}
        load: dict[int, int] = {}
        combat = [0, 0]
        soft = [0, 0]
        zone = [0, 0]
        weight, army, zones = scenario.weight, scenario.army, scenario.ground.zones
        for piece, here in enumerate(at):
            if here < 0:
                continue
            if here in stacks:
                stacks[here].append(piece)
            else:
                stacks[here] = [piece]
            own = army[piece]
            if weight[piece]:
                load[here] = load.get(here, 0) + weight[piece]
                combat[own] |= 1 << here
                zone[own] |= zones[here]
            else:
                soft[own] |= 1 << here
        self.stacks = stacks
        self.load = load  # in half units: a brigade counts 2, a battalion 1
        self.combat = combat  # hexes with combat units
        self.zone = zone
        self.soft = [soft[0] & ~combat[0], soft[1] & ~combat[1]]  # hexes with leaders, HQ or trains alone

    def next_to(self, scenario: MusketScenario, army: int) -> int:
        """Hexes next to the combat units of an army, whatever the ground does to zones."""
        mask = 0
        around = scenario.board.grid.around_mask
        for hex_ in hexes_in(self.combat[army]):
            mask |= around[hex_]
        return mask


def lay_of(state: MusketState) -> Lay:
    """The lay of a state or draft; kept for the last places asked about, which are asked about many times."""
    scenario: MusketScenario = state.scenario  # type: ignore[assignment]
    places, lay = scenario.last_lay
    if places is state.at and lay is not None:
        return lay
    lay = Lay(scenario, state.at)
    scenario.last_lay = (state.at, lay)
    return lay
