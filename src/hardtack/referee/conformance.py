"""The conformance kit: what any battle must pass. `check_battle` runs it all and raises on the first breach."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from itertools import pairwise
from random import Random
from types import FunctionType, ModuleType
from typing import Any

from hardtack.board.native import dataclass
from hardtack.referee.actions import Action
from hardtack.referee.battle import Battle
from hardtack.referee.dice import LoadedDice, SeededDice
from hardtack.referee.errors import HardtackError, IllegalAction, NothingToUndo
from hardtack.referee.events import Event, Reason, Text
from hardtack.referee.journal import Entry, Journal
from hardtack.referee.options import NOT_ASKED, Options
from hardtack.referee.orders import Orders
from hardtack.referee.position import read_position, write_position
from hardtack.referee.record import read_record, replay, write_record
from hardtack.referee.register import LANGUAGES
from hardtack.referee.state import State
from hardtack.referee.umpire import deciding, options, play, play_trusted, why_not
from hardtack.referee.views import view, visible

SAVED_STATE_LIMIT = 20_000  # bytes of a written position
PLAIN = (int, float, str, bytes, bool, type(None), type, FunctionType, ModuleType)  # nothing inside them can change
SHELF = "_made"  # where a battle has the scenarios it has made so far: there may be more later


class Breach(AssertionError):
    """A battle broke the contract; the message says which part, where and with which seed."""


@dataclass
class Kit:
    """One battle's scenario under test. `look_every` thins the costly checks over the decisions of a game."""

    battle: Battle
    scenario_id: str
    settings: dict[str, Any]
    look_every: int = 7

    def find(self, scenario_id: str) -> Battle:
        return self.battle

    def new(self, seed: int) -> tuple[Journal, SeededDice]:
        dice = SeededDice(seed)
        scenario = self.battle.scenario(self.scenario_id, self.settings)
        return Journal(self.battle.set_up(scenario), dice), dice

    def require(self, holds: bool, what: str) -> None:
        if not holds:
            raise Breach(f"{self.scenario_id}: {what}")


def check_battle(
    battle: Battle, scenario_id: str, *, games: int = 3, seed: int = 1, look_every: int = 7, **settings: Any
) -> list[Journal]:
    """Play random games of a scenario and hold every promise of the contract against each. Returns the games."""
    kit = Kit(battle, scenario_id, settings, look_every)
    check_register(kit)
    scenario = battle.scenario(scenario_id, settings)
    before = contents(scenario)
    journals = []
    for number in range(seed, seed + games):
        journal = random_game(kit, number)
        check_undo(kit, journal)
        check_same_seed(kit, check_record(kit, journal), number)
        journals.append(journal)
    changed = differences(before, contents(scenario))
    kit.require(not changed, f"play has written on the scenario: {', '.join(changed[:5])}")
    return journals


def random_game(kit: Kit, seed: int) -> Journal:
    """A random game to its end, looked at on the way."""
    random, sampling = Random(seed), Random(-seed)
    journal, dice = kit.new(seed)
    check_words(kit, journal.entries[0].events)
    seen: list[Action] = []
    while journal.state.outcome is None:
        state = journal.state
        kit.require(len(journal) < kit.battle.max_decisions, f"no end within {kit.battle.max_decisions} decisions")
        offered = options(state)
        action = offered.pick(random)
        if len(journal) % kit.look_every == 0:
            check_closely(kit, state, seen, sampling)
        seen.append(action)
        entry = play_both_ways(kit, journal, action, dice)
        check_words(kit, entry.events)
        kit.battle.check_position(entry.after)
    return journal


def check_closely(kit: Kit, state: State, seen: list[Action], random: Random) -> None:
    check_options(kit, state)
    check_refusals(kit, state, seen, random)
    check_saved(kit, state)
    check_views(kit, state, random)


def play_both_ways(kit: Kit, journal: Journal, action: Action, dice: SeededDice) -> Entry:
    """`play` and `play_trusted` give the same, and leave the state they were given as it was."""
    state, same_dice = journal.state, SeededDice(dice.seed, dice.rolled)
    before = hash(state)
    entry = journal.play(action, dice)
    trusted = play_trusted(state, action, same_dice)
    kit.require(entry.after == trusted.state, f"play and play_trusted differ on '{action}'")
    kit.require(entry.events == trusted.events, f"play and play_trusted log differently on '{action}'")
    kit.require(hash(state) == before, f"'{action}' changed the state it was played on")
    return entry


def check_options(kit: Kit, state: State) -> None:
    """Every option is accepted, unexplained, readable back from its notation and presentable."""
    offered = options(state)
    listed = offered.all()
    kit.require(bool(listed), f"dead end: no option in {deciding(state)}")
    kit.require(len(set(listed)) == len(listed), f"an option is listed twice in {deciding(state)}")
    kit.require(set(listed) == set(offered), "all() and iteration list different options")
    _say(kit, deciding(state).prompt(state))
    _say(kit, kit.battle.page.phase(state))
    for action in listed:
        kit.require(action in offered, f"'{action}' is listed but not accepted")
        against = why_not(state, action)
        kit.require(not against, f"'{action}' is listed but refused: {against}")
        kit.require(kit.battle.parse(state.scenario, str(action)) == action, f"'{action}' does not read back")
    for action in listed[:: max(1, len(listed) // 20)]:
        _say(kit, kit.battle.page.hint(state, action).label)
    for number in range(len(state.scenario.pieces)):
        for marker in kit.battle.page.look(state, number).markers:
            stem = marker.rstrip("0123456789")
            kit.require(f"marker.{stem}" in kit.battle.words, f"no words for the marker {marker!r}")
    for line in kit.battle.page.standing(state).lines:
        _say(kit, line)


def check_refusals(kit: Kit, state: State, seen: list[Action], random: Random) -> None:
    """Actions from other moments of the game: each is legal now, or refused with registered, worded clauses."""
    offered = options(state)
    for action in random.sample(seen, min(len(seen), 12)):
        reasons = why_not(state, action)
        kit.require((not reasons) == (action in offered), f"'{action}': listing and explanation disagree")
        check_causes(kit, offered, action, reasons)
        for refusal in reasons:
            _check_clause(kit, refusal.clause)
            _say(kit, refusal)
        if reasons:
            before = hash(state)
            try:
                play(state, action, LoadedDice(()))
            except IllegalAction as refused:
                kit.require(refused.reasons == tuple(reasons), f"'{action}' refused for other reasons")
            kit.require(hash(state) == before, f"refusing '{action}' changed the state")


def check_causes(kit: Kit, offered: Options, action: Action, reasons: list[Reason]) -> None:
    """A refusal names the true causes: with the bans it names lifted, and no others, the action is allowed."""
    asked = any(refusal.key != NOT_ASKED for refusal in reasons)
    if asked and isinstance(offered, Orders):
        lifted = action in offered.lifting(reasons)
        kit.require(lifted, f"'{action}' is refused for {reasons}, but would be refused without these too")


def check_saved(kit: Kit, state: State) -> None:
    """A saved state is small and reads back as the equal state."""
    text = write_position(state)
    kit.require(len(text.encode()) < SAVED_STATE_LIMIT, f"a saved state takes {len(text.encode())} bytes")
    again = read_position(text, kit.find)
    kit.require(again == state, "a saved state reads back differently")
    kit.require(hash(again) == hash(state), "equal states have different hashes")


def check_views(kit: Kit, state: State, random: Random) -> None:
    """Views are plain data; imagining from a view gives a state that looks the same to that seat."""
    for seat in kit.battle.sides:
        seen = view(state, seat)
        json.dumps(seen.data())
        guess = kit.battle.imagine(seen.state, seat, random)
        kit.require(view(guess, seat).state == seen.state, f"{seat} can tell an imagined state from the real one")
        kit.require(view(seen.state, seat).state == seen.state, f"redacting twice for {seat} changes the view")
    json.dumps(view(state, None).data())


def check_register(kit: Kit) -> None:
    info = kit.battle.scenarios[kit.scenario_id]
    _check_clause(kit, kit.battle.fallback_clause)
    for setting in info.settings:
        _check_clause(kit, setting.clause)
    for chart in kit.battle.page.charts(kit.battle.scenario(kit.scenario_id, kit.settings)):
        _check_clause(kit, chart.clause)


def check_words(kit: Kit, events: tuple[Event, ...]) -> None:
    """Every event names a registered clause and has a sentence in both languages."""
    for event in events:
        _check_clause(kit, event.clause)
        _say(kit, event)


def check_same_seed(kit: Kit, replayed: Journal, seed: int) -> None:
    """A game played again from its record offers the same choices in the same order, so that its seed makes the same
    choices; that they and the dice lead to the same game the record has shown."""
    random = Random(seed)
    for before, entry in pairwise(replayed.entries):
        kit.require(options(before.after).pick(random) == entry.action, f"seed {seed} gave two different games")


def check_undo(kit: Kit, journal: Journal) -> None:
    """Undo gives back the equal state, and never crosses dice, a reveal or the end of the game."""
    copy, _ = kit.new(0)
    copy.entries = list(journal.entries)
    kit.require(copy.undo_limit() == 0, "a finished game can be taken back")
    copy.entries.pop()
    while copy.entries:
        entry = copy.entries[-1]
        crossing = bool(entry.dice) or entry.revealed or entry.action is None
        try:
            copy.undo()
        except NothingToUndo:
            kit.require(crossing, f"'{entry.action}' cannot be undone though no dice fell")
            copy.entries.pop()
            continue
        kit.require(not crossing, f"undo crossed the dice of '{entry.action}'")
        kit.require(copy.state == journal.entries[len(copy.entries) - 1].after, "undo did not restore the state")


def check_record(kit: Kit, journal: Journal) -> Journal:
    """The record replays to the identical game, here; `replay_elsewhere` does it in a fresh process.

    Returns the game as it was replayed.
    """
    text = write_record(journal)
    again = replay(read_record(text), kit.find)
    kit.require(write_record(again) == text, "the record replays to another game")
    kit.require(again.state == journal.state, "the record replays to another final state")
    for seat in kit.battle.sides:
        for entry in journal.entries:
            kit.require(set(visible(entry.events, seat)) <= set(entry.events), "a seat sees invented events")
    return again


def replay_elsewhere(record: str) -> str:
    """Replay a record in a fresh interpreter and return the record it writes of the same game."""
    code = "import sys, hardtack; sys.stdout.write(hardtack.replay(sys.stdin.read()).record())"
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", code], input=record, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Breach(f"a fresh process cannot replay the record: {done.stderr.strip()[-400:]}")
    return done.stdout


def _check_clause(kit: Kit, clause: str) -> None:
    kit.require(clause in kit.battle.register, f"clause {clause!r} is not registered")


def _say(kit: Kit, message: Event | Reason | Text) -> None:
    for lang in LANGUAGES:
        kit.require(message.key in kit.battle.words, f"no words for {message.key!r}")
        try:
            kit.battle.words.say(message.key, message.args, lang)
        except (KeyError, IndexError, ValueError, HardtackError) as error:
            raise Breach(f"the words of {message.key!r} do not fit {message.args!r}: {error!r}") from error


# -- what something is made of, all the way down: to see that play has changed nothing of it


def contents(root: object) -> dict[int, tuple[str, list[Any]]]:
    """Everything a thing is made of, by identity: the way to each part, and the parts of that.

    The parts are held, so that no other thing can come to have the identity of one.
    """
    found: dict[int, tuple[str, list[Any]]] = {}
    open_ = [("", root)]
    while open_:
        way, thing = open_.pop()
        if id(thing) in found or isinstance(thing, PLAIN):
            continue
        parts = list(_parts(thing))
        found[id(thing)] = way, [thing, *(part for _, part in parts)]
        open_ += ((way + name, part) for name, part in parts)
    return found


def differences(before: Mapping[int, tuple[str, list[Any]]], after: Mapping[int, tuple[str, list[Any]]]) -> list[str]:
    """The ways to what has other parts than before."""
    changed = [way for one, (way, parts) in before.items() if one not in after or not _same(parts, after[one][1])]
    return changed or [way for one, (way, _) in after.items() if one not in before]


def _same(some: list[Any], others: list[Any]) -> bool:
    pairs = zip(some, others, strict=False)
    return len(some) == len(others) and all(
        one is other or (isinstance(one, PLAIN) and type(one) is type(other) and one == other) for one, other in pairs
    )


def _parts(thing: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(thing, Mapping):
        for key, value in thing.items():
            yield f"[{key!r}]", key
            yield f"[{key!r}]", value
    elif isinstance(thing, (list, tuple, set, frozenset)):
        for part in thing:
            yield "[]", part
    else:
        kinds = ("__slots__", "__mypyc_attrs__")  # a compiled class has its fields in places of its own
        places = {name for base in type(thing).__mro__ for kind in kinds for name in vars(base).get(kind, ())}
        for name in sorted({*places, *getattr(thing, "__dict__", ())}):
            if name != SHELF and hasattr(thing, name):
                yield from _field(thing, name)


def _field(thing: Any, name: str) -> Iterator[tuple[str, Any]]:
    """A field; a tuple that a compiled class makes anew on every look by what is in it."""
    part = getattr(thing, name)
    if isinstance(part, tuple) and part is not getattr(thing, name):
        yield from ((f".{name}{way}", one) for way, one in _parts(part))
    else:
        yield f".{name}", part
