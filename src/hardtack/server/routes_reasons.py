"""What a bot was after and what else it might have done; hints: what it would do in a player's seat, and why.

A hint is made of what the seat may know, in a process apart. Whether a game gives hints is settled when it is made and
noted with its headers: against a person it does not, unless its maker wants it to.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from hardtack.referee.errors import BadOption
from hardtack.server import bodies
from hardtack.server.answers import Key, Language, Passed, answer
from hardtack.server.catalogue import Json
from hardtack.server.errors import HintsOff, NoHint
from hardtack.server.library import bot_words
from hardtack.server.live import LiveGame
from hardtack.server.pacing import desk_of
from hardtack.server.present import Presenter, Viewer
from hardtack.server.reasons import show_intention, show_intentions, show_weighed
from hardtack.server.request_bodies import Expecting, Word
from hardtack.server.routes_games import PROBLEMS, QUESTION, From, GameId, To, seated, service_of, your_turn
from hardtack.server.viewing import check_number
from hardtack.table.seats import bot_random, read_answer
from hardtack.table.story import say
from hardtack.table.thinking import BotWorkers, Thought

router = APIRouter(prefix="/api/games", tags=["games"], responses=PROBLEMS)

AT_ONCE = 40  # actions whose reasons are told in one answer


class Weighed(BaseModel):
    """Something that could be done, and the chance to win it leaves."""

    action: str
    label: str
    chance: float


class Intention(BaseModel):
    number: int
    side: str | None
    motives: list[str]
    weighed: list[Weighed]


class Intentions(BaseModel):
    intentions: list[Intention]
    first: Annotated[int, Field(alias="from")]
    last: Annotated[int, Field(alias="to")]


Weigh = Annotated[bool, Query(description="tell what else there was to do, too, with the chance to win each leaves")]


@router.get("/{game}/intention", response_model=Intention)
async def intention(
    request: Request, game: GameId, lang: Language, key: Key,
    number: Annotated[int, Query(ge=1, le=10_000_000)], weighed: Weigh = False,
) -> Response:  # fmt: skip
    """What a bot was after with an action, as far as you may know."""

    def work_out() -> Response:
        with seated(request, game, key) as (live, sides):
            viewer, find_bot = Viewer(sides, lang), service_of(request).library.find_bot
            check_number(viewer.known(live.match), number)
            return answer(show_intention(Presenter(live.match, viewer), number, find_bot, weighed))

    return await desk_of(request).do(request, work_out)


@router.get("/{game}/intentions", response_model=Intentions)
async def intentions(
    request: Request, game: GameId, lang: Language, key: Key, first: From = 0, last: To = None
) -> Response:
    """What bots were after with the actions `from` to `to`, both included, as far as you may know."""

    def work_out() -> Response:
        with seated(request, game, key) as (live, sides):
            viewer, find_bot = Viewer(sides, lang), service_of(request).library.find_bot
            presenter = Presenter(live.match, viewer)
            until = min(presenter.number if last is None else last, first + AT_ONCE - 1, presenter.number)
            told = show_intentions(presenter, first, until, find_bot)
            return answer({"intentions": told, "from": first, "to": until})

    return await desk_of(request).do(request, work_out)


# -- hints

STRONGEST_FIRST = ("general", "veteran", "recruit")


class HintBody(Expecting):
    bot: Annotated[Word | None, Field(json_schema_extra={"enum": [*STRONGEST_FIRST, None]})] = None


class HintAnswer(BaseModel):
    """What a bot would do, as an option of the side to act, and what for."""

    version: int
    bot: str
    bot_name: str
    option: bodies.Option
    motives: list[str]
    weighed: list[Weighed]


@router.post("/{game}/hint", response_model=HintAnswer, responses=QUESTION)
async def hint(request: Request, game: GameId, body: HintBody, lang: Language, key: Key) -> Response:
    """What a bot would do in your place, and why: by default the strongest there is."""
    return await desk_of(request).do(request, lambda: think(request, game, body, lang, key))


def think(request: Request, game: str, body: HintBody, lang: Language, key: str | None) -> Response:
    with your_turn(request, game, key, lang, body.expected) as (live, _):
        if not live.hints:
            raise HintsOff("this game gives no hints")
        match, side = live.match, str(live.match.to_act)
        bot, view, version = choose_bot(live, body.bot), match.seen(side), match.version
        # not the chance of the bots of this game: a hint tells nothing of what they will do
        seed = bot_random("hint", side, match.number).getrandbits(64)
    workers: BotWorkers = request.app.state.hint_workers
    thought = workers.consult(view, bot, seed, game)  # the game goes on meanwhile
    with seated(request, game, key) as (live, sides):
        if live.match.version != version:
            raise Passed
        presenter = Presenter(live.match, Viewer(sides, lang))
        return answer(show_hint(presenter, bot, thought, body.expected))


def choose_bot(live: LiveGame, wanted: str | None) -> str:
    """The bot that was asked for, or the strongest of the scenario."""
    offered = live.library.info(live.match.scenario.id)[1].bots
    if wanted is not None and (wanted not in STRONGEST_FIRST or wanted not in offered):
        raise BadOption(f"no hints by {wanted!r}")
    chosen = wanted or next((bot for bot in STRONGEST_FIRST if bot in offered), None)
    if chosen is None:
        raise HintsOff("no bot knows this battle")
    return chosen


def show_hint(presenter: Presenter, bot: str, thought: Thought, version: int) -> Json:
    if thought.fault:
        raise NoHint(f"{bot}: {thought.detail}")
    action, _, detail = read_answer(thought.notation, presenter.match.state)
    if action is None:
        raise NoHint(detail)
    battle, state = presenter.battle, presenter.state
    weighed = [(battle.parse(state.scenario, text), chance) for text, chance in thought.reasons.weighed]
    return {
        "version": version,
        "bot": bot,
        "bot_name": bot_words(bot, presenter.lang)[0],
        "option": presenter.show_all([action])[0],
        "motives": [say(presenter.battle, motive, presenter.lang) for motive in thought.reasons.motives],
        "weighed": show_weighed(presenter, state, weighed),
    }
