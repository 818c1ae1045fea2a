"""The report of a battle that is over, as a document: what `table.report` found, in words, tables and pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property

from hardtack.draw.document import Block, Bullets, Document, Heading, Paragraph, Picture, Table
from hardtack.draw.graph import Course, graph_svg
from hardtack.draw.picture import stacks_of
from hardtack.draw.sketch import Blow, part_shown, sketch_svg
from hardtack.referee.events import DRAW, SIDES, Text
from hardtack.referee.limits import go_on
from hardtack.referee.register import LANGUAGES
from hardtack.referee.words import LIST_SEPARATOR
from hardtack.server.library import bot_words
from hardtack.server.present import level_name
from hardtack.server.telling import PARTS, Teller, report_words
from hardtack.table.match import Match
from hardtack.table.report import FightAccount, Report, TurnAccount, make_report

COLOURS = {"union": "#2c4f93", "confederate": "#8a6d3b"}
MOST_FIGHTS = 8  # of a turn that are told; the table has all of them
MOST_NAMES = 6
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
USUAL = 0.05  # luck that falls in fewer games is worth a word


class Reporter:
    """Writes one report in one language."""

    def __init__(self, report: Report, lang: str) -> None:
        self.report = report
        self.lang = lang
        self.words = report.battle.words
        self.own = report_words()
        fought = [one.fight.number for one in report.fights if one.fight.defenders]
        self.numbers = {number: place for place, number in enumerate(fought, 1)}  # of the fights in text, map and table

    def say(self, key: str, **values: object) -> str:
        return self.own.say(key, tuple((name, str(value)) for name, value in values.items()), self.lang)

    @cached_property
    def teller(self) -> Teller:
        return Teller(self.words, self.report.scenario, self.lang)

    def told(self, text: Text) -> str:
        return self.words.say(text.key, text.args, self.lang)

    def side(self, side: str) -> str:
        return self.words.word(f"term.{side}", self.lang)

    def names(self, units: Sequence[str]) -> str:
        named = [self.words.unit(unit, self.lang) for unit in units[:MOST_NAMES]]
        listed = LIST_SEPARATOR[self.lang].join(named)
        return listed if len(units) <= MOST_NAMES else self.say("and_more", names=listed, n=len(units) - MOST_NAMES)

    # -- the whole

    @property
    def title(self) -> str:
        info = self.report.battle.scenarios[self.report.scenario.id]
        return info.titles[LANGUAGES.index(self.lang)]

    @property
    def result(self) -> str:
        outcome = self.report.outcome
        level = level_name(self.report.battle, outcome.level, self.lang)
        key = "result_draw" if outcome.winner == DRAW else "result"
        return self.say(key, winner=self.side(outcome.winner), level=level)  # with a capital, a draw too

    def document(self, links: Sequence[tuple[str, str]] = ()) -> Document:
        title = self.say("title", title=self.title)
        foot = self.say("foot", title=self.title, result=self.result)
        return Document(title, self.lang, list(self.blocks()), foot, links)

    def blocks(self) -> Iterator[Block]:
        yield Heading(self.say("title", title=self.title), 1)
        yield from self.summary()
        yield from self.chart()
        yield Heading(self.say("course"))
        for turn in self.report.turns:
            go_on()
            yield from self.narrative(turn)
        yield from self.formations()
        yield from self.fights()
        yield from self.luck()
        yield from self.history()

    def summary(self) -> Iterator[Block]:
        report = self.report
        yield Paragraph(self.result, "lead")
        if self.verdict is not None:
            yield Paragraph(self.told(self.verdict))
        names = {side: self.player(seat.name) for side, seat in report.match.seats.items()}
        fought = sum(bool(one.fight.defenders) for one in report.fights)
        numbers = {"n": report.turns[-1].turn, "actions": report.match.number, "fights": fought}
        yield Paragraph(self.say("played", **numbers, **names), "small")

    @property
    def verdict(self) -> Text | None:
        """What ended the game."""
        outcome, entries = self.report.outcome, self.report.match.journal.entries
        last = [event for event in entries[-1].events if event.clause == outcome.clause]
        return Text(last[-1].key, last[-1].args) if last else None

    def player(self, name: str) -> str:
        """Who sat there; a bot by its name in the reader's language."""
        return bot_words(name, self.lang)[0] if name else self.say("nobody")

    # -- the course

    def chart(self) -> Iterator[Block]:
        """Points over time, losses where the battle counts none, the balance where it has neither."""
        turns, moments = self.report.turns, self.report.moments
        what, rows = "points", [moment.points for moment in moments]
        if not any(rows):
            what, rows = "losses", [moment.losses for moment in moments]
        scoring = [side for side in SIDES if any(side in row for row in rows)]
        courses = [
            Course(self.side(side), COLOURS[side], [float(row.get(side, 0)) for row in rows], dashed=side != SIDES[0])
            for side in scoring
        ]
        by_turn = len(turns) > 1
        marks = [turn.turn for turn in turns] if by_turn else [moment.number for moment in moments]
        caption = self.say("chart" if by_turn else "chart_by_action", what=self.own.word(what, self.lang))
        svg, width, height = graph_svg(courses, list(map(str, marks)), caption)
        yield Picture(svg, width, height, caption)

    def turning_point(self, turn: TurnAccount) -> Iterator[Block]:
        """How far the balance moved, and the map at the end of the turn."""
        yield Paragraph(self.swing(turn))
        state = self.report.match.journal.state_after(turn.last)
        stacks = {
            hex_: [replace(look, active=False, spent=False) for look in looks]
            for hex_, looks in stacks_of(state, self.lang).items()
        }
        blows = self.blows(turn)
        key = ("map" if blows else "map_quiet") + ("" if turn.clock else "_plain")
        caption = self.say(key, n=turn.turn, clock=self.day(turn.clock))
        board = self.report.scenario.board
        if part := part_shown(board, stacks, blows):
            caption = self.sentences([caption, self.say(f"map_{part}")])
        svg, width, height = sketch_svg(board, stacks, blows, lang=self.lang, title=caption)
        yield Picture(svg, width, height, caption)

    def blows(self, turn: TurnAccount) -> list[Blow]:
        """The attacks of a turn as arrows, each fight with its number at one of them."""
        found: dict[tuple[str, str, str], list[str]] = {}
        for one in turn.fights:
            for place, origin in enumerate(one.origins):
                labels = found.setdefault((one.fight.side, origin, one.fight.hex), [])
                labels += [str(self.numbers[one.fight.number])] * (place == 0 and one.fight.number in self.numbers)
        return [Blow(*arrow, label=", ".join(labels)) for arrow, labels in found.items()]

    def swing(self, turn: TurnAccount) -> str:
        share = round(abs(turn.swing) * 50)
        return self.say("swing_none" if not share else f"swing_{SIDES[turn.swing < 0]}", n=share)

    def turn_name(self, turn: TurnAccount) -> str:
        return self.say("turn" if turn.clock else "turn_plain", n=turn.turn, clock=self.day(turn.clock))

    def day(self, clock: str) -> str:
        """A date (`1863-05-03`) as the reader writes it; a time of day stays as it is."""
        try:
            day = date.fromisoformat(clock)
        except ValueError:
            return clock
        month = MONTHS[day.month - 1] if self.lang == "en" else str(day.month)
        return self.say("date", year=day.year, month=month, day=day.day)

    def worn(self, turn: TurnAccount) -> str:
        """Side by side: both have counters of the same name."""
        pieces, index = self.report.scenario.pieces, self.report.scenario.index
        most, told = sorted(turn.worn.items(), key=lambda item: -item[1]), []
        for side in SIDES:
            own = [(unit, lost) for unit, lost in most if pieces[index[unit]].side == side]
            named = [self.say("worn_unit", name=self.words.unit(unit, self.lang), n=lost) for unit, lost in own]
            if named:
                told.append(self.say("worn_side", army=self.side(side), who=LIST_SEPARATOR[self.lang].join(named)))
        return self.sentences(told)

    def narrative(self, turn: TurnAccount) -> Iterator[Block]:
        turning = turn in self.report.turning
        yield Heading(self.say("turning", turn=self.turn_name(turn)) if turning else self.turn_name(turn), 3)
        fought = sum(bool(one.fight.defenders) for one in turn.fights)
        yield Paragraph(self.say("marches" if fought else "quiet", fights=fought, **turn.marches), "small")
        if news := self.news(turn):
            yield Paragraph(self.sentences(news))
        if turn.worn:
            yield Paragraph(self.say("worn", toll=self.words.word("term.toll", self.lang), who=self.worn(turn)))
        if turn.fights:
            told = gravest(turn.fights)
            signs = [str(self.numbers.get(one.fight.number, "")) for one in told]
            yield Bullets([self.story(one) for one in told], signs)
        if len(turn.fights) > MOST_FIGHTS:
            yield Paragraph(self.say("more_fights", n=len(turn.fights) - MOST_FIGHTS), "small")
        if turning or len(self.report.turns) == 1:
            yield from self.turning_point(turn)

    def news(self, turn: TurnAccount) -> list[str]:
        """What else happened, each thing told once with how often it did."""
        told = Counter(self.teller.say(line.key, line.args) for line in turn.news if line != self.verdict)
        return [text if n == 1 else self.say("times", text=text.rstrip(".。"), n=n) for text, n in told.items()]

    def story(self, one: FightAccount) -> str:
        """A fight in a few sentences; of an attack that was never made there is no more to say."""
        told = self.teller.fight(one.fight)
        return self.sentences([*told, self.say("in_vain")] if one.fight.defenders and len(told) == 1 else told)

    def sentences(self, texts: Sequence[str]) -> str:
        return ("" if self.lang == "ja" else " ").join(texts)

    # -- the tables

    def formations(self) -> Iterator[Block]:
        rows = []
        for one in self.report.formations:
            lost = one.before - one.after
            share = f"{lost} ({100 * lost / max(1, one.before):.0f} %)"
            numbers = [str(one.before), str(one.after), share] if one.before else ["–", "–", "–"]
            label = self.told(one.label)
            side = self.side(one.side)
            named = label if side in label else f"{side} · {label}"
            rows.append([named, *numbers, self.names(one.lost) or self.say("none")])
        if rows:
            head = [self.say(key) for key in ("formation", "before", "after", "lost", "gone")]
            yield Heading(self.say("formations"))
            yield Table(head, rows, frozenset({1, 2, 3}))

    def fights(self) -> Iterator[Block]:
        found = [one for one in self.report.fights if one.fight.defenders]
        if not found:
            return
        yield Heading(self.say("fights"))
        head = [self.say(key) for key in ("number", "when", "who", "expected", "fell", "fight_luck", "chance")]
        yield Table(head, [self.fight_row(one) for one in found], frozenset({0, 1, 3, 4, 5, 6}))
        yield Paragraph(self.say("fight_note", toll=self.words.word("term.toll", self.lang)), "small")

    def fight_row(self, one: FightAccount) -> list[str]:
        fight, weighed = one.fight, one.weighed
        place = self.words.hex(fight.hex, self.lang)
        who = f"{self.names(fight.attackers)} → {self.names(fight.defenders)} · {place}"
        who = self.say("fight_army", army=self.side(fight.side), who=who)
        row = [str(self.numbers[fight.number]), str(fight.turn), who]
        if weighed is None:
            return [*row, "–", "–", "–", "–"]
        sides = (fight.side, *(side for side in SIDES if side != fight.side))
        expected = " / ".join(f"{weighed.losses[side][0]:.1f}" for side in sides)
        fell = " / ".join(str(weighed.losses[side][1]) for side in sides)
        chance = percent(float(weighed.as_good_for(fight.side)))
        return [*row, expected, fell, signed(weighed.luck(fight.side), 1), f"{chance} %"]

    # -- luck, history

    def luck(self) -> Iterator[Block]:
        report = self.report
        yield Heading(self.say("luck"))
        if any(one.weighed for one in report.fights):
            yield from self.fight_luck()
        else:
            yield Paragraph(self.say("luck_none"))
        yield Heading(self.say("dice"), 3)
        head = [self.say("side"), *map(str, range(1, 7)), self.say("rolls"), self.say("mean"), self.say("oddity")]
        rows = [
            [self.side(one.side), *map(str, one.faces), str(one.count), f"{one.mean:.2f}",
             self.say("oddity_cell", n=percent(one.oddity))]
            for one in report.dice
        ]  # fmt: skip
        yield Table(head, rows, frozenset(range(1, 10)))
        yield Paragraph(self.say("dice_note"), "small")

    def fight_luck(self) -> Iterator[Block]:
        """What the attacks bring on average, what they brought, and how rare that is."""
        luck = self.report.luck
        yield Paragraph(self.say("luck_plain", toll=self.words.word("term.toll", self.lang)))
        between = self.say("luck_between", low=signed(luck.low), high=signed(luck.high))
        values = {"expected": signed(luck.expected, 1), "fell": signed(luck.fell), "dice": signed(luck.luck, 1)}
        rows = [[self.say(f"luck_{key}"), value] for key, value in {**values, "range": between}.items()]
        yield Table([self.say("luck_of"), self.say("luck_value")], rows, frozenset({1}))
        share = luck.at_least if luck.luck > 0 else luck.at_most
        key = "luck_nobody" if values["dice"] == "0" else "luck_rare" if share < USUAL else "luck_usual"
        army = self.side(SIDES[luck.luck < 0])
        yield Paragraph(self.say(key, army=army, n=values["dice"].lstrip("+-"), share=percent(share)))

    def history(self) -> Iterator[Block]:
        known = self.report.history
        if known is None:
            return
        yield Heading(self.say("history"))
        yield Paragraph(known.text(self.lang))
        if known.union_losses and known.confederate_losses:
            numbers = {"union": f"{known.union_losses:,}", "confederate": f"{known.confederate_losses:,}"}
            yield Paragraph(self.say("history_losses", **numbers), "small")
        source = self.say("source_public") if known.provenance == "public" else known.source
        yield Paragraph(self.say("history_source", source=source), "small")


def signed(value: float, places: int = 0) -> str:
    """A number with its sign; nothing has none."""
    rounded = round(value, places)
    return f"{rounded:+.{places}f}" if rounded else "0"


def percent(share: float) -> str:
    value = share * 100
    return f"{value:.0f}" if value >= 1 or value == 0 else "<1"


def gravest(fights: Sequence[FightAccount]) -> list[FightAccount]:
    """Those of a turn that are told, in their order: where there are many, whoever was lost comes before a volley."""

    def weight(one: FightAccount) -> tuple[int, int]:
        parts = [line.meaning.part for line in one.fight.lines]
        return parts.count("destroyed"), sum(part in PARTS for part in parts)

    told = sorted(fights, key=weight, reverse=True)[:MOST_FIGHTS]
    return [one for one in fights if one in told]


def report_document(match: Match, lang: str, links: Sequence[tuple[str, str]] = ()) -> Document:
    """The report of a match that is over; NotOver otherwise."""
    return Reporter(make_report(match), lang).document(links)
