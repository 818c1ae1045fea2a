"""What can be read without a game: scenarios, rules, charts, hex cards, the board's pictures."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from hardtack.board.board import Board
from hardtack.board.masks import hexes_in
from hardtack.referee.battle import Battle, Scenario
from hardtack.referee.register import LANGUAGES
from hardtack.referee.showing import Goal, ScenarioInfo
from hardtack.server.errors import UnknownHex, UnknownUnit, clause_title, own_words
from hardtack.server.library import bot_strength, bot_words
from hardtack.table.story import say

Json = dict[str, Any]


def side_names(battle: Battle, lang: str) -> dict[str, str]:
    return {side: battle.words.word(f"term.{side}", lang) for side in battle.sides}


def show_scenario(battle: Battle, info: ScenarioInfo, lang: str) -> Json:
    place = LANGUAGES.index(lang)
    scenario = battle.scenario(info.id)
    return {
        "id": info.id,
        "battle": info.battle,
        "battle_title": battle.titles[place] or info.titles[place],
        "battle_about": battle.introduction[place] or info.about[place],
        "title": info.titles[place],
        "titles": dict(zip(LANGUAGES, info.titles, strict=True)),
        "about": info.about[place],
        "date": info.date,
        "turns": info.turns,
        "first_side": info.first_side,
        "minutes": info.length_minutes,
        "units": len(scenario.pieces),
        "hexes": scenario.board.playable.bit_count(),
        "rules_version": battle.rules_version,
        "sides": [{"id": side, "name": name} for side, name in side_names(battle, lang).items()],
        "settings": [
            {"name": setting.name, "label": setting.labels[place], "kind": setting.kind, "default": setting.default,
             "values": list(setting.values), "choices": setting.called(place), "clause": setting.clause}
            for setting in info.settings
        ],
        "bots": show_bots(info.bots, info.id, lang),
        "solitaire_side": info.solitaire_side,
        "doctrine_settings": dict(info.doctrine_settings),
        "by_mail": not battle.has_secrets(scenario.id),
        "provenance": {
            **scenario.board.provenance_counts(),
            "units": dict(Counter(piece.provenance for piece in scenario.pieces)),
        },
    }  # fmt: skip


@lru_cache(maxsize=10_000)
def turns_of(battle: Battle, scenario_id: str, settings: str) -> int:
    """How many turns a game has. To make its scenario takes a tenth of a second: too long for every game of a list."""
    return int(battle.scenario(scenario_id, json.loads(settings)).turns)


def show_bots(bots: Sequence[str], scenario: str, lang: str) -> list[Json]:
    """The bots of a scenario, one of them proposed."""
    from hardtack.generals.strength import strongest

    proposed = strongest(scenario, bots)
    found = []
    for bot in bots:
        name, about = bot_words(bot, lang)
        strength = bot_strength(bot, scenario, lang)
        found.append({"id": bot, "name": name, "about": about, "strength": strength, "proposed": bot == proposed})
    return found


def show_rules(battle: Battle, lang: str) -> Json:
    clauses = [
        {"id": clause.id, "title": clause.title(lang), "summary": clause.summary(lang), "provenance": clause.provenance}
        for clause in battle.register.values()
    ]
    return {"battle": battle.id, "clauses": clauses}


def show_charts(scenario: Scenario, lang: str) -> Json:
    battle = scenario.battle
    word = battle.words.word
    charts = [
        {
            "key": chart.key,
            "title": word(chart.key, lang),
            "clause": chart.clause,
            "columns": [word(column, lang) for column in chart.columns],
            "rows": [[word(cell, lang) for cell in row] for row in chart.rows],
            "provenance": chart.provenance,
            "notes": [say(battle, note, lang) for note in chart.notes],
        }
        for chart in battle.page.charts(scenario)
    ]
    return {
        "charts": charts,
        "goals": [show_goal(battle, goal, lang) for goal in told_first(battle.page.goals(scenario))],
    }


def told_first(goals: Sequence[Goal]) -> list[Goal]:
    """The ways to win as a player should read them: what can end the game at any time before what is counted last."""
    return sorted(goals, key=lambda goal: not goal.sudden)


def show_goal(battle: Battle, goal: Goal, lang: str) -> Json:
    return {
        "clause": goal.clause,
        "title": clause_title(battle, goal.clause, lang),
        "text": say(battle, goal.label, lang),
        "side": goal.side,
        "sudden": goal.sudden,
    }


def show_hex(scenario: Scenario, name: str, state: Any, lang: str) -> Json:
    """The hex card. `state` is what the viewer may know, so the card shows no hidden unit."""
    board, battle = scenario.board, scenario.battle
    hex_ = find_hex(board, name)
    zones = zones_of(state)
    known = battle.words.entries.get(f"hex.{name}")
    return {
        "hex": name,
        "name": "" if known is None else known[LANGUAGES.index(lang)],
        "terrain": battle.words.word(f"term.{board.terrain[hex_]}", lang),
        "lines": [
            *(say(battle, line, lang) for line in battle.page.terrain_card(scenario, hex_)),
            *ways_in(scenario, hex_, lang),
        ],
        "provenance": board.provenance(hex_),
        "units": [piece.id for number, piece in enumerate(scenario.pieces) if state.at[number] == hex_],
        "zones": None if zones is None else {side: bool(mask >> hex_ & 1) for side, mask in zones.items()},
    }


def ways_in(scenario: Scenario, hex_: int, lang: str) -> list[str]:
    """What the marks of entries on a hex mean: letters, arrows at the edge, roads to boxes. A battle tells of camps."""
    battle, board, place, words = scenario.battle, scenario.board, LANGUAGES.index(lang), own_words()
    lines = []
    for entry in board.entries.values():
        if entry.hex != hex_ or "camp" in entry.tags:
            continue
        kind = "exit" if "exit" in entry.tags else "entry" if entry.side in battle.sides else "entry_both"
        side = battle.words.word(f"term.{entry.side}", lang) if entry.side in battle.sides else ""
        name = (entry.name_en, entry.name_ja)[place]
        mark = words.word("card.mark", lang).format(id=entry.id, name=name) if name else entry.id
        lines.append(words.word(f"card.{kind}", lang).format(mark=mark, side=side, name=name or entry.id))
    named = [(box.name_en, box.name_ja)[place] for box in board.boxes.values() if hex_ in box.entry_hexes]
    return lines + [words.word("card.box", lang).format(name=name) for name in named]


def zones_of(state: Any) -> dict[str, int] | None:
    """A battle that keeps its zones of control as sets of hexes by side has them shown."""
    zones = getattr(state, "zones", None)
    sides = state.scenario.battle.sides
    if not isinstance(zones, dict) or not all(isinstance(zones.get(side), int) for side in sides):
        return None
    return {side: zones[side] for side in sides}


def find_unit(scenario: Scenario, unit: str) -> int:
    if unit not in scenario.index:
        raise UnknownUnit(f"no counter {unit[:20]!r}")
    return scenario.index[unit]


def find_hex(board: Board, name: str) -> int:
    if not board.grid.has(name):
        raise UnknownHex(f"no hex {name[:20]!r} on this map")
    return board.grid.index(name)


@lru_cache(maxsize=32)
def show_geometry(board: Board) -> Json:
    """Where things are on `board.svg`, and which hexes touch."""
    from hardtack.draw import geometry  # heavy; not needed to play

    names, grid = board.grid.names, board.grid
    toward = {
        names[hex_]: [names[n] if n >= 0 and board.playable >> n & 1 else None for n in grid.toward[hex_]]
        for hex_ in hexes_in(board.playable)
    }
    return geometry(board) | {"toward": toward}
