"""A hint for a player: what a bot would do in that seat, and why. Made of what the seat may know, in a process apart.

Whether a game gives hints is settled when it is made and noted with its headers: against a person it does not, unless
its maker wants it to.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from hardtack.referee.actions import Action
from hardtack.referee.errors import BadOption, HardtackError
from hardtack.server import bodies
from hardtack.server.answers import Key, Language, Passed, answer
from hardtack.server.catalogue import Json
from hardtack.server.errors import HintsOff, NoHint
from hardtack.server.library import bot_words
from hardtack.server.live import LiveGame
from hardtack.server.pacing import desk_of
from hardtack.server.present import Presenter, Viewer
from hardtack.server.request_bodies import Expecting, Word
from hardtack.server.routes_games import PROBLEMS, QUESTION, GameId, seated, your_turn
from hardtack.table.seats import bot_random, check_answer
from hardtack.table.story import say
from hardtack.table.thinking import BotWorkers, Thought

STRONGEST_FIRST = ("general", "veteran", "recruit")

router = APIRouter(prefix="/api/games", tags=["games"], responses=PROBLEMS)


class HintBody(Expecting):
    bot: Annotated[Word | None, Field(json_schema_extra={"enum": [*STRONGEST_FIRST, None]})] = None


class HintAnswer(BaseModel):
    """What a bot would do, as an option of the side to act, and what for."""

    version: int
    bot: str
    bot_name: str
    option: bodies.Option
    motives: list[str]


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
    action = legal_action(presenter, thought.notation)
    return {
        "version": version,
        "bot": bot,
        "bot_name": bot_words(bot, presenter.lang)[0],
        "option": presenter.show_all([action])[0],
        "motives": [say(presenter.battle, motive, presenter.lang) for motive in thought.motives],
    }


def legal_action(presenter: Presenter, notation: str) -> Action:
    try:
        action = presenter.match.parse(notation)
    except HardtackError as error:
        raise NoHint(str(error)) from None
    kind, detail = check_answer(action, presenter.match.state)
    if kind:
        raise NoHint(detail)
    return action
