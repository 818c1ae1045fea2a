"""Fights, accounts, cautions and reports over HTTP: what they say in both languages, and what they keep back."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from helpers import Player, error_of
from starlette.testclient import TestClient

from hardtack.draw.document import Bullets, Table
from hardtack.referee.events import text
from hardtack.server import Config, create_app
from hardtack.server.reports import Reporter, gravest, signed
from hardtack.server.routes_board import Account, Cautions, FightCard
from hardtack.server.telling import shortened
from hardtack.table import Match
from hardtack.table.report import FightAccount, make_report

RECORD = (Path(__file__).parents[1] / "records" / "bull-run-recruit-recruit-1-0.hardtack").read_text("utf-8")


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    folder = tmp_path_factory.mktemp("fights")
    with TestClient(create_app(Config(database=str(folder / "games.sqlite"), bot_workers=1))) as client:
        yield client


def begun(client: TestClient, record: str) -> Player:
    made = client.post("/api/games", json={"record": record, "pace_ms": 0}).json()
    return Player(client, made["id"], made["key"])


@pytest.fixture(scope="module")
def finished(shelf):
    return begun(shelf, RECORD)


@pytest.fixture(scope="module")
def running(shelf):
    """The same game, up to its first fight and a little beyond."""
    lines = [line for line in RECORD.splitlines() if not re.match(r"result|final", line)]
    kept = [line for line in lines if not re.match(r"\d", line) or int(line.split()[0]) <= 100]
    return begun(shelf, "\n".join(kept) + "\n")


def test_the_card_of_a_fight(finished):
    card = FightCard.model_validate(finished.get("/fights/88").json())
    assert (card.number, card.last, card.side, card.hex, card.over) == (86, 88, "confederate", "1802", True)
    assert (card.attackers, card.defenders, card.origins) == (["BON", "BEE"], ["KEY", "BLE"], ["1702"])
    assert [(die.face, die.by, die.purpose) for line in card.lines for die in line.dice] == [
        (3, "confederate", "fire"),
        (6, "union", "retreat check"),
    ]
    assert [line.part for line in card.lines][-2:] == ["retreat", "advance"]
    assert any(modifier.value for modifier in card.modifiers)
    assert card.toll is not None
    assert {side.side: side.fell for side in card.toll.sides} == {"union": 1, "confederate": 0}
    assert card.toll.chance == pytest.approx(2 / 3, abs=0.001)
    japanese = FightCard.model_validate(finished.get("/fights/88", lang="ja").json())
    assert japanese.lines[1].dice[0].purpose == "射撃"
    assert error_of(finished.get("/fights/60")) == (404, "unknown_move")
    assert error_of(finished.get("/fights/99999")) == (404, "unknown_move")


def test_a_turn_in_which_a_side_only_ended_its_phases_is_not_what_it_did_last(shelf):
    """Bull Run: the Confederates move on turn 1 and end their move on turn 2 at once."""
    first = [line for line in RECORD.splitlines() if re.match(r"\d", line)][:17]
    heads = [line for line in RECORD.splitlines() if not re.match(r"\d|result|final", line)]
    player = begun(shelf, "\n".join([*heads, *first]) + "\n")
    player.play("end")
    assert player.see()["headline"]["turn"] == 2
    account = Account.model_validate(player.get("/account", side="confederate").json())
    assert (account.turn, account.turns) == (1, [1, 2])
    assert account.deeds
    assert Account.model_validate(player.get("/account", side="confederate", turn=2).json()).deeds == []


def test_destroyed_units_are_shown_as_such(finished):
    assert FightCard.model_validate(finished.get("/fights/152").json()).destroyed == ["LON"]


def test_the_log_says_whose_each_die_was(finished):
    lines = [line for line in finished.get("/log", **{"from": 86, "to": 88}).json()["lines"] if line["dice"]]
    assert [(line["part"], line["rollers"]) for line in lines] == [("roll", ["confederate"]), ("shaken", ["union"])]


def test_what_a_side_did_in_a_turn(finished):
    account = Account.model_validate(finished.get("/account", side="confederate", turn=4).json())
    assert (account.turn, account.complete, account.turns) == (4, True, list(range(1, 16)))
    assert {deed.kind for deed in account.deeds} >= {"move", "attack"}
    attack = next(deed for deed in account.deeds if deed.kind == "attack")
    assert "Jackson" in attack.text, "a fight is told with those who fought it"
    assert all(deed.text for deed in account.deeds)
    assert Account.model_validate(finished.get("/account", side="union").json()).turn == 15
    assert error_of(finished.get("/account", side="austria"))[1] == "bad_seat"


def test_what_may_be_regretted(running):
    view = running.see()
    found = Cautions.model_validate(running.get("/cautions").json())
    assert found.version == view["version"]
    for caution in found.cautions:
        assert caution.text
        assert caution.unit or caution.hex
    assert running.get("/cautions", expected=view["version"] + 5).status_code == 204


def test_a_report_is_of_a_battle_that_is_over(shelf, finished, running):
    assert error_of(shelf.get(f"/report/{running.game}")) == (409, "not_over")
    assert error_of(shelf.get(f"/report/{running.game}.pdf")) == (409, "not_over")
    page = shelf.get(f"/report/{finished.game}", params={"lang": "ja"})
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    assert "戦闘報告：ブルランの戦い" in page.text
    assert page.text.count("<figure>") >= 3, "a graph and maps"
    for words in ("部隊別の損失", "運と決断", "史実"):
        assert words in page.text
    english = shelf.get(f"/report/{finished.game}").text
    assert "How it went in history" in english
    assert not re.search(r"\b(event|term|unit|die)\.[a-z]", re.sub(r"<style>.*?</style>", "", english)), "no bare key"
    assert shelf.get("/report/nothere").status_code == 404


def test_a_report_to_keep(shelf, finished):
    answer = shelf.get(f"/report/{finished.game}.pdf", params={"lang": "en"})
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF-1.7")
    assert answer.content.rstrip().endswith(b"%%EOF")


def test_a_report_writes_dates_as_its_reader_does_and_one_turn_in_the_singular():
    said = {
        lang: Reporter(SimpleNamespace(battle=SimpleNamespace(words=None), fights=[]), lang) for lang in ("en", "ja")
    }
    assert [said[lang].day("1863-05-03") for lang in said] == ["May 3, 1863", "1863年5月3日"]
    assert said["en"].day("08:30") == "08:30"
    told = said["en"].say("played", n=1, actions=122, fights=1, union="A", confederate="B")
    assert told.startswith("1 turn, 122 actions, 1 fight. ")


def reporter_of(record: str, lang: str) -> Reporter:
    played = (Path(__file__).parents[1] / "records" / f"{record}.hardtack").read_text("utf-8")
    return Reporter(make_report(Match.from_record(played)), lang)


def test_shares_are_rounded_and_an_attack_that_was_never_made_did_not_fail():
    written = reporter_of("bull-run-recruit-recruit-1-0", "en")
    rows = {row[0]: row[3] for block in written.formations() if isinstance(block, Table) for row in block.rows}
    assert rows["Confederate · Beauregard's army"] == "14 (38 %)"  # of 37
    assert rows["Union · Tyler's division"] == "11 (65 %)"  # of 17
    stories = [written.story(one) for one in written.report.fights]
    assert any(story.endswith("and do not attack.") for story in stories)
    assert any(story.endswith("Nothing came of it.") for story in stories)
    quiet = [str(block) for block in written.narrative(written.report.turns[8])]
    assert "hesitate" in quiet[-1]
    assert "Nothing but marches" in quiet[1]


@pytest.mark.parametrize(
    ("record", "lang", "told"),
    [
        (
            "bull-run-recruit-recruit-1-0", "en",
            "Sherman and Davies (Union) attack Evans and Stuart in 1704 near Centreville Heights. Evans loses 2 SP "
            "(1 left). Evans and Stuart give way. They retreat to 1603.",
        ),
        (
            "salem-church-recruit-recruit-1-0", "ja",
            "北軍のBrooksがSnowden（4227）のWilcoxを攻撃：突撃。Wilcoxが兵力1を失う。Brooksが兵力1を失う。"
            "Wilcoxは潰走。3827へ退却。BrooksがSnowden（4227）へ前進。",
        ),
        (
            "shiloh-recruit-recruit-1-0", "ja",
            "南軍砲兵4 Aがプレンティス野営地（1118）のPeabody（1/6）を砲撃。効果はなかった。",
        ),
        (
            "sharpsburg-recruit-recruit-1-0", "en",
            "Mansfield (XII Corps) (Union) attacks Hampton in 0509 near Sharpsburg (west), 8 against 1, odds 6-1: "
            "defenders eliminated (DE). Hampton is eliminated (1 strength).",
        ),
    ],
)  # fmt: skip
def test_a_fight_is_told_by_names_and_armies_and_nobody_twice(record, lang, told):
    written = reporter_of(record, lang)
    assert told in [written.story(one) for one in written.report.fights]


def test_a_fight_has_one_number_in_the_text_on_the_map_and_in_the_table():
    written = reporter_of("bull-run-recruit-recruit-1-0", "en")
    turn = written.report.turns[7]
    (listed,) = [block for block in written.narrative(turn) if isinstance(block, Bullets)]
    assert list(listed.signs) == ["15", "16", "17", "18"]
    assert sorted(blow.label for blow in written.blows(turn)) == ["15", "16", "17", "18"]
    (table,) = [block for block in written.fights() if isinstance(block, Table)]
    assert [row[:3] for row in table.rows if row[0] == "16"] == [["16", "8", "Union: Keyes, Blenker → Jones · 1903"]]
    twice = reporter_of("salem-church-recruit-recruit-1-0", "en")
    assert "1, 3" in [blow.label for blow in twice.blows(twice.report.turns[0])], "two attacks along one arrow"


def test_the_luck_of_the_fights_adds_up_to_that_of_the_game():
    written = reporter_of("bull-run-recruit-recruit-1-0", "en")
    lucky = [one.weighed.luck("union") for one in written.report.fights if one.weighed is not None]
    assert sum(lucky) == pytest.approx(written.report.luck.luck)
    blocks = list(written.luck())
    (table,) = [block for block in blocks if isinstance(block, Table) and len(block.head) == 2]
    assert [row[1] for row in table.rows] == ["+0.2", "+6", "+5.8", "-9 and +9"]
    assert any("favoured the Union by 5.8. That is nothing unusual" in str(block) for block in blocks)


def test_what_ended_the_game_is_told_once():
    written = reporter_of("bull-run-recruit-recruit-1-0", "en")
    assert str(list(written.blocks())).count("The losses decide.") == 1


@pytest.mark.parametrize(("lang", "infantry"), [("en", "Confederate infantry"), ("ja", "南軍歩兵")])
def test_a_formation_that_is_called_after_its_side_names_it_once(lang, infantry):
    written = reporter_of("sharpsburg-recruit-recruit-1-0", lang)
    assert infantry in [row[0] for block in written.formations() if isinstance(block, Table) for row in block.rows]


def test_what_happened_several_times_in_a_turn_is_told_once():
    written = reporter_of("shiloh-recruit-recruit-1-0", "en")
    captured = text("event.scores", side="confederate", n=2, term="capture")
    said = written.news(SimpleNamespace(news=[captured, captured, text("event.fatigue_ends")]))
    assert len(said) == 2
    assert said[0].endswith(" (×2).")


def test_of_many_fights_in_a_turn_those_are_told_in_which_somebody_was_lost():
    def fought(number: int, *parts: str) -> FightAccount:
        lines = tuple(SimpleNamespace(meaning=SimpleNamespace(part=part)) for part in ("begins", *parts))
        return FightAccount(SimpleNamespace(number=number, lines=lines), (), None)

    turn = [*(fought(number) for number in range(9)), fought(9, "destroyed"), fought(10, "loss", "retreat")]
    assert [one.fight.number for one in gravest(turn)] == [*range(6), 9, 10]


def test_a_number_has_a_sign_unless_it_is_nothing():
    assert [signed(value) for value in (-3, 0, 2)] == ["-3", "0", "+2"]
    assert [signed(value, 1) for value in (-0.04, 5.83)] == ["0", "+5.8"]


def test_losses_on_the_march_are_told_side_by_side():
    written = reporter_of("salem-church-recruit-recruit-1-0", "en")
    (said,) = [block.text for block in written.narrative(written.report.turns[0]) if "Lost outside" in str(block)]
    assert said == "Lost outside the fights, in manpower: Union: Howe (6). Confederate: Hoke (1)."


def test_a_long_fight_is_told_to_its_end():
    def line(part: str) -> SimpleNamespace:
        return SimpleNamespace(meaning=SimpleNamespace(part=part))

    long = [line(part) for part in ("begins", "loss", "loss", "shaken", "shaken", "shaken", "retreat", "advance")]
    assert [one.meaning.part for one in shortened(long)] == ["begins", "loss", "loss", "retreat", "advance"]
    assert shortened(long[:7]) == long[:7]
