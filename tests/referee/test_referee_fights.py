"""Fights found in the journal: whole, named, every die with its owner; and what could be expected of them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from hardtack.battles import all_battles
from hardtack.referee.events import ENEMY
from hardtack.referee.fights import fight_at, fights, losses_in, ordered_at, weigh
from hardtack.referee.journal import Journal
from hardtack.referee.words import parameters
from hardtack.table import Match

RECORDS = Path(__file__).parents[1] / "records"
GAMES = {
    "bull-run": "bull-run-recruit-recruit-1-0",
    "sharpsburg": "sharpsburg-recruit-recruit-1-0",
    "shiloh": "shiloh-recruit-recruit-1-0",
    "chickamauga": "chickamauga-recruit-recruit-1-0",
    "salem-church": "salem-church-recruit-recruit-1-0",
}


@cache
def played(scenario: str) -> Journal:
    return Match.from_record((RECORDS / f"{GAMES[scenario]}.hardtack").read_text("utf-8")).journal


@pytest.mark.parametrize("battle", all_battles(), ids=lambda battle: battle.id)
def test_the_lines_of_a_fight_have_words_that_name_units_and_not_only_hexes(battle):
    assert battle.page.fight_lines
    assert battle.page.chronicle
    assert "term.toll" in battle.words
    for key, line in battle.page.fight_lines.items():
        if key not in battle.words:  # an event of another book of the series
            continue
        for template in battle.words.entries[key]:
            assert "{hex" not in template or "{unit" in template, f"{battle.id}: {key} tells only where"
        if line.die not in ("", "term"):
            assert f"die.{line.die}" in battle.words, key
        if line.part == "begins":
            named = set(re.findall(r"\{(\w+)", battle.words.entries[key][0]))
            assert {line.attackers, line.hex} <= named, key


@pytest.mark.parametrize("scenario", GAMES)
def test_every_fight_is_whole(scenario):
    journal = played(scenario)
    found = list(fights(journal))
    assert found
    index, pieces = journal.state.scenario.index, journal.state.scenario.pieces
    begun = 0
    for fight in found:
        assert fight.over
        assert fight.attackers
        assert {pieces[index[unit]].side for unit in fight.attackers} == {fight.side}
        assert {pieces[index[unit]].side for unit in fight.defenders} <= {ENEMY[fight.side]}
        assert fight.turn == journal.state_after(fight.number - 1).turn, "the turn in which it was fought"
        assert all(by for line in fight.lines for _, by in line.dice), "every die of a fight is somebody's"
        assert all(line.meaning.die for line in fight.lines if line.dice), "and was rolled for something"
        begun += sum(line.meaning.part == "begins" for line in fight.lines)
        assert fight_at(journal, fight.number).attackers
    assert begun == len(found)
    openings = [
        event.key
        for entry in journal.entries
        for event in entry.events
        if (line := journal.state.scenario.battle.page.fight_lines.get(event.key)) and line.part == "begins"
    ]
    assert len(openings) == len(found), "none is missing"


@pytest.mark.parametrize("scenario", GAMES)
def test_what_fell_is_one_of_the_things_that_could(scenario):
    """Exact chances that add up to one, and the losses as they fell among them."""
    journal = played(scenario)
    counted = 0
    for fight in list(fights(journal))[:12]:
        ordered = ordered_at(journal, fight)
        if ordered is None or not fight.defenders:
            continue
        before, after = journal.state_after(ordered - 1), journal.state_after(fight.last)
        weighed = weigh(before, after, journal.entries[ordered].action, fight.side)
        assert weighed is not None
        assert sum(weighed.spread.values()) == 1
        mean = sum(margin * share for margin, share in weighed.spread.items())
        expected = {side: numbers[0] for side, numbers in weighed.losses.items()}
        assert float(mean) == pytest.approx(expected["confederate"] - expected["union"])
        assert weighed.luck("union") == pytest.approx(-weighed.luck("confederate"))
        counted += 1
    assert counted


def test_the_fight_of_a_follow_up_is_the_one_it_settles():
    """Bull Run: hits are aimed and an advance is made by actions of their own."""
    journal = played("bull-run")
    fight = fight_at(journal, 88)
    assert (fight.number, fight.last, fight.hex) == (86, 88, "1802")
    assert [line.meaning.part for line in fight.lines][-1] == "advance"
    assert fight_at(journal, 72) is None


def test_losses_are_read_for_whoever_had_them():
    assert losses_in((("union_lost", 2), ("attacker", "stands")), "confederate", {}) == {"union": 2, "confederate": 0}
    told = (("attacker_lost", 1), ("defender_lost", 3), ("defender", "routs"))
    assert losses_in(told, "confederate", {"routs": 1}) == {"union": 4, "confederate": 1}


ABOUT_A_PLACE = {  # nobody in particular does these, or nobody who does is on the map
    "event.alarm", "event.bridge_destroyed", "event.bridge_given_up", "event.random_no_reinforcements",
    "event.random_reinforcements_blocked",
}  # fmt: skip


@pytest.mark.parametrize("battle", all_battles(), ids=lambda battle: battle.id)
def test_the_log_names_who_and_never_only_where(battle):
    told = {key: parameters(english) for key, (english, _) in battle.words.entries.items() if key.startswith("event.")}
    nobody = {
        key
        for key, names in told.items()
        if any(name.startswith("hex") for name in names)
        and not any(name.startswith(("unit", "side")) for name in names)
    }
    assert nobody <= ABOUT_A_PLACE
