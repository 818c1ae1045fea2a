"""Time: clocks that run in the store, going away, games that are claimed or that a bot plays on. No test waits."""

import pytest
from helpers import Player, error_of, two_keys, wait
from starlette.testclient import TestClient

from hardtack.server import Config, create_app
from hardtack.server.clocks import BANK, DAY, TURN, Clock, NoVacation, Terms
from hardtack.server.notices import TIME_SHORT, TIME_UP, YOUR_TURN
from hardtack.server.viewing import show_clock
from toy.shelf import SHELF

SIDES = ("union", "confederate")


@pytest.fixture
def timed(tmp_path, hand):
    config = Config(database=str(tmp_path / "games.sqlite"), library=SHELF, bot_workers=1, clock=hand)
    with TestClient(create_app(config), raise_server_exceptions=False) as client:
        client.config = config
        yield client


def two_players(client, **clock):
    body = {"scenario": "mill", "seats": {"confederate": {"who": "link"}}, "clock": clock, "pace_ms": 0}
    answer = client.post("/api/games", json=body)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert made["game"]["clock"]["side"] is None, "no clock runs before everybody is there"
    return tuple(Player(client, made["id"], key) for key in two_keys(client, made))


def late(player):
    return player.post("/time", expected=player.see()["version"])


# -- the arithmetic


def test_a_day_for_each_turn_of_deciding():
    clock = Clock.begin(Terms(TURN, DAY), SIDES, 1)
    clock.run("union", 1, 0.0)
    clock.run("union", 1, 1_000.0)  # several actions of one turn have one day
    assert clock.due == DAY
    clock.run("confederate", 1, 2_000.0)
    assert clock.due == 2_000.0 + DAY
    clock.run("union", 2, 3_000.0)
    assert clock.due == 3_000.0 + DAY, "and the next turn a whole one again"
    clock.run(None, 2, 4_000.0)
    assert clock.due is None


def test_a_bank_is_spent_while_one_decides_and_grows_with_the_turns_of_the_game():
    clock = Clock.begin(Terms(BANK, 1_000.0, 100.0), SIDES, 1)
    clock.run("union", 1, 0.0)
    clock.run("confederate", 1, 300.0)
    assert (clock.left["union"], clock.due) == (700.0, 1_300.0)
    clock.run("union", 2, 400.0)
    assert clock.left == {"union": 800.0, "confederate": 1_000.0}
    assert not clock.is_up(1_199.0)
    assert clock.is_up(1_200.0)


def test_nobody_can_count_what_a_side_decides_by_its_clock():
    """What it decides in secret is many actions to it and none to the others: their view of the clock stays."""
    clock = Clock.begin(Terms(BANK, seconds=300.0, increment=60.0), ("union", "confederate"), 1)
    clock.run("union", 1, 1000.0)
    shown = show_clock(clock)
    for at in (1010.0, 1055.0, 1100.0):
        clock.run("union", 1, at)
        assert show_clock(clock) == shown
    clock.run("confederate", 1, 1120.0)
    assert clock.left == {"union": 180.0, "confederate": 300.0}
    clock.run("union", 1, 1130.0)
    clock.run("union", 2, 1400.0)  # too late, but nobody has claimed the game
    assert (clock.left["union"], clock.due) == (60.0, 1460.0)


def test_nobody_pays_for_days_away():
    clock = Clock.begin(Terms(BANK, 1_000.0, vacation=2 * DAY), SIDES, 1)
    clock.run("union", 1, 0.0)
    with pytest.raises(NoVacation):
        clock.go_away("union", 3 * DAY, 100.0)
    assert clock.vacation["union"] == 2 * DAY
    clock.go_away("union", DAY, 100.0)
    assert clock.due == DAY + 1_000.0
    clock.go_away("union", 0.0, 100.0 + DAY / 2)  # back early: half a day is left for later
    assert clock.vacation["union"] == 1.5 * DAY
    assert clock.due == DAY / 2 + 1_000.0
    clock.run("confederate", 1, 100.0 + DAY / 2 + 50.0)
    assert clock.left["union"] == pytest.approx(850.0)


# -- on the server


def test_a_vanished_players_game_is_claimed(timed, hand):
    union, confederate = two_players(timed, kind="turn", seconds=3_600, late="claim")
    heard = []
    timed.app.state.service.notices.listeners.append(heard.append)
    union.play("colours UA")
    assert [(one.kind, one.side) for one in heard] == [(YOUR_TURN, "confederate")]
    clock = union.see()["clock"]
    assert (clock["side"], clock["kind"], clock["late"]) == ("confederate", "turn", "claim")
    assert error_of(late(union)) == (409, "time_left")
    hand.now += 3_599
    assert error_of(late(union)) == (409, "time_left")
    timed.app.state.timekeeper.check_clocks()
    hand.now += 1
    timed.app.state.timekeeper.check_clocks()
    timed.app.state.timekeeper.check_clocks()
    assert [(one.kind, one.side) for one in heard[1:]] == [(TIME_SHORT, "confederate"), (TIME_UP, "union")]
    assert error_of(late(confederate)) == (403, "wrong_seat"), "nobody claims against himself"
    assert error_of(late(Player(timed, union.game, None))) == (403, "no_seat")
    version = union.see()["version"]
    view = union.post("/time", expected=version).json()
    assert (view["outcome"]["winner"], view["outcome"]["level"], view["clock"]["due"]) == ("union", "time", None)
    assert error_of(union.post("/time", expected=version)) == (409, "stale_move"), "a replayed request"
    [card] = timed.get("/api/games").json()["games"]
    assert (card["result"], card["clock"]["kind"]) == ("Union · victory on time", "turn")


def test_whoever_acts_in_time_is_safe_and_late_is_better_than_never(timed, hand):
    union, confederate = two_players(timed, kind="turn", seconds=3_600)
    union.play("colours UA")
    hand.now += 4_000
    confederate.play("colours CA")  # nobody had claimed it yet
    assert error_of(late(union)) in ((409, "time_left"), (403, "wrong_seat"))


def test_clocks_survive_a_restart(timed, hand):
    union, confederate = two_players(timed, kind="bank", seconds=7_200, increment=60)
    union.play("colours UA")
    hand.now += 1_000
    confederate.play("colours CA")
    before = union.see()["clock"]
    assert before["left"] == {"union": 7_200, "confederate": 6_200}
    with TestClient(create_app(timed.config)) as later:
        again = Player(later, union.game, confederate.key)
        assert again.see()["clock"] == before
        hand.now += 7_200
        assert again.post("/time", expected=2).json()["outcome"]["winner"] == "confederate"
    assert union.see()["over"], "and the other process hears of it"


def test_a_bot_stands_in_where_both_chose_that(timed, hand):
    refused = timed.post("/api/games", json={"scenario": "mill", "clock": {"late": "bot", "bot": "nobody"}})
    assert error_of(refused) == (422, "bad_option")
    union, confederate = two_players(timed, kind="turn", seconds=3_600, late="bot", bot="random")
    union.play("colours UA")
    hand.now += 3_600
    assert error_of(late(union)) == (409, "time_left"), "it is no win"
    timed.app.state.timekeeper.check_clocks()
    timed.app.state.timekeeper.check_clocks()
    view = wait(union.see, lambda view: view["your_turn"])
    assert [seat["who"] for seat in view["seats"]] == ["person", "bot"]
    assert error_of(confederate.get()) == (403, "bad_key")
    assert [line["text"] for line in union.get("/talk").json()["lines"]] == [
        "The Confederate side let its time run out; a bot stands in (Chance)."
    ]


def test_a_player_goes_away_and_comes_back(timed, hand):
    union, confederate = two_players(timed, kind="turn", seconds=3_600, vacation_days=3)

    def away(player, days):
        return timed.put(f"/api/games/{union.game}/vacation", json={"days": days}, headers=player.headers)

    union.play("colours UA")
    assert error_of(away(confederate, 4)) == (409, "no_vacation")
    assert error_of(away(Player(timed, union.game, None), 1)) == (403, "no_seat")
    assert away(confederate, 2).json()["clock"]["vacation"] == {"union": 3.0, "confederate": 1.0}
    hand.now += 2 * DAY
    assert error_of(late(union)) == (409, "time_left")
    hand.now += 3_600
    assert late(union).status_code == 200


def test_a_game_without_a_clock_has_none(players):
    assert players[0].see()["clock"] is None
    assert error_of(late(players[0])) == (409, "time_left")
