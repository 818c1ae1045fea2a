"""The dice of a game on the page: how they fell, and that they are the ones settled before the first move."""

from __future__ import annotations

from collections import Counter

import pytest
from playwright.sync_api import expect

from hardtack.referee.dice import SeededDice
from hardtack.table import Match

SEEDS = ("", "1", "a longer seed, 56 to 64 bytes, for the padding of SHA-256 .", "南北戦争" * 30)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_page_works_the_dice_out_as_the_referee_does(server, page, seed):
    page.goto(server.address)
    count = 300
    told = page.evaluate(
        "async ([seed, count]) => { const seal = await import('/assets/seal.js');"
        " return [seal.seal(seed), seal.diceOf(seed, count)]; }",
        [seed, count],
    )
    dice = SeededDice(seed)
    assert told == [dice.commitment(), [dice.face(number) for number in range(count)]]


def test_how_unusual_a_mean_is(server, page):
    """Two dice in three lie within one deviation, nineteen of twenty within two; 140 dice: 0.1443 each."""
    page.goto(server.address)
    oddity = "async mean => (await import('/assets/table/luck.js')).oddity(140, mean)"
    for mean, share in ((3.5, 1.0), (3.5 - 0.14434, 0.3173), (3.5 + 0.28868, 0.0455)):
        assert page.evaluate(oddity, mean) == pytest.approx(share, abs=1e-4)


def finished(**wanted) -> Match:
    match = Match.new("bull-run", **wanted)
    while match.outcome is None:
        match.play(match.legal()[-1])
    return match


def open_dice(page, address, game) -> None:
    page.goto(f"{address}/replay/{game}")
    page.get_by_role("button", name="Menu").click()
    page.click("[data-luck]")


def test_a_finished_game_shows_its_dice_and_that_they_are_true(server, page):
    match = finished(seed="sealed")
    game = server.call("/games", {"record": match.record()})["id"]
    open_dice(page, server.address, game)
    expect(page.locator(".seal.true")).to_contain_text(f"All {match.dice.rolled} dice")
    counted = {"union": Counter(), "confederate": Counter(), "": Counter()}
    for entry in match.journal.entries:
        for roller, face in zip(entry.rollers, entry.dice, strict=True):
            counted[roller][face] += 1
    acted = Counter(face for entry in match.journal.entries if entry.side == "union" for face in entry.dice)
    assert counted["union"] != acted, "the side that acts is not always the one that rolls"
    for side, faces in (*counted.items(), ("all", sum(counted.values(), Counter()))):
        cells = page.locator(f".luck tr[data-side='{side}'] td")
        for column, count in enumerate([*(faces[face] for face in range(1, 7)), faces.total()]):
            expect(cells.nth(column)).to_have_text(str(count))
    assert sum(counted.values(), Counter()).total() == match.dice.rolled, "table and verdict count alike"


def test_dice_that_were_not_settled_before_are_told_apart(server, page):
    """Neither a game going on nor one with dice of another origin is said to be true."""
    loaded = finished(dice=[4, 2] * 2000)
    game = server.call("/games", {"record": loaded.record()})["id"]
    open_dice(page, server.address, game)
    expect(page.locator("dialog.book")).to_contain_text("not settled before the first move")
    game, made = server.new_game(union="you", confederate="you")
    page.goto(f"{server.address}/play/{game}#{made['key']}")
    page.get_by_role("button", name="Menu").click()
    page.click("[data-luck]")
    expect(page.locator("dialog.book")).to_contain_text(made["commitment"])
    expect(page.locator(".seal")).to_have_count(0)


def test_a_die_that_was_changed_is_found(server, page):
    """By whoever sends the record to the page: the referee would refuse it."""
    match = finished(seed="sealed")
    game = server.call("/games", {"record": match.record()})["id"]
    told = server.call(f"/games/{game}/dice")
    told["rolls"][4]["face"] = told["rolls"][4]["face"] % 6 + 1
    page.route("**/dice?*", lambda route: route.fulfill(json=told))
    open_dice(page, server.address, game)
    expect(page.locator(".seal.false")).to_contain_text("Die 5 ")


def test_a_game_taken_up_from_a_record_is_checked_part_by_part(server, page):
    """The dice of the record are as recorded, or by its seed; those since are under a seal of this game's own."""
    first = Match.new("bull-run", seed="mine")
    while first.rolled < 6:
        first.play(first.legal()[-1])
    for text, part in (
        (first.save_text(), f"Dice 1 to {first.rolled} are those"),
        (first.record(), "not published here"),
    ):
        made = server.call("/games", {"record": text})
        game, key = made["id"], made["key"]
        assert (made["game"]["sealed_from"], made["game"]["seed"]) == (first.rolled, None)
        page.goto(f"{server.address}/play/{game}#{key}")
        page.get_by_role("button", name="Menu").click()
        page.click("[data-luck]")
        expect(page.locator("dialog.book")).to_contain_text(f"From die {first.rolled + 1} on the dice follow a seed")
        expect(page.locator("dialog.book")).to_contain_text(made["commitment"])
        view = made["game"]
        while not view["over"]:
            ends = [one["action"] for one in view["options"]["general"]] or [
                one["action"] for actor in view["options"]["actors"] for one in actor["options"]
            ]
            asked = {"action": ends[-1], "expected": view["version"]}
            view = server.call(f"/games/{game}/actions", asked, key)
        rolled = len(server.call(f"/games/{game}/dice")["rolls"])
        open_dice(page, server.address, game)
        expect(page.locator("dialog.book")).to_contain_text(part)
        expect(page.locator(".seal.true").last).to_contain_text(f"Dice {first.rolled + 1} to {rolled} are those")
        expect(page.locator(".seal.false")).to_have_count(0)
