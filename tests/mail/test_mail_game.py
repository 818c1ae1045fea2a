"""Two players and a file: whole games, dice that nobody knows before their time, and tricks that are seen through."""

from __future__ import annotations

import json
import os
import stat

import pytest
from by_mail import CONFEDERATE, UNION, Pair

import hardtack
from hardtack.battles import all_battles
from hardtack.mail import BadLetter, Desk, read_letter
from hardtack.mail.game import check_open
from hardtack.mail.lines import BOTH, OPEN, OWN
from hardtack.mail.parts import MailDice, commitment, part, step
from hardtack.referee.errors import DiceWanted
from hardtack.referee.events import enemy_of


@pytest.fixture(scope="module")
def rolled(tmp_path_factory):
    """A game in which the Union has declared an action that rolls dice, and has sent it."""
    pair = Pair(tmp_path_factory.mktemp("rolled"))
    pair.rolling(UNION)
    return pair


def refusal(do, *given):
    with pytest.raises(BadLetter) as refused:
        do(*given)
    return refused.value


# -- whole games


@pytest.mark.parametrize("dice", [BOTH, OWN])
def test_a_whole_game_goes_to_and_fro(tmp_path, dice):
    """Bull Run between two eager players, by file alone; the record replays to the same game."""
    pair = Pair(tmp_path, dice=dice)
    pair.play(pair.attack)
    ends = [sitting.game for sitting in pair.seats.values()]
    whole = pair.look()
    assert pair.next is None
    assert whole.over
    assert whole.sealed
    assert [game.match.state for game in ends] == [whole.match.state] * 2
    again = hardtack.replay(whole.match.record())
    assert again.state == whole.match.state
    assert again.result == whole.match.result != ""
    assert {side: seat.name for side, seat in again.seats.items()} == {UNION: "Ada", CONFEDERATE: "Bea"}
    assert [entry.dice for entry in again.journal.entries] == [entry.dice for entry in whole.match.journal.entries]


def test_dice_of_one_player_need_fewer_letters(tmp_path):
    safe, trusting = Pair(tmp_path / "safe"), Pair(tmp_path / "trusting", dice=OWN)
    for pair in (safe, trusting):
        pair.play(pair.pick, letters=12)
    assert trusting.look().moves > safe.look().moves


def test_dice_are_fair(tmp_path):
    """All faces come, about equally often, whoever's parts they follow."""
    faces = [MailDice("game", number, "a", "b").roll() for number in range(3000)]
    assert all(420 < faces.count(face) < 580 for face in range(1, 7))


# -- dice


def test_a_declared_roll_waits_for_the_other_player(rolled):
    """The actor has opened his part; without the other's there are no dice, and nothing he may write."""
    sitting = rolled.sit(UNION)
    game = sitting.game
    assert game.pending.opened.keys() == {UNION}
    assert sitting.wanted == "wait"
    assert game.sealed
    assert not sitting.answer()
    assert not sitting.seal()
    assert refusal(sitting.act, "end").key == "not_now"
    with pytest.raises(DiceWanted):
        game.match.play(game.pending.actions[0])


def test_nobody_can_look_ahead(rolled):
    """Nothing in the actor's hands gives the other's next part: neither the file nor his folder."""
    needed = rolled.seats[CONFEDERATE].own.part(rolled.seats[CONFEDERATE].game.parts_opened[CONFEDERATE] + 1)
    folder = rolled.desks[UNION].folder
    assert needed not in rolled.text
    assert all(needed not in path.read_text() for path in folder.path.iterdir())
    published = [line.rest for line in read_letter(rolled.text).lines if line.side == CONFEDERATE and line.verb == OPEN]
    assert step(needed) == published[-1]  # it is one step back, against the hash
    forward = published[-1]
    for _ in range(3):
        forward = step(forward)
        assert forward != needed
    # and a guess is seen to be one
    guess = rolled.sit(UNION).game.letter.add(CONFEDERATE, OPEN, "f" * 32)
    assert refusal(rolled.desks[UNION].read, guess.text).key == "part"


def test_other_parts_would_give_other_dice(rolled):
    """The dice depend on both: with another part of either they fall otherwise."""
    for place in (0, 1):
        rolls = {MailDice("g", 1, *("x", other)[:: 1 - 2 * place]).roll() for other in "abcdefghijklmnopqrst"}
        assert rolls == {1, 2, 3, 4, 5, 6}


def test_a_roll_cannot_be_done_again(rolled, tmp_path):
    """Once answered, another action in the place of the first is refused, and told for what it is."""
    first = rolled.text
    letter = read_letter(first)
    declared = next(line.number for line in reversed(letter.lines) if line.verb == "act")
    answering = Desk(tmp_path)
    answering.folder.path.parent.mkdir(exist_ok=True)
    for path in rolled.desks[CONFEDERATE].folder.path.iterdir():  # as it was, so that others may go on from it
        answering.folder.path.mkdir(exist_ok=True)
        (answering.folder.path / path.name).write_text(path.read_text())
    sitting = answering.sit(first)
    assert sitting.answer()
    actor = rolled.seats[UNION]
    game = rolled.desks[UNION].read(letter.until(declared - 1).text)
    others = [str(action) for action in game.match.legal() if str(action) != letter.lines[declared - 1].rest]
    game.write(UNION, "act", others[0])
    while game.wanted(UNION) == "act":
        game.write(UNION, "resign")
    if game.pending is not None:
        game.write(UNION, OPEN, actor.own.part(game.parts_opened[UNION] + 1))
    if game.wanted(UNION) == "seal":
        game.write(UNION, "seal")
    error = refusal(answering.sit, game.letter.text)
    assert error.key == "answered_other"
    assert dict(error.args_said)["before"] == declared - 1
    assert "already answered another continuation" in str(error)
    assert "返答済み" in error.say("ja")
    # the letter that was answered may come as often as it likes: the answer is the same
    assert answering.sit(first).text == sitting.text


def test_parts_are_opened_in_their_order(rolled):
    """A part out of turn, one of another game, or one's commitment again: none of them passes."""
    game_text = rolled.text
    bea = rolled.seats[CONFEDERATE]
    number = bea.game.parts_opened[CONFEDERATE]
    letter = read_letter(game_text)
    strange = [bea.own.part(number), bea.own.part(number + 2), part("ab" * 16, 1), bea.own.commitment]
    for wrong in strange:
        error = refusal(rolled.desks[UNION].read, letter.add(CONFEDERATE, OPEN, wrong).text)
        assert error.key == "part"
        assert dict(error.args_said)["line"] == len(letter.lines) + 1
    assert rolled.desks[UNION].read(letter.add(CONFEDERATE, OPEN, bea.own.part(number + 1)).text).pending is None


def test_a_copied_commitment_is_refused(tmp_path):
    text = Desk(tmp_path).begin("bull-run", UNION, "Ada").text
    letter = read_letter(text)
    copied = letter.add(CONFEDERATE, "join", f"{letter.heading.commitment} Eve")
    assert refusal(Desk(tmp_path).read, copied.text).key == "copied"


def test_a_secret_has_an_end():
    assert commitment("00" * 16) == step(part("00" * 16, 1))
    assert refusal(part, "00" * 16, 5_001).key == "parts_over"


def test_actions_declared_ahead_are_played_while_they_fit(tmp_path):
    """One letter for several attacks: what is declared ahead of the dice follows them as long as it is allowed."""
    for letters in range(2, 40):
        pair = Pair(tmp_path / str(letters), secret=letters)
        pair.play(pair.pick, letters)
        sitting = pair.seats[pair.next]
        sitting.receive(pair.text)
        sitting.answer()
        if sitting.wanted != "act":
            continue
        rolls = [str(action) for action in sitting.game.match.legal() if action.verb == "cross"]
        if rolls:
            break
    else:
        pytest.fail("nobody came to a ford")
    before, side = sitting.game.moves, sitting.side
    sitting.act(rolls[0], "end", "attack 0101 0102")
    assert sitting.game.pending is not None
    assert len(sitting.game.pending.actions) == 3
    assert sitting.seal()
    other = pair.seats[enemy_of(side)]
    other.receive(sitting.text)
    other.answer()
    played = [str(entry.action) for entry in other.game.match.journal.entries[before + 1 :]]
    assert played == [rolls[0], "end"]


# -- what each keeps


def test_a_changed_past_is_seen(tmp_path):
    """Whoever sends a file with another past, its hashes made to fit, is found out by the other's own copy."""
    pair = Pair(tmp_path)
    pair.play(pair.pick, letters=5)
    side = pair.next
    letter = read_letter(pair.text)
    theirs = next(line for line in reversed(letter.lines) if line.verb == "seal" and line.side == side)
    forged = letter.until(theirs.number - 1)
    own = [line for line in forged.lines if line.side == side and line.verb in ("act", "open")][-1]
    sitting = pair.sit(side)
    forged = letter.until(own.number - 1).add(side, "resign").add(side, "seal")
    assert refusal(pair.desks[side].sit, forged.text).key in ("past_changed", "answered_other")
    assert refusal(sitting.receive, forged.text).key in ("past_changed", "answered_other")


def test_nobody_writes_in_the_others_name(tmp_path):
    pair = Pair(tmp_path)
    pair.play(pair.pick, letters=2)
    side = pair.next
    game = pair.look()
    if game.pending is not None:
        game.write(side, OPEN, pair.seats[side].own.part(game.parts_opened[side] + 1))
    while game.wanted(side) == "act":
        game.write(side, "resign")
    game.write(side, "seal")
    assert refusal(pair.desks[side].sit, game.letter.text).key == "forged"


def test_an_older_file_is_brought_up_to_the_kept_copy(tmp_path):
    pair = Pair(tmp_path)
    old = pair.text
    pair.play(pair.pick, letters=3)
    sitting = pair.sit(UNION, old)
    assert len(sitting.game.letter.lines) > len(read_letter(old).lines)


def test_what_is_not_sealed_can_be_taken_back_by_its_writer_and_is_not_taken_by_the_other(tmp_path):
    pair = Pair(tmp_path)
    sitting = pair.to_act()
    before = sitting.text
    move = next(str(action) for action in sitting.game.match.legal() if action.verb == "move")
    sitting.act(move)
    assert refusal(pair.desks[enemy_of(sitting.side)].sit, sitting.text).key == "not_sealed"
    sitting.undo()
    assert sitting.text == before
    assert refusal(sitting.undo).key == "no_undo"
    assert pair.desks[sitting.side].sit(before).wanted == "act"


def test_the_secret_is_nobody_elses(tmp_path):
    pair = Pair(tmp_path)
    for side, desk in pair.desks.items():
        [path] = desk.folder.path.iterdir()
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(desk.folder.path.stat().st_mode) == 0o700
        assert json.loads(path.read_text())["secret"] not in pair.text
        assert json.loads(path.read_text())["side"] == side
    stranger = Desk(tmp_path / "eve")
    assert refusal(stranger.sit, pair.text).key == "not_yours"
    assert refusal(stranger.join, pair.text, "Eve").key == "joined"
    assert stranger.read(pair.text).names == {UNION: "Ada", CONFEDERATE: "Bea"}


# -- beginnings and ends


def test_resigning_ends_it(tmp_path):
    pair = Pair(tmp_path)
    sitting = pair.to_act()
    sitting.resign()
    assert sitting.seal()
    assert sitting.wanted == "over"
    other = pair.desks[enemy_of(sitting.side)].sit(sitting.text)
    assert other.wanted == "over"
    assert other.game.match.result == f"{other.side} resignation"
    assert refusal(other.act, "end").key == "is_over"
    assert hardtack.replay(other.game.match.record()).result == other.game.match.result
    longer = other.game.letter.add(other.side, "act", "end")
    assert refusal(other.receive, longer.text).key == "after_end"


def test_scenarios_with_secrets_are_not_for_the_mail(tmp_path):
    """Those in which a side has ever something the other may not see, and no others."""
    secret = {"chickamauga", "chancellorsville-campaign"}
    every = {scenario: battle for battle in all_battles() for scenario in battle.scenarios}
    for scenario in secret:
        error = refusal(check_open, every.pop(scenario), scenario)
        assert (error.key, scenario in error.say("ja")) == ("secrets", True)
    for scenario, battle in every.items():
        check_open(battle, scenario)
    assert refusal(Desk(tmp_path).begin, "chickamauga", UNION, "Ada").key == "secrets"


SCENARIOS = [
    (battle, scenario) for battle in all_battles() for scenario in battle.scenarios if not battle.has_secrets(scenario)
]


@pytest.mark.parametrize(("battle", "scenario"), SCENARIOS, ids=[scenario for _, scenario in SCENARIOS])
def test_every_open_scenario_goes_by_mail(tmp_path, battle, scenario):
    """The first letters of each, whoever begins and whether the opening rolls dice or not."""
    pair = Pair(tmp_path, scenario=scenario)
    pair.play(pair.pick, letters=3)
    game = pair.look()
    assert game.moves > 0
    assert hardtack.replay(game.match.record()).state == game.match.state


def test_names_are_one_line(tmp_path):
    desk = Desk(tmp_path)
    sitting = desk.begin("bull-run", UNION, "  Ada \n Lovelace\u2028> x" + "y" * 100)
    assert read_letter(sitting.text).heading.name == ("Ada Lovelace > x" + "y" * 100)[:40]
    assert refusal(desk.begin, "bull-run", UNION, " \n").key == "no_name"
    assert refusal(desk.join, sitting.text, "Bea").key == "your_own"


def test_options_of_the_scenario_travel_with_the_file(tmp_path):
    sitting = Desk(tmp_path).begin("bull-run", UNION, "Ada", settings={"hold_turns": 2})
    assert "set hold_turns: 2" in sitting.text
    assert dict(Desk(tmp_path / "b").join(sitting.text, "Bea").game._opening.scenario.settings)["hold_turns"] == 2


def test_what_nobody_came_back_to_is_forgotten(tmp_path):
    """A first letter nobody answered goes sooner than a game that was left; what is not old stays."""
    pair = Pair(tmp_path)
    desk, joined = pair.desks[UNION], pair.seats[UNION].own
    pair.sit(UNION)  # who has opened the answer
    alone = desk.begin("bull-run", UNION, "Ada").own
    for day, own in ((10, alone), (50, joined)):
        os.utime(desk.folder.path / f"{own.commitment}.json", (day, day))
    assert desk.folder.forget(10, 50) == 0
    assert desk.folder.forget(float("-inf"), float("-inf")) == 0
    assert desk.folder.forget(11, 11) == 1
    assert (desk.folder.find(alone.commitment), desk.folder.find(joined.commitment).side) == (None, UNION)
    assert desk.folder.forget(11, 51) == 1
