"""The Chancellorsville Campaign as the series plays it: turns 1 to 3 have rules of their own (SLB 22.2b-h)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hardtack.battles.chancellorsville import early, exits, hidden, secret_bridges
from hardtack.battles.chancellorsville.advanced import AdvancedScene
from hardtack.battles.chancellorsville.book import ScenarioBook
from hardtack.battles.chancellorsville.counters import SlbCounter
from hardtack.battles.chancellorsville.ground import columns_below
from hardtack.battles.gcacw.actions import BurnStation
from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.state import CampaignState
from hardtack.board.board import Board
from hardtack.board.masks import hexes_in, mask_of
from hardtack.referee.actions import Action
from hardtack.referee.battle import Battle
from hardtack.referee.events import Reason, Text, reason, text
from hardtack.referee.frames import Decision, Frame
from hardtack.referee.umpire import Umpire


class CampaignScene(AdvancedScene):
    """Scenario 6: each hook hands over to the module that holds the rule."""

    def __init__(
        self, battle: Battle, book: ScenarioBook, board: Board, pieces: Sequence[SlbCounter],
        settings: Mapping[str, Any],
    ) -> None:  # fmt: skip
        super().__init__(battle, book, board, pieces, settings)
        self.over_rappahannock = tuple(
            mask_of(there for there in around if (here, there) in self.rappahannock)
            for here, around in enumerate(board.grid.around)
        )
        early_turns = book.early
        self.west = columns_below(board.grid, early_turns.last_column + 1) if early_turns is not None else 0
        self.by_dice = any(option.hidden_by_dice for option in self.chosen)

    def special_phase(self, state: CampaignState, name: str) -> Sequence[Frame]:
        if name == "hidden_movement":
            return () if self.by_dice else (hidden.HiddenMovement(),)
        if name == "secret_bridges":
            dice = (hidden.PlaceByDice(),) if self.by_dice else ()
            return (*secret_bridges.frames(self, state), *dice)
        if name == "hidden_works":
            return () if self.by_dice else hidden.works_frames(self, state)
        if name == "reveal":
            return (hidden.Reveal(),)
        return super().special_phase(state, name)

    def forced_initiative(self, state: CampaignState) -> str | None:
        return early.forced_side(self, state) or super().forced_initiative(state)

    def initiative_given(self, draft: CampaignState, umpire: Umpire, side: str) -> None:
        """SLB 22.2b-d: a cycle without dice is told of once."""
        if not early.no_dice(self, draft):
            super().initiative_given(draft, umpire, side)
        elif draft.phase == 1:
            umpire.tell(early.cycle_clause(draft), "event.no_initiative", side=side)

    def pass_ends_cycle(self, state: CampaignState) -> bool:
        return early.no_dice(self, state)

    def last_pass(self, state: CampaignState) -> Text:
        """SLB 22.2c: the Union's action cycle is yet to come when the hidden movement is over."""
        return super().last_pass(state) if state.veil is None else text("action.pass_hidden")

    def activation_prompt(self, state: CampaignState, second: bool) -> Text:
        return early.purpose(self, state) or super().activation_prompt(state, second)

    def turn_begins(self, draft: CampaignState, umpire: Umpire) -> None:
        super().turn_begins(draft, umpire)
        early.turn_begins(self, draft)

    def turn_ends(self, draft: CampaignState, umpire: Umpire) -> None:
        super().turn_ends(draft, umpire)
        secret_bridges.turn_ends(draft, umpire)

    def free_units(self, state: CampaignState, units: int) -> int:
        free = super().free_units(state, units)
        rule = early.in_force(self, state)
        if rule is None:
            return free
        return mask_of([n for n in hexes_in(free) if next(early.bans_by(rule, self, state, n), None) is None])

    def free_choice(self, state: CampaignState) -> bool:
        return state.veil is None and super().free_choice(state)

    def unit_bans(self, state: CampaignState, unit: int) -> Iterator[Reason]:
        yield from super().unit_bans(state, unit)
        yield from early.piece_bans(self, state, unit)

    def leader_bans(self, state: CampaignState, leader: int, what: str) -> Iterator[Reason]:
        yield from super().leader_bans(state, leader, what)
        yield from early.leader_bans(self, state, leader, what)

    def free_leaders(self, state: CampaignState, leaders: int, what: str) -> int:
        free = super().free_leaders(state, leaders, what)
        if early.in_force(self, state) is None and state.veil is None:
            return free
        return mask_of([n for n in hexes_in(free) if next(early.leader_bans(self, state, n, what), None) is None])

    def bars_action(self, state: CampaignState, side: str, action: Action) -> Reason | None:
        """SLB 22.2c: smoke tells of whoever is hidden."""
        if state.veil is not None and isinstance(action, BurnStation):
            return reason("SLB 22.2c", "reason.hidden_attack")
        return super().bars_action(state, side, action)

    def special_actions(self, state: CampaignState, side: str) -> Sequence[Action]:
        return [*super().special_actions(state, side), *early.messages(self, state, side)]

    def unit_specials(self, state: CampaignState) -> Sequence[Action]:
        builders = secret_bridges.builders(self, state)
        return [order for unit in builders for order in secret_bridges.lays(self, state, unit)]

    def do_special(self, draft: CampaignState, umpire: Umpire, side: str, action: Action) -> None:
        if isinstance(action, early.SendMessage):
            early.send_message(draft, umpire)
        elif isinstance(action, secret_bridges.LayBridge):
            secret_bridges.lay_alone(self, draft, umpire, self.index[action.unit])
        else:
            super().do_special(draft, umpire, side, action)

    def special_reasons(self, state: CampaignState, side: str, action: Action) -> list[Reason]:
        if isinstance(action, early.SendMessage):
            return list(early.message_reasons(self, state, side))
        if isinstance(action, secret_bridges.LayBridge):
            return secret_bridges.lay_reasons(self, state, side, self.index[action.unit])
        return super().special_reasons(state, side, action)

    def step_bans(self, state: CampaignState, unit: int, here: int, there: int) -> Iterator[Reason]:
        yield from super().step_bans(state, unit, here, there)
        yield from early.step_bans(self, state, unit, here, there)

    def barred_steps(self, state: CampaignState, unit: int, here: int) -> int:
        return super().barred_steps(state, unit, here) | early.barred_steps(self, state, unit, here)

    def attack_bans(self, state: CampaignState, unit: int, here: int, target: int) -> Iterator[Reason]:
        yield from super().attack_bans(state, unit, here, target)
        yield from early.attack_bans(self, state, unit, here, target)

    def entered(self, draft: CampaignState, umpire: Umpire, unit: int, hex_: int, how: str) -> None:
        super().entered(draft, umpire, unit, hex_, how)
        early.entered(self, draft, umpire, unit, hex_, how)

    def march_options(self, state: CampaignState, march: March) -> Sequence[Action]:
        found = [*super().march_options(state, march), *secret_bridges.march_options(self, state, march)]
        return [action for action in found if state.veil is None or not isinstance(action, exits.LeaveMap)]

    def do_march_option(self, draft: CampaignState, umpire: Umpire, march: March, action: Action) -> Decision:
        if isinstance(action, secret_bridges.LayBridge):
            return secret_bridges.lay_on_march(self, draft, umpire, march)
        return super().do_march_option(draft, umpire, march, action)

    def march_option_reasons(self, state: CampaignState, march: March, action: Action) -> list[Reason]:
        if isinstance(action, secret_bridges.LayBridge):
            return secret_bridges.lay_reasons(self, state, march.side, self.index[action.unit], march)
        if state.veil is not None and isinstance(action, exits.LeaveMap):
            return [reason("SLB 22.2c", "reason.hidden_leave")]
        return super().march_option_reasons(state, march, action)

    def bridge_falls(self, state: CampaignState, bridge: tuple[str, str, str]) -> bool | None:
        return secret_bridges.bridge_falls(self, state, bridge)
