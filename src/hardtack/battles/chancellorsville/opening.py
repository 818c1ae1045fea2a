"""Setting a scenario up: which counters it needs and how they stand before the first die (SLB 1.0b, 13.x, 21.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from hardtack.battles.chancellorsville.book import ScenarioBook, SetUpLine
from hardtack.battles.chancellorsville.counters import SlbCounter
from hardtack.battles.chancellorsville.events import event_table
from hardtack.battles.chancellorsville.rules import Scene
from hardtack.battles.chancellorsville.substitutes import substitute_table
from hardtack.battles.gcacw.series import Placement


def lines_of(book: ScenarioBook, settings: Mapping[str, Any]) -> Iterator[SetUpLine]:
    """The set-up with the chosen options applied (SLB 13.5f)."""
    chosen = [option for name, option in book.options.items() if settings.get(name)]
    moved = {unit: hex_ for option in chosen for unit, hex_ in option.move.items()}
    removed = {unit for option in chosen for unit in option.remove}
    for line in book.setup.lines:
        if line.unit not in removed:
            yield replace(line, hex=moved.get(line.unit, line.hex))


def muster(book: ScenarioBook, counters: Mapping[str, SlbCounter], lines: Iterable[SetUpLine]) -> list[SlbCounter]:
    """The counters a scenario can ever need, in the order of the counter file."""
    wanted = {line.unit for line in lines}
    divisions = {counter.brigade_of or counter.id for counter in counters.values() if counter.id in wanted}
    rule = book.substitutes
    if book.advanced is not None:
        wanted |= {man.unit for man in event_table().successors}
    for counter in counters.values():
        if rule is not None and counter.substitute and counter.side in rule.detach:
            wanted.add(counter.id)
        if rule is not None and counter.brigade_of in divisions:
            wanted |= {counter.id, counter.brigade_of, substitute_table().leaders[counter.brigade_of]}
        if book.leader_casualties is not None and counter.id in wanted and counter.successor:
            wanted.add(counter.successor)
    return [counter for counter in counters.values() if counter.id in wanted]


def placements(scene: Scene, lines: Iterable[SetUpLine]) -> list[Placement]:
    """The set-up lines as the series wants them."""
    return [
        Placement(
            scene.index[line.unit], scene.place_at(line.hex), line.manpower, line.fatigue, line.exhausted,
            line.disorganised, line.entrenchment,
        )
        for line in lines
    ]  # fmt: skip
