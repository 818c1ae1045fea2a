"""What people hear of their games: once, in time, in their language, and nothing that is untrue."""

from __future__ import annotations

import hmac
import json
import threading
from hashlib import sha256

import pytest
import sqlalchemy as sa
from helpers import Hand, Player, error_of, play_out, wait
from post_kit import SITE, Reader, link_in, open_post, text_of
from starlette.testclient import TestClient

from hardtack.server import Config, create_app
from hardtack.server.notices import CHALLENGED, ENDED, JOINED, PROPOSED, REMATCH, SAID, TIME_SHORT, YOUR_TURN
from hardtack.server.post import letters, mailing, post_store
from hardtack.server.post.letters import BACK_OFF, QUIET
from hardtack.server.post.weighing import next_digest
from hardtack.server.schema import happenings, seats
from hardtack.server.schema import letters as letter_table
from toy.shelf import SHELF

DAY = 86_400.0


@pytest.fixture(scope="module")
def post(tmp_path_factory):
    with open_post(tmp_path_factory.mktemp("post") / "games.sqlite", Hand()) as opened:
        yield opened


names = iter(range(1_000))


@pytest.fixture
def grant(post):
    return Reader(post, f"Grant {next(names)}")


@pytest.fixture
def lee(post):
    return Reader(post, f"Lee {next(names)}")


def table(grant, lee, **more):
    """A game between the two, the Union (Grant) to act."""
    union = grant.offer(**more)
    return union, lee.sit(union.game)


def bodies(browser):
    return [notice["body"] for notice in browser.notices()]


def test_a_turn_is_pushed_to_the_browser_that_subscribed(post, grant, lee):
    union, _ = table(grant, lee)
    browser = lee.browser()
    post.later()
    union.play("colours UA")
    post.work()
    assert browser.notices() == [], "at once it may become untrue"
    post.work(31)
    [notice] = browser.notices()
    assert notice == {
        "title": "The Mill", "body": f"It is your turn against {grant.name} (Confederate).",
        "path": f"/you#game={union.game}", "game": union.game, "lang": "en",
    }  # fmt: skip
    [(_, headers, body)] = post.receiver.at(browser.path)
    assert (headers["Content-Encoding"], headers["Topic"]) == ("aes128gcm", union.game)
    assert headers["Authorization"].startswith("vapid t=")
    assert grant.name.encode() not in body, "only the browser can read it"
    post.later()
    assert len(browser.notices()) == 1, "once"


def test_many_turns_within_minutes_are_one_notice(post, grant, lee):
    """And so are the turns of several games."""
    tables = [table(grant, lee) for _ in range(3)]
    browser = lee.browser()
    post.later()
    for union, confederate in tables:
        union.play("colours UA")
        confederate.play("colours CA")
    post.work(31)
    assert browser.notices() == [], "whoever has moved meanwhile hears nothing"
    for union, _ in tables:
        union.play("end")
        post.hand.now += 10
    post.work(31)
    [notice] = browser.notices()
    assert (notice["title"], notice["path"], notice["body"].count("\n")) == ("3 games wait for you", "/you", 2)
    union, confederate = tables[0]
    confederate.play("end")
    union.play("end")
    post.work(QUIET - 60)
    assert len(browser.notices()) == 1, "not so soon after the last"
    post.work(60)
    assert len(browser.notices()) == 2


def test_whoever_is_at_the_game_needs_no_notice(post, grant, lee):
    union, _ = table(grant, lee)
    browser = lee.browser()
    post.later()
    union.play("colours UA")
    post.work()
    post.hand.now += 31
    with post.outbox.store.writing() as connection:  # as another process notes it
        there = (seats.c.game == union.game) & (seats.c.side == "confederate")
        connection.execute(seats.update().where(there), {"seen": post.hand.now - 20})
    post.work()
    post.later()
    assert browser.notices() == []
    # nor at a page of this process that is open all the time
    second, _ = table(grant, lee)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(post.outbox, "here", lambda: {(second.game, "confederate")})
        second.play("colours UA")
        post.work(31)
        post.later()
    post.later()
    assert browser.notices() == []


def test_what_a_person_chose_for_all_and_for_one_game(post, grant, lee):
    first, _ = table(grant, lee)
    second, _ = table(grant, lee)
    browser = lee.browser()
    assert lee.get(f"/games/{first.game}/notices") == {"choice": None, "usual": "turn"}
    assert lee.ask("PUT", "/me/notices", choice="none").json()["choice"] == "none"
    chosen = lee.ask("PUT", f"/games/{second.game}/notices", choice="turn")
    assert chosen.json() == {"choice": "turn", "usual": "none"}
    post.later()
    first.play("colours UA")
    second.play("colours UA")
    post.work(31)
    [notice] = browser.notices()
    assert notice["game"] == second.game
    assert lee.ask("PUT", f"/games/{second.game}/notices", choice=None).status_code in (200, 400)
    # nobody chooses for a game of others
    stranger = Reader(post, f"Stranger {next(names)}")
    assert error_of(stranger.ask("GET", f"/games/{first.game}/notices")) == (403, "no_seat")
    assert error_of(stranger.ask("PUT", f"/games/{first.game}/notices", choice="none")) == (403, "no_seat")
    assert error_of(post.client.get(f"/api/games/{first.game}/notices")) == (403, "name_needed")


def test_a_daily_digest_comes_once_a_day_at_the_chosen_hour(post, grant, lee):
    tables = [table(grant, lee) for _ in range(2)]
    lee.lang = "ja"
    browser = lee.browser()
    lee.ask("PUT", "/me/notices", choice="digest", hour=6)
    post.later()
    for union, _ in tables:
        union.play("colours UA")
        post.work(60)
    assert browser.notices() == []
    due = next_digest(6, 0.0, post.hand.now)
    post.work(due - post.hand.now - 1)
    assert browser.notices() == []
    post.work(1)
    [notice] = browser.notices()
    assert notice["title"] == "今日のゲーム"
    assert notice["body"].count("あなた（南軍）の手番です。") == 2
    union, confederate = tables[0]
    confederate.play("colours CA")
    union.play("end")
    post.work(60)
    post.work(3_600)
    assert len(browser.notices()) == 1, "no second one on the same day"
    confederate.play("end")
    tables[1][1].play("colours CA")
    post.work(DAY)
    assert len(browser.notices()) == 1, "nor one with nothing to tell"


def test_only_near_the_end_of_time(post, grant, lee):
    union, confederate = table(grant, lee, clock={"kind": "turn", "seconds": 86_400, "late": "claim"})
    browser = lee.browser()
    lee.ask("PUT", "/me/notices", choice="time")
    post.later()
    union.play("colours UA")
    keeper = post.client.app.state.timekeeper
    for hours in (1, 10, 8, 1, 1):  # 3 hours are left
        post.hand.now += hours * 3_600
        keeper.check_clocks()
        keeper._told.clear()  # as if several processes looked
        post.work(11)
    [body] = bodies(browser)
    assert body == f"Your time against {grant.name} is nearly up (Confederate)."
    confederate.play("colours CA")
    union.play("end")
    keeper.check_clocks()
    post.work(60)
    assert len(browser.notices()) == 1


def test_every_kind_of_news_in_both_languages(post, grant, lee):
    told = {}
    lee.lang = "ja"
    readers = {"en": grant, "ja": lee}
    browsers = {lang: one.browser() for lang, one in readers.items()}

    def hear(kind, lang, name):
        post.later()
        post.work(61)
        latest = bodies(browsers[lang])[-1]
        assert name in latest, (kind, latest)
        told[kind, lang] = latest

    for lang, one, other in (("en", grant, lee), ("ja", lee, grant)):
        one.ask("PUT", "/me/notices", choice="turn", talk=True)
        game = other.ask(
            "POST", "/games", scenario="mill", seats={"confederate": {"who": "person", "name": one.name}}
        ).json()  # fmt: skip
        hear(CHALLENGED, lang, other.name)
        mine, theirs = one.sit(game["id"]), Player(post.client, game["id"], game["key"])
        theirs.post("/talk", text="Good luck!")
        hear(SAID, lang, other.name)
        for number, kind in enumerate(("draw", "takeback", "bot", "person")):
            if kind == "takeback":
                theirs.play("colours UA")
            wish = {"count": 1} if kind == "takeback" else {"bot": "random"} if kind == "bot" else {}
            asked = theirs.post("/proposals", kind=kind, expected=theirs.see()["version"], **wish)
            assert asked.status_code == 201, asked.text
            hear(f"{PROPOSED}.{kind}", lang, other.name)
            proposal = asked.json()["proposal"]["id"]
            assert theirs.client.delete(
                f"/api/games/{theirs.game}/proposals/{proposal}", headers=theirs.headers
            ).status_code == 204, number  # fmt: skip
        theirs.post("/resign", expected=theirs.see()["version"])
        hear(ENDED, lang, other.name)
        assert theirs.post("/rematch").status_code == 200
        hear(REMATCH, lang, other.name)
        offered = one.offer()
        other.sit(offered.game)
        hear(JOINED, lang, other.name)
        assert mine.see()["over"]
    assert len({*told.values()}) == len(told)
    assert all("{" not in text for text in told.values())
    assert told["proposed.draw", "ja"] == f"{grant.name}が引き分けを提案しています。"


def test_talk_is_told_only_to_who_wants_it(post, grant, lee):
    union, _ = table(grant, lee)
    browser = lee.browser()
    union.post("/talk", text="secret plans")
    post.later()
    assert browser.notices() == []
    lee.ask("PUT", "/me/notices", choice="turn", talk=True)
    union.post("/talk", text="secret plans")
    post.later()
    assert bodies(browser) == [f"{grant.name} has written to you."]


def test_a_proposal_that_was_withdrawn_is_not_told(post, grant, lee):
    union, _ = table(grant, lee)
    browser = lee.browser()
    made = union.post("/proposals", kind="draw", expected=union.see()["version"]).json()["proposal"]["id"]
    post.client.delete(f"/api/games/{union.game}/proposals/{made}", headers=union.headers)
    post.later()
    assert browser.notices() == []


def test_a_letter_that_became_untrue_on_its_way_is_not_sent(post, grant, lee):
    union, confederate = table(grant, lee)
    browser = lee.browser()
    post.later()
    union.play("colours UA")
    post.receiver.answers[browser.path] = 503
    post.work(31)
    assert len(browser.notices()) == 1, "tried in vain"
    confederate.play("colours CA")
    post.receiver.answers[browser.path] = 201
    post.work(BACK_OFF[0])
    assert len(browser.notices()) == 1
    with post.outbox.store.reading() as connection:
        assert connection.execute(sa.select(letter_table).where(letter_table.c.person == lee.id)).first() is None


def test_what_fails_is_tried_a_few_times_and_a_browser_that_is_gone_is_forgotten(post, grant, lee):
    union, _ = table(grant, lee)
    browser = lee.browser()
    post.later()
    union.play("colours UA")
    post.receiver.answers[browser.path] = 503
    post.work(31)
    for seconds in (*BACK_OFF, *BACK_OFF):
        post.work(seconds)
    assert len(browser.notices()) == 1 + len(BACK_OFF)
    assert len(lee.get("/me/notices")["browsers"]) == 1
    post.receiver.answers[browser.path] = 410
    lee.ask("POST", "/me/notices/trial")
    post.work()
    assert lee.get("/me/notices")["browsers"] == []


def test_a_browser_that_loses_the_name_hears_no_more(post, grant, lee):
    union, _ = table(grant, lee)
    browser = lee.browser()
    [device] = [one["id"] for one in lee.get("/me")["devices"]]
    post.later()
    union.play("colours UA")
    assert lee.ask("DELETE", f"/me/devices/{device}").status_code == 204
    post.work(31)
    assert browser.notices() == []


def test_nobody_takes_anothers_browser(post, grant, lee):
    browser = lee.browser()
    stolen = browser.body | {"keys": Reader(post, f"Thief {next(names)}").browser().body["keys"]}
    assert error_of(grant.ask("POST", "/me/push", **stolen)) == (409, "subscription_taken")
    [mine] = lee.get("/me/notices")["browsers"]
    assert error_of(grant.ask("DELETE", f"/me/push/{mine['id']}")) == (404, "unknown_link")
    assert error_of(post.client.post("/api/me/push", json=browser.body)) == (403, "name_needed")
    assert grant.ask("POST", "/me/push", **browser.body).status_code == 201, "the same browser under another name"
    assert lee.get("/me/notices")["browsers"] == []
    wrong = browser.body | {"keys": {"p256dh": "AAAA", "auth": "AAAA"}}
    assert error_of(grant.ask("POST", "/me/push", **wrong)) == (422, "bad_subscription")


def test_a_webhook_is_called_with_a_signature(post, grant, lee):
    union, _ = table(grant, lee)
    url = f"{post.receiver.url}/hook/{lee.id}?x=1"
    secret = lee.ask("PUT", "/me/webhook", url=url).json()["secret"]
    assert "secret" not in lee.get("/me/notices")
    post.later()
    union.play("colours UA")
    post.work(31)
    [(_, headers, body)] = post.receiver.at(f"/hook/{lee.id}?x=1")
    stamp, signed = (part.partition("=")[2] for part in headers["X-Hardtack-Signature"].split(","))
    assert signed == hmac.new(secret.encode(), stamp.encode() + b"." + body, sha256).hexdigest()
    [item] = json.loads(body)["items"]
    assert (item["game"], item["kind"]) == (union.game, YOUR_TURN)
    assert item["url"] == f"{SITE}/you#game={union.game}"
    post.receiver.answers[f"/hook/{lee.id}?x=1"] = 410
    post.later()
    assert lee.ask("POST", "/me/notices/trial").status_code == 202
    post.work()
    assert lee.get("/me/notices")["webhook"] is None, "whoever says that they are gone is called no more"


def test_a_redirect_is_not_followed(post, lee):
    lee.ask("PUT", "/me/webhook", url=f"{post.receiver.url}/turn/{lee.id}")
    post.receiver.answers[f"/turn/{lee.id}"] = 302
    lee.ask("POST", "/me/notices/trial")
    post.work()
    assert len(post.receiver.at(f"/turn/{lee.id}")) == 1
    assert post.receiver.at("/elsewhere") == []


def test_a_feed_of_ones_games_at_a_secret_address(post, grant, lee):
    union, confederate = table(grant, lee)
    union.play("colours UA")
    path = lee.ask("POST", "/me/feed").json()["path"]
    answer = post.client.get(path)
    assert answer.headers["content-type"].startswith("application/atom+xml")
    assert f"It is your turn against {grant.name} (Confederate)." in answer.text
    assert f'href="{SITE}/you#game={union.game}"' in answer.text
    confederate.play("colours CA")
    assert "<entry>" not in post.client.get(path).text
    play_out(union, confederate)
    assert f"The game against {grant.name} is over." in post.client.get(path).text
    fresh = lee.ask("POST", "/me/feed").json()["path"]
    assert error_of(post.client.get(path)) == (404, "unknown_feed")
    assert lee.ask("DELETE", "/me/feed").status_code == 204
    assert error_of(post.client.get(fresh)) == (404, "unknown_feed")
    assert error_of(post.client.get("/feed/guess")) == (404, "unknown_feed")


def test_several_processes_send_a_notice_once(post, grant, lee):
    """Two that look at the same moment; one that died with a letter in hand leaves it to the others."""
    union, _ = table(grant, lee)
    browser = lee.browser()
    post.later()
    union.play("colours UA")
    post.work()
    store, at = post.outbox.store, post.hand.now + 31
    assert letters.write_due(store, post.outbox.settings, set(), at) >= 1
    assert letters.write_due(store, post.outbox.settings, set(), at) == 0
    held = letters.take(store, "push", at)
    assert held is not None
    assert letters.take(store, "push", at) is None
    post.work(31 + letters.HELD - 1)
    assert browser.notices() == []
    post.work(1)
    assert len(browser.notices()) == 1


def test_what_was_played_and_never_noted_is_found_again(post, grant, lee):
    union, confederate = table(grant, lee)
    browser = lee.browser()
    post.later()
    union.play("colours UA")
    while not post.outbox._heard.empty():
        post.outbox._heard.get()  # lost with the process
    post.work(400)
    post.work(31)
    assert len(browser.notices()) == 1
    confederate.play("colours CA")
    union.play("end")
    post.work(400)
    assert len(browser.notices()) == 2
    confederate.play("move CB 0302")  # on the move, and away
    post.work(400)
    post.work(400)
    assert len(browser.notices()) == 2


def test_nothing_is_noted_of_people_nobody_can_reach(post, grant, lee):
    union, _ = table(grant, lee)
    union.play("colours UA")
    post.work(31)
    with post.outbox.store.reading() as connection:
        noted = sa.select(happenings).where(happenings.c.person.in_((grant.id, lee.id)))
        assert connection.execute(noted).first() is None


def test_a_flood_of_challenges_is_one_notice(post, grant, lee):
    browser = lee.browser()
    for _ in range(30):
        plan = {"confederate": {"who": "person", "name": lee.name}}
        assert grant.ask("POST", "/games", scenario="mill", seats=plan).status_code == 201
    post.work(11)
    post.work(60)
    [notice] = browser.notices()
    assert notice["body"].count("\n") == letters.MOST_ITEMS - 1


def test_mail_in_the_readers_language_with_a_way_to_hear_no_more(post, grant, lee):
    lee.lang = "ja"
    address = lee.confirm(f"lee{lee.id}@example.org")
    [first] = post.mailbox.to(address)
    assert first["Subject"] == "Hardtack: メールアドレスの確認"
    union, _ = table(grant, lee)
    post.later()
    union.play("colours UA")
    post.work(31)
    mail = post.mailbox.to(address)[-1]
    assert mail["Subject"] == f"Hardtack: 水車場: {grant.name}との対戦で、あなた（南軍）の手番です。"
    assert f"{SITE}/you#game={union.game}" in text_of(mail)
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    way = mail["List-Unsubscribe"].strip("<>").removeprefix(SITE)
    assert way == f"/api/letters/stop/{link_in(mail, 'stop')}"
    looked = post.client.get(way, follow_redirects=False)
    assert (looked.status_code, looked.headers["location"]) == (303, f"/letters#stop={link_in(mail, 'stop')}")
    assert lee.get("/me/notices")["mail"]["confirmed"], "looking changes nothing"
    assert post.client.post(way[:-1] + "x").status_code == 204
    assert lee.get("/me/notices")["mail"]["confirmed"], "nor does a guess"
    assert post.client.post(way, data={"List-Unsubscribe": "One-Click"}).status_code == 204
    assert lee.get("/me/notices")["mail"] is None
    count = len(post.mailbox.to(address))
    assert grant.ask("PUT", "/me/mail", address=address).status_code == 202
    post.work()
    assert len(post.mailbox.to(address)) == count, "nobody makes us write there again"


def test_nothing_goes_to_an_address_before_it_is_confirmed(post, grant, lee):
    address = f"victim{lee.id}@example.org"
    union, _ = table(grant, lee)
    assert lee.ask("PUT", "/me/mail", address=address).status_code == 202
    post.later()
    union.play("colours UA")
    post.work(31)
    [only] = post.mailbox.to(address)
    token = link_in(only, "confirm")
    assert error_of(post.client.post("/api/letters/confirm", json={"token": token + "x"})) == (404, "unknown_link")
    post.hand.now += DAY
    assert error_of(post.client.post("/api/letters/confirm", json={"token": token})) == (409, "link_expired")
    lee.confirm(address)
    used = link_in(post.mailbox.to(address)[-1], "confirm")
    assert error_of(post.client.post("/api/letters/confirm", json={"token": used})) == (404, "unknown_link"), "once"
    assert lee.ask("DELETE", "/me/mail").status_code == 204
    post.client.app.state.asking.buckets._left.clear()


def test_a_letter_to_one_address_goes_to_no_other(post, lee):
    """Whoever wants no more mail does not get what was on its way to somebody else."""
    store, victim = post.client.app.state.service.store, f"left-alone{lee.id}@example.org"
    while mailing.may_ask(store, victim, post.hand()):
        pass
    for address in (f"own{lee.id}@example.org", victim):
        assert lee.ask("PUT", "/me/mail", address=address).status_code == 202
    post.work()
    assert post.mailbox.to(victim) == []
    lee.ask("DELETE", "/me/mail")
    post.client.app.state.asking.buckets._left.clear()


@pytest.mark.parametrize(
    "address",
    ["x", "a@b\nBcc: c@d.org", "a@b, c@d.org", "<a@b.org>", "a b@c.org", '"a"@b.org', "a@b..org", f"{'a' * 65}@b.org"],
)
def test_what_is_no_mail_address_is_refused(post, lee, address):
    assert lee.ask("PUT", "/me/mail", address=address).status_code in (400, 422)


@pytest.mark.parametrize("name", ["Eve\u2028Bcc: x@y.org", "Eve\x85Subject: x", "Eve {title} %s", "Eve\u202e gro"])
def test_a_name_becomes_no_header(post, lee, name):
    name += str(next(names))
    address = lee.confirm(f"h{lee.id}@example.org")
    eve = Reader(post, name)
    union, _ = table(eve, lee)
    post.later()
    union.play("colours UA")
    post.work(31)
    mail = post.mailbox.to(address)[-1]
    assert mail["Subject"].strip().startswith("Hardtack: The Mill: It is your turn against Eve")
    assert mail["Bcc"] is None
    assert len(mail["Subject"].splitlines()) == 1
    assert "\u202e" not in mail["Subject"]
    post.client.app.state.asking.buckets._left.clear()


def test_a_link_to_ones_name_by_mail(post, lee):
    address = lee.confirm(f"sign{lee.id}@example.org")
    seen = len(post.mailbox.mails)
    for asked in (lee.name.upper(), address.upper(), "nobody", "nobody@example.org"):
        answer = post.client.post("/api/people/mail", json={"name": asked})
        assert (answer.status_code, answer.text) == (202, ""), "the answer tells nobody who is known"
    post.work()
    [first, second] = post.mailbox.mails[seen:]
    assert first["To"] == second["To"] == address
    token = link_in(first, "name")
    phone = post.client.post("/api/people/link", json={"token": token, "device": "phone"}).json()
    assert phone["name"] == lee.name
    assert error_of(post.client.post("/api/people/link", json={"token": token})) == (409, "link_taken")
    post.hand.now += 3_600
    late = {"token": link_in(second, "name")}
    assert error_of(post.client.post("/api/people/link", json=late)) == (409, "link_expired")
    # nobody fills anybody's mailbox
    for _ in range(5):
        post.client.post("/api/people/mail", json={"name": address})
    post.work()
    assert len(post.mailbox.mails) - seen <= 4
    codes = [post.client.post("/api/people/mail", json={"name": "x"}).status_code for _ in range(10)]
    assert codes[-1] == 429, "nor asks without end"
    post.client.app.state.asking.buckets._left.clear()
    lee.ask("DELETE", "/me/mail")
    post.client.post("/api/people/mail", json={"name": lee.name})
    post.work()
    assert len(post.mailbox.mails) - seen <= 4, "an address that was taken away gets nothing"


def test_an_address_that_takes_no_mail_is_not_tried_again(post, grant, lee):
    address = lee.confirm(f"gone{lee.id}@example.org")
    post.mailbox.refuse = "550 no such user"
    try:
        lee.ask("POST", "/me/notices/trial")
        post.work()
    finally:
        post.mailbox.refuse = None
    with post.outbox.store.reading() as connection:
        assert connection.execute(sa.select(letter_table).where(letter_table.c.person == lee.id)).first() is None
    assert len(post.mailbox.to(address)) == 1
    post.client.app.state.asking.buckets._left.clear()


def test_time_that_is_short_is_told_while_the_rest_waits_for_the_digest(post, grant, lee):
    union, _ = table(grant, lee, clock={"kind": "turn", "seconds": 3_600, "late": "claim"})
    browser = lee.browser()
    lee.ask("PUT", "/me/notices", choice="digest")
    post.later()
    union.play("colours UA")
    post.hand.now += 3_000
    post.client.app.state.timekeeper.check_clocks()
    post.work(61)
    assert bodies(browser) == [f"Your time against {grant.name} is nearly up (Confederate)."]
    with post.outbox.store.reading() as connection:
        kinds = sa.select(happenings.c.kind).where(happenings.c.person == lee.id, happenings.c.waiting)
        assert TIME_SHORT not in set(connection.execute(kinds).scalars())


def test_the_threads_of_a_server_do_it_by_themselves(tmp_path):
    """Without a hand on the clock; and a server that starts again sends what was left."""
    hand = Hand()
    with open_post(tmp_path / "games.sqlite", hand, by_hand=False) as first:
        lee = Reader(first, "Lee")
        assert lee.ask("PUT", "/me/mail", address="lee@example.org").status_code == 202
        [mail] = wait(lambda: first.mailbox.mails, bool)
        first.client.post("/api/letters/confirm", json={"token": link_in(mail, "confirm")})
        first.stop()
        assert lee.ask("POST", "/me/notices/trial").status_code == 202
    with open_post(tmp_path / "games.sqlite", hand, by_hand=False) as second:
        second.outbox.wake()
        [mail] = wait(lambda: second.mailbox.mails, bool)
        assert mail["Subject"] == "Hardtack: A trial"


def test_where_nobody_is_to_hear_of_anything_nobody_looks(tmp_path, monkeypatch):
    """As at home: the thread sleeps until somebody wants to be told."""
    monkeypatch.setattr("hardtack.server.post.outbox.LOOK_SECONDS", 0.001)
    config = Config(str(tmp_path / "games.sqlite"), SHELF, bot_workers=1)
    with TestClient(create_app(config), raise_server_exceptions=False) as client:
        outbox, store = client.app.state.outbox, client.app.state.service.store
        asked = []
        wait(lambda: outbox.busy, lambda busy: not busy)
        sa.event.listen(
            store.engine, "before_cursor_execute",
            lambda *_: asked.append(1) if threading.current_thread() is outbox else None,
        )  # fmt: skip
        made = client.post("/api/games", json={"scenario": "mill", "pace_ms": 0}).json()
        play_out(Player(client, made["id"], made["key"]))
        assert not asked
        person = client.post("/api/people", json={"name": "Grant"}).json()["id"]
        post_store.set_hook(store, person, "https://example.org/", "en")
        outbox.wake()
        wait(lambda: len(asked), lambda count: count > 50)


def test_two_servers_on_one_postgresql_send_everything_once(postgres):
    hand = Hand()
    with open_post(postgres.url, hand) as one, open_post(postgres.url, hand, receiver=one.receiver) as two:
        grant, readers = Reader(one, "Grant of two"), [Reader(two, f"Lee of two {number}") for number in range(4)]
        browsers = [reader.browser() for reader in readers]
        assert one.outbox.pusher.public_key == two.outbox.pusher.public_key
        tables = [table(grant, reader)[0] for reader in readers]
        one.later()
        two.later()
        for number, union in enumerate(tables):
            Player((two if number % 2 else one).client, union.game, union.key).play("colours UA")
        one.work()
        two.work()
        hand.now += 31
        looking = [threading.Thread(target=post.work) for post in (one, two) * 3]
        for thread in looking:
            thread.start()
        for thread in looking:
            thread.join(60)
        one.work()
        assert [len(browser.notices()) for browser in browsers] == [1] * len(browsers)
