"""A game as one viewer may see it, as JSON-ready data. All words are made here, in the viewer's language."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from hardtack.referee.actions import Action
from hardtack.referee.battle import Battle, Scenario
from hardtack.referee.endings import ENDINGS
from hardtack.referee.events import DRAW, Outcome, enemy_of
from hardtack.referee.journal import Entry
from hardtack.referee.options import Options
from hardtack.referee.showing import Hint
from hardtack.referee.umpire import deciding, options, to_act
from hardtack.referee.views import visible
from hardtack.server.catalogue import Json
from hardtack.server.errors import clause_title, own_words
from hardtack.server.scenes import Scene, fixed_parts, make_scene, no_secrets
from hardtack.table import Line, Match, Seat, story
from hardtack.table.story import say

MOST_KEPT = 600  # lists of options, some 6 MB
INLINE_OPTIONS = 150  # more options than this are not in a view
FEW_OPTIONS = 40  # nor are more than this looked for after every change
MANY_ACTORS = 8  # as long as so many may act who had more than a few options together, nobody counts them anew
RECENT = 60  # actions whose log a view brings when nothing else is asked


class KeptOptions:
    """What counters may do, as it was put into words before: the same marches are asked for again and again.

    A battle says what all that follows from (`Page.offer_rests_on`); where nothing of it is different, nor is the
    answer. Whoever gets a list does not change it. May be asked from any thread.
    """

    def __init__(self, most: int = MOST_KEPT) -> None:
        self.most = most
        self._lists: OrderedDict[Hashable, list[Json]] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._lists)

    def get(self, which: Hashable, make: Callable[[], list[Json]]) -> list[Json]:
        """The list that goes by these grounds; made where it is not known."""
        with self._lock:
            found = self._lists.get(which)
            if found is not None:
                self._lists.move_to_end(which)
                return found
        made = make()
        with self._lock:
            self._lists[which] = made
            if len(self._lists) > self.most:
                self._lists.popitem(last=False)
        return made


KEPT = KeptOptions()


class Viewer(NamedTuple):
    """Who looks: the sides whose key they hold (none: a spectator), and their language."""

    sides: tuple[str, ...]
    lang: str

    def eye(self, side: str | None) -> str | None:
        """The side whose knowledge is shown; at a hot seat, that of the side to act."""
        if len(self.sides) < 2 or side not in self.sides:
            return self.sides[0] if self.sides else None
        return side

    def known(self, match: Match) -> Match:
        """The match as the viewer may count its actions; whoever holds every seat counts them all."""
        if len(self.sides) > 1 or not (match.journal.veiled or match.delay):
            return match
        return match.for_seat(self.eye(None))

    def seats(self, match: Match) -> dict[str, Seat]:
        """The seats; where anything was decided in secret, without the faults of others: they tell what was tried."""
        if not match.journal.veiled or match.outcome is not None:
            return match.seats
        return {side: seat if side in self.sides else replace(seat, faults=[]) for side, seat in match.seats.items()}


class Presenter:
    """Shows a match to a viewer, now or as it stood after an earlier action.

    Views are kept by the hundred, with thousands of pieces: what a piece or an option consists of is in tuples, not
    lists, because the garbage collector need not look through tuples of texts.
    """

    def __init__(self, match: Match, viewer: Viewer, number: int | None = None) -> None:
        self.match = match = viewer.known(match)
        self.scenario: Scenario = match.scenario
        self.battle: Battle = self.scenario.battle
        self.viewer = viewer
        self.lang = viewer.lang
        self.number = match.number if number is None else number
        self.live = number is None
        truth = match.journal.state_after(self.number)
        ended = self.live and match.journal.ended is not None
        self.to_act = None if ended else to_act(truth)
        self.eye = viewer.eye(self.to_act if self.to_act is not None else match.to_act)
        self.truth = truth
        self.state = truth if no_secrets(self.scenario) else match.seen(self.eye, self.number).state
        self.your_turn = self.live and self.to_act is not None and self.to_act in viewer.sides

    def word(self, key: str) -> str:
        return self.battle.words.word(key, self.lang)

    # -- the whole

    @cached_property
    def scene(self) -> Scene:
        """What everybody sees who knows the same."""
        return make_scene(self.state, self.to_act, self.live, self.lang)

    def body(self, few: bool = False, last: Json | None = None) -> Json:
        """Everything but the log, which depends on how much the viewer has already; with only a `few` options.

        `last`: what the viewer was shown before.
        """
        offered, active = None, None
        asked = None if self.to_act is None else deciding(self.state)
        if self.your_turn:
            offered = self.show_few_options(self.had_many(last)) if few else self.show_options()
            active = {actor["unit"] for actor in offered["actors"]}
        return {
            **fixed_parts(self.scenario, self.lang),
            "version": self.match.version,
            "number": self.number,
            "last_number": self.match.number,
            "yours": self.viewer.sides,
            "to_act": self.to_act,
            "your_turn": self.your_turn,
            "over": self.to_act is None,
            "prompt": self.show_prompt(),
            "decision": None if asked is None else type(asked).__name__,
            "naming": asked is not None and asked.naming is not None,
            "room": None if asked is None else asked.room_for_more(),
            "begun": asked is not None and asked.half_answered(),
            "private": self.truth.audience is not None or self.battle.page.keeps_secret(self.state),
            "pieces": self.show_pieces(active),
            "options": offered,
            **self.scene.parts,
            "undo": self.match.undo_limit(self.viewer.sides) if self.live and self.viewer.sides else 0,
            "outcome": self.show_outcome(),
            **shown_seal(self.match),
        }

    def show_prompt(self) -> str:
        if self.to_act is None:
            return own_words().word("over", self.lang)
        if self.to_act in self.viewer.sides:
            return say(self.battle, deciding(self.state).prompt(self.state), self.lang)
        return own_words().word("waiting", self.lang).format(side=self.word(f"term.{self.to_act}"))

    def show_pieces(self, active: set[str] | None = None) -> Sequence[Json]:
        """`active`: the pieces that have options now; without it the battle's own mark is used."""
        pieces = self.scene.pieces
        if active is None:
            return pieces
        acting = {piece["id"] for piece in pieces if piece["can_act"]}
        if acting == active:
            return pieces
        changed = acting ^ active
        return tuple(
            piece | {"can_act": piece["id"] in active} if piece["id"] in changed else piece for piece in pieces
        )

    # -- options

    @cached_property
    def offered(self) -> Options:
        """What the side to act may do: named after every change, and asked for unit by unit."""
        return options(self.truth)

    def show_options(self) -> Json:
        """Every unit that can act with the number of its options, and the options if they are few."""
        offered = self.offered
        general = offered.general()
        by_actor = [(actor, choices) for actor in offered.actors() if (choices := offered.of(actor))]
        count = len(general) + sum(len(choices) for _, choices in by_actor)
        inline = count <= INLINE_OPTIONS
        return {
            "count": count,
            "general": self.show_all(general),
            "actors": [
                {"unit": actor, "count": len(choices),
                 "options": self.show_all(choices) if inline else None}
                for actor, choices in by_actor
            ],
        }  # fmt: skip

    def had_many(self, last: Json | None) -> bool:
        """Whether the same decision offered more than a few options when it was last shown."""
        if last is None or last["options"] is None or last["options"]["count"] is not None:
            return False
        return bool(last["to_act"] == self.to_act and last["decision"] == type(deciding(self.state)).__name__)

    def show_few_options(self, had_many: bool = False) -> Json:
        """The same after every change: as soon as there are more than a few, they are no longer looked for.

        All that a unit may do is found out when somebody asks for it; one of those named may turn out to have nothing.
        """
        offered = self.offered
        worded = self.show_all(offered.general())
        count, actors = len(worded), offered.actors()
        if had_many and len(actors) >= MANY_ACTORS:
            return {"count": None, "general": worded, "actors": [*map(unlisted, actors)]}
        by_actor: list[tuple[str, Sequence[Action]]] = []
        for actor in actors:
            choices = offered.of(actor)
            count += len(choices)
            if count > FEW_OPTIONS:
                idle = {actor for actor, found in by_actor if not found}
                named = [unlisted(actor) for actor in actors if actor not in idle]
                return {"count": None, "general": worded, "actors": named}
            by_actor.append((actor, choices))
        shown = [
            {"unit": actor, "count": len(choices), "options": self.options_of(actor)}
            for actor, choices in by_actor
            if choices
        ]
        return {"count": count, "general": worded, "actors": shown}

    def options_of(self, unit: str) -> list[Json]:
        """All that a unit may do; taken from what was made before where the battle says that it is the same."""
        number = self.scenario.index.get(unit)
        grounds = None if number is None else self.battle.page.offer_rests_on(self.truth, number)
        if grounds is None:
            return self.make_options(unit)
        return KEPT.get((self.scenario, self.lang, unit, grounds), lambda: self.make_options(unit))

    def make_options(self, unit: str) -> list[Json]:
        return self.show_all(self.offered.of(unit))

    def show_all(self, actions: Sequence[Action]) -> list[Json]:
        hints = self.battle.page.hints(self.truth, actions)
        return [self.show_option(action, hint) for action, hint in zip(actions, hints, strict=True)]

    def options_at(self, hex_: str) -> list[Json]:
        """Every option that ends on a hex or is aimed at it."""
        every = self.offered.all()
        if len(every) > INLINE_OPTIONS:  # a long list is thinned by notation before it is worded
            every = [action for action in every if hex_ in _words(action)]
        shown = self.show_all(every)
        return [option for option in shown if option["hex"] == hex_ or option["target"] == hex_]

    def show_option(self, action: Action, hint: Hint) -> Json:
        return {
            "action": str(action),
            "kind": hint.kind,
            "label": say(self.battle, hint.label, self.lang),
            "unit": hint.unit,
            "hex": hint.hex,
            "cost": hint.cost,
            "path": path_of(self.truth, hint),
            "attackers": hint.attackers,
            "target": hint.target,
            "stops": hint.stops,
            "risk": None if hint.risk is None else say(self.battle, hint.risk, self.lang),
            "apart": hint.apart,
        }

    # -- how it ended

    def show_outcome(self) -> Json | None:
        outcome = self.state.outcome
        ended = self.match.journal.ended
        by_players = ended is not None and outcome is None and self.number == self.match.number
        outcome = ended if by_players else outcome
        if outcome is None:
            return None
        told = list(story(self.match.journal, self.lang, self.eye, since=self.number - 1, until=self.number))
        under_clause = [line.text for line in told if line.clause == outcome.clause]
        words = (under_clause or [line.text for line in told] or [""])[-1]
        return {
            "winner": outcome.winner,
            "winner_name": self.word(f"term.{outcome.winner}"),
            "level": outcome.level,
            "level_name": level_name(self.battle, outcome.level, self.lang),
            "clause": outcome.clause,
            "title": clause_title(self.battle, outcome.clause, self.lang),
            "text": self.ending_text(outcome) if by_players else words,
            "points": [{"name": name, "value": value} for name, value in outcome.points],
        }

    def ending_text(self, ended: Outcome) -> str:
        loser = "" if ended.winner == DRAW else self.word(f"term.{enemy_of(ended.winner)}")
        return own_words().word(ended.reason, self.lang).format(side=loser)

    # -- what happened

    def show_lines(self, since: int, until: int | None = None) -> list[Json]:
        last = self.number if until is None else min(until, self.number)
        shown = [self.show_line(line) for line in story(self.match.journal, self.lang, self.eye, since, last)]
        entries = self.match.journal.entries
        answered = [n for n in range(max(1, since + 1), last + 1) if self.is_standing(entries[n])]
        lines = sorted((*map(self.show_answered, answered), *shown), key=lambda line: line["number"])
        ended = self.match.journal.ended
        if ended is not None and last == self.match.number:
            turn = self.match.state.turn
            lines.append(self.show_line(Line(last, turn, None, "", "ended", self.ending_text(ended), (), (), None)))
        return lines

    def show_answered(self, number: int) -> Json:
        """The line that says an action was a standing answer; some leave no other."""
        entry: Entry = self.match.journal.entries[number]
        text = own_words().word("answered", self.lang).format(label=self.show_move(number)["label"])
        readers = None if self.match.outcome is not None else (str(entry.side),)
        return self.show_line(Line(number, entry.after.turn, entry.side, "", "answered", text, (), (), readers))

    def show_line(self, line: Line) -> Json:
        meaning = self.battle.page.fight_lines.get(line.key)
        shown = line._asdict()
        shown["title"] = clause_title(self.battle, line.clause, self.lang)
        shown["part"] = meaning.part if meaning else ""
        return shown

    def is_standing(self, entry: Entry) -> bool:
        """Whether an action was a standing answer; nobody else's, before the game is over: it holds for the next."""
        return entry.standing and (entry.side in self.viewer.sides or self.match.outcome is not None)

    def show_moves(self, since: int, until: int | None = None) -> list[Json]:
        last = self.number if until is None else min(until, self.number)
        return [self.show_move(number) for number in range(max(1, since + 1), last + 1)]

    def show_move(self, number: int) -> Json:
        """One action as it was played; what this viewer may not know of it stays out."""
        entry: Entry = self.match.journal.entries[number]
        shown: Json = {
            "number": number, "turn": self.match.journal.state_after(number - 1).turn, "side": entry.side,
            "action": None, "label": None, "dice": list(entry.dice), "kind": "", "unit": "", "hex": "", "path": [],
            "attackers": [], "target": "", "cost": None,
            "by": "person" if entry.side is None else self.match.seats[entry.side].kind,
            "standing": self.is_standing(entry),
        }  # fmt: skip
        action = entry.action
        if action is None:
            return shown
        if entry.hidden_from(self.eye) and self.match.outcome is None:
            return shown | {"dice": [face for event in visible(entry.events, self.eye) for face in event.dice]}
        before = self.match.journal.state_after(number - 1)
        if entry.side != self.eye and not no_secrets(self.scenario):
            before = self.match.seen(self.eye, number - 1).state
        hint = self.battle.page.hint(before, action)
        return shown | {
            "action": str(action), "label": say(self.battle, hint.label, self.lang), "kind": hint.kind,
            "unit": hint.unit, "hex": hint.hex, "path": path_of(before, hint), "attackers": list(hint.attackers),
            "target": hint.target, "cost": hint.cost,
        }  # fmt: skip


@lru_cache(maxsize=2_048)
def unlisted(unit: str) -> Json:
    """A unit that may act, whose options are to be asked for."""
    return {"unit": unit, "count": None, "options": None}


def path_of(state: Any, hint: Hint) -> tuple[str, ...]:
    """The hexes of a march in order, always without the one it starts from."""
    scenario, path = state.scenario, hint.path
    number = scenario.index.get(hint.unit)
    if path and number is not None and path[0] == scenario.place_name(state.at[number]):
        return path[1:]
    return path


def shown_seal(match: Match) -> Json:
    """The seal of the dice that fall now: from which roll on it holds, its hash, and its seed when all is over."""
    if not match.seals:
        return {"commitment": None, "sealed_from": 0, "seed": None}
    seal = match.seals[-1]
    seed = seal.seed if match.outcome is not None else None
    return {"commitment": seal.commitment, "sealed_from": seal.first, "seed": seed}


def level_name(battle: Battle, level: str, lang: str) -> str:
    for key in (f"term.level_{level}", f"term.{level}"):
        if key in battle.words:
            return battle.words.word(key, lang)
    return own_words().word(f"level.{level}", lang) if level in ENDINGS else level


def _words(action: Action) -> Sequence[str]:
    return str(action).replace("+", " ").split()
