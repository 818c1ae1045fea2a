"""What can be read without a game: scenarios, rules, charts, hex cards, the board's pictures."""

from __future__ import annotations

import json
from collections import Counter
from functools import lru_cache
from typing import Any

from hardtack.board.board import Board
from hardtack.referee.battle import Battle, Scenario
from hardtack.referee.events import Text
from hardtack.referee.register import LANGUAGES
from hardtack.referee.showing import ScenarioInfo
from hardtack.server.errors import UnknownHex, UnknownUnit
from hardtack.server.library import bot_words

Json = dict[str, Any]


def say(battle: Battle, text: Text, lang: str) -> str:
    return battle.words.say(text.key, text.args, lang)


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
        "bots": [show_bot(bot, lang) for bot in info.bots],
        "solitaire_side": info.solitaire_side,
        "doctrine_settings": dict(info.doctrine_settings),
        "provenance": {
            **scenario.board.provenance_counts(),
            "units": dict(Counter(piece.provenance for piece in scenario.pieces)),
        },
    }  # fmt: skip


@lru_cache(maxsize=10_000)
def turns_of(battle: Battle, scenario_id: str, settings: str) -> int:
    """How many turns a game has. To make its scenario takes a tenth of a second: too long for every game of a list."""
    return battle.scenario(scenario_id, json.loads(settings)).turns


def show_bot(bot: str, lang: str) -> Json:
    name, about = bot_words(bot, lang)
    return {"id": bot, "name": name, "about": about}


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
        for chart in battle.charts(scenario)
    ]
    return {"charts": charts}


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
        "lines": [say(battle, line, lang) for line in battle.terrain_card(scenario, hex_)],
        "provenance": board.provenance(hex_),
        "units": [piece.id for number, piece in enumerate(scenario.pieces) if state.at[number] == hex_],
        "zones": None if zones is None else {side: bool(mask >> hex_ & 1) for side, mask in zones.items()},
    }


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
    playable = [hex_ for hex_ in range(grid.size) if board.playable >> hex_ & 1]
    toward = {
        names[hex_]: [names[n] if n >= 0 and board.playable >> n & 1 else None for n in grid.toward[hex_]]
        for hex_ in playable
    }
    return geometry(board) | {"toward": toward}
