"""Stonewall's Last Battle, put together for the referee."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from random import Random
from typing import Any, ClassVar

from hardtack.battles.chancellorsville import ammunition_page, command_page, goals, secrecy, soundness
from hardtack.battles.chancellorsville.advanced import AdvancedScene
from hardtack.battles.chancellorsville.attachment import (
    Attach,
    Attachment,
    FormDivision,
    Forming,
    MakeGood,
    SwapBrigade,
)
from hardtack.battles.chancellorsville.book import Points
from hardtack.battles.chancellorsville.campaign_scene import CampaignScene
from hardtack.battles.chancellorsville.counters import load_counters
from hardtack.battles.chancellorsville.crossing import crossing_table
from hardtack.battles.chancellorsville.divisions import BreakUp, FormBrigade, RestBecomes, SplitDivision
from hardtack.battles.chancellorsville.early import SendMessage
from hardtack.battles.chancellorsville.exits import LeaveMap, RetreatOff
from hardtack.battles.chancellorsville.ground import load_map
from hardtack.battles.chancellorsville.hidden import HiddenMovement, HiddenOver, HiddenWorks, PlaceByDice, Reveal
from hardtack.battles.chancellorsville.knowledge import TERMS, leads_nowhere
from hardtack.battles.chancellorsville.motives import motives
from hardtack.battles.chancellorsville.opening import lines_of, muster, placements
from hardtack.battles.chancellorsville.orders import IssueGuns, Warn
from hardtack.battles.chancellorsville.resupply import AmmunitionPhase, Resupplying, ResupplyUnit
from hardtack.battles.chancellorsville.rules import HELD, Scene
from hardtack.battles.chancellorsville.scenarios import DATA, SCENARIO_IDS, check_book, load_book
from hardtack.battles.chancellorsville.secret_bridges import LayBridge, RecordBridge, RecordBridges
from hardtack.battles.chancellorsville.state import AdvancedState
from hardtack.battles.chancellorsville.substitutes import Detach
from hardtack.battles.chancellorsville.victory import Reckoning
from hardtack.battles.gcacw.actions import ACTIONS, Done, Pass, StepTo
from hardtack.battles.gcacw.charts import strain_note
from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.parameters import series_settings
from hardtack.battles.gcacw.series import SERIES_DATA, SERIES_FRAMES, SeriesBattle, series_register
from hardtack.battles.gcacw.state import CampaignState, note
from hardtack.referee.actions import Action
from hardtack.referee.battle import Scenario
from hardtack.referee.errors import BadData
from hardtack.referee.events import UNION, Text
from hardtack.referee.frames import Frame
from hardtack.referee.register import load_register
from hardtack.referee.showing import (
    Cell,
    Chart,
    Formation,
    Goal,
    Hint,
    Look,
    Modifier,
    Objective,
    Reaction,
    ScenarioInfo,
    Setting,
    Standing,
)
from hardtack.referee.soundness import Soundness
from hardtack.referee.state import freeze
from hardtack.referee.words import Words, load_battle_words


class Chancellorsville(SeriesBattle):
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
        *ACTIONS, Warn, IssueGuns, Detach, SplitDivision, FormBrigade, RestBecomes, Attach, FormDivision, SwapBrigade,
        LeaveMap, RetreatOff, SendMessage, RecordBridge, LayBridge, ResupplyUnit,
    )  # fmt: skip
    frame_types: ClassVar[tuple[type[Frame], ...]] = (
        *SERIES_FRAMES, BreakUp, Attachment, Forming, MakeGood, Reckoning, AmmunitionPhase, Resupplying,
        HiddenMovement, HiddenOver, HiddenWorks, PlaceByDice, Reveal, RecordBridges,
    )  # fmt: skip

    sound: ClassVar[Soundness] = soundness.SOUNDNESS
    reactions: ClassVar[tuple[Reaction, ...]] = (
        *SeriesBattle.reactions,
        Reaction("Attachment", ("done",)),
        Reaction("Resupplying", ("done",)),
    )

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
            " ".join([text, *(line.en if lang == "en" else line.ja for line in book.special)])
            for lang, text in (("en", book.about_en), ("ja", book.about_ja))
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

    def unknown_word(self, scenario: Scenario, action: Action) -> str | None:
        """A verb the scenario does not use may name any counter of the book: it is refused with its clause."""
        if self.unused(scenario, action) is None:  # type: ignore[arg-type]  # every scenario here is a Scene
            return super().unknown_word(scenario, action)
        names = [str(getattr(action, part.name)) for part in fields(action) if part.name.startswith("unit")]
        missing = [name for name in names if name not in load_counters()]
        return f"no counter {missing[0]!r}" if missing else None

    def check_position(self, state: CampaignState) -> None:
        super().check_position(state)
        scene: Scene = state.scenario  # type: ignore[assignment]  # every scenario of this battle is a Scene
        soundness.check(scene, state)

    def set_up(self, scenario: Scenario) -> CampaignState:
        """SLB 1.0b: counters as the scenario's file has them; who holds which victory hex is remembered."""
        assert isinstance(scenario, Scene)  # made by make_scenario
        book = scenario.book
        bridges = [(a, b, UNION) for a, b in book.setup.bridges]
        places = placements(scenario, lines_of(book, scenario.settings))
        state = self.opening_state(scenario, places, bridges, **scenario.opening_rows())
        held = scenario.held_by(state, UNION)
        if not held:
            return state
        draft = state.draft()
        note(draft, HELD, held)
        opened: CampaignState = freeze(draft)
        return opened

    # -- what a seat may know (SLB 22.2c, 22.2e)

    def has_secret_phases(self, scenario_id: str) -> bool:
        return load_book(scenario_id).early is not None

    def redact(self, state: CampaignState, seat: str | None) -> CampaignState:
        return secrecy.redact(state, seat) if isinstance(state, AdvancedState) else state

    def imagine(self, state: CampaignState, seat: str, random: Random) -> CampaignState:
        return secrecy.imagine(state, seat, random) if isinstance(state, AdvancedState) else state

    def goals(self, scenario: Scene) -> Sequence[Goal]:
        return goals.goals(scenario)

    def objectives(self, state: CampaignState) -> Sequence[Objective]:
        scene: Scene = state.scenario  # type: ignore[assignment]  # every scenario of this battle is a Scene
        return goals.objectives(scene, state)

    # -- events and command, where a scenario is advanced (SLB 15.0-19.2)

    def overlays_of(self, scenario: Any) -> tuple[str, ...]:
        if scenario.book.advanced is None:
            return self.overlays
        return (*self.overlays, command_page.WINGS, ammunition_page.SUPPLY)

    def overlay(self, state: CampaignState, kind: str, hex_number: int) -> Sequence[Cell]:
        if kind == command_page.WINGS:
            return command_page.wing_overlay(state, hex_number)
        if kind == ammunition_page.SUPPLY:
            return ammunition_page.overlay(state, hex_number)
        return super().overlay(state, kind, hex_number)

    def standing(self, state: CampaignState) -> Standing:
        found = super().standing(state)
        if not isinstance(state, AdvancedState):
            return found
        return replace(found, lines=(*found.lines, *command_page.day_lines(state), *secrecy.own_secrets(state)))

    # -- ammunition, where a scenario keeps a pad (SLB 20.0)

    def look(self, state: CampaignState, piece: int) -> Look:
        return secrecy.look(state, piece, ammunition_page.look(state, piece, super().look(state, piece)))

    def roster(self, state: CampaignState) -> Sequence[Formation]:
        found = super().roster(state)
        return ammunition_page.roster(state, found) if isinstance(state, AdvancedState) else found

    def hint(self, state: CampaignState, action: Action) -> Hint:
        return ammunition_page.hint(state, action, super().hint(state, action))

    def modifiers(self, state: CampaignState, action: Action) -> Sequence[Modifier]:
        return ammunition_page.modifiers(state, action) or super().modifiers(state, action)

    def aftermath(self, before: CampaignState, after: CampaignState, action: Action) -> Sequence[tuple[str, int | str]]:
        return ammunition_page.aftermath(before, after, action) or super().aftermath(before, after, action)

    def charts(self, scenario: Any) -> Sequence[Chart]:
        found = [*super().charts(scenario), _victory_chart(scenario), _level_chart(scenario)]
        if scenario.book.advanced is not None:
            found += [*command_page.charts(scenario), ammunition_page.chart()]
        return [*found, _crossing_chart(scenario)] if scenario.book.crossing is not None else found

    def ends_phase(self, state: CampaignState, action: Action) -> bool:
        """Halting is not among them: it gives up what the march could still reach, which `terms` counts."""
        return isinstance(action, Pass | Done)

    def goes_on(self, state: CampaignState, action: Action) -> bool:
        """A step of a march that is on no way is one too many."""
        frame = state.agenda[-1]
        if not isinstance(action, StepTo) or not isinstance(frame, March):
            return False
        return leads_nowhere(state, frame, state.scenario.board.grid.index(action.hex))

    def terms(self) -> Mapping[str, tuple[float, Any]]:
        return TERMS

    def motives(self, state: CampaignState, side: str) -> Mapping[Text, float]:
        return motives(state, side)

    def clock(self, state: CampaignState) -> str:
        """SLB 1.0c: the date of the turn."""
        scene: Scene = state.scenario  # type: ignore[assignment]  # every scenario of this battle is a Scene
        return str(scene.book.day(state.turn))


def _crossing_chart(scene: Scene) -> Chart:
    table = crossing_table()
    rows = tuple(
        (
            f"{row.die}" if row.die < len(table.row) else f"≥ {row.die}",
            f"term.crossing_{row.key}",
            f"term.effect_{row.key}",
        )
        for row in table.row
    )
    columns = ("chart.die", "chart.crossing_result", "chart.crossing_effect")
    return Chart("chart.crossing", table.clause, columns, rows, table.provenance, (strain_note(scene),))


def _victory_chart(scene: Scene) -> Chart:
    rows = tuple((_worth(line), f"term.{line.key}") for line in scene.book.victory.points)
    clause = scene.book.victory.points[0].clause
    return Chart("chart.victory_points", clause, ("chart.vp", "chart.vp_reason"), rows)


def _worth(line: Points) -> str:
    less = line.points_if_enemy_division_adjacent
    return f"{line.points:+d} / {less:+d}" if less else f"{line.points:+d}"


def _level_chart(scene: Scene) -> Chart:
    levels = scene.book.victory.levels
    floors = (
        ("union_decisive", levels.union_decisive), ("union_substantive", levels.union_substantive),
        ("union_marginal", levels.union_marginal), ("confederate_marginal", levels.confederate_marginal),
        ("confederate_substantive", levels.confederate_substantive),
    )  # fmt: skip
    rows = [(f"≥ {floor}", f"term.{level}") for level, floor in floors]
    rows.append((f"≤ {levels.confederate_substantive - 1}", "term.confederate_decisive"))
    return Chart("chart.levels", levels.clause, ("chart.union_vp", "chart.level"), tuple(rows))


def _names() -> Words:
    """Unit and place names from the data files, so that each is written once."""
    board = load_map()
    entries = {f"unit.{counter.id}": counter.names for counter in load_counters().values()}
    for place in board.places:  # two hexes are Fredericksburg: their numbers tell them apart
        english, japanese = (name.partition(" (")[0] for name in (place.name_en, place.name_ja))
        entries[f"hex.{board.grid.name(place.hex)}"] = (english, japanese)
    return Words(entries)


BATTLE = Chancellorsville()
