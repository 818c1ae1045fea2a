"""Positions somebody tampered with: words, numbers and frames changed, left out, repeated or swapped."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

from hardtack.referee.battle import Battle
from hardtack.referee.chance import forecast
from hardtack.referee.conformance import Kit, check_options
from hardtack.referee.dice import SeededDice
from hardtack.referee.errors import BadPosition
from hardtack.referee.journal import Journal
from hardtack.referee.position import read_position, write_position
from hardtack.referee.umpire import begin, options, play_trusted
from hardtack.referee.views import view

NUMBERS = ("-1", "0", "1", "2", "3", "5", "9", "17", "99", "1000", "-7", "2.5", "true", "null", '"x"', "10" * 30)
SIDES = ("union", "confederate")
ACTIONS = 30


def some_states(battle: Battle, scenario_id: str, seed: int, count: int, **settings: Any) -> list[Any]:
    """States of a random game, spread over it."""
    random, dice = Random(seed), SeededDice(seed)
    state = begin(battle.set_up(battle.scenario(scenario_id, settings)), dice).state
    seen = [state]
    while state.outcome is None:
        state = play_trusted(state, options(state).pick(random), dice).state
        seen.append(state)
    rare: dict[str, Any] = {}  # each kind of decision once, as most of them are few and far between
    for one in seen[:-1]:
        rare.setdefault(type(one.agenda[-1]).__name__, one)
    return [*rare.values(), *random.sample(seen, min(count, len(seen)))]


def mutate(text: str, random: Random) -> str:
    """One to three changes."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        text = random.choice(CHANGES)(text, random)
    return text


def _numbers(text: str, random: Random) -> str:
    places = [*re.finditer(r"(?<![\w\"])-?\d+(?![\w\"])", text)]
    spot = random.choice(places[1:])  # the first is the format's own
    return text[: spot.start()] + random.choice(NUMBERS) + text[spot.end() :]


def _frame_numbers(text: str, random: Random) -> str:
    """As above, in the frames: most numbers are the pieces' own."""
    lines = text.split("\n")
    frames = [n for n, line in enumerate(lines) if line.startswith("frame")]
    if not frames:
        return _numbers(text, random)
    chosen = random.choice(frames)
    places = [*re.finditer(r"(?<![\w\"])-?\d+(?![\w\"])", lines[chosen])]
    if places:
        spot = random.choice(places)
        lines[chosen] = lines[chosen][: spot.start()] + random.choice(NUMBERS) + lines[chosen][spot.end() :]
    return "\n".join(lines)


def _words(text: str, random: Random) -> str:
    """A word in quotes becomes another one of the text."""
    places = [*re.finditer(r"\"([\w]*)\"(?!:)", text)]
    if not places:
        return text
    spot, other = random.choice(places), random.choice(places)
    word = random.choice((other.group(1), other.group(1), "", "9999", "nobody", *SIDES, _piece(text, random)))
    return text[: spot.start(1)] + word + text[spot.end(1) :]


def _piece(text: str, random: Random) -> str:
    return str(random.choice(re.findall(r"^piece (\S+)", text, re.MULTILINE)))


def _places(text: str, random: Random) -> str:
    """A piece goes where another is, or off the map."""
    lines = text.split("\n")
    pieces = [n for n, line in enumerate(lines) if line.startswith("piece")]
    one, other = random.choice(pieces), random.choice(pieces)
    words = lines[one].split(" ")
    words[2] = random.choice((lines[other].split(" ")[2], lines[other].split(" ")[2], "-", "x", "9999", "0101"))
    lines[one] = " ".join(words)
    return "\n".join(lines)


def _drop_line(text: str, random: Random) -> str:
    lines = text.split("\n")
    del lines[random.randrange(1, len(lines))]
    return "\n".join(lines)


def _drop_frame(text: str, random: Random) -> str:
    return _on_frames(text, random, lambda frames: frames.pop(random.randrange(len(frames))))


def _double_frame(text: str, random: Random) -> str:
    def double(frames: list[str]) -> None:
        frames.insert(random.randrange(len(frames) + 1), random.choice(frames))

    return _on_frames(text, random, double)


def _swap_frames(text: str, random: Random) -> str:
    def swap(frames: list[str]) -> None:
        one, other = random.randrange(len(frames)), random.randrange(len(frames))
        frames[one], frames[other] = frames[other], frames[one]

    return _on_frames(text, random, swap)


def _on_frames(text: str, random: Random, change: Callable[[list[str]], object]) -> str:
    lines = text.split("\n")
    frames = [line for line in lines if line.startswith("frame")]
    if not frames:
        return text
    first = lines.index(frames[0])
    change(frames)
    rest = [line for line in lines if not line.startswith("frame")]
    return "\n".join([*rest[:first], *frames, *rest[first:]])


def _swap_sides(text: str, random: Random) -> str:
    lines = text.split("\n")
    named = [n for n, line in enumerate(lines) if any(f'"{side}"' in line for side in SIDES)]
    if not named:
        return text
    chosen = random.choice(named)
    lines[chosen] = re.sub(
        r'"(union|confederate)"', lambda m: f'"{SIDES[1 - SIDES.index(m.group(1))]}"', lines[chosen], count=1
    )
    return "\n".join(lines)


def _lists(text: str, random: Random) -> str:
    """A list loses, repeats or gains an entry."""
    places = [*re.finditer(r"\[[^\[\]]*\]", text)]
    if not places:
        return text
    spot = random.choice(places)
    parts = [part for part in spot.group()[1:-1].split(",") if part]
    what = random.randrange(3)
    if what == 0 and parts:
        parts.pop(random.randrange(len(parts)))
    elif what == 1 and parts:
        parts.append(random.choice(parts))
    else:
        parts.append(random.choice((f'"{_piece(text, random)}"', "7", '"union"', "[]")))
    return text[: spot.start()] + f"[{','.join(parts)}]" + text[spot.end() :]


CHANGES = (
    _numbers, _frame_numbers, _words, _words, _places, _places, _drop_line, _drop_frame, _double_frame, _swap_frames,
    _swap_sides, _lists,
)  # fmt: skip


def hold(battle: Battle, scenario_id: str, text: str, seed: int) -> bool:
    """Whether a position is accepted; one that is must be a game: it can be shown, forecast and played on."""
    try:
        journal = Journal(read_position(text, lambda _: battle), SeededDice(seed))
    except BadPosition:
        return False
    kit, random, dice = Kit(battle, scenario_id, {}), Random(seed), SeededDice(seed)
    try:
        for number in range(ACTIONS):
            state = journal.state
            if number < 2:
                look_at(kit, state, random)
            if state.outcome is not None:
                break
            journal.play(options(state).pick(random), dice)
        look_at(kit, journal.state, random)
    except BadPosition:
        return False
    return True


def look_at(kit: Kit, state: Any, random: Random) -> None:
    """Everything a page asks for."""
    battle, page = kit.battle, kit.battle.page
    for seat in (*battle.sides, None):
        view(state, seat).data()
    write_position(state)
    page.standing(state), page.phase(state), page.clock(state), page.arrivals(state), page.roster(state)
    for number in range(len(state.scenario.pieces)):
        page.look(state, number)
    if state.outcome is not None:
        return
    check_options(kit, state)
    for action in random.sample(listed := options(state).all(), min(3, len(listed))):
        hint = page.hint(state, action)
        page.modifiers(state, action)
        if hint.kind == "attack":
            forecast(state, action)
        if hint.unit:
            page.ways(state, hint.unit)
    for overlay in page.overlays:
        page.overlay(state, overlay, random.randrange(state.scenario.board.grid.size))
