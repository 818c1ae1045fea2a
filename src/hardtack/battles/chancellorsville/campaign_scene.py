"""The Chancellorsville Campaign: on turns 1 to 3 it says who may act, where to, and who waits to be released
(SLB 22.2b-d, 22.2h)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from hardtack.battles.chancellorsville import exits, hidden, secret_bridges
from hardtack.battles.chancellorsville.advanced import AdvancedScene
from hardtack.battles.chancellorsville.book import ScenarioBook
from hardtack.battles.chancellorsville.counters import SlbCounter
from hardtack.battles.chancellorsville.early import (
    FIRST,
    FULLY,
    MET,
    NEAR,
    RELEASED,
    SECOND,
    SOUTH,
    THIRD,
    WEST,
    SendMessage,
    column_of,
)
from hardtack.battles.chancellorsville.ground import columns_below
from hardtack.battles.chancellorsville.state import AdvancedState
from hardtack.battles.chancellorsville.victory import has_division
from hardtack.battles.gcacw.actions import BurnStation
from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.state import CampaignState, fact, note
from hardtack.board.board import Board
from hardtack.board.masks import hexes_in, mask_of
from hardtack.board.native import replace
from hardtack.referee.actions import Action
from hardtack.referee.battle import Battle
from hardtack.referee.events import CONFEDERATE, UNION, Reason, Text, reason, text
from hardtack.referee.frames import Decision, Frame
from hardtack.referee.umpire import Umpire


class CampaignScene(AdvancedScene):
    """Scenario 6."""

    def __init__(
        self, battle: Battle, book: ScenarioBook, board: Board, pieces: Sequence[SlbCounter],
        settings: Mapping[str, Any],
    ) -> None:  # fmt: skip
        super().__init__(battle, book, board, pieces, settings)
        assert book.early is not None  # which makes it this scenario
        self.early = book.early
        self.over_rappahannock = tuple(
            mask_of(there for there in around if (here, there) in self.rappahannock)
            for here, around in enumerate(board.grid.around)
        )
        self.west = columns_below(board.grid, self.early.last_column + 1)
        self.by_dice = any(option.hidden_by_dice for option in self.chosen)

    def special_phase(self, state: CampaignState, name: str) -> Sequence[Frame]:
        if name == "hidden_movement":
            return () if self.by_dice else (hidden.HiddenMovement(),)
        if name == "secret_bridges":
            dice = (hidden.PlaceByDice(),) if self.by_dice else ()
            return (secret_bridges.RecordBridges(UNION), *dice)
        if name == "hidden_works":
            return () if self.by_dice else hidden.works_frames(self, state)
        if name == "reveal":
            return (hidden.Reveal(),)
        return super().special_phase(state, name)

    # -- cycles without dice (SLB 22.2b-d)

    def pass_ends_cycle(self, state: CampaignState) -> bool:
        """SLB 22.2b, 22.2d: a cycle without initiative rolls ends with a pass."""
        return state.turn <= SECOND

    def forced_initiative(self, state: CampaignState) -> str | None:
        """The side that acts alone: the Confederate while it moves hidden, else the Union."""
        if not self.pass_ends_cycle(state):
            return super().forced_initiative(state)
        return CONFEDERATE if state.veil == (CONFEDERATE,) else UNION

    def initiative_given(self, draft: CampaignState, umpire: Umpire, side: str) -> None:
        """SLB 22.2b-d: a cycle without dice is told of once."""
        if not self.pass_ends_cycle(draft):
            super().initiative_given(draft, umpire, side)
        elif draft.phase == 1:
            umpire.tell(_clause(draft, draft.veil is not None), "event.no_initiative", side=side)

    def last_pass(self, state: CampaignState) -> Text:
        """SLB 22.2c: the Union's action cycle is yet to come when the hidden movement is over."""
        return super().last_pass(state) if state.veil is None else text("action.pass_hidden")

    def activation_prompt(self, state: CampaignState, second: bool) -> Text:
        """What a cycle without dice is for."""
        if not self.pass_ends_cycle(state):
            return super().activation_prompt(state, second)
        if self.forced_initiative(state) == CONFEDERATE:
            return text("prompt.hidden_movement")
        return text("prompt.first_turn" if state.turn == FIRST else "prompt.second_turn")

    def turn_begins(self, draft: CampaignState, umpire: Umpire) -> None:
        """Turn 3: remember who stands in the west; turn 4: everybody is free, and nothing of it need be remembered."""
        super().turn_begins(draft, umpire)
        if draft.turn == THIRD:
            own, last = self.of_side[CONFEDERATE], self.early.last_column
            note(draft, WEST, mask_of(n for n in own if 0 < column_of(self, draft, n) <= last))
        elif draft.turn == THIRD + 1:
            draft.facts = tuple(known for known in draft.facts if known[0] not in (WEST, RELEASED, MET))

    def turn_ends(self, draft: CampaignState, umpire: Umpire) -> None:
        super().turn_ends(draft, umpire)
        secret_bridges.turn_ends(draft, umpire)

    # -- who may act

    def is_released(self, state: CampaignState, piece: int) -> bool:
        """SLB 22.2h: whether a Confederate piece may act anywhere on turn 3; a substitute is as free as its parent."""
        return bool(fact(state, WEST) >> state.parent[piece] & 1) or fact(state, RELEASED) == FULLY

    def why_waits(self, state: CampaignState, piece: int) -> str:
        """The words for why a unit or leader may not act yet (SLB 22.2b-d, 22.2f, 22.2h); none where it may."""
        rule = self.early
        if state.turn > THIRD:
            return ""
        if state.turn == FIRST:
            return "" if self.ids[state.parent[piece]] in rule.first_units else "reason.first_turn"
        if self.side_of[piece] == UNION:  # some of its cavalry acts once; nothing else can have tired it so early
            acted = state.turn == SECOND and state.fatigue[piece] and self.ids[piece] in rule.once_units
            return "reason.only_once" if acted else ""
        in_west = column_of(self, state, piece) <= rule.last_column
        if state.turn == SECOND:
            if self.by_dice:
                return "reason.placed_by_dice"
            covered = cast(AdvancedState, state).covered
            moves = any(entry[0] == piece for entry in covered[1:]) if covered else in_west
            return "" if moves else "reason.east_waits"
        released = in_west or fact(state, RELEASED) or self.is_released(state, piece)
        return "" if released else "reason.east_not_released"

    def piece_bans(self, state: Any, piece: int) -> Iterator[Reason]:
        """The same as reasons."""
        key, unit, last = self.why_waits(state, piece), self.ids[piece], self.early.last_column
        if key == "reason.first_turn":
            yield reason("SLB 22.2b", key, unit=unit)
        elif key == "reason.only_once":
            yield reason("SLB 22.2d", key, unit=unit)
        elif key == "reason.placed_by_dice":
            yield reason("SLB 22.2f", key)
        elif key == "reason.east_waits":
            yield reason("SLB 22.2c", key, unit=unit, column=last)
        elif key:
            yield reason("SLB 22.2h", key, unit=unit, column=last + 1)

    def free_units(self, state: CampaignState, units: int) -> int:
        free = super().free_units(state, units)
        if state.turn > THIRD:
            return free
        return mask_of([n for n in hexes_in(free) if not self.why_waits(state, n)])

    def free_choice(self, state: CampaignState) -> bool:
        return state.veil is None and super().free_choice(state)

    def unit_bans(self, state: CampaignState, unit: int) -> Iterator[Reason]:
        yield from super().unit_bans(state, unit)
        yield from self.piece_bans(state, unit)

    def leader_bans(self, state: CampaignState, leader: int, what: str) -> Iterator[Reason]:
        yield from super().leader_bans(state, leader, what)
        yield from self._early_leader_bans(state, leader, what)

    def _early_leader_bans(self, state: CampaignState, leader: int, what: str) -> Iterator[Reason]:
        """SLB 22.2b, 22.2c, 22.2h, R15: whoever may not act may not transfer either; no assault in the hidden phase."""
        if what == "move":
            return
        yield from self.piece_bans(state, leader)
        if what == "assault" and state.veil is not None:
            yield reason("SLB 22.2c", "reason.hidden_attack")

    def free_leaders(self, state: CampaignState, leaders: int, what: str) -> int:
        free = super().free_leaders(state, leaders, what)
        if state.turn > THIRD and state.veil is None:
            return free
        if what == "move":
            return free
        if what == "assault" and state.veil is not None:
            return 0
        return mask_of([n for n in hexes_in(free) if not self.why_waits(state, n)])

    def bars_action(self, state: CampaignState, side: str, action: Action) -> Reason | None:
        """SLB 22.2c: smoke tells of whoever is hidden."""
        if state.veil is not None and isinstance(action, BurnStation):
            return reason("SLB 22.2c", "reason.hidden_attack")
        return super().bars_action(state, side, action)

    def special_actions(self, state: CampaignState, side: str) -> Sequence[Action]:
        found = super().special_actions(state, side)
        if side != CONFEDERATE or state.turn != THIRD or any(self.message_reasons(state, side)):
            return found
        return [*found, SendMessage()]

    def message_reasons(self, state: CampaignState, side: str) -> Iterator[Reason]:
        """SLB 22.2h: why no message can be sent now."""
        if side != CONFEDERATE or state.turn != THIRD:
            yield reason("SLB 22.2h", "reason.no_message")
        elif fact(state, RELEASED) == FULLY:
            yield reason("SLB 22.2h", "reason.message_sent")
        elif not fact(state, MET):
            yield reason("SLB 22.2h", "reason.not_met")

    def unit_specials(self, state: CampaignState) -> Sequence[Action]:
        bridges = cast(AdvancedState, state).secret_bridges
        if not bridges:
            return ()
        builders = [self.index[bridge[0]] for bridge in bridges]
        return [order for unit in builders for order in secret_bridges.lays(self, state, unit)]

    def do_special(self, draft: CampaignState, umpire: Umpire, side: str, action: Action) -> None:
        if isinstance(action, SendMessage):
            note(draft, RELEASED, FULLY)
            umpire.tell("SLB 22.2h", "event.message")
        elif isinstance(action, secret_bridges.LayBridge):
            secret_bridges.lay_alone(self, draft, umpire, self.index[action.unit])
        else:
            super().do_special(draft, umpire, side, action)

    def special_reasons(self, state: CampaignState, side: str, action: Action) -> list[Reason]:
        if isinstance(action, SendMessage):
            return list(self.message_reasons(state, side))
        if isinstance(action, secret_bridges.LayBridge):
            return secret_bridges.lay_reasons(self, state, side, self.index[action.unit])
        return super().special_reasons(state, side, action)

    # -- where to

    def step_bans(self, state: CampaignState, unit: int, here: int, there: int) -> Iterator[Reason]:
        yield from super().step_bans(state, unit, here, there)
        yield from self._early_step_bans(state, unit, here, there)

    def _early_step_bans(self, state: CampaignState, unit: int, here: int, there: int) -> Iterator[Reason]:
        """SLB 22.2b-d: nobody crosses the Rappahannock on turns 1 and 2; SLB 22.2h: the released stay east."""
        if not self._closed_early(state, unit, here) >> there & 1:
            return
        if state.turn <= SECOND:
            clause = _clause(state, self.side_of[unit] == CONFEDERATE)
            yield reason(clause, "reason.closed_river", term_river="Rappahannock River")
        else:
            east = self.early.last_column + 1
            yield reason("SLB 22.2h", "reason.stays_east", unit=self.pieces[unit].id, column=east)

    def _closed_early(self, state: CampaignState, unit: int, here: int) -> int:
        """Where a unit may not step from a hex on these turns, as a mask."""
        if state.turn > THIRD:
            return 0
        if state.turn <= SECOND:
            return self.over_rappahannock[here]
        waits = self.side_of[unit] == CONFEDERATE and not self.west >> here & 1 and not self.is_released(state, unit)
        return self.west if waits else 0

    def barred_steps(self, state: CampaignState, unit: int, here: int) -> int:
        return super().barred_steps(state, unit, here) | self._closed_early(state, unit, here)

    def attack_bans(self, state: CampaignState, unit: int, here: int, target: int) -> Iterator[Reason]:
        """R14: no attacks in the hidden phase; over the river or out of one's columns as little as marching there."""
        yield from super().attack_bans(state, unit, here, target)
        if state.veil is not None:
            yield reason("SLB 22.2c", "reason.hidden_attack")
        yield from self._early_step_bans(state, unit, here, target)

    def entered(self, draft: CampaignState, umpire: Umpire, unit: int, hex_: int, how: str) -> None:
        """SLB 22.2h: does a unit that has come into a hex release anybody, or is there a meeting to tell of?"""
        super().entered(draft, umpire, unit, hex_, how)
        if draft.turn != THIRD or fact(draft, RELEASED) == FULLY:
            return
        piece, name = self.pieces[unit], self.name(hex_)
        comes_near = not self.west >> hex_ & 1 and self.board.within(SOUTH, hex_)
        if piece.side == UNION and comes_near and not fact(draft, RELEASED):
            note(draft, RELEASED, NEAR)
            umpire.tell("SLB 22.2h", "event.released_near", unit=piece.id, hex=name)
        if how != "retreat" and not fact(draft, MET) and self.meets(draft, unit, hex_):
            note(draft, MET)
            umpire.tell("SLB 22.2h", "event.met", unit=piece.id, hex=name)

    def meets(self, state: CampaignState, unit: int, hex_: int) -> bool:
        """Whether moving there is a meeting of a Confederate in the west and a Union division south of the river."""
        board, around = self.board, self.board.grid.around[hex_]
        if self.side_of[unit] == UNION:
            if not self.pieces[unit].is_division or not board.within(SOUTH, hex_):
                return False
            normal, held = state.ground.normal, state.occupied(CONFEDERATE) & self.west
            return any(held >> there & 1 and normal[there] >> hex_ & 1 for there in around)
        if not self.west >> hex_ & 1:
            return False
        return any(has_division(self, state, there, UNION) for there in around if board.within(SOUTH, there))

    def march_options(self, state: CampaignState, march: March) -> Sequence[Action]:
        lays = () if march.begun else secret_bridges.lays(self, state, self.index[march.unit])
        found = super().march_options(state, march)
        if lays:
            found = [*found, *lays]
        return found if state.veil is None else [action for action in found if not isinstance(action, exits.LeaveMap)]

    def do_march_option(self, draft: CampaignState, umpire: Umpire, march: March, action: Action) -> Decision:
        if isinstance(action, secret_bridges.LayBridge):
            secret_bridges.lay(self, draft, umpire, self.index[march.unit])
            return replace(march, over=True)
        return super().do_march_option(draft, umpire, march, action)

    def march_option_reasons(self, state: CampaignState, march: March, action: Action) -> list[Reason]:
        if isinstance(action, secret_bridges.LayBridge):
            return secret_bridges.lay_reasons(self, state, march.side, self.index[action.unit], march)
        if state.veil is not None and isinstance(action, exits.LeaveMap):
            return [reason("SLB 22.2c", "reason.hidden_leave")]
        return super().march_option_reasons(state, march, action)

    def bridge_falls(self, state: CampaignState, bridge: tuple[str, str, str]) -> bool | None:
        return secret_bridges.bridge_falls(self, state, bridge)


def _clause(state: CampaignState, hidden: bool) -> str:
    """The clause of a cycle without dice."""
    return "SLB 22.2b" if state.turn == FIRST else "SLB 22.2c" if hidden else "SLB 22.2d"
