"""Fights as a viewer may read them: the card of one, and what a side did in a turn, with the reasons of a bot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hardtack.referee.errors import HardtackError
from hardtack.referee.fights import Fight, Told, Weighed, fight_at, ordered_at, weigh
from hardtack.referee.limits import go_on
from hardtack.server.asking import show_intention, show_modifier
from hardtack.server.catalogue import Json
from hardtack.server.errors import UnknownMove, clause_title
from hardtack.server.present import Presenter
from hardtack.table.seats import BOT, Bot, bot_random
from hardtack.table.story import say

MOST_REASONS = 40  # of one turn: each is worked out like a move


def show_fight(presenter: Presenter, number: int) -> Json:
    """The fight an action belongs to."""
    journal, eye = presenter.match.journal, presenter.eye
    fight = fight_at(journal, number, eye)
    if fight is None:
        raise UnknownMove(f"action {number} belongs to no fight")
    ordered = ordered_at(journal, fight)
    before = known_state(presenter, (ordered or fight.number) - 1, fight)
    action = None if ordered is None else journal.entries[ordered].action
    weighed = None
    if fight.over and action is not None:
        weighed = weigh(before, presenter.match.seen(eye, fight.last).state, action, fight.side)
    place = presenter.battle.words.hex(fight.hex, presenter.lang) if fight.hex else ""
    index = before.scenario.index
    origins = {before.scenario.place_name(before.at[index[unit]]) for unit in fight.attackers}
    return {
        "number": fight.number,
        "last": fight.last,
        "turn": fight.turn,
        "side": fight.side,
        "over": fight.over,
        "label": fight_label(presenter, fight),
        "hex": fight.hex,
        "place": place,
        "origins": sorted(origins - {fight.hex}),
        "attackers": fight.attackers,
        "defenders": fight.defenders,
        "destroyed": [unit for unit in fight.units("destroyed") if unit in index],
        "modifiers": [] if action is None else show_modifiers(presenter, before, action, fight.attackers),
        "lines": [show_told(presenter, told) for told in fight.lines],
        "toll": None if weighed is None else show_toll(presenter, fight, weighed),
    }


def known_state(presenter: Presenter, number: int, fight: Fight) -> Any:
    """The state before the fight; what the viewer may not know of it is imagined, as for a forecast."""
    match, eye = presenter.match, presenter.eye
    seen = match.seen(eye, number).state
    if seen == match.journal.state_after(number):
        return seen
    return presenter.battle.imagine(seen, eye or fight.side, bot_random("fight", str(eye), number))


def fight_label(presenter: Presenter, fight: Fight) -> str:
    opening = next(told for told in fight.lines if told.meaning.part == "begins")
    return presenter.battle.words.say(opening.event.key, opening.event.args, presenter.lang)


def show_modifiers(presenter: Presenter, before: Any, action: Any, attackers: Sequence[str]) -> list[Json]:
    try:
        found = presenter.battle.page.fought(before, action, attackers)
    except HardtackError:  # of what the viewer may know no such attack can be made
        return []
    return [show_modifier(presenter, modifier) for modifier in found]


def show_told(presenter: Presenter, told: Told) -> Json:
    words, lang, event = presenter.battle.words, presenter.lang, told.event
    purpose = told.meaning.die
    named = "" if not purpose else words.word(f"die.{purpose}", lang)
    if purpose == "term":
        named = words.term(event.get("term"), lang)
    return {
        "number": told.number,
        "part": told.meaning.part,
        "clause": event.clause,
        "title": clause_title(presenter.battle, event.clause, lang),
        "text": words.say(event.key, event.args, lang),
        "dice": [{"face": face, "by": by, "purpose": named} for face, by in told.dice],
    }


def show_toll(presenter: Presenter, fight: Fight, weighed: Weighed) -> Json:
    """What either side lost against what it had to expect, and how often it goes as well as this for the attacker."""
    return {
        "name": presenter.word("term.toll"),
        "sides": [
            {"side": side, "expected": round(expected, 3), "fell": fell}
            for side, (expected, fell) in weighed.losses.items()
        ],
        "chance": round(float(weighed.as_good_for(fight.side)), 4),
    }


# -- before a phase ends


def show_cautions(presenter: Presenter) -> list[Json]:
    """What the side to act may regret when it ends its phase now, on what it may know."""
    found = presenter.battle.page.cautions(presenter.state)
    return [
        {"text": say(presenter.battle, caution.label, presenter.lang), "unit": caution.unit, "hex": caution.hex}
        for caution in found
    ]


# -- what a side did in a turn


def show_account(presenter: Presenter, side: str, turn: int | None, find_bot: Callable[[str], Bot]) -> Json:
    """What a side did in a turn, a line for each unit or fight; the latest turn of which there is anything to tell."""
    match = presenter.match
    acted: dict[int, list[int]] = {}  # its actions by turn
    for number in range(1, presenter.number + 1):
        if (entry := match.journal.entries[number]).side == side and entry.action is not None:
            acted.setdefault(match.journal.state_after(number - 1).turn, []).append(number)
    turns = list(acted)
    chosen, deeds = turns[-1] if turns else 0, {}
    for one in [turn] if turn in acted else reversed(turns):
        deeds = deeds_in(presenter, acted[one])
        if deeds or one == turn:
            chosen = one
            break
    told = list(deeds.values())
    if match.seats[side].kind == BOT:
        for deed in [deed for deed in told if deed["kind"] != "choose"][:MOST_REASONS]:
            go_on()
            deed["motives"] = show_intention(presenter, deed["number"], find_bot)["motives"]
    return {
        "side": side,
        "side_name": presenter.word(f"term.{side}"),
        "turn": chosen,
        "turns": turns,
        "complete": presenter.to_act is None or presenter.truth.turn > chosen,
        "deeds": told,
    }


def deeds_in(presenter: Presenter, numbers: list[int]) -> dict[tuple[str, str], Json]:
    """What can be told of some actions; a side may have done no more than end its phases."""
    deeds: dict[tuple[str, str], Json] = {}
    for number in numbers:
        go_on()
        move = presenter.show_move(number)
        begun = [line["text"] for line in presenter.show_lines(number - 1, number) if line["part"] == "begins"]
        note(deeds, move | {"kind": "attack", "label": begun[0]} if begun and move["label"] else move)
    return deeds


def note(deeds: dict[tuple[str, str], Json], move: Json) -> None:
    """Add an action; several moves of one unit are one march, told by the last of them."""
    if move["kind"] not in ("move", "attack", "choose") or move["label"] is None:
        return
    key = (move["kind"], move["unit"] if move["kind"] == "move" else str(move["number"]))
    count = deeds[key]["count"] + 1 if key in deeds else 1
    deed = {"number": move["number"], "kind": move["kind"], "text": move["label"], "count": count, "motives": []}
    deeds.pop(key, None)
    deeds[key] = deed
