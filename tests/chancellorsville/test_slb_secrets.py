"""Nothing of the hidden movement or the secret bridges gets out (SLB 22.2c, 22.2e): twin games, one seat's knowledge.

Two games that differ only in what one side decides in secret are the same to everybody else, byte for byte: views,
logs, records, numbers and versions, forecasts, refusals, branches, what may be undone, and what a bot is told.
"""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from hardtack.battles.chancellorsville.battle import BATTLE
from hardtack.battles.chancellorsville.early import WEST
from hardtack.battles.gcacw.sequence import Activation, PhaseEnds, TurnEnds
from hardtack.generals.recruit import Recruit
from hardtack.referee.actions import Action
from hardtack.referee.dice import SeededDice
from hardtack.referee.errors import BadRecord, IllegalAction, NothingToUndo
from hardtack.referee.events import CONFEDERATE, UNION, Outcome
from hardtack.referee.record import HIDDEN, read_record
from hardtack.referee.showing import Bridge
from hardtack.referee.umpire import options, play, why_not
from hardtack.referee.views import view
from hardtack.server.present import Presenter, Viewer
from hardtack.server.survey import show_film
from hardtack.table import Match, story
from hardtack.table.seats import bot_random, private_copy
from hardtack.table.tail import TailJournal

CAMPAIGN = "chancellorsville-campaign"
OTHERS = {CONFEDERATE: (UNION, None), UNION: (CONFEDERATE, None)}
ASKED = (
    "march Griffin", "march Devin", "step Devin 3525", "attack Devin hasty 3525", "step Griffin 3425", "march VA3",
    "activate Stuart", "activate Meade", "assault Meade 3525", "lay Griffin", "lay Sykes", "message",
    "transfer Meade Griffin", "record Griffin 3525", "dig Posey", "done", "pass", "detach Griffin USub1 1",
    "bridge Griffin 3525",
)  # fmt: skip


def opening() -> Match:
    """The campaign at the first decision of turn 2: turn 1 is passed."""
    match = Match.new(CAMPAIGN, seed=5)
    while match.state.turn == 1:
        match.play("pass" if type(match.state.agenda[-1]).__name__ == "Activation" else "done")
    return match


def frame(match: Match) -> str:
    return type(match.state.agenda[-1]).__name__


def twins(match: Match) -> tuple[Match, Match]:
    """Two games that go on from here with whatever dice they are given."""
    return Match.from_record(match.record()), Match.from_record(match.record())


def act(random: Random, action: Action | str, *matches: Match) -> None:
    """Play an action with the same dice in each of the games."""
    first = matches[0]
    faces = play(first.state, first.parse(action), SeededDice(random.getrandbits(32))).dice
    for match in matches:
        match.follow(str(match.to_act), str(action), faces)


def is_secret(match: Match, side: str) -> bool:
    return match.state.audience == (side,)


def go_to_secret(match: Match, side: str) -> Match:
    while not is_secret(match, side):
        match.play("pass" if frame(match) == "Activation" else "done")
    return match


def play_secretly(match: Match, random: Random, side: str, most: int) -> None:
    """Random decisions in secret with dice of their own, some taken back again, until the phase is over."""
    for count in range(400):
        if not is_secret(match, side):
            return
        action = options(match.state).pick(random)
        ends = frame(match) == "Activation" and (count > most or action.verb == "pass")
        if ends and count > most:
            action = match.parse("pass")
        elif ends or (action.verb == "done" and count < most // 4):
            continue
        act(random, action, match)
        if is_secret(match, side) and match.undo_limit(side) and random.random() < 0.3:
            match.undo(1, side)
    raise AssertionError("no end of the secrets")


def follow_on(one: Match, two: Match, random: Random) -> None:
    """The same public decision with the same dice in both games."""
    action = options(one.state).pick(random)
    if action.verb == "pass" and random.random() < 0.6:
        action = options(one.state).pick(random)
    act(random, action, one, two)


def everything(match: Match, seat: str | None) -> dict[str, object]:
    """All that a seat can get out of a match."""
    known = match.for_seat(seat)
    earlier = range(max(0, known.number - 3), known.number)
    found: dict[str, object] = {
        "view": json.dumps(match.view(seat)),
        "record": match.record(seat),
        "numbers": (known.number, known.version, known.to_act, match.undo_limit(seat) if seat else 0),
        "log": [list(story(known.journal, lang, seat)) for lang in ("en", "ja")],
        "past": [json.dumps(known.seen(seat, number).data()) for number in earlier],
        "branch": match.branch(seat=seat).position(),
        "imagined": BATTLE.imagine(match.seen(seat).state, str(seat), Random(3)),
        "looks": [BATTLE.page.look(match.seen(seat).state, n) for n in range(0, len(match.scenario.pieces), 7)],
        "standing": BATTLE.page.standing(match.seen(seat).state),
        "bridges": BATTLE.page.bridges(match.seen(seat).state),
        "curtain": BATTLE.page.keeps_secret(match.seen(seat).state),
    }
    if match.to_act == seat:
        found["offered"] = [str(action) for action in match.legal()]
        found["why not"] = [refusal(match, text) for text in ASKED]
        some = match.legal()[:: max(1, len(match.legal()) // 3)]
        found["forecasts"] = [forecast(match, str(action), seat) for action in some]
    return found


def refusal(match: Match, text: str) -> object:
    return why_not(match.state, match.parse(text))


def forecast(match: Match, action: str, seat: str | None) -> object:
    try:
        return match.forecast(action, seat)
    except IllegalAction as refused:
        return str(refused)


def assert_same(one: Match, two: Match, side: str) -> None:
    for seat in OTHERS[side]:
        ours, theirs = everything(one, seat), everything(two, seat)
        for name, value in ours.items():
            assert value == theirs[name], f"{seat} can tell two games apart by: {name}"


@pytest.mark.rule("SLB 22.2c")
@pytest.mark.parametrize("seed", range(4))
def test_nobody_can_tell_two_hidden_movements_apart(seed: int) -> None:
    one, two = twins(go_to_secret(opening(), CONFEDERATE))
    assert_same(one, two, CONFEDERATE)
    before = everything(one, UNION)
    play_some(one, Random(seed), 5)
    assert everything(one, UNION) == before  # not even that something is going on
    assert everything(one, None)["numbers"] == everything(two, None)["numbers"]
    play_secretly(one, Random(seed), CONFEDERATE, 12)
    play_secretly(two, Random(seed + 100), CONFEDERATE, seed * 9)
    assert one.state != two.state
    random = Random(seed)
    for count in range(500):
        if count % 25 == 0 or frame(one) != "March":
            assert_same(one, two, CONFEDERATE)
        if frame(one) == "Activation" and count > 40:
            act(random, "pass", one, two)
        elif is_secret(one, CONFEDERATE):
            play_secretly(one, random, CONFEDERATE, 1)
            play_secretly(two, Random(seed + 7), CONFEDERATE, 2)
        elif one.state.covered:
            follow_on(one, two, random)
        if not one.state.covered:
            break
    assert not one.state.covered
    assert one.journal.entries[-1].revealed
    assert one.record(UNION).count(f" {HIDDEN}") == two.record(UNION).count(f" {HIDDEN}") == 2
    assert len(one.record(UNION).splitlines()) == len(two.record(UNION).splitlines())


def play_some(match: Match, random: Random, count: int) -> None:
    """The first hidden actions, without ending the phase."""
    for _ in range(count):
        choices = [action for action in match.legal() if action.verb != "pass"]
        act(random, random.choice(choices), match)


@pytest.mark.rule("SLB 22.2e")
@pytest.mark.parametrize("seed", range(3))
def test_nobody_can_tell_two_records_of_bridges_apart(seed: int) -> None:
    start = go_to_secret(opening(), UNION)
    random, (one, two) = Random(seed), twins(start)
    act(random, random.choice(bridges(two)), two)
    assert_same(one, two, UNION)  # one is written down, nobody has noticed
    two.undo(1, UNION)
    assert_same(one, two, UNION)
    act(random, random.choice(bridges(two)), two)
    for more in bridges(two)[:1]:
        act(random, more, two)
    for match in (one, two):
        act(random, "done", match)
    assert (len(one.state.secret_bridges), bool(two.state.secret_bridges)) == (0, True)
    for count in range(120):
        if one.state.turn > 3:
            break
        if count % 10 == 0:
            assert_same(one, two, UNION)
        if is_secret(one, CONFEDERATE):
            act(random, "done", one, two)
        else:
            public_step(one, two, random)
    assert one.state.turn >= 3


def bridges(match: Match) -> list[str]:
    return [str(action) for action in match.legal() if action.verb == "record"]


def public_step(one: Match, two: Match, random: Random) -> None:
    """A decision both games allow that lays no bridge."""
    action = next(a for a in iter(lambda: options(one.state).pick(random), None) if a.verb != "lay")
    act(random, action, one, two)


@pytest.mark.rule("SLB 22.2g")
def test_the_confederate_is_refused_alike_whatever_is_recorded() -> None:
    scene = BATTLE.scenario(CAMPAIGN)
    match = go_to_secret(opening(), UNION)
    state = match.state
    plain = state.changed(turn=3, covered=(), unseen=(0,) * len(state.at), facts=((WEST, 0),), secret_bridges=(),
                          agenda=(TurnEnds(), PhaseEnds(), Activation(CONFEDERATE)))  # fmt: skip
    griffin = scene.place_name(state.at[scene.index["Griffin"]])
    planned = plain.changed(secret_bridges=(("Griffin", griffin, "3525"),))
    for text in ASKED:
        action = BATTLE.parse(scene, text)
        assert why_not(plain, action) == why_not(planned, action)


def test_a_seat_reads_its_own_secrets_and_nobody_elses() -> None:
    match, _ = twins(go_to_secret(opening(), CONFEDERATE))
    play_secretly(match, Random(1), CONFEDERATE, 3)
    go_to_secret(match, UNION)
    act(Random(1), bridges(match)[0], match)
    own = {"standing.hidden", "standing.secret_bridge"}
    keys = {
        seat: {line.key for line in BATTLE.page.standing(match.seen(seat).state).lines} & own
        for seat in (UNION, CONFEDERATE, None)
    }
    assert keys == {UNION: {"standing.secret_bridge"}, CONFEDERATE: {"standing.hidden"}, None: set()}


def test_only_the_owner_sees_a_recorded_bridge_on_the_map_and_in_the_film() -> None:
    """SLB 22.2e: when the game is over everybody does; a bridge that stands is on everybody's map."""
    match = go_to_secret(opening(), UNION)
    action = bridges(match)[0]
    act(Random(1), action, match)
    _, builder, south = action.split()
    north = match.scenario.place_name(match.state.at[match.scenario.index[builder]])
    match.play("done")
    planned = Bridge(north, south, UNION, secret=True)
    drawn = {seat: list(BATTLE.page.bridges(match.seen(seat).state)) for seat in (UNION, CONFEDERATE, None)}
    assert drawn == {UNION: [planned], CONFEDERATE: [], None: []}
    laid = match.state.changed(bridges=((north, south, UNION),), secret_bridges=())
    assert all(list(BATTLE.page.bridges(view(laid, seat).state)) == [replace(planned, secret=False)] for seat in drawn)
    for sides in ((UNION,), (CONFEDERATE,), ()):
        known = Viewer(sides, "en").known(match)
        film = show_film(match, Viewer(sides, "en"), known.number - 1, known.number)
        assert [one["secret"] for one in film["frames"][-1]["bridges"]] == ([True] if sides == (UNION,) else [])


def test_the_film_shows_a_seat_its_own_hidden_counters() -> None:
    match, _ = twins(go_to_secret(opening(), CONFEDERATE))
    play_secretly(match, Random(1), CONFEDERATE, 3)
    for sides in ((CONFEDERATE,), (UNION,), ()):
        known = Viewer(sides, "en").known(match)
        film = show_film(match, Viewer(sides, "en"), known.number - 1, known.number)
        unseen = {piece["id"] for piece in film["frames"][-1]["changed"] if piece["unseen_at"]}
        assert ("FLee" in unseen) == (sides == (CONFEDERATE,))


def test_a_hot_seat_draws_its_curtain_for_whatever_a_side_keeps_secret() -> None:
    """Also when what is decided is open to all: the Confederate works of turn 2, the Union's march on turn 3."""
    match, _ = twins(go_to_secret(opening(), CONFEDERATE))
    both = Viewer((UNION, CONFEDERATE), "en")
    play_secretly(match, Random(1), CONFEDERATE, 3)
    assert match.to_act == UNION
    assert Presenter(match, both).body()["private"] is False
    go_to_secret(match, UNION)
    act(Random(1), bridges(match)[0], match)
    match.play("done")
    asked = set()
    while match.state.turn < 4:
        keeps = bool(match.state.secret_bridges) if match.to_act == UNION else bool(match.state.covered)
        private = Presenter(match, both).body()["private"]
        assert private == (keeps or match.state.audience is not None)
        asked.add((match.state.turn, frame(match), match.to_act, private))
        match.play("pass" if frame(match) == "Activation" else "done")
    assert (2, "Works", CONFEDERATE, True) in asked
    assert (3, "Activation", UNION, True) in asked
    assert (3, "Activation", CONFEDERATE, False) in asked


def test_the_phase_is_named_alike_to_everybody_while_somebody_moves_hidden() -> None:
    match = go_to_secret(opening(), CONFEDERATE)
    named = {BATTLE.page.phase(match.seen(seat).state).key for seat in (UNION, CONFEDERATE, None)}
    assert named == {"phase.HiddenMovement"}
    march, go_on = twins(match)
    act(Random(1), "march FLee", march)
    assert frame(march) == "March"
    named = {BATTLE.page.phase(march.seen(seat).state).key for seat in (UNION, CONFEDERATE, None)}
    assert named == {"phase.HiddenMovement"}
    match = go_to_secret(go_on, UNION)
    assert BATTLE.page.phase(match.state).key == "phase.RecordBridges"


def test_only_the_owner_sees_where_a_hidden_counter_stands() -> None:
    match, _ = twins(go_to_secret(opening(), CONFEDERATE))
    play_secretly(match, Random(1), CONFEDERATE, 3)
    go_to_secret(match, UNION)
    pieces = range(len(match.state.at))
    seen = {
        seat: {BATTLE.page.look(match.seen(seat).state, piece).unseen_at for piece in pieces} - {""}
        for seat in (UNION, CONFEDERATE, None)
    }
    names = {match.scenario.place_name(hex_ - 1) for hex_ in match.state.unseen if hex_}
    assert names
    assert seen == {UNION: set(), CONFEDERATE: names, None: set()}


def test_the_log_of_a_hot_seat_keeps_its_numbers_and_the_others_secrets() -> None:
    match, _ = twins(go_to_secret(opening(), CONFEDERATE))
    began = match.number
    play_secretly(match, Random(1), CONFEDERATE, 6)
    both, alone = Viewer((UNION, CONFEDERATE), "en"), Viewer((UNION,), "en")
    lines = Presenter(match, both).show_lines(began)  # the Union is to decide: hers are the eyes
    assert {line["key"] for line in lines} == {"event.hidden_over", "event.no_initiative"}
    assert {line["number"] for line in lines} == {match.number}
    assert all(move["action"] is None for move in Presenter(match, both).show_moves(began))
    assert all(not move["dice"] for move in Presenter(match, both).show_moves(began))
    assert {line["number"] for line in Presenter(match, alone).show_lines(began)} == {began + 1}
    assert not Presenter(match, alone).body()["private"]


def test_a_game_of_which_only_the_end_is_in_memory_keeps_its_secrets() -> None:
    match, same = twins(go_to_secret(opening(), CONFEDERATE))
    early = list(same.journal.entries)
    journal = TailJournal(same.number, same.state, lambda number, before: (0, None, early))
    tail = Match(journal, SeededDice(1), match.headers)
    tail.version = match.version
    for one in (match, tail):
        play_secretly(one, Random(1), CONFEDERATE, 6)
    assert tail.for_seat(UNION).number == match.for_seat(UNION).number < match.number
    assert tail.for_seat(UNION).version == match.for_seat(UNION).version
    assert tail.for_seat(UNION).state == match.state
    assert tail.record(UNION) == match.record(UNION)
    assert tail.journal.until(tail.number).state == match.state


# -- undo, saved games, bots


@pytest.mark.rule("SLB 22.2c")
def test_what_is_written_down_is_not_taken_back() -> None:
    match, _ = twins(go_to_secret(opening(), CONFEDERATE))
    play_secretly(match, Random(1), CONFEDERATE, 3)
    assert match.to_act == UNION
    assert match.undo_limit(CONFEDERATE) == match.undo_limit(UNION) == 0
    with pytest.raises(NothingToUndo):
        match.undo(1, CONFEDERATE)


@pytest.mark.rule("SLB 22.2c")
def test_a_seats_record_hides_the_dice_and_cannot_be_played_on() -> None:
    match = go_to_secret(opening(), CONFEDERATE)
    public = match.record(UNION)
    match.play("march FLee")
    assert match.journal.entries[-1].dice
    assert match.record(UNION) == match.record(None) == public
    assert "march FLee" in match.record(CONFEDERATE)
    match.play("halt FLee")
    match.play("pass")
    lines = match.record(UNION).splitlines()
    assert lines[-1].endswith(f"{CONFEDERATE} {HIDDEN}")
    assert ":" not in lines[-1]
    with pytest.raises(BadRecord, match="hidden"):
        Match.from_record(match.record(UNION))
    assert read_record(match.record(UNION)).lines
    assert Match.from_record(match.record()).state == match.state  # the keeper's record has it all
    assert Match.from_record(match.save_text()).state == match.state


@pytest.mark.rule("SLB 22.2c")
def test_a_branch_for_a_seat_brings_no_past_that_was_hidden() -> None:
    match, _ = twins(go_to_secret(opening(), CONFEDERATE))
    play_secretly(match, Random(4), CONFEDERATE, 9)
    while match.state.covered:
        match.play("pass" if frame(match) == "Activation" else "done")
    branch = match.branch(seat=UNION)
    assert branch.number == 0
    assert match.branch().number == match.number  # the keeper's own


@pytest.mark.rule("SLB 22.2c")
def test_a_union_bot_is_told_no_more_than_its_seat() -> None:
    games = twins(go_to_secret(opening(), CONFEDERATE))
    for number, match in enumerate(games):
        play_secretly(match, Random(50 + number), CONFEDERATE, 4 + 9 * number)
    told = [private_copy(match.seen(UNION)) for match in games]
    assert told[0].state == told[1].state
    chosen = [str(Recruit().choose(view, bot_random("x", UNION, 1))) for view in told]
    assert chosen[0] == chosen[1]


@pytest.mark.rule("SLB 22.2c")
def test_when_the_game_is_over_nothing_is_hidden_any_more() -> None:
    match, _ = twins(go_to_secret(opening(), CONFEDERATE))
    play_secretly(match, Random(2), CONFEDERATE, 5)
    won = Outcome(UNION, "marginal", "SLB 22.2i", "outcome.union_marginal", ((UNION, 20),))
    last = match.journal.entries[-1]
    match.journal.entries[-1] = replace(last, after=match.state.changed(agenda=(), outcome=won))
    assert match.for_seat(UNION) is match
    assert match.record(UNION) == match.record()
    assert any(line.key == "event.marches" for line in story(match.journal, "en", UNION))
