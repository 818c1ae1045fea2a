"""What each seat may know of the hidden movement and the secret bridges, and what a bot makes of the rest (SLB 22.2).

Others than the Confederate see who moves hidden as it stood before, in a box beside the map, from the beginning of
that phase to the reveal: whatever he does in between, their state is the same. Others than the Union see no bridges
before they are laid.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from hardtack.battles.chancellorsville.hidden import OWN_LOSSES, HiddenOver, HiddenWorks
from hardtack.battles.chancellorsville.state import AdvancedState
from hardtack.battles.gcacw.sequence import Activation, PhaseEnds
from hardtack.battles.gcacw.state import CampaignState
from hardtack.referee.events import CONFEDERATE, UNION, Text, text
from hardtack.referee.frames import Frame
from hardtack.referee.showing import Bridge, Look


def redact(state: AdvancedState, seat: str | None) -> AdvancedState:
    """The state as a seat may see it."""
    changed: dict[str, Any] = {}
    if seat != UNION and state.secret_bridges:
        changed["secret_bridges"] = ()
    if seat != CONFEDERATE and state.covered:
        changed |= as_they_stood(state)
    return state.changed(**changed) if changed else state


def as_they_stood(state: AdvancedState) -> dict[str, Any]:
    """The fields that the hidden movement could have changed, as they were before it."""
    box = state.scenario.place_at("hidden")
    rows = {name: list(getattr(state, name)) for name in state.piece_rows}
    for piece, *stood in state.covered[1:]:
        for name, value in zip(state.piece_rows, stood, strict=True):
            rows[name][piece] = box if name == "at" and value >= 0 else value
    losses = [*state.losses]
    losses[OWN_LOSSES] = state.covered[0]
    changed: dict[str, Any] = {name: tuple(row) for name, row in rows.items()}
    changed["losses"] = tuple(losses)
    agenda, moving = known_agenda(state.agenda)
    return changed | {"agenda": agenda} | ({"phase": 1} if moving else {})


def known_agenda(agenda: tuple[Frame, ...]) -> tuple[tuple[Frame, ...], bool]:
    """The agenda without what is decided in secret, and whether somebody moves hidden right now."""
    for place, frame in enumerate(agenda):
        if isinstance(frame, HiddenOver):
            return (*agenda[: place + 1], PhaseEnds(), Activation(CONFEDERATE)), True
    return tuple(HiddenWorks(frame.side) if isinstance(frame, HiddenWorks) else frame for frame in agenda), False


def own_secrets(state: AdvancedState) -> Iterator[Text]:
    """What a seat has hidden itself, in words; in anybody else's state there is nothing of it."""
    scene = state.scenario
    for piece, seen in enumerate(state.unseen):
        if seen:
            yield text("standing.hidden", unit=scene.pieces[piece].id, hex=scene.name(seen - 1))
    for builder, north, south in state.secret_bridges:
        yield text("standing.secret_bridge", unit=builder, hex=north, hex2=south)


def planned_bridges(state: CampaignState) -> list[Bridge]:
    """The bridges a seat has recorded and not laid: in anybody else's state there is nothing of them."""
    recorded = state.secret_bridges if isinstance(state, AdvancedState) else ()
    return [Bridge(north, south, UNION, secret=True) for _, north, south in recorded]


def look(state: CampaignState, piece: int, plain: Look) -> Look:
    """A counter that is hidden, with its hex: in anybody else's state there is nothing of it."""
    seen = state.unseen[piece] if isinstance(state, AdvancedState) else 0
    return replace(plain, unseen_at=state.scenario.name(seen - 1)) if seen else plain


def imagine(state: AdvancedState, seat: str | None, random: Random) -> AdvancedState:
    """A state that could be the real one to a seat that sees only who moves hidden: never where he really is."""
    if seat == CONFEDERATE or not state.covered:
        return state
    scene = state.scenario
    box, moving = scene.place_at("hidden"), known_agenda(state.agenda)[1]
    at, unseen, works = list(state.at), list(state.unseen), list(state.works)
    rule = scene.book.early
    fords = [scene.hex(name) for name in rule.dice_hexes] if rule is not None else []
    start = state.piece_rows.index("at")
    guessed: dict[int, int] = {}  # where those of a hex go together
    for piece, *stood in state.covered[1:]:
        if at[piece] != box:
            continue
        here = stood[start]
        if moving:
            at[piece] = here
            continue
        if here not in guessed:
            foot = any(scene.is_foot[n] and stood_at == here for n, stood_at in _stood(state, start))
            guessed[here] = here if foot else random.choice([here, *fords])
        unseen[piece] = guessed[here] + 1
        works[piece] = works[piece] if guessed[here] == here else 0
    return state.changed(at=tuple(at), unseen=tuple(unseen), works=tuple(works))


def _stood(state: AdvancedState, start: int) -> list[tuple[int, int]]:
    """Number and hex of every unit that moves hidden, as it stood before."""
    pieces = state.scenario.pieces
    return [(piece, stood[start]) for piece, *stood in state.covered[1:] if pieces[piece].is_unit]
