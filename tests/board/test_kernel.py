"""The loops in C of a compiled build, held against their twins in plain Python."""

from __future__ import annotations

import hashlib
import importlib.util
import subprocess
import sys
import sysconfig
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardtack.board import deployment, masks, reach
from hardtack.board.reach import Edges
from hardtack.referee import state
from hardtack.referee.dice import SeededDice

ROOT = Path(__file__).parents[2]
SIZE = 90  # hexes: three digits of a whole number


@pytest.fixture(scope="module")
def kernel(tmp_path_factory) -> Any:
    """The kernel, compiled for this test alone."""
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        can_compile = importlib.import_module("compile").can_compile
    finally:
        sys.path.pop(0)
    if not can_compile():
        pytest.skip("nothing can be compiled here")
    made = tmp_path_factory.mktemp("kernel") / f"kernel{sysconfig.get_config_var('EXT_SUFFIX')}"
    source = ROOT / "src" / "hardtack" / "board" / "kernel.c"
    flags = ["-shared", "-fPIC", "-O1", "-w", f"-I{sysconfig.get_paths()['include']}"]
    subprocess.run(["cc", *flags, str(source), "-o", str(made)], check=True)
    spec = importlib.util.spec_from_file_location("kernel", made)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def sets(size: int = SIZE) -> st.SearchStrategy[int]:
    return st.integers(0, (1 << size) - 1)


@given(mask=sets(), numbers=st.lists(st.integers(0, 3000)))
def test_sets_are_gone_through_and_put_together_alike(kernel, mask, numbers):
    assert kernel.c_hexes_in(mask) == masks.hexes_in(mask)
    assert kernel.c_mask_of(iter(numbers)) == masks.mask_of(numbers)
    assert [kernel.c_nth(mask, number) for number in range(mask.bit_count())] == masks.hexes_in(mask)
    for number in (-1, mask.bit_count()):
        with pytest.raises(IndexError):
            kernel.c_nth(mask, number)
    row = tuple(range(100, 100 + SIZE))
    assert kernel.c_picked(row, mask) == masks.picked(row, mask)


@given(row=st.lists(st.integers(0, 3), min_size=1, max_size=200).map(tuple), data=st.data())
def test_rows_are_marked_and_changed_alike(kernel, row, data):
    assert kernel.c_marked(row) == masks.marked(row)
    place = data.draw(st.integers(0, len(row) - 1))
    assert kernel.c_put(row, place, 7) == state.put(row, place, 7)


@given(data=st.data(), closed=sets(), stops=sets(), points=st.integers(-1, 12), start=st.integers(0, SIZE - 1))
def test_whatever_is_in_reach_is_found_alike_and_in_the_same_order(kernel, data, closed, stops, points, start):
    width = 10
    prices = data.draw(st.lists(st.integers(0, 5), min_size=6 * SIZE, max_size=6 * SIZE))
    steps = (-width, -1, 1, width, width + 1, -width - 1)
    rows = [
        tuple(
            (here + step, price)
            for step, price in zip(steps, prices[6 * here :], strict=False)
            if price and 0 <= here + step < SIZE
        )
        for here in range(SIZE)
    ]
    edges = Edges(rows)
    found = kernel.Ways(edges.moves).reach(start, points, closed, stops)
    assert list(found.items()) == list(reach.reach(edges, start, points, closed, stops).items())


def test_what_makes_no_sense_is_refused(kernel):
    with pytest.raises(ValueError, match="not below 0"):
        kernel.c_hexes_in(-1)
    with pytest.raises(ValueError, match="no set holds"):
        kernel.c_mask_of([-1])
    with pytest.raises(TypeError):
        kernel.c_mask_of(["1"])
    with pytest.raises(IndexError):
        kernel.c_picked((1, 2), 0b100)
    with pytest.raises(IndexError):
        kernel.c_put((1, 2), 2, 0)
    with pytest.raises(ValueError, match="a point or more"):
        kernel.Ways((((0, 0),),))
    with pytest.raises(IndexError):
        kernel.Ways(((),)).reach(1, 5, 0, 0)


def test_what_is_too_large_is_refused_before_anything_is_written(kernel):
    with pytest.raises(ValueError, match="there are rows for 3 numbers"):
        kernel.c_joined(((), (), ()), 1 << 3, 0)
    with pytest.raises(ValueError, match="there are rows for 65536 numbers"):
        kernel.c_joined(((),) * 65536, (1 << 65550) - 1, 0)
    for tell in (kernel.c_standing, kernel.c_accompanied):
        with pytest.raises(ValueError, match="1024 counters at most"):
            tell((0,) * 1100, 1 << 1090, 1)
    assert kernel.c_led_to(((1 << 65536) - 1,), 1) == (1 << 65536) - 1
    ways = kernel.Ways((((1, 1),), ((0, 1),)))
    for points in (1 << 31, 1 << 62):
        with pytest.raises(ValueError, match="points at most"):
            ways.reach(0, points, 0, 0)
        with pytest.raises(ValueError, match="points at most"):
            ways.come_to(None, ways, ways, 0, points, 0, 0, 0, 0)
    with pytest.raises(ValueError, match="at most"):
        kernel.Ways((((1, 1),), ((0, 2**31 - 1),)))


def test_python_that_runs_meanwhile_does_no_harm(kernel):
    class Unequal:
        def __ne__(self, other):
            kept.clear()
            return False

    kept = [(1 << number, object()) for number in range(50)]
    entries = tuple(Unequal() for _ in kept), tuple(Unequal() for _ in kept)
    wanted = [*kept]
    assert kernel.c_still(kept, entries[:1], entries[1:], (0,), (1 << 60,)) == wanted
    assert not kept

    class Asked:
        asked = 0

        def __index__(self):
            Asked.asked += 1
            return 1

    with pytest.raises(TypeError):
        kernel.c_equal_to(("one", Asked()), 1)  # nothing else is asked once there is an error
    assert not Asked.asked
    with pytest.raises(TypeError):
        kernel.c_equal_to((Asked(), 2), "one")
    with pytest.raises(TypeError):
        kernel.c_at_least((Asked(), 2), "one")
    assert not Asked.asked


@given(
    rows=st.lists(st.tuples(st.integers(-3, SIZE - 1), st.integers(-3, SIZE - 1)), min_size=1, max_size=60),
    data=st.data(),
)  # fmt: skip
def test_counters_and_where_they_stand_are_told_alike(kernel, rows, data):
    at, now = (tuple(row) for row in zip(*rows, strict=True))
    some, others = (data.draw(sets(len(rows))) for _ in range(2))
    hexes, near = data.draw(sets()), data.draw(sets())
    assert kernel.c_differing(at, now) == masks.differing(at, now)
    assert kernel.c_equal_to(at, -1) == masks.equal_to(at, -1)
    assert kernel.c_standing(at, some, hexes) == masks.standing(at, some, hexes)
    assert kernel.c_places(at, some) == masks.places(at, some)
    row = tuple(abs(place) for place in at)
    assert kernel.c_among(row, hexes) == masks.among(row, hexes)
    assert kernel.c_which(row[:6], hexes) == masks.which(row[:6], hexes)
    present = masks.standing(at, others, (1 << SIZE) - 1)
    assert kernel.c_accompanied(at, some, present) == masks.accompanied(at, some, present)
    levels = tuple(place + 3 for place in at)
    assert kernel.c_at_least(levels, 5) == masks.at_least(levels, 5)
    rows_of = tuple(data.draw(sets(len(at))) for _ in at)
    assert kernel.c_flood(rows_of, some, others) == masks.flood(rows_of, some, others)
    assert kernel.c_led_to(rows_of, some) == kernel.c_led_to([*rows_of], some) == masks.led_to(rows_of, some)
    roads = tuple(tuple(masks.hexes_in(row)) for row in rows_of)
    start, limit = data.draw(st.integers(0, len(rows_of) - 1)), data.draw(st.integers(0, 4))
    within = masks.spread(rows_of, start, limit, some, others)
    assert kernel.c_spread(rows_of, start, limit, some, others) == within
    assert kernel.c_spread([*rows_of], start, limit, some, others) == within
    assert kernel.c_joined(roads, some, others) == masks.joined(roads, some, others)
    assert kernel.c_joined(roads, some, ~others) == masks.joined(roads, some, ~others)
    numbers = dict.fromkeys(data.draw(st.lists(st.integers(0, len(at) - 1))))
    assert kernel.c_entries(at, numbers) == masks.entries_of(at, numbers)
    others_now = [data.draw(sets()) for _ in range(3)], [data.draw(sets()) for _ in range(3)]
    told = [masks.seen_in(near, *seen) for seen in others_now]
    assert (told[0] == told[1]) == (kernel.c_seen_in(near, *others_now[0]) == kernel.c_seen_in(near, *others_now[1]))
    assert kernel.c_seen_in(near, *(one & near for one in others_now[0])) == kernel.c_seen_in(near, *others_now[0])


@given(data=st.data(), closed=sets(), stops=sets(), barred=sets(), points=st.integers(-1, 9))
def test_the_set_in_reach_is_that_of_a_plain_search(kernel, data, closed, stops, barred, points):
    start = data.draw(st.integers(0, SIZE - 1))
    prices = data.draw(st.lists(st.integers(1, 4), min_size=SIZE, max_size=SIZE))
    steps = data.draw(st.lists(st.lists(st.integers(0, SIZE - 1), max_size=6), min_size=SIZE, max_size=SIZE))
    moves = tuple(tuple((there, prices[there]) for there in row) for row in steps)
    costs, front = {start: 0}, [start]
    while front:
        here = front.pop()
        if here != start and stops >> here & 1:
            continue
        for there, price in moves[here]:
            total = costs[here] + price
            kept_out = closed >> there & 1 or (here == start and barred >> there & 1)
            if not kept_out and total <= points and total < costs.get(there, points + 1):
                costs[there] = total
                front.append(there)
    costs.pop(start)
    assert kernel.Ways(moves).goals(start, points, closed, stops, barred) == masks.mask_of(costs)


@given(data=st.data())
def test_what_is_kept_holds_alike(kernel, data):
    size = data.draw(st.integers(1, 40))
    kept = data.draw(st.lists(st.none() | st.tuples(sets(), st.integers()), min_size=size, max_size=size))
    rows = st.lists(st.integers(0, 2), min_size=size, max_size=size).map(tuple)
    then, now = data.draw(st.tuples(rows, rows)), data.draw(st.tuples(rows, rows))
    changed = data.draw(st.just(0) | sets() | st.integers(0, SIZE - 1).map(lambda hex_: 1 << hex_))
    was, other = data.draw(sets()), data.draw(sets())
    sets_then, sets_now = (was, other), (was ^ changed, other)
    for before, after in ((then, now), (then, then), (then, (then[0], now[1]))):
        found = masks.still(kept, before, after, sets_then, sets_now)
        assert kernel.c_still(kept, before, after, sets_then, sets_now) == found
        for one, was, *entries in zip(found, kept, *before, *after, strict=True):
            same = entries[:2] == entries[2:] and was is not None and not was[0] & changed
            assert one == (was if same else None)


@given(data=st.data(), wanted=sets(40))
def test_what_is_kept_is_gathered_alike(kernel, data, wanted):
    pairs = st.tuples(sets(), st.lists(st.integers(), max_size=4))
    kept = data.draw(st.lists(st.none() | pairs, min_size=40, max_size=40))
    found = masks.unkept(kept, wanted)
    assert kernel.c_unkept(kept, wanted) == found
    held = wanted & ~masks.mask_of(found)
    assert kernel.c_gathered(kept, held) == masks.gathered(kept, held)
    if found:
        with pytest.raises(TypeError, match="no list is kept"):
            kernel.c_gathered(kept, wanted)


def test_what_is_no_list_of_what_is_kept_is_refused(kernel):
    for tell in (kernel.c_unkept, kernel.c_gathered):
        with pytest.raises(IndexError):
            tell([None], 0b10)
        with pytest.raises(TypeError):
            tell([7], 1)
    with pytest.raises(TypeError):
        kernel.c_still([(1, 2, 3)], (), (), (), ())
    with pytest.raises(TypeError):
        kernel.c_still([None], ((1,),), (), (), ())
    with pytest.raises(ValueError, match="no number of a set"):
        kernel.c_still([None], (), (), (0,), (1 << 70000,))


@given(data=st.data(), counters=sets(40), points=st.integers(0, 4), stops=sets())
def test_who_is_free_to_go_is_found_alike(kernel, data, counters, points, stops):
    at = data.draw(st.lists(st.integers(-2, SIZE - 1), min_size=40, max_size=40).map(tuple))
    spent = data.draw(st.lists(st.integers(0, 4), min_size=40, max_size=40).map(tuple))
    found = masks.free_to_go(at, spent, counters, points, stops)
    assert kernel.c_free_to_go(at, spent, counters, points, stops) == found


POINTS = st.integers(-1, 80) | st.just(3000)  # more than are looked at by waves


@given(data=st.data(), start=st.integers(0, SIZE - 1), points=POINTS, closed=sets(), stops=sets())
def test_the_cheapest_way_is_found_alike(kernel, data, start, points, closed, stops):
    prices = data.draw(st.lists(st.integers(1, 9), min_size=SIZE, max_size=SIZE))
    step = st.lists(st.integers(0, SIZE - 1), max_size=5, unique=True)
    steps = data.draw(st.lists(step, min_size=SIZE, max_size=SIZE))
    edges = Edges(tuple((there, prices[(here + there) % SIZE]) for there in row) for here, row in enumerate(steps))
    ways, costs = kernel.Ways(edges.moves), reach.reach(edges, start, points, closed, stops)
    assert ways.goals(start, points, closed, stops, 0) == reach.goals(edges, start, points, closed, stops)
    for goal in range(SIZE):
        if goal in costs:
            assert ways.way(start, points, closed, stops, goal) == reach.way_to(
                edges, start, points, closed, stops, goal
            )
        else:
            with pytest.raises(KeyError):
                ways.way(start, points, closed, stops, goal)
    assert list(ways.reach(start, points, closed, stops).items()) == list(costs.items())
    with pytest.raises(IndexError):
        ways.way(start, points, closed, stops, SIZE)


@given(data=st.data(), start=st.integers(0, SIZE - 1), points=st.integers(-1, 9), closed=sets(), zone=sets())
def test_last_steps_are_found_alike(kernel, data, start, points, closed, zone):
    prices = data.draw(st.lists(st.integers(1, 4), min_size=SIZE, max_size=SIZE))
    step = st.lists(st.integers(0, SIZE - 1), max_size=4, unique=True)
    tables = [data.draw(st.lists(step, min_size=SIZE, max_size=SIZE)) for _ in range(2)]
    flow, halts = (Edges(tuple((there, prices[there]) for there in row) for row in one) for one in tables)
    both = Edges((*goes_on, *stops) for goes_on, stops in zip(flow.moves, halts.moves, strict=True))
    dearer = data.draw(st.integers(0, 2))  # into a zone, where some steps do not lead at all
    entered = Edges(tuple((there, cost + dearer) for there, cost in row if there % 5) for row in both.moves)
    goals = tuple(masks.mask_of(there for there, _ in row) for row in both.moves)
    ends, single = data.draw(sets()) & ~(1 << start), data.draw(sets()) & ~(1 << start)
    left_out, row = data.draw(sets()), tuple(range(100, 100 + SIZE))
    for stopping in (halts, None):
        known = both if stopping else flow
        into, zoned = reach.turned_round(known), reach.turned_round(entered if stopping else flow)
        course = reach.Course(flow, stopping, into, zoned, goals)
        found = reach.Course.come_to(course, start, points, closed, ends, zone, single)
        ways = [kernel.Ways(one.moves) for one in (flow, stopping or flow, into, zoned)]
        other = ways[0].come_to(stopping and ways[1], *ways[2:], start, points, closed | ends, ends, zone, single)
        for _ in range(2):
            assert list(other.by_hex().items()) == list(found.by_hex().items())
            assert other.picked(row) == found.picked(row)
            assert other.meets(left_out) == found.meets(left_out)
            assert [other.cost(hex_) for hex_ in range(SIZE)] == [found.cost(hex_) for hex_ in range(SIZE)]
            found.leave_out(left_out)
            other.leave_out(left_out)
        if other.by_hex() and points > 0:
            found.after(start, 3)
            other.after(start, 3)
            first = data.draw(st.integers(0, SIZE - 1))
            found.after(first, 2)
            other.after(first, 2)
            assert list(other.by_hex().items()) == list(found.by_hex().items())
            assert other.meets(left_out) == found.meets(left_out)


@given(seed=st.text(), numbers=st.lists(st.integers(0, 1 << 40), max_size=20))
def test_dice_show_alike(kernel, seed, numbers):
    dice = SeededDice(seed)
    key = hashlib.sha256(b"hardtack dice " + seed.encode()).digest()
    assert [kernel.c_face(kernel.c_keyed(key), number) for number in numbers] == [*map(dice.face, numbers)]


def test_a_number_that_is_none_shows_no_face(kernel):
    keyed = kernel.c_keyed(bytes(32))
    for wrong in ((keyed, -1), (keyed, 1 << 64), (keyed, "1"), (keyed[1:], 1)):
        with pytest.raises((OverflowError, TypeError)):
            kernel.c_face(*wrong)
    with pytest.raises(ValueError, match="32"):
        kernel.c_keyed(b"short")


COUNTERS = 12
places = st.lists(st.sampled_from((-10, -2, -1, 0, 1, 2, 29, 30, 31, SIZE - 1)), min_size=COUNTERS, max_size=COUNTERS)


@given(data=st.data(), at=st.lists(places.map(tuple), min_size=2, max_size=6), limits=st.sets(st.integers(1, 4)))
def test_a_deployment_follows_alike(kernel, data, at, limits):
    def row(least: int, most: int) -> tuple[int, ...]:
        return tuple(data.draw(st.lists(st.integers(least, most), min_size=COUNTERS, max_size=COUNTERS)))

    nature = row(-1, 1), row(0, 63), row(0, 2)
    kept = [([{}, {}], [0] * 6, dict.fromkeys(limits, 0)) for _ in range(2)]
    there = [0, 0]
    for before, now in pairwise([(-1,) * COUNTERS, *at]):
        changed = masks.differing(before, now)
        there[0] = kernel.c_follow(nature, kept[0], there[0], changed, before, now)
        there[1] = deployment.follow(nature, kept[1], there[1], changed, before, now)
        assert (kept[0], there[0]) == (kept[1], there[1])
        assert there[0] == masks.mask_of(n for n, here in enumerate(now) if here >= 0)


def test_what_cannot_follow_is_refused(kernel):
    nature, at = ((0, 0), (1, 1), (0, 0)), (3, 3)
    for kept in (([{}], [0], {}), ([{3: (1,)}], [0], {}), ([{3: (0, 1)}], [], {})):
        with pytest.raises(LookupError):
            kernel.c_follow(nature, kept, 3, [0], at, (4, 3))
    for changed, now in (([2], at), ([1], (4,)), ([0], ("x", 3))):
        with pytest.raises((LookupError, TypeError)):
            kernel.c_follow(nature, ([{3: (0, 1)}], [8], {}), 3, changed, at, now)


@given(data=st.data(), then=sets(), now=sets(), zone=sets())
def test_zones_follow_alike(kernel, data, then, now, zone):
    table, near = (data.draw(st.lists(sets(), min_size=SIZE, max_size=SIZE)) for _ in range(2))
    found = deployment.zone_after(table, tuple(near), then, now, zone)
    assert kernel.c_zone_after(table, tuple(near), then, now, zone) == found
    assert kernel.c_zone_after(tuple(table), tuple(near), then, now, zone) == found
