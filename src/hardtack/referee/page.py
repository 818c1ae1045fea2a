"""What a page shows of a battle: counters, actions, the standing, charts. No page knows a particular battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from hardtack.referee.cautions import cautions
from hardtack.referee.events import Text, pack
from hardtack.referee.showing import (
    Bridge,
    Caution,
    Cell,
    Chart,
    FightLine,
    Formation,
    Goal,
    Hint,
    Look,
    Modifier,
    Objective,
    Reaction,
    Standing,
    Way,
)
from hardtack.referee.state import LOST, State
from hardtack.referee.umpire import options
from hardtack.referee.views import frame_data

if TYPE_CHECKING:
    from hardtack.referee.actions import Action

S = TypeVar("S", bound=State)


class Page(Generic[S]):
    """How a battle shows itself, as plain data. Everything has a default; a battle writes what it has to tell."""

    numbers: ClassVar[Mapping[str, tuple[str, ...]]] = {}  # words for the numbers of a `Look`, by type; "": the others
    reactions: ClassVar[tuple[Reaction, ...]] = ()  # questions a player may answer once for all
    fight_lines: ClassVar[Mapping[str, FightLine]] = {}  # what events mean in the story of a fight, by their words
    chronicle: ClassVar[frozenset[str]] = frozenset()  # events, by their words, that a report tells besides fights
    listed: ClassVar[frozenset[str]] = frozenset()  # of these, what is said of several units in one line
    toll: ClassVar[Mapping[str, int]] = {}  # words of an aftermath that count as strength lost: a rout, say
    overlays: ClassVar[tuple[str, ...]] = ()  # tints of the board this battle can show from a hex: sight, command

    def hint(self, state: S, action: Any) -> Hint:
        """How an action is presented: here by what it names, with the words `action.<verb>`.

        A unit with a target attacks it, a unit with a hex moves there, what names anything else is chosen, and what
        names nothing ends something.
        """
        named = frame_data(action)
        label = Text(f"action.{action.verb}", pack(named))
        unit, hex_, target = (str(named.get(name, "")) for name in ("unit", "hex", "unit_target"))
        if target:
            at = state.scenario.place_name(state.at[state.scenario.index[target]])
            return Hint("attack", label, unit, at, attackers=(unit,), target=target)
        return Hint("move" if unit and hex_ else "choose" if named else "end", label, unit, hex_)

    def hints(self, state: S, actions: Sequence[Any]) -> Sequence[Hint]:
        """The hints of a list of options; a battle that finds them together sooner than one by one says so here."""
        return [self.hint(state, action) for action in actions]

    def offer_rests_on(self, state: S, piece: int) -> tuple[Any, ...] | None:
        """All that the options of a counter now, and their hints, follow from; None where the battle cannot say.

        Whoever puts them into words need not do so again while it is the same, at any moment of any game of the
        scenario.
        """
        return None

    def meant(self, state: S, unit: str, hex_name: str) -> Action | None:
        """What a click on a hex with a unit in hand most likely means, so that a refusal answers the right question.

        None: every action with a unit and a hex is tried, and the first that says something is answered.
        """
        return None

    def look(self, state: S, piece: int) -> Look:
        """How a counter shows now: here only whether it can act."""
        return Look(can_act=state.scenario.ids[piece] in acting(state))

    def looks(self, state: S) -> Sequence[Look]:
        """How all counters show now; a battle that finds them together sooner than one by one says so here."""
        look = self.look
        return [look(state, piece) for piece in range(len(state.at))]

    def standing(self, state: S) -> Standing:
        """How the game stands: here by the counters each side has left."""
        of_side = state.scenario.of_side
        left = {side: sum(state.at[piece] != LOST for piece in pieces) for side, pieces in of_side.items()}
        ours, theirs = left.values()
        losses = tuple((side, len(of_side[side]) - number) for side, number in left.items())
        return Standing((ours - theirs) / max(1, ours + theirs), losses=losses)

    def goals(self, scenario: Any) -> Sequence[Goal]:
        """Every way to win the scenario with its settings. A page lists the sudden ones first, else in this order."""
        return ()

    def objectives(self, state: S) -> Sequence[Objective]:
        """The hexes that decide the game, as they stand now; marked on the map."""
        return ()

    def bridges(self, state: S) -> Sequence[Bridge]:
        """The bridges that have been built, as they stand now; drawn on the map."""
        return ()

    def keeps_secret(self, state: S) -> bool:
        """Whether what a seat sees would tell others something they may not know: a hot seat draws its curtain."""
        return False

    def reactions_of(self, scenario: Any) -> Sequence[Reaction]:
        """Those of the battle's `reactions` that a scenario can ask."""
        return self.reactions

    def modifiers(self, state: S, action: Any) -> Sequence[Modifier]:
        """Every number that goes into an attack, each with its clause; empty for other actions."""
        return ()

    def fought(self, state: S, action: Any, attackers: Sequence[str]) -> Sequence[Modifier]:
        """The same of an attack that was made, where fewer or more than had been ordered may have taken part."""
        return self.modifiers(state, action)

    def aftermath(self, before: S, after: S, action: Any) -> Sequence[tuple[str, int | str]]:
        """What an attack did, as named numbers a forecast can count: losses, retreats, an advance."""
        return ()

    def charts(self, scenario: Any) -> Sequence[Chart]:
        return ()

    def phase(self, state: S) -> Text:
        """The name of the present phase, for the page's headline."""
        return Text("phase." + type(state.agenda[-1]).__name__ if state.agenda else "phase.over")

    def clock(self, state: S) -> str:
        """The time of day or date of the present turn."""
        return ""

    def arrivals(self, state: S) -> Sequence[tuple[int, str]]:
        """Turn and piece id of every piece still to come."""
        return ()

    def terrain_card(self, scenario: Any, hex_number: int) -> Sequence[Text]:
        """What a hex card says about a hex: terrain, cost, defence."""
        return ()

    def overlays_of(self, scenario: Any) -> tuple[str, ...]:
        """Those of the battle's `overlays` that mean something in a scenario."""
        return self.overlays

    def overlay(self, state: S, kind: str, hex_number: int) -> Sequence[Cell]:
        """The hexes one of the battle's `overlays` tints, asked from a hex."""
        return ()

    def ways(self, state: S, unit: str) -> Sequence[Way]:
        """Where a unit that goes hex by hex could get to with several actions; empty where one action is enough."""
        return ()

    def standing_answer(self, state: S, answers: Mapping[str, str]) -> Action | None:
        """What the side to act does by an answer it has given once for all; None: it is asked.

        `answers` are verbs by the names of decisions. Where several actions have the verb the player must choose.
        """
        verb = answers.get(type(state.agenda[-1]).__name__) if state.agenda else None
        meant = [action for action in options(state).all() if action.verb == verb] if verb else []
        return meant[0] if len(meant) == 1 else None

    def column(self, state: S, unit: str) -> Sequence[str]:
        """The counters one order could send along a route, this unit first: here those in its hex that may act."""
        scenario = state.scenario
        here, able = state.at[scenario.index[unit]], acting(state)
        if here < 0 or unit not in able:
            return ()
        if not any(self.hint(state, action).kind == "move" for action in options(state).of(unit)):
            return ()
        others = (scenario.ids[number] for number, place in enumerate(state.at) if place == here)
        return (unit, *(other for other in others if other != unit and other in able))

    def follow(self, state: S, units: Sequence[str], route: Sequence[str]) -> Action | None:
        """The next action of a column on its way along the hexes of a route, which begins where the first one stood.

        None: everybody is there or can get no further, or something has to be decided. Here, where one action takes a
        unit anywhere, each goes to the last hex of the route it can enter without a risk.
        """
        offered, place_name = options(state), state.scenario.place_name
        for unit in units:
            here = place_name(state.at[state.scenario.index[unit]])
            ahead = route[route.index(here) + 1 :] if here in route else route
            hints = ((action, self.hint(state, action)) for action in offered.of(unit)) if ahead else ()
            moves = {hint.hex: action for action, hint in hints if hint.kind == "move" and not hint.risk}
            last = next((hex_ for hex_ in reversed(ahead) if hex_ in moves), None)
            if last is not None:
                return moves[last]
        return None

    def cautions(self, state: S) -> Sequence[Caution]:
        """What the side to act may regret when it ends its phase now."""
        return cautions(state, acting(state))

    def rested(self, state: S, piece: int) -> bool:
        """Whether a counter that may act has done nothing yet, as far as that matters for a warning."""
        return True

    def roster(self, state: S) -> Sequence[Formation]:
        """Every formation of both sides; without formations, a side is one."""
        ids, of_side = state.scenario.ids, state.scenario.of_side
        return [
            Formation(Text(f"term.{side}"), side, tuple(ids[number] for number in numbers))
            for side, numbers in of_side.items()
        ]


def acting(state: State) -> frozenset[str]:
    """The counters of the side to act that may do something."""
    if state.outcome is not None:
        return frozenset()
    return state.recall("acting", lambda: frozenset(options(state).actors()))
