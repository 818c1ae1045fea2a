"""What a bot was after, as a viewer may be told: nothing of secrets, nothing for people."""

import time
from random import Random

import pytest
from helpers import Player, error_of
from starlette.testclient import TestClient

from hardtack.battles.chickamauga.victory import ChoosePlan
from hardtack.generals import find_bot
from hardtack.referee.umpire import deciding
from hardtack.server import Config, create_app
from hardtack.server.present import Presenter, Viewer
from hardtack.server.reasons import plan_told, show_intention
from hardtack.server.routes_reasons import Intention, Intentions
from hardtack.table import Match
from toy.shelf import find_bot as find_toy_bot


def test_the_api_tells_what_a_bot_was_after(tmp_path):
    with TestClient(create_app(Config(database=str(tmp_path / "games.sqlite")))) as client:
        seats = {"union": {"who": "you"}, "confederate": {"who": "bot", "bot": "recruit"}}
        made = client.post("/api/games", json={"scenario": "bull-run", "seats": seats, "pace_ms": 0}).json()
        player = Player(client, made["id"], made["key"])
        deadline = time.monotonic() + 90
        view = player.see(since=0)
        while not any(move["by"] == "bot" for move in view["moves"]):
            assert time.monotonic() < deadline, "the bot does not play"
            if view["your_turn"]:
                player.play("end")
            time.sleep(0.02)
            view = player.see(since=0)
        numbers = {move["by"]: move["number"] for move in view["moves"]}
        told = Intention.model_validate(player.get("/intention", number=numbers["bot"]).json())
        assert (told.number, told.side) == (numbers["bot"], "confederate")
        assert told.motives
        assert told.motives != player.get("/intention", number=numbers["bot"], lang="ja").json()["motives"]
        assert told.weighed == []
        weighed = Intention.model_validate(player.get("/intention", number=numbers["bot"], weighed=True).json()).weighed
        assert weighed[0].action == next(m["action"] for m in view["moves"] if m["number"] == numbers["bot"])
        assert all(0.0 <= one.chance <= 1.0 and one.label for one in weighed)
        assert [one.chance for one in weighed[1:]] == sorted((one.chance for one in weighed[1:]), reverse=True)
        bots = [move["number"] for move in view["moves"] if move["by"] == "bot"]
        all_told = Intentions.model_validate(player.get("/intentions", **{"from": 0, "to": bots[-1]}).json())
        assert [one.number for one in all_told.intentions] == bots[:40]
        assert all_told.intentions[bots.index(numbers["bot"])].motives == told.motives
        if "person" in numbers:
            assert player.get("/intention", number=numbers["person"]).json()["motives"] == []
        assert error_of(player.get("/intention", number=99_999)) == (404, "unknown_move")
        assert error_of(player.get("/intention", number=0)) == (400, "bad_request")


def test_a_bot_that_says_nothing_is_not_asked():
    match = Match.new("bull-run", seed=1)
    match.sit(match.to_act, find_bot("random"))
    match.run_bots(step=True)
    shown = Presenter(match, Viewer((), "en"))
    assert show_intention(shown, 1, find_toy_bot)["motives"] == []
    assert show_intention(shown, 1, find_bot)["motives"] == ["no plan, any legal action will do"]


def chickamauga_twins(seed):
    """Two games alike in everything but the Confederate's secret choice, played on alike."""
    matches = [Match.new("chickamauga", seed=seed) for _ in "AB"]
    random = Random(seed)
    for plan, match in zip("AB", matches, strict=True):
        random.seed(seed)
        while not isinstance(deciding(match.state), ChoosePlan):
            match.play(match.options.pick(random))
        match.play(f"plan {plan}")
        match.sit("confederate", find_bot("recruit"))
    for _ in range(60):
        seat = matches[0].bot_to_act
        action = matches[0].consult(seat) if seat else matches[0].options.pick(random)
        for match in matches:
            match.play(action)
    return matches


@pytest.mark.rule("CK 18.2", "MS 2.8")
def test_what_the_enemy_is_told_does_not_depend_on_the_secret_choice():
    one, two = chickamauga_twins(5)
    chosen = next(n for n, entry in enumerate(one.journal.entries) if str(entry.action).startswith("plan"))
    for sides in (("union",), ()):
        shown = [Presenter(match, Viewer(sides, "en")) for match in (one, two)]
        told = []
        for number in range(chosen, one.number + 1):
            answers = [show_intention(presenter, number, find_bot, weighed=True) for presenter in shown]
            assert answers[0] == answers[1]
            told += answers[0]["motives"] + answers[0]["weighed"][1:]
        assert told, "something was told"
        secret = show_intention(shown[0], chosen, find_bot, weighed=True)
        assert secret["motives"] == secret["weighed"] == []
    own = Presenter(one, Viewer(("confederate",), "en"))
    assert show_intention(own, chosen, find_bot)["motives"] != []


def test_a_plan_is_what_most_was_done_for():
    reasons = [["take the hill", "fight"], ["hold the ford"], ["take the hill", "rest"]]
    assert plan_told(reasons) == ["take the hill", "hold the ford"]
    assert plan_told([]) == []
