"""What can be read before and beside a game: the briefing of a scenario, the rules as a book with its pictures."""

from __future__ import annotations

from functools import lru_cache

from hardtack.draw import CounterLook, geometry
from hardtack.draw.counters import counters_layer
from hardtack.draw.picture import stacks_of
from hardtack.referee.battle import Battle
from hardtack.referee.register import LANGUAGES
from hardtack.server.catalogue import Json, show_goal, side_names, told_first
from hardtack.table import lessons
from hardtack.table.books import arrival_hexes, chapters_of, find_briefing

MARGIN = 92.0  # of a picture, around the hexes it is about, in units of the drawing
LEAST = (430.0, 300.0)  # width and height


def show_briefings(battle: Battle, scenario_id: str, lang: str) -> list[Json]:
    """The briefings of a scenario, in the order of the sides."""
    place = LANGUAGES.index(lang)
    goals = told_first(battle.page.goals(battle.scenario(scenario_id)))
    shown = []
    for side, name in side_names(battle, lang).items():
        found = find_briefing(scenario_id, side)
        if found is None:
            continue
        shown.append(
            {
                "side": side,
                "side_name": name,
                "who": found.who[place],
                "goals": [show_goal(battle, goal, lang) for goal in goals if goal.side in ("", side)],
                "do": [text[place] for text in found.do],
                "fear": [text[place] for text in found.fear],
                "arrivals": arrival_hexes(battle, scenario_id, side),
            }
        )
    return shown


def show_book(battle: Battle, lang: str) -> list[Json]:
    place = LANGUAGES.index(lang)
    return [
        {
            "title": chapter.title[place],
            "text": chapter.text[place],
            "clauses": clauses,
            "examples": [show_example(name, lang) for name in chapter.examples],
        }
        for chapter, clauses in chapters_of(battle)
    ]


@lru_cache(maxsize=256)
def show_example(name: str, lang: str) -> Json:
    """A lesson as an example: what is to be done and what comes of it, and its position as a picture."""
    found, lesson = lessons.find_lesson(*name.split("/", 1))
    place = LANGUAGES.index(lang)
    between = "" if lang == "ja" else " "
    return {
        "set": found.id,
        "lesson": lesson.id,
        "title": lesson.title[place],
        "text": f"{lesson.task[place]}{between}{lesson.done[place]}",
        "picture": draw_example(lesson, lang),
    }


def draw_example(lesson: lessons.Lesson, lang: str) -> str:
    """The part of the board a lesson is about, with its counters; the hexes it points at are marked.

    The ground is the board's own drawing, fetched once however many pictures show a part of it.
    """
    state = lessons.begin(lesson).state
    scenario = state.scenario
    drawn = geometry(scenario.board)
    stacks: dict[str, list[CounterLook]] = stacks_of(state, lang)
    named = [*(lesson.look or stacks), *lesson.show]
    left, top, width, height = frame_of([drawn["hexes"][hex_] for hex_ in dict.fromkeys(named)], drawn)
    seen = {hex_: stack for hex_, stack in stacks.items() if within(drawn["hexes"][hex_], (left, top, width, height))}
    outline = " ".join(f"{x},{y}" for x, y in drawn["corners"])
    marks = "".join(
        f'<polygon class="pointed-out" points="{outline}" transform="translate({drawn["hexes"][hex_][0]} '
        f'{drawn["hexes"][hex_][1]})"/>'
        for hex_ in lesson.show
    )
    return (
        f'<svg class="ht example-picture" viewBox="{left:.0f} {top:.0f} {width:.0f} {height:.0f}" role="img">'
        f'<image href="/api/scenarios/{scenario.id}/board.svg?lang={lang}" width="{drawn["width"]}" '
        f'height="{drawn["height"]}"/>{marks}{counters_layer(scenario.board, seen)}</svg>'
    )


def within(point: tuple[float, float], window: tuple[float, float, float, float]) -> bool:
    left, top, width, height = window
    return left <= point[0] <= left + width and top <= point[1] <= top + height


def frame_of(points: list[tuple[float, float]], drawn: Json) -> tuple[float, float, float, float]:
    """The window of a picture: left, top, width, height; within the board as far as that goes."""
    window = []
    for axis, (size, least) in enumerate(zip((drawn["width"], drawn["height"]), LEAST, strict=True)):
        low, high = min(point[axis] for point in points) - MARGIN, max(point[axis] for point in points) + MARGIN
        spare = max(0.0, least - (high - low)) / 2
        length = min(size, high - low + 2 * spare)
        window.append((min(max(0.0, low - spare), size - length), length))
    (left, width), (top, height) = window
    return left, top, width, height
