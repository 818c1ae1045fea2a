"""What several viewers see alike, made once: the pieces, the standing and the rest of a position, in one language.

A scene is of what one seat may know. Where nothing is secret all seats know the same and share one. From one version
to the next only the pieces that look different are made anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from hardtack.referee import umpire
from hardtack.referee.battle import Battle, BattleOf, Scenario
from hardtack.referee.events import Text
from hardtack.referee.page import Page
from hardtack.referee.register import LANGUAGES
from hardtack.referee.showing import Bridge, Look, Objective, Standing
from hardtack.server.catalogue import Json, side_names, zones_of
from hardtack.server.errors import clause_title
from hardtack.table.story import say


class Scene(NamedTuple):
    """A position as everybody sees it who knows the same."""

    state: Any
    live: bool
    looks: Sequence[Look]  # of each piece
    pieces: tuple[Json, ...]
    parts: Json  # headline, track, standing, overlays, bridges
    grounds: tuple[Any, ...]  # what those follow from


def no_secrets(scenario: Scenario) -> bool:
    """Whether every seat of a battle knows the whole position."""
    return type(scenario.battle).redact is BattleOf.redact


def make_scene(state: Any, to_act: str | None, live: bool, lang: str, last: Scene | None = None) -> Scene:
    """The scene of a position; what it shares with the last one is taken from there."""
    scenario: Scenario = state.scenario
    looks, at = scenario.battle.page.looks(state), state.at
    if last is not None and last.live == live and umpire.to_act(last.state) == to_act:
        pieces = list(last.pieces)
        compared = zip(looks, last.looks, at, last.state.at, strict=True)
        anew = [
            n
            for n, (seen, saw, place, stood) in enumerate(compared)
            if place != stood or (seen is not saw and seen != saw)
        ]
    else:
        pieces = [*fixed_pieces(scenario, lang)]
        anew = list(range(len(at)))
    side_of = scenario.side_of
    for n in anew:
        pieces[n] = show_piece(scenario, n, looks[n], at[n], live and side_of[n] == to_act, lang)
    parts, grounds = make_parts(state, to_act, lang, last)
    return Scene(state, live, looks, tuple(pieces), parts, grounds)


def make_parts(state: Any, to_act: str | None, lang: str, last: Scene | None) -> tuple[Json, tuple[Any, ...]]:
    """What a scene shows besides the pieces, and what each part follows from: while that is the same, so is it."""
    scenario, turn = state.scenario, state.turn
    page = scenario.battle.page
    grounds = (
        (turn, page.clock(state), page.phase(state), to_act),
        (turn, page.arrivals(state)),
        (page.standing(state), page.objectives(state)),
        page.bridges(state),
    )
    before = (None, None, None, None) if last is None else last.grounds
    if before == grounds and last is not None:
        return last.parts, grounds
    headline, track, standing, bridges = grounds
    parts = {} if last is None else dict(last.parts)
    if before[0] != headline:
        parts["headline"] = show_headline(scenario, lang, *headline)
    if before[1] != track:
        parts["track"] = show_track(scenario, *track)
    if before[2] != standing:
        parts["standing"] = show_standing(scenario.battle, lang, *standing)
    if before[3] != bridges:
        parts["bridges"] = show_bridges(bridges)
    if last is None:
        parts["overlays"] = show_overlays(state, lang)  # the same all game long
    return parts, grounds


@lru_cache(maxsize=64)
def fixed_pieces(scenario: Scenario, lang: str) -> tuple[Json, ...]:
    """What never changes of the pieces of a scenario."""
    word = scenario.battle.words.word
    return tuple(
        {"id": piece.id, "name": word(f"unit.{piece.id}", lang), "side": piece.side, "type": piece.type,
         "size": piece.size, "colour": piece.colour}
        for piece in scenario.pieces
    )  # fmt: skip


@lru_cache(maxsize=64)
def fixed_parts(scenario: Scenario, lang: str) -> Json:
    """What never changes of a view of a scenario."""
    battle = scenario.battle
    word, page = battle.words.word, battle.page
    return {
        "scenario": scenario.id,
        "title": battle.scenarios[scenario.id].titles[LANGUAGES.index(lang)],
        "settings": dict(scenario.settings),
        "lang": lang,
        "sides": side_names(battle, lang),
        "numbers": {kind: [word(key, lang) for key in keys] for kind, keys in page.numbers.items()},
        "boxes": [{"id": box, "name": place_name(scenario, box, lang)} for box in scenario.boxes],
        "ways": type(page).ways is not Page.ways,
        "reactions": {one.frame: one.verbs for one in page.reactions_of(scenario)},
    }


def place_name(scenario: Scenario, box: str, lang: str) -> str:
    words = scenario.battle.words
    return words.word(f"box.{box}", lang) if f"box.{box}" in words else box


@lru_cache(maxsize=20_000)  # some 10 MB; most games have most of their pieces in common, at their beginning above all
def show_piece(scenario: Scenario, number: int, look: Look, place: int, acting: bool, lang: str) -> Json:
    """A piece as it stands; what it consists of is in tuples, which the garbage collector need not look through."""
    return {
        **fixed_pieces(scenario, lang)[number],
        "at": scenario.place_name(place),
        "numbers": look.numbers,
        "markers": look.markers,
        "states": tuple([state_name(scenario, marker, lang) for marker in look.markers]),
        "can_act": acting and look.can_act,
        "spent": look.spent,
        "unseen_at": look.unseen_at,
    }


def state_name(scenario: Scenario, marker: str, lang: str) -> str:
    """A marker in words: `fatigue3` is the battle's word for fatigue, and the number."""
    stem = marker.rstrip("0123456789")
    return f"{scenario.battle.words.word(f'marker.{stem}', lang)} {marker[len(stem) :]}".rstrip()


def show_headline(scenario: Scenario, lang: str, turn: int, clock: str, phase: Text, to_act: str | None) -> Json:
    battle = scenario.battle
    return {
        "turn": turn,
        "turns": scenario.turns,
        "clock": clock,
        "phase": say(battle, phase, lang),
        "side": to_act,
        "side_name": "" if to_act is None else battle.words.word(f"term.{to_act}", lang),
    }


def overlays(state: Any) -> list[str]:
    """The tints a page can ask for: terrain, zones of control where the battle has them, and the battle's own."""
    own = state.scenario.battle.page.overlays_of(state.scenario)
    return ["terrain", *(["zones"] if zones_of(state) is not None else []), *own]


def show_overlays(state: Any, lang: str) -> list[Json]:
    word = state.scenario.battle.words.word
    return [{"kind": kind, "name": word(f"overlay.{kind}", lang)} for kind in overlays(state)]


def show_track(scenario: Scenario, turn: int, arrivals: Iterable[tuple[int, str]]) -> Json:
    due: dict[int, list[str]] = {}
    for when, unit in arrivals:
        due.setdefault(when, []).append(unit)
    coming = [{"turn": when, "units": units} for when, units in sorted(due.items())]
    return {"turn": turn, "turns": scenario.turns, "arrivals": coming}


def show_bridges(bridges: Iterable[Bridge]) -> list[Json]:
    return [{"hex": one.hex, "hex2": one.hex2, "side": one.side, "secret": one.secret} for one in bridges]


def show_standing(battle: Battle, lang: str, standing: Standing, objectives: Iterable[Objective]) -> Json:
    return {
        "meter": round(standing.meter, 4),
        "lines": [say(battle, line, lang) for line in standing.lines],
        "losses": dict(standing.losses),
        "points": dict(standing.points),
        "objectives": tuple([show_objective(battle, objective, lang) for objective in objectives]),
    }


@lru_cache(maxsize=2_048)
def show_objective(battle: Any, objective: Objective, lang: str) -> Json:
    return {
        "hex": objective.hex,
        "side": objective.side,
        "text": say(battle, objective.label, lang),
        "clause": objective.clause,
        "title": clause_title(battle, objective.clause, lang),
        "sudden": objective.sudden,
        "points": objective.points,
        "holder": objective.holder,
    }
