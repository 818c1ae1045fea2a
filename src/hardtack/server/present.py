"""A game as one viewer may see it, as JSON-ready data. All words are made here, in the viewer's language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from hardtack.referee.actions import Action
from hardtack.referee.battle import Battle, Scenario
from hardtack.referee.journal import Entry
from hardtack.referee.page import Page
from hardtack.referee.register import LANGUAGES
from hardtack.referee.showing import Hint, Objective
from hardtack.referee.umpire import deciding, options, to_act
from hardtack.referee.views import visible
from hardtack.server.catalogue import Json, say, side_names, zones_of
from hardtack.server.errors import clause_title, own_words
from hardtack.table import Line, Match, Seat, story
from hardtack.table.seats import BOT

INLINE_OPTIONS = 150  # more options than this are fetched unit by unit
RECENT = 60  # actions whose log a view brings when nothing else is asked


@dataclass(frozen=True)
class Viewer:
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
        return match if len(self.sides) > 1 else match.for_seat(self.eye(None))

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
        self.viewer = viewer
        self.lang = viewer.lang
        self.number = match.number if number is None else number
        self.live = number is None
        truth = match.journal.state_after(self.number)
        self.to_act = to_act(truth)
        self.eye = viewer.eye(self.to_act if self.to_act is not None else match.to_act)
        self.truth = truth
        self.state = match.seen(self.eye, self.number).state
        self.your_turn = self.live and self.to_act is not None and self.to_act in viewer.sides

    @property
    def scenario(self) -> Scenario:
        return self.match.scenario

    @property
    def battle(self) -> Battle:
        return self.scenario.battle

    def word(self, key: str) -> str:
        return self.battle.words.word(key, self.lang)

    # -- the whole

    def body(self) -> Json:
        """Everything but the log, which depends on how much the viewer has already."""
        offered = self.show_options() if self.your_turn else None
        active = None if offered is None else {actor["unit"] for actor in offered["actors"]}
        info = self.battle.scenarios[self.scenario.id]
        return {
            "scenario": self.scenario.id,
            "title": info.titles[LANGUAGES.index(self.lang)],
            "settings": dict(self.scenario.settings),
            "lang": self.lang,
            "version": self.match.version,
            "number": self.number,
            "last_number": self.match.number,
            "yours": list(self.viewer.sides),
            "to_act": self.to_act,
            "your_turn": self.your_turn,
            "over": self.to_act is None,
            "headline": self.show_headline(),
            "prompt": self.show_prompt(),
            "decision": None if self.to_act is None else type(deciding(self.state)).__name__,
            "private": self.truth.audience is not None,
            "sides": side_names(self.battle, self.lang),
            "pieces": self.show_pieces(active),
            "numbers": {kind: [self.word(key) for key in keys] for kind, keys in self.battle.page.numbers.items()},
            "boxes": [{"id": box, "name": self.place_name(box)} for box in self.scenario.boxes],
            "overlays": [{"kind": kind, "name": self.word(f"overlay.{kind}")} for kind in self.overlays()],
            "ways": type(self.battle.page).ways is not Page.ways,
            "options": offered,
            "track": self.show_track(),
            "standing": self.show_standing(),
            "undo": self.match.undo_limit(self.viewer.sides) if self.live and self.viewer.sides else 0,
            "outcome": self.show_outcome(),
            **shown_seal(self.match),
        }

    def overlays(self) -> list[str]:
        """The tints a page can ask for: terrain, zones of control where the battle has them, and the battle's own."""
        own = self.battle.page.overlays_of(self.scenario)
        return ["terrain", *(["zones"] if zones_of(self.state) is not None else []), *own]

    def show_headline(self) -> Json:
        phase = say(self.battle, self.battle.page.phase(self.state), self.lang)
        return {
            "turn": self.state.turn,
            "turns": self.scenario.turns,
            "clock": self.battle.page.clock(self.state),
            "phase": phase,
            "side": self.to_act,
            "side_name": "" if self.to_act is None else self.word(f"term.{self.to_act}"),
        }

    def show_prompt(self) -> str:
        if self.to_act is None:
            return own_words().word("over", self.lang)
        if self.to_act in self.viewer.sides:
            return say(self.battle, deciding(self.state).prompt(self.state), self.lang)
        return own_words().word("waiting", self.lang).format(side=self.word(f"term.{self.to_act}"))

    def place_name(self, box: str) -> str:
        key = f"box.{box}"
        return self.word(key) if key in self.battle.words else box

    # -- pieces

    def show_pieces(self, active: set[str] | None = None) -> list[Json]:
        return [self.show_piece(number, active) for number in range(len(self.scenario.pieces))]

    def show_piece(self, number: int, active: set[str] | None) -> Json:
        """`active`: the pieces that have options now; without it the battle's own mark is used."""
        piece = self.scenario.pieces[number]
        look = self.battle.page.look(self.state, number)
        acting = self.live and piece.side == self.to_act
        can_act = look.can_act if active is None else piece.id in active
        return {
            "id": piece.id,
            "name": self.word(f"unit.{piece.id}"),
            "side": piece.side,
            "type": piece.type,
            "size": piece.size,
            "colour": piece.colour,
            "at": self.scenario.place_name(self.state.at[number]),
            "numbers": look.numbers,
            "markers": look.markers,
            "states": tuple(self.state_name(marker) for marker in look.markers),
            "can_act": acting and can_act,
            "spent": look.spent,
        }

    def state_name(self, marker: str) -> str:
        """A marker in words: `fatigue3` is the battle's word for fatigue, and the number."""
        stem = marker.rstrip("0123456789")
        return f"{self.word(f'marker.{stem}')} {marker[len(stem) :]}".rstrip()

    # -- options

    def show_options(self) -> Json:
        """Every unit that can act with the number of its options, and the options if they are few."""
        offered = options(self.truth)
        by_actor = [(actor, offered.of(actor)) for actor in offered.actors()]
        by_actor = [(actor, choices) for actor, choices in by_actor if choices]
        general = offered.general()
        count = len(general) + sum(len(choices) for _, choices in by_actor)
        inline = count <= INLINE_OPTIONS
        return {
            "count": count,
            "general": [self.show_option(action) for action in general],
            "actors": [
                {"unit": actor, "count": len(choices),
                 "options": [self.show_option(action) for action in choices] if inline else None}
                for actor, choices in by_actor
            ],
        }  # fmt: skip

    def options_of(self, unit: str) -> list[Json]:
        return [self.show_option(action) for action in options(self.truth).of(unit)]

    def options_at(self, hex_: str) -> list[Json]:
        """Every option that ends on a hex or is aimed at it."""
        every = options(self.truth).all()
        if len(every) > INLINE_OPTIONS:  # a long list is thinned by notation before it is worded
            every = [action for action in every if hex_ in _words(action)]
        shown = [self.show_option(action) for action in every]
        return [option for option in shown if option["hex"] == hex_ or option["target"] == hex_]

    def show_option(self, action: Action) -> Json:
        hint = self.battle.page.hint(self.truth, action)
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
        }

    # -- how it stands

    def show_track(self) -> Json:
        due: dict[int, list[str]] = {}
        for turn, unit in self.battle.page.arrivals(self.state):
            due.setdefault(turn, []).append(unit)
        arrivals = [{"turn": turn, "units": units} for turn, units in sorted(due.items())]
        return {"turn": self.state.turn, "turns": self.scenario.turns, "arrivals": arrivals}

    def show_standing(self) -> Json:
        standing = self.battle.page.standing(self.state)
        lines = [say(self.battle, line, self.lang) for line in standing.lines]
        return {
            "meter": round(standing.meter, 4),
            "lines": lines,
            "losses": dict(standing.losses),
            "points": dict(standing.points),
            "objectives": tuple(
                self.show_objective(objective) for objective in self.battle.page.objectives(self.state)
            ),
        }

    def show_objective(self, objective: Objective) -> Json:
        return {
            "hex": objective.hex,
            "side": objective.side,
            "text": say(self.battle, objective.label, self.lang),
            "clause": objective.clause,
            "title": clause_title(self.battle, objective.clause, self.lang),
            "sudden": objective.sudden,
            "points": objective.points,
            "holder": objective.holder,
        }

    def show_outcome(self) -> Json | None:
        outcome = self.state.outcome
        if outcome is None:
            return None
        told = list(story(self.match.journal, self.lang, self.eye, since=self.number - 1, until=self.number))
        under_clause = [line.text for line in told if line.clause == outcome.clause]
        return {
            "winner": outcome.winner,
            "winner_name": self.word(f"term.{outcome.winner}"),
            "level": outcome.level,
            "level_name": level_name(self.battle, outcome.level, self.lang),
            "clause": outcome.clause,
            "title": clause_title(self.battle, outcome.clause, self.lang),
            "text": (under_clause or [line.text for line in told] or [""])[-1],
            "points": [{"name": name, "value": value} for name, value in outcome.points],
        }

    # -- what happened

    def show_lines(self, since: int, until: int | None = None) -> list[Json]:
        last = self.number if until is None else min(until, self.number)
        return [self.show_line(line) for line in story(self.match.journal, self.lang, self.eye, since, last)]

    def show_line(self, line: Line) -> Json:
        return {
            "number": line.number,
            "turn": line.turn,
            "side": line.side,
            "clause": line.clause,
            "title": clause_title(self.battle, line.clause, self.lang),
            "key": line.key,
            "text": line.text,
            "dice": list(line.dice),
            "seats": None if line.seats is None else list(line.seats),
        }

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
        }  # fmt: skip
        action = entry.action
        if action is None:
            return shown
        if entry.hidden_from(self.eye) and self.match.outcome is None:
            return shown | {"dice": [face for event in visible(entry.events, self.eye) for face in event.dice]}
        known = self.match.seen(self.eye, number - 1).state
        before = self.match.journal.state_after(number - 1) if entry.side == self.eye else known
        hint = self.battle.page.hint(before, action)
        return shown | {
            "action": str(action), "label": say(self.battle, hint.label, self.lang), "kind": hint.kind,
            "unit": hint.unit, "hex": hint.hex, "path": path_of(before, hint), "attackers": list(hint.attackers),
            "target": hint.target, "cost": hint.cost,
        }  # fmt: skip


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
    return level


def show_seat(seat: Seat, battle: Battle, viewer: Viewer, bot_name: str | None, bot: str | None) -> Json:
    return {
        "side": seat.side,
        "side_name": battle.words.word(f"term.{seat.side}", viewer.lang),
        "who": seat.kind,
        "name": "" if seat.kind == BOT else seat.name,
        "bot": bot,
        "bot_name": bot_name,
        "yours": seat.side in viewer.sides,
        "faults": [{"number": f.number, "kind": f.kind, "detail": f.detail} for f in seat.faults],
    }


def _words(action: Action) -> Sequence[str]:
    return str(action).replace("+", " ").split()
