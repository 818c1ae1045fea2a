"""What a viewer may ask: why not, what would an attack do, how a fight went, what a side did in a turn and why."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import fields
from itertools import product
from typing import Any

from hardtack.referee.actions import Action
from hardtack.referee.chance import Forecast
from hardtack.referee.dice import LoadedDice
from hardtack.referee.errors import HardtackError
from hardtack.referee.fights import Fight, Told, Weighed, fight_at, ordered_at, weigh
from hardtack.referee.limits import go_on
from hardtack.referee.options import NOT_ASKED
from hardtack.referee.showing import Modifier
from hardtack.referee.umpire import options, play, why_not
from hardtack.server.catalogue import Json, find_hex, find_unit
from hardtack.server.errors import UnknownMove, clause_title, show_reason
from hardtack.server.present import Presenter
from hardtack.server.reasons import plan_told, show_intention
from hardtack.table.seats import BOT, Bot, bot_random
from hardtack.table.story import say

SOME = 5  # units whose options show what is decided now
MOST_REASONS = 40  # of one turn: each is worked out like a move


def explain(presenter: Presenter, action: Action) -> Json:
    """Whether an action may be done now, and every clause against it."""
    reasons = presenter.match.why_not(action)
    return {
        "legal": not reasons,
        "action": str(action),
        "reasons": [show_reason(presenter.battle, reason, presenter.lang) for reason in reasons],
    }


def explain_click(presenter: Presenter, unit: str, hex_: str) -> Json:
    """The same for a click: of all that it could mean, what is legal, or else what comes nearest to an answer."""
    find_unit(presenter.scenario, unit)
    find_hex(presenter.scenario.board, hex_)
    meant = presenter.battle.page.meant(presenter.state, unit, hex_)
    if meant is not None:
        return explain(presenter, meant)
    found: list[Json] = []
    said_something = False
    for action in meanings(presenter, unit, hex_):
        answer = explain(presenter, action)
        if answer["legal"]:
            return answer
        asked = [r for r in presenter.match.why_not(action) if r.key != NOT_ASKED]
        found.insert(0 if asked else len(found), answer)
        said_something = said_something or bool(asked)
    ahead = explain_ahead(presenter, unit, hex_)
    if ahead is None and not said_something:
        ahead = explain_unit(presenter, unit)
        ahead = ahead if ahead["reasons"] else None
    return ahead or (found[0] if found else {"legal": False, "action": None, "reasons": []})


def explain_unit(presenter: Presenter, unit: str) -> Json:
    """Why a unit can do nothing at all: what speaks against one of its actions wherever that would lead.

    Only what is done now is looked at, first what others can do: that is what the unit cannot. That nobody does a
    thing now, or that this scenario knows no such thing, is no answer.
    """
    scenario, battle = presenter.scenario, presenter.battle
    find_unit(scenario, unit)
    names = scenario.board.grid.names
    offered = options(presenter.truth)
    now = {type(action) for actor in offered.actors()[:SOME] for action in offered.of(actor)}
    now |= {type(action) for action in offered.general()}
    done_now = now | offered.kinds()
    for kind in sorted((kind for kind in battle.action_types if kind in done_now), key=lambda kind: kind not in now):
        words = [part.name for part in fields(kind)]
        if "unit" not in words or not set(words) <= {"unit", "hex"}:
            continue
        here, there = (
            [
                show_reason(battle, reason, presenter.lang)
                for reason in presenter.match.why_not(
                    battle.parse(scenario, " ".join([kind.verb, unit, *[hex_] * (len(words) - 1)]))
                )
                if reason.key != NOT_ASKED
            ]
            for hex_ in (names[0], names[-1])
        )
        reasons = [reason for reason in here if reason in there]  # said in the same words of any hex
        if reasons:
            return {"legal": False, "action": None, "reasons": reasons}
    return {"legal": False, "action": None, "reasons": explain_neighbours(presenter, unit, now)}


def explain_neighbours(presenter: Presenter, unit: str, now: Collection[type[Action]]) -> list[Json]:
    """What of all that is done now speaks against doing it to the enemies beside a unit, each clause once."""
    scenario, state = presenter.scenario, presenter.state
    number, grid = scenario.index[unit], scenario.board.grid
    side, here = scenario.pieces[number].side, state.at[number]
    beside = grid.around[here] if here >= 0 else ()
    enemies = {at for other, at in zip(scenario.pieces, state.at, strict=True) if other.side != side}
    found: dict[str, Json] = {}
    for there in sorted(enemies.intersection(beside)):
        for action in meanings(presenter, unit, grid.name(there)):
            against = presenter.match.why_not(action) if type(action) in now else ()
            for reason in against:
                if reason.key != NOT_ASKED:
                    found.setdefault(reason.clause, show_reason(presenter.battle, reason, presenter.lang))
    return list(found.values())


def explain_ahead(presenter: Presenter, unit: str, hex_: str) -> Json | None:
    """Where a move is declared before it is made: what would speak against the hex once it is declared."""
    match, battle = presenter.match, presenter.battle
    way = next((way for way in battle.page.ways(presenter.state, unit) if not names_a_hex(type(way.actions[0]))), None)
    if way is None:
        return None
    declared = play(match.state, way.actions[0], LoadedDice(())).state
    move = battle.parse(presenter.scenario, str(way.actions[-1]).replace(way.hex, hex_))
    reasons = [show_reason(battle, reason, presenter.lang) for reason in why_not(declared, move)]
    return {"legal": not reasons, "action": None if reasons else str(way.actions[0]), "reasons": reasons}


def names_a_hex(kind: type[Action]) -> bool:
    """Whether an action says where: a hex, or who stands there."""
    return any(part.name.startswith(("hex", "unit_")) for part in fields(kind))


def meanings(presenter: Presenter, unit: str, hex_: str) -> Iterator[Action]:
    """Every action a unit and a hex can be the words of: a march there, an attack on whoever stands there."""
    scenario, state = presenter.scenario, presenter.state
    goal = scenario.board.grid.index(hex_)
    start = state.at[scenario.index[unit]]
    there = [piece.id for number, piece in enumerate(scenario.pieces) if state.at[number] == goal]
    here = scenario.board.grid.name(start) if start >= 0 else ""
    for kind in filter(names_a_hex, scenario.battle.action_types):
        names = [part.name for part in fields(kind)]
        two_hexes = sum(name.startswith("hex") for name in names) > 1
        choices: dict[str, list[str]] = {}
        for name in names:
            if name == "unit":
                choices[name] = [unit]
            elif name.startswith("unit_"):
                choices[name] = there
            elif name == "hex" and two_hexes:
                choices[name] = [here] if here else []
            elif name.startswith("hex"):
                choices[name] = [hex_]
        if choices and len(choices) == len(names):
            for words in product(*choices.values()):
                try:
                    action = scenario.battle.parse(scenario, " ".join([kind.verb, *words]))
                except HardtackError:
                    continue  # a field that takes something else: not a meaning of this click
                if scenario.battle.unused(scenario, action) is None:  # nobody means what this scenario does not have
                    yield action


def show_forecast(presenter: Presenter, forecast: Forecast) -> Json:
    battle, lang = presenter.battle, presenter.lang
    names = dict.fromkeys(name for results, _ in forecast.chances for name, _ in results)
    counted = [
        name
        for name in names
        if all(isinstance(value, int) for results, _ in forecast.chances for key, value in results if key == name)
    ]
    return {
        "action": str(forecast.action),
        "label": say(battle, battle.page.hint(presenter.truth, forecast.action).label, lang),
        "modifiers": [show_modifier(presenter, modifier) for modifier in forecast.modifiers],
        "chances": [
            {"chance": round(float(share), 6), "fraction": str(share),
             "results": [show_result(presenter, name, value) for name, value in results]}
            for results, share in forecast.chances
        ],
        "expected": [
            {"name": name, "label": result_label(presenter, name), "value": round(forecast.expected(name), 4)}
            for name in counted
        ],
    }  # fmt: skip


def show_modifier(presenter: Presenter, modifier: Modifier) -> Json:
    battle, lang = presenter.battle, presenter.lang
    title = clause_title(battle, modifier.clause, lang)
    label = say(battle, modifier.label, lang)
    return {
        "clause": modifier.clause, "title": title, "label": label, "value": modifier.value, "side": modifier.side,
        "hex": modifier.hex,
    }  # fmt: skip


def show_result(presenter: Presenter, name: str, value: int | str) -> Json:
    """A number stays a number; a word is shown in the viewer's language."""
    shown = result_label(presenter, value) if isinstance(value, str) else value
    return {"name": name, "label": result_label(presenter, name), "value": shown}


def result_label(presenter: Presenter, name: str) -> str:
    for key in (f"forecast.{name}", f"aftermath.{name}"):
        if key in presenter.battle.words:
            return presenter.word(key)
    return name.replace("_", " ")


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
    opening = next(told.event for told in fight.lines if told.meaning.part == "begins")
    index = before.scenario.index
    origins = {before.scenario.place_name(before.at[index[unit]]) for unit in fight.attackers}
    return {
        "number": fight.number,
        "last": fight.last,
        "turn": fight.turn,
        "side": fight.side,
        "over": fight.over,
        "label": say(presenter.battle, opening, presenter.lang),
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
    reasons: list[Sequence[str]] = []
    if match.seats[side].kind == BOT:
        for deed in [deed for deed in told if deed["kind"] != "choose"][:MOST_REASONS]:
            go_on()
            deed["motives"] = show_intention(presenter, deed["number"], find_bot)["motives"]
            reasons.append(deed["motives"])
    return {
        "side": side,
        "side_name": presenter.word(f"term.{side}"),
        "turn": chosen,
        "turns": turns,
        "plan": plan_told(reasons),
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
