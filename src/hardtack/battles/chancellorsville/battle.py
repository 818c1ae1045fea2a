"""Stonewall's Last Battle, put together for the referee."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from functools import lru_cache
from random import Random
from typing import Any, ClassVar

from hardtack.battles.chancellorsville import (
    attachment,
    divisions,
    exits,
    hidden,
    orders,
    resupply,
    secret_bridges,
    soundness,
    victory,
)
from hardtack.battles.chancellorsville.advanced import AdvancedScene
from hardtack.battles.chancellorsville.book import ScenarioBook, SetUpLine
from hardtack.battles.chancellorsville.bot_knowledge import ChancellorsvilleKnowledge
from hardtack.battles.chancellorsville.campaign_scene import CampaignScene
from hardtack.battles.chancellorsville.counters import SlbCounter, load_counters
from hardtack.battles.chancellorsville.early import SendMessage
from hardtack.battles.chancellorsville.events import event_table
from hardtack.battles.chancellorsville.ground import load_map
from hardtack.battles.chancellorsville.page import ChancellorsvillePage
from hardtack.battles.chancellorsville.rules import HELD, Scene
from hardtack.battles.chancellorsville.scenarios import DATA, SCENARIO_IDS, check_book, load_book
from hardtack.battles.chancellorsville.state import AdvancedState, SceneState
from hardtack.battles.chancellorsville.substitutes import Detach, substitute_table
from hardtack.battles.gcacw.actions import ACTIONS
from hardtack.battles.gcacw.parameters import series_settings
from hardtack.battles.gcacw.series import SERIES_DATA, SERIES_FRAMES, Placement, SeriesBattle, series_register
from hardtack.battles.gcacw.state import CampaignState, note
from hardtack.board.masks import mask_of
from hardtack.referee.actions import Action
from hardtack.referee.battle import SCENARIOS_KEPT, frames_in
from hardtack.referee.errors import BadData
from hardtack.referee.events import UNION
from hardtack.referee.frames import Frame
from hardtack.referee.register import load_register
from hardtack.referee.showing import ScenarioInfo, Setting
from hardtack.referee.soundness import Soundness
from hardtack.referee.state import freeze
from hardtack.referee.words import Words, load_battle_words


class Chancellorsville(SeriesBattle[SceneState]):
    id: ClassVar[str] = "chancellorsville"
    titles: ClassVar[tuple[str, str]] = ("Stonewall's Last Battle", "Stonewall's Last Battle")
    introduction: ClassVar[tuple[str, str]] = (
        "The Chancellorsville campaign, from a cavalry raid in March to the greatest cavalry battle of the war in "
        "June. Players take turns by initiative, one unit or leader at a time; each march and each assault tires the "
        "men, and how far they get is up to the die.",
        "3月の騎兵襲撃から6月の大騎兵戦まで、チャンセラーズヴィル戦役を描きます。"
        "イニシアティブを得た側が部隊か司令官を1つずつ動かします。行軍も突撃も兵を疲れさせ、どこまで進めるかはダイス次第です。",
    )
    action_types: ClassVar[tuple[type[Action], ...]] = (
        *ACTIONS, orders.Warn, orders.IssueGuns, Detach, divisions.SplitDivision, divisions.FormBrigade,
        divisions.RestBecomes, attachment.Attach, attachment.FormDivision, attachment.SwapBrigade, exits.LeaveMap,
        exits.RetreatOff, SendMessage, secret_bridges.RecordBridge, secret_bridges.LayBridge, resupply.ResupplyUnit,
    )  # fmt: skip
    frame_types: ClassVar[tuple[type[Frame], ...]] = (
        *SERIES_FRAMES, *frames_in(attachment, divisions, hidden, resupply, secret_bridges, victory),
    )  # fmt: skip

    sound: ClassVar[Soundness] = soundness.SOUNDNESS
    page = ChancellorsvillePage()
    knowledge = ChancellorsvilleKnowledge()

    def __init__(self) -> None:
        super().__init__()
        self.register = series_register() | load_register(DATA / "clauses.csv")
        self.words = load_battle_words(SERIES_DATA, DATA) | _names()
        self.scenarios = {scenario_id: self._info(scenario_id) for scenario_id in SCENARIO_IDS}

    def _info(self, scenario_id: str) -> ScenarioInfo:
        """What the home page shows of a scenario; its file is checked against everything it names."""
        book = load_book(scenario_id)
        defects = check_book(book, load_counters(), load_map(), self.register, f"{scenario_id}.toml")
        if defects:
            raise BadData("; ".join(defects))
        options = tuple(
            Setting(name, False, (False, True), option.clause, (option.en, option.ja), "option")
            for name, option in book.options.items()
        )
        readings = tuple(
            Setting(reading.name, True, (True, False), reading.clause, (reading.en, reading.ja), "reading")
            for reading in book.readings
        )
        about = tuple(
            between.join([text, *(line.en if lang == "en" else line.ja for line in book.special)])
            for lang, between, text in (("en", " ", book.about_en), ("ja", "", book.about_ja))
        )
        return ScenarioInfo(
            id=book.id, battle=self.id, titles=(book.title_en, book.title_ja), about=(about[0], about[1]),
            date=str(book.first_day), turns=book.turns, first_side="",
            settings=(*options, *readings, *series_settings()), length_minutes=book.minutes,
        )  # fmt: skip

    def make_scenario(self, scenario_id: str, settings: Mapping[str, Any]) -> Scene:
        book = load_book(scenario_id)
        pieces = muster(book, load_counters(), lines_of(book, settings))
        scene = Scene if book.advanced is None else AdvancedScene if book.early is None else CampaignScene
        return scene(self, book, load_map(), pieces, settings)

    def state_of(self, scenario: Scene) -> type[CampaignState]:
        return CampaignState if scenario.book.advanced is None else AdvancedState

    def unknown_word(self, scenario: Scene, action: Action) -> str | None:
        """A verb the scenario does not use may name any counter of the book: it is refused with its clause."""
        if self.unused(scenario, action) is None:
            return super().unknown_word(scenario, action)
        names = [str(getattr(action, part.name)) for part in fields(action) if part.name.startswith("unit")]
        missing = [name for name in names if name not in load_counters()]
        return f"no counter {missing[0]!r}" if missing else None

    def check_position(self, state: SceneState) -> None:
        super().check_position(state)
        soundness.check(state.scenario, state)

    def set_up(self, scenario: Scene) -> SceneState:
        """SLB 1.0b: counters as the scenario's file has them; who holds which victory hex is remembered."""
        bridges = [(a, b, UNION) for a, b in scenario.book.setup.bridges]
        places = placements(scenario)
        state: SceneState = self.opening_state(scenario, places, bridges, **scenario.opening_rows())
        stand = [entry.hex for entry in places if entry.hex >= 0 and entry.unit in scenario.units_of[UNION]]
        held = scenario.watched & mask_of(stand)
        if not held:
            return state
        draft = state.draft()
        note(draft, HELD, held)
        opened: SceneState = freeze(draft)
        return opened

    # -- what a seat may know (SLB 22.2c, 22.2e)

    def has_secret_phases(self, scenario_id: str) -> bool:
        return load_book(scenario_id).early is not None

    def redact(self, state: SceneState, seat: str | None) -> SceneState:
        return hidden.redact(state, seat) if isinstance(state, AdvancedState) else state

    def imagine(self, state: SceneState, seat: str, random: Random) -> SceneState:
        return hidden.imagine(state, seat, random) if isinstance(state, AdvancedState) else state


def _names() -> Words:
    """Unit and place names from the data files, so that each is written once."""
    board = load_map()
    entries = {f"unit.{counter.id}": counter.names for counter in load_counters().values()}
    for place in board.places:  # two hexes are Fredericksburg: their numbers tell them apart
        english, japanese = (name.partition(" (")[0] for name in (place.name_en, place.name_ja))
        entries[f"hex.{board.grid.name(place.hex)}"] = (english, japanese)
    return Words(entries)


# -- setting a scenario up: which counters it needs and how they stand before the first die (SLB 1.0b, 13.x, 21.0)


def lines_of(book: ScenarioBook, settings: Mapping[str, Any]) -> Iterator[SetUpLine]:
    """The set-up with the chosen options applied (SLB 13.5f)."""
    chosen = [option for name, option in book.options.items() if settings.get(name)]
    moved = {unit: hex_ for option in chosen for unit, hex_ in option.move.items()}
    removed = {unit for option in chosen for unit in option.remove}
    for line in book.setup.lines:
        if line.unit not in removed:
            yield replace(line, hex=moved.get(line.unit, line.hex))


@lru_cache(maxsize=SCENARIOS_KEPT)
def placements(scenario: Scene) -> tuple[Placement, ...]:
    """The same lines as a scenario's counters and hexes: every game of it begins with them."""
    return tuple(
        Placement(
            scenario.index[line.unit], scenario.place_at(line.hex), line.manpower, line.fatigue, line.exhausted,
            line.disorganised, line.entrenchment,
        )
        for line in lines_of(scenario.book, scenario.settings)
    )  # fmt: skip


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


BATTLE = Chancellorsville()
