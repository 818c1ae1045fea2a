"""A deployment that is kept up to date is the one that would be made anew."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardtack.board.deployment import FEW, UNIT, ZONE, Deployment, OrderOfBattle, ZoneTables
from hardtack.board.grid import Grid
from hardtack.board.masks import hexes_in, mask_of
from hardtack.board.native import COMPILED

GRID = Grid((1, 6), (1, 6))
SIDES = ("union", "confederate")
LEADER, GUN, TRAIN = "leader", "gun", "train"
OFF_MAP = (-1, -2, -10)
AROUND = "around"  # a zone that takes in the hex itself
BLUNT = "blunt"  # a zone that some hexes do not have

# Four units, two guns (units too), two leaders, a train a side; only guns and units take room, a gun less.
SIDE = ["union"] * 9 + ["confederate"] * 9
KIND = ["unit", "unit", "unit", "unit", "gun", "gun", "leader", "leader", "train"] * 2
KINDS = {
    UNIT: [n for n, kind in enumerate(KIND) if kind in ("unit", "gun")],
    GUN: [n for n, kind in enumerate(KIND) if kind == "gun"],
    LEADER: [n for n, kind in enumerate(KIND) if kind == "leader"],
    TRAIN: [n for n, kind in enumerate(KIND) if kind == "train"],
}
ROOM = [{"unit": 2, "gun": 1}.get(kind, 0) for kind in KIND]
COUNTERS = range(len(SIDE))
LAYERS = {"one stack": (), "two stacks": (UNIT, LEADER), "some counters": (GUN,)}

TABLES: ZoneTables = {
    ZONE: GRID.around_mask,
    AROUND: [near | 1 << here for here, near in enumerate(GRID.around_mask)],
    BLUNT: [near if here % 3 else 0 for here, near in enumerate(GRID.around_mask)],
}
FLOODED: ZoneTables = {sort: [near & 0x5555_5555_5555 for near in table] for sort, table in TABLES.items()}


def order(layers: str) -> OrderOfBattle:
    return OrderOfBattle(GRID, SIDES, SIDE, KINDS, ROOM, zoned=UNIT, layers=LAYERS[layers])


@dataclass(frozen=True)
class Facts:
    """Everything a deployment tells."""

    layers: tuple[dict[int, tuple[int, ...]], ...]
    stacks: dict[int, tuple[int, ...]]
    held: dict[str, dict[str, int]]
    load: dict[int, int]
    zones: tuple[int, ...]
    full: tuple[int, ...]
    holding: tuple[int, ...]
    owners: tuple[str | None, ...]
    present: int


def facts(deployment: Deployment, tables: ZoneTables = TABLES) -> Facts:
    return Facts(
        tuple(deployment.layers), deployment.stacks,
        {kind: {side: deployment.held(kind, side) for side in SIDES} for kind in KINDS}, deployment.loads(),
        tuple(deployment.zone(side, sort) for side in SIDES for sort in tables),
        tuple(deployment.full(side, limit) for side in SIDES for limit in (1, 2, 4)),
        tuple(deployment.holding(side) for side in SIDES),
        tuple(deployment.side_at(here) for here in range(GRID.size)),
        deployment.present,
    )  # fmt: skip


def by_hand(at: tuple[int, ...], layers: str, tables: ZoneTables) -> Facts:
    """The same, counted counter by counter."""
    kept = LAYERS[layers] or ("",)
    layer_of = {n: next((i for i, kind in enumerate(kept) if not kind or n in KINDS[kind]), -1) for n in COUNTERS}
    seen = [n for n in COUNTERS if layer_of[n] >= 0 and at[n] >= 0]
    stacks: list[dict[int, tuple[int, ...]]] = [{} for _ in kept]
    for n in seen:
        stacks[layer_of[n]][at[n]] = (*stacks[layer_of[n]].get(at[n], ()), n)
    held = {
        kind: {side: mask_of(at[n] for n in seen if n in members and SIDE[n] == side) for side in SIDES}
        for kind, members in KINDS.items()
    }
    load = {here: sum(ROOM[n] for n in seen if at[n] == here) for here in {at[n] for n in seen}}
    holding = {side: mask_of(at[n] for n in seen if SIDE[n] == side) for side in SIDES}
    zones = []
    for side in SIDES:
        for table in tables.values():
            zone = 0
            for here in hexes_in(held[UNIT][side]):
                zone |= table[here]
            zones.append(zone)
    full = [
        mask_of(here for here, room in load.items() if room >= limit and holding[side] >> here & 1)
        for side in SIDES for limit in (1, 2, 4)
    ]  # fmt: skip
    first = {here: stack[0] for here, stack in stacks[0].items()}
    return Facts(
        tuple(stacks), stacks[0], held, {here: room for here, room in load.items() if room}, tuple(zones), tuple(full),
        tuple(holding[side] for side in SIDES),
        tuple(SIDE[first[here]] if here in first else None for here in range(GRID.size)),
        mask_of(n for n in COUNTERS if at[n] >= 0),
    )  # fmt: skip


places = st.one_of(st.integers(0, GRID.size - 1), st.integers(0, 3), st.sampled_from(OFF_MAP))
set_ups = st.lists(places, min_size=len(SIDE), max_size=len(SIDE)).map(tuple)
few_moves = st.dictionaries(st.sampled_from(COUNTERS), places, max_size=FEW)
many_moves = st.dictionaries(st.sampled_from(COUNTERS), places, min_size=FEW + 1)


def after(at: tuple[int, ...], moves: dict[int, int]) -> tuple[int, ...]:
    return tuple(moves.get(n, here) for n, here in enumerate(at))


@given(set_ups, st.sampled_from(sorted(LAYERS)), st.sampled_from([TABLES, FLOODED]))
def test_a_deployment_tells_what_stands_where(at, layers, tables):
    assert facts(Deployment(order(layers), at, tables), tables) == by_hand(at, layers, tables)


@settings(max_examples=200)
@given(
    set_ups,
    st.lists(st.tuples(st.one_of(few_moves, many_moves), st.booleans(), st.booleans()), min_size=1, max_size=6),
    st.sampled_from(sorted(LAYERS)),
)
def test_moved_is_the_deployment_made_anew(at, marches, layers):
    """Whether few or many counters move, whether its facts were asked for before or not, whether the ground changes."""
    kept = Deployment(order(layers), at, TABLES)
    tables = TABLES
    for moves, asked, flood in marches:
        before = facts(kept, tables) if asked else None
        was, earlier = kept, at
        at = after(at, moves)
        tables = FLOODED if flood else tables
        kept = kept.moved(at, tables)
        assert kept.at == at
        if asked:
            assert facts(kept, tables) == by_hand(at, layers, tables)
            if at != earlier:
                assert facts(was, was.tables) == before, "the deployment before is what it was"
    assert facts(kept, tables) == facts(Deployment(order(layers), at, tables), tables)


@given(set_ups)
def test_where_nothing_changes_the_deployment_stays(at):
    here = Deployment(order("one stack"), at, TABLES)
    facts(here)
    assert here.moved(at) is here
    assert here.moved(at, TABLES) is here
    assert here.moved((*at[:1], *at[1:]), TABLES) is here, "the same places written anew"
    assert here.moved(at, FLOODED) is not here


@given(set_ups, st.sampled_from(COUNTERS), places)
def test_a_move_touches_only_its_two_hexes(at, counter, place):
    before = Deployment(order("one stack"), at, TABLES)
    known = {side: before.zone(side) for side in SIDES}
    now = before.moved(after(at, {counter: place}))
    for here, stack in now.stacks.items():
        if here not in (at[counter], place):
            assert stack is before.stacks[here]
    other = SIDES[SIDE[counter] == SIDES[0]]
    assert now.zone(other) is known[other] or (COMPILED and now.zone(other) == known[other])  # it has no objects there
    assert now.held(UNIT, other) == before.held(UNIT, other)


@pytest.mark.skipif(COMPILED, reason="nobody can listen to what a compiled class asks of itself")
def test_few_moves_are_followed_and_many_are_drawn_up_anew(monkeypatch: pytest.MonkeyPatch):
    followed = []
    follow = Deployment._followed

    def noting(self, at, changed):
        followed.append(len(changed))
        return follow(self, at, changed)

    monkeypatch.setattr(Deployment, "_followed", noting)
    at = (0,) * 9 + (20,) * 9
    here = Deployment(order("one stack"), at, TABLES)
    here.moved(after(at, dict.fromkeys(range(FEW), 5)))
    here.moved(after(at, dict.fromkeys(range(FEW + 1), 5)))
    here.moved(after(at, {0: 5}), FLOODED)
    assert followed == [FEW]
