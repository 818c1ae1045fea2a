"""Substitute units (SLB 21.0-21.2) and the divisions that break up (SLB 21.4)."""

from __future__ import annotations

import pytest
from slb_game import Game

from hardtack.battles.chancellorsville.attachment import Attachment
from hardtack.battles.gcacw.counters import WORKS
from hardtack.battles.gcacw.leaders import LeaderTransfer
from hardtack.battles.gcacw.sequence import TurnEnds
from hardtack.referee.errors import BadNotation, IllegalAction
from hardtack.referee.events import CONFEDERATE, UNION


@pytest.fixture
def game() -> Game:
    return Game("sedgwick-to-the-rescue").begin()


def attaching(game: Game) -> Game:
    """The attachment phase of turn 2; whatever it leads to, the next decision is the Union's leader transfer."""
    return game.edit(turn=2, agenda=(TurnEnds(), LeaderTransfer(UNION), Attachment(CONFEDERATE)))


def guns(game: Game) -> int:
    """The artillery of all Confederate units on the map."""
    scene = game.scene
    return sum(
        scene.pieces[unit].artillery
        for unit in scene.combat_units
        if scene.pieces[unit].side == CONFEDERATE and game.state.at[unit] >= 0
    )


# -- detaching


@pytest.mark.rule("SLB 21.0")
@pytest.mark.parametrize("side", [UNION, CONFEDERATE])
def test_each_side_has_five_brigades_and_three_regiments(game: Game, side: str) -> None:
    spare = [piece for piece in game.scene.pieces if piece.substitute and piece.side == side]
    assert (
        sorted((piece.type, piece.size) for piece in spare)
        == [("cavalry", "regiment")] * 3 + [("infantry", "brigade")] * 5
    )


@pytest.mark.rule("SLB 21.0")
def test_no_more_than_five_can_be_in_play_and_attached_ones_return(game: Game) -> None:
    for number in range(1, 6):
        game.put(f"CSub{number}", "3026", manpower=1, parent=game.scene.index["Hill"])
    game.put("Rodes", manpower=10).marching("Rodes", 5)
    assert game.offers("detach") == []
    assert "SLB 21.0" in game.why_not("detach Rodes CSub1 1")
    attaching(game).do("attach CSub3 Rodes").marching("Rodes", 5)
    assert "detach Rodes CSub3 1" in game.offers("detach")


@pytest.mark.rule("SLB 21.1a")
def test_a_marching_unit_hands_manpower_to_a_substitute_and_goes_on(game: Game) -> None:
    game.marching("Rodes", 5).do("detach Rodes CSub1 7")
    assert (game.row("manpower", "Rodes"), game.row("manpower", "CSub1"), game.at("CSub1")) == (11, 7, "3026")
    assert (game.frame, game.state.agenda[-1].unit) == ("March", "Rodes")  # type: ignore[attr-defined]
    game.do("detach Rodes CSub2 1")
    assert game.row("manpower", "Rodes") == 10


@pytest.mark.rule("SLB 21.1a")
def test_limits_of_eight_and_two_and_one_that_stays(game: Game) -> None:
    game.marching("Rodes", 5)
    assert {text.split()[-1] for text in game.offers("detach")} == {str(n) for n in range(1, 9)}
    assert game.why_not("detach Rodes CSub1 9") == {"SLB 21.1a"}
    game.put("Thomas", manpower=3).marching("Thomas", 5)
    assert {text.split()[-1] for text in game.offers("detach")} == {"1", "2"}
    game.put("GA23", manpower=1).marching("GA23", 5)
    assert game.offers("detach") == []
    game.put("FLee", manpower=4).marching("FLee", 9)
    assert game.offers("detach") == ["detach FLee CHorse1 1", "detach FLee CHorse1 2"]
    assert "SLB 21.1a" in game.why_not("detach FLee CSub1 1")  # the other arm


@pytest.mark.rule("SLB 21.1b")
def test_in_the_start_hex_the_fatigue_before_the_march_and_the_works_are_copied() -> None:
    game = Game("salem-church").begin()
    while game.frame == "LeaderTransfer":
        game.do("done")
    game.put("Hoke", exhausted=1, disorganised=1, demoralised=1, fatigue=1).remember("struck").next_phase(5, 1, 6)
    game.do("march Hoke", 4, 1).do("detach Hoke CSub1 2")  # exhausted: the extended march is checked
    assert (game.row("fatigue", "Hoke"), game.row("fatigue", "CSub1")) == (2, 1)
    assert WORKS[game.row("works", "CSub1")] == "breastworks"
    assert [game.row(name, "CSub1") for name in ("exhausted", "disorganised", "demoralised")] == [1, 1, 1]
    assert game.scene.artillery_value(game.state, game.scene.index["CSub1"]) == 0


@pytest.mark.rule("SLB 21.1b")
def test_elsewhere_the_present_fatigue_is_copied(game: Game) -> None:
    game.put("Hill", fatigue=2).marching("Hill", 6)
    march = game.state.agenda[-1]
    game.edit(agenda=(*game.state.agenda[:-1], type(march)(march.side, "Hill", 6, "2926", 1)))  # type: ignore[attr-defined,call-arg]
    step = game.offers("step")[0]
    game.do(step).do("detach Hill CSub1 2")
    assert (game.row("fatigue", "CSub1"), game.row("works", "CSub1")) == (2, 0)


@pytest.mark.rule("SLB 21.1c")
def test_a_substitute_has_its_parents_command(game: Game) -> None:
    scene = game.scene
    game.marching("Rodes", 5).do("detach Rodes CSub1 2")
    sub = scene.index["CSub1"]
    assert scene.command_of(game.state, sub) == ("J", "Rodes")
    assert scene.commands(game.state, scene.index["Jackson"], sub)
    assert not scene.commands(game.state, scene.index["Sedgwick"], sub)
    game.marching("CSub1", 5).do("detach CSub1 CSub2 1")
    assert scene.command_of(game.state, scene.index["CSub2"]) == ("J", "Rodes")


# -- attaching


@pytest.mark.rule("SLB 21.2a")
@pytest.mark.parametrize(
    ("unit", "hex_", "manpower", "sub", "fits", "too_many"),
    [
        ("Hill", "2926", 14, "CSub1", 2, 3),  # infantry division 16
        ("Thomas", "3230", 6, "CSub1", 2, 3),  # infantry brigade 8
        ("GA23", "3330", 1, "CSub1", 1, 2),  # infantry regiment 2
        ("FLee", "3027", 3, "CHorse1", 1, 2),  # cavalry brigade 4
    ],
)
def test_limits_of_the_resulting_unit(
    game: Game, unit: str, hex_: str, manpower: int, sub: str, fits: int, too_many: int
) -> None:
    game.put(unit, manpower=manpower).put(sub, hex_, manpower=fits, parent=game.scene.index[unit])
    attaching(game)
    assert game.why_not(f"attach {sub} {unit}") == set()
    game.put(sub, manpower=too_many)
    assert "SLB 21.2a" in game.why_not(f"attach {sub} {unit}")


@pytest.mark.rule("SLB 21.2a")
def test_cavalry_regiments_take_two(game: Game) -> None:
    lee = game.scene.index["FLee"]
    game.put("CHorse1", "3027", manpower=1, parent=lee).put("CHorse2", "3027", manpower=1, parent=lee)
    attaching(game)
    assert game.why_not("attach CHorse1 CHorse2") == set()
    game.put("CHorse2", manpower=2)
    assert "SLB 21.2a" in game.why_not("attach CHorse1 CHorse2")


@pytest.mark.rule("SLB 21.2a")
def test_only_whole_units_of_one_arm_in_one_hex_join(game: Game) -> None:
    game.put("CSub1", "3026", manpower=1, parent=game.scene.index["Rodes"]).put("Rodes", manpower=10)
    attaching(game)
    assert game.why_not("attach CSub1 Rodes") == set()
    assert "SLB 21.2a" in game.why_not("attach CSub1 Hill")  # another hex
    game.put("FLee", "3026").put("Stuart", "3026")
    assert "SLB 21.2a" in game.why_not("attach CSub1 FLee")  # another arm
    game.do("attach CSub1 Rodes")
    assert (game.row("manpower", "Rodes"), game.row("manpower", "CSub1"), game.at("CSub1")) == (11, 0, "-")


@pytest.mark.rule("SLB 21.2b")
def test_state_after_attaching(game: Game) -> None:
    game.put("Rodes", manpower=10, fatigue=1, disorganised=0, exhausted=0, demoralised=0)
    sub = {"manpower": 4, "fatigue": 3, "disorganised": 1, "exhausted": 1, "demoralised": 2, "works": "breastworks"}
    game.put("CSub1", "3026", parent=game.scene.index["Rodes"], **sub)  # type: ignore[arg-type]
    attaching(game).do("attach CSub1 Rodes")
    state = [game.row(name, "Rodes") for name in ("fatigue", "disorganised", "exhausted", "demoralised", "works")]
    assert state == [3, 0, 1, 2, 0]  # organised as the larger, otherwise the worse; works only the target's own


@pytest.mark.rule("SLB 21.2b")
def test_a_larger_substitute_decides_if_the_unit_is_organised(game: Game) -> None:
    game.put("Thomas", manpower=2, disorganised=0).put(
        "CSub1", "3230", manpower=3, disorganised=1, parent=game.scene.index["Thomas"]
    )
    attaching(game)
    twin = Game("sedgwick-to-the-rescue").edit(agenda=game.state.agenda)
    twin.state = game.state
    assert game.do("attach CSub1 Thomas").row("disorganised", "Thomas") == 1
    assert twin.put("CSub1", manpower=2).do("attach CSub1 Thomas").row("disorganised", "Thomas") == 0  # equal


@pytest.mark.rule("SLB 21.2b")
def test_a_target_in_works_stays_in_works(game: Game) -> None:
    game.put("CSub1", "4330", manpower=1, parent=game.scene.index["Hoke"])
    attaching(game).do("attach CSub1 Hoke")
    assert WORKS[game.row("works", "Hoke")] == "breastworks"


@pytest.mark.rule("SLB 21.2c")
def test_regiments_and_brigades_attach_within_their_command_but_cavalry_brigades_never(game: Game) -> None:
    game.put("MS18", "4229").put("Wilcox", "4229", manpower=2).put("Barksdale", manpower=3)
    attaching(game)
    assert game.why_not("attach MS18 Barksdale") == set()
    assert "SLB 21.2c" in game.why_not("attach Wilcox Barksdale")  # Anderson's and McLaws' are two commands
    game.put("CHorse1", "3027", manpower=1, parent=game.scene.index["FLee"])
    assert "SLB 21.2c" in game.why_not("attach FLee CHorse1")
    assert "SLB 21.2c" in game.why_not("attach Hill Rodes")
    game.do("attach MS18 Barksdale")
    assert game.at("MS18") == "x"  # a regiment of the set-up is gone for good


# -- divisions and brigades


@pytest.mark.rule("SLB 21.4a")
def test_a_division_may_use_its_own_brigade_counters_not_in_use(game: Game) -> None:
    game.marching("Anderson", 5)
    named = {text.split()[2] for text in game.offers("detach")}
    assert named == {"CSub1", "Mahone", "Wright", "PerryB"}  # without guns, and 9 stay behind
    assert {text.split()[-1] for text in game.offers("detach")} == {"1", "2", "3"}
    game.do("detach Anderson Mahone 3")
    assert (game.row("manpower", "Anderson"), game.row("manpower", "Mahone")) == (9, 3)
    assert game.scene.command_of(game.state, game.scene.index["Mahone"]) == ("L", "Anderson")
    assert game.offers("detach") == []
    assert "SLB 21.0" in game.why_not("detach Anderson Mahone 1")


@pytest.mark.rule("SLB 21.4a")
def test_brigades_detach_plain_substitutes_only(game: Game) -> None:
    game.edit(turn=2).marching("Wilcox", 5)
    assert {text.split()[2] for text in game.offers("detach")} == {"CSub1"}


@pytest.mark.rule("SLB 21.4a")
def test_only_one_counter_of_perrys_brigade_is_in_play(game: Game) -> None:
    game.put("PerryA", "3528", manpower=1).marching("Anderson", 5)
    assert "PerryB" not in {text.split()[2] for text in game.offers("detach")}


@pytest.mark.rule("SLB 21.4b")
def test_a_division_left_with_eight_or_less_becomes_brigades_and_a_leader(game: Game) -> None:
    game.marching("McLaws", 5)
    assert game.why_not("detach McLaws CSub1 5") == {"SLB 21.4b"}
    before = guns(game)
    game.do("split McLaws").do("brigade Kershaw 5")
    assert game.frame == "BreakUp"
    game.do("rest Semmes")
    assert [game.row("manpower", unit) for unit in ("Kershaw", "Semmes", "McLaws")] == [5, 8, 0]
    assert (game.at("McLaws"), game.at("McLawsLdr"), game.at("Semmes")) == ("-", "3627", "3627")
    assert game.state.agenda[-1].unit == "Semmes"  # type: ignore[attr-defined]  # the rest marches on
    assert guns(game) <= before


@pytest.mark.rule("SLB 21.4b")
def test_the_rest_has_the_divisions_present_fatigue_and_the_others_that_before_the_march(game: Game) -> None:
    game.next_phase(8, 1, 6).do("march McLaws", 4).do("split McLaws").do("brigade Kershaw 6").do("rest Semmes")
    assert (game.row("fatigue", "Kershaw"), game.row("fatigue", "Semmes")) == (0, 1)


@pytest.mark.rule("SLB 21.4c", "SLB 21.4e")
def test_a_brigade_with_guns_cannot_leave_a_division_that_stays_whole(game: Game) -> None:
    game.marching("Anderson", 5)
    assert game.why_not("detach Anderson Posey 2") == {"SLB 21.4c"}


@pytest.mark.rule("SLB 21.4e")
def test_several_brigades_at_once_keep_the_sum() -> None:
    """Early, artillery 4, becomes four brigades of 1 each."""
    game = Game("sedgwick-to-the-rescue").begin()
    for unit in ("Hays", "Hoke", "Gordon", "Smith", "EarlyLdr"):
        game.put(unit, "-")
    game.put("Early", "4330", manpower=16).edit(turn=2).marching("Early", 5)
    before = guns(game)
    game.do("split Early").do("brigade Hays 4").do("brigade Hoke 4").do("brigade Gordon 4").do("rest Smith")
    assert [game.row("manpower", unit) for unit in ("Hays", "Hoke", "Gordon", "Smith")] == [4, 4, 4, 4]
    assert guns(game) == before
    assert game.at("EarlyLdr") == "4330"


@pytest.mark.rule("SLB 21.4e")
def test_a_break_up_never_brings_more_guns_than_the_division_had(game: Game) -> None:
    """Anderson has artillery 2: three brigades of 1 are too many."""
    game.put("Wilcox", "-").marching("Anderson", 5).do("split Anderson").do("brigade Posey 2").do("brigade Wilcox 2")
    assert "SLB 21.4c" in game.why_not("rest PerryA")
    assert game.why_not("rest Mahone") == set()
    assert "SLB 21.4e" in game.why_not("brigade PerryA 2")


@pytest.mark.rule("SLB 21.4a", "SLB 21.4e")
def test_a_break_up_can_always_be_finished(game: Game) -> None:
    """With no plain substitute left and one counter of Perry's brigade at a time, the last choices stay open."""
    for number in range(1, 6):
        game.put(f"CSub{number}", "2926", manpower=1)
    game.put("Wright", "2926", manpower=1).put("Anderson", manpower=11).marching("Anderson", 5).do("split Anderson")
    game.do("brigade Posey 5").do("brigade Mahone 1")
    assert "brigade PerryA 2" not in game.offers()  # nothing would be left for the rest
    assert {"rest PerryA", "rest PerryB"} <= set(game.offers())


@pytest.mark.rule("SLB 21.4b")
def test_a_break_up_is_never_a_mere_change_of_counters(game: Game) -> None:
    game.put("Anderson", manpower=6).edit(turn=2).marching("Anderson", 5).do("split Anderson")
    assert game.offers("rest") == []  # first somebody must be detached
    assert game.why_not("rest Mahone") == {"SLB 21.4b"}
    game.do("brigade Mahone 2")
    assert "rest Wright" in game.offers("rest")


@pytest.mark.rule("SLB 13.3e")
def test_union_units_are_not_attached(game: Game) -> None:
    for number in (1, 2):
        game.put(f"USub{number}", "3427", manpower=2, parent=game.scene.index["Berry"])
    attaching(game)
    assert not [offer for offer in game.offers("attach") if "USub" in offer]
    assert game.why_not("attach USub1 USub2") == {"SLB 13.3e"}


@pytest.mark.rule("SLB 21.4b")
def test_brigades_of_nine_or_more_form_the_division_and_its_leader_goes(game: Game) -> None:
    for unit in ("Hays", "Gordon", "Smith"):
        game.put(unit, "4330")
    attaching(game)
    assert "form Early 4330" in game.offers("form")
    game.do("form Early 4330").do("name Hays").do("name Hoke")
    assert "ready" not in game.offers()  # 8 are too few
    game.do("name Gordon").do("name Smith").do("ready")
    assert (game.row("manpower", "Early"), game.at("Early"), game.at("EarlyLdr")) == (16, "4330", "-")
    assert {game.at(unit) for unit in ("Hays", "Hoke", "Gordon", "Smith")} == {"-"}


@pytest.mark.rule("SLB 21.4b")
def test_more_than_two_units_take_the_state_of_the_largest(game: Game) -> None:
    rows = {"Hays": (5, 3, 1), "Hoke": (4, 0, 0), "Gordon": (4, 1, 1), "Smith": (3, 4, 1)}
    for unit, (manpower, fatigue, disorganised) in rows.items():
        game.put(unit, "4330", manpower=manpower, fatigue=fatigue, disorganised=disorganised)
    attaching(game).do("form Early 4330")
    for unit in rows:
        game.do(f"name {unit}")
    game.do("ready")
    assert (game.row("fatigue", "Early"), game.row("disorganised", "Early")) == (3, 1)


@pytest.mark.rule("SLB 21.4b", "SLB 21.4f")
def test_why_a_brigade_does_not_form_the_division_and_why_it_is_not_formed_yet(game: Game) -> None:
    for unit in ("Hays", "Hoke", "Gordon"):
        game.put(unit, "4330", manpower=4)
    attaching(game).do("form Early 4330")
    assert game.offers("ready") == []
    assert "SLB 21.4b" in game.why_not("ready")
    game.do("name Hays")
    assert game.why_not("name Hays") == {"SLB 21.4b"}
    assert game.why_not("name Wilcox") == {"SLB 21.4b"}, "a brigade of another division"


@pytest.mark.rule("SLB 21.4b")
def test_of_equally_large_units_the_best_state_counts(game: Game) -> None:
    for number, unit in enumerate(("Hays", "Hoke", "Gordon", "Smith")):
        game.put(unit, "4330", manpower=4, fatigue=number, disorganised=int(number > 1), works="none")
    attaching(game).do("form Early 4330")
    for unit in ("Hays", "Hoke", "Gordon", "Smith"):
        game.do(f"name {unit}")
    game.do("ready")
    assert (game.row("fatigue", "Early"), game.row("disorganised", "Early")) == (0, 0)


@pytest.mark.rule("SLB 21.4b", "SLB 21.2b")
def test_two_brigades_that_form_a_division_share_the_worse_state(game: Game) -> None:
    """The larger says if it is organised and entrenched; fatigue, exhaustion and low spirits are the worse of both."""
    game.put("Hays", "4330", manpower=6, fatigue=1, works="none")
    game.put("Hoke", "4330", manpower=5, fatigue=3, disorganised=1, exhausted=1, demoralised=1)
    attaching(game).put("Gordon", "4430", manpower=1).do("form Early 4330").do("name Hays").do("name Hoke").do("ready")
    while game.frame == "MakeGood":
        game.do(game.offers()[0])
    rows = ("manpower", "fatigue", "disorganised", "exhausted", "demoralised", "works")
    assert [game.row(name, "Early") for name in rows] == [11, 3, 0, 1, 1, WORKS.index("none")]


@pytest.mark.rule("SLB 21.4b")
def test_of_equally_large_units_the_works_serve_the_division(game: Game) -> None:
    for unit, works in (("Hays", "none"), ("Hoke", "breastworks"), ("Gordon", "none"), ("Smith", "none")):
        game.put(unit, "4330", manpower=4, works=works)
    attaching(game).do("form Early 4330")
    for unit in ("Hays", "Hoke", "Gordon", "Smith"):
        game.do(f"name {unit}")
    game.do("ready")
    assert game.row("works", "Early") == WORKS.index("breastworks")


@pytest.mark.rule("SLB 21.4d", "SLB 21.4f")
def test_the_books_example_of_anderson(game: Game) -> None:
    """Perry-A (5) and Mahone (4) re-form Anderson with 9 manpower at 3427; Posey's gun at 2926 must go."""
    for unit in ("Anderson", "Wilcox", "French", "Berry", "Geary", "Hooker", "Slocum", "Lee"):
        game.put(unit, "-")
    for unit in ("Hill", "Jackson", "Rodes", "Colston"):
        game.put(unit, "2926")
    game.put("PerryA", "3427", manpower=5).put("Mahone", "3427", manpower=4).put("Posey", "2926", manpower=1)
    game.put("AndersonLdr", "2926")
    states = {"fatigue": 2, "exhausted": 1, "demoralised": 1, "disorganised": 1, "works": WORKS.index("breastworks")}
    game.put("Posey", **states)
    before = guns(game)
    attaching(game).do("form Anderson 3427").do("name PerryA").do("name Mahone").do("ready")
    assert (game.row("manpower", "Anderson"), game.at("Anderson"), game.at("AndersonLdr")) == (9, "3427", "-")
    assert game.frame == "MakeGood"
    assert set(game.offers()) == {f"swap Posey {new}" for new in ("Mahone", "Wright", "PerryB", "CSub1")}
    game.do("swap Posey PerryB")
    assert (game.at("PerryB"), game.row("manpower", "PerryB"), game.at("Posey")) == ("2926", 1, "-")
    assert {name: game.row(name, "PerryB") for name in states} == states  # only the counter is another
    assert guns(game) == before


@pytest.mark.rule("SLB 21.4f")
def test_no_forming_if_the_gain_cannot_be_made_good(game: Game) -> None:
    for unit in ("Anderson", "Wilcox", "Lee"):
        game.put(unit, "-")
    game.put("PerryB", "3630", manpower=5).put("Mahone", "3630", manpower=4)
    attaching(game)
    assert "form Anderson 3630" not in game.offers("form")
    assert game.why_not("form Anderson 3630") == {"SLB 21.4b"}


# -- refusals


@pytest.mark.rule("SLB 21.0", "SLB 21.2a")
@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("detach Gregg USub1 1", "SLB 21.0"),
        ("split Gregg", "SLB 21.0"),
        ("brigade Barksdale 3", "SLB 21.0"),
        ("rest Barksdale", "SLB 21.0"),
        ("attach Gregg Davis", "SLB 21.2a"),
        ("form Early 2618", "SLB 21.2a"),
        ("swap Barksdale Wofford", "SLB 21.2a"),
        ("warn McLaws", "SLB 13.1c"),
        ("issue", "SLB 13.4g"),
        ("burn Gregg", "GC 5.4.1"),
        ("dig Gregg", "GC 9.2"),
    ],
)
def test_a_verb_the_scenario_does_not_use_is_refused_with_its_clause(text: str, clause: str) -> None:
    game = Game("kellys-ford").begin()
    assert game.why_not(text) == {clause}
    with pytest.raises(IllegalAction):
        game.do(text)


def test_a_counter_that_no_scenario_has_is_bad_notation_all_the_same() -> None:
    with pytest.raises(BadNotation, match="Nobody"):
        Game("kellys-ford").begin().do("detach Gregg Nobody 1")


@pytest.mark.rule("SLB 21.0", "SLB 21.4a")
def test_a_detachment_names_what_keeps_the_counter_out(game: Game) -> None:
    game.marching("Anderson", 9)
    assert game.why_not("detach Anderson CSub1 2") == set()
    assert game.refusal("detach Anderson CSub2 2") == ["Substitutes are all alike: take Substitute infantry 1."]
    assert game.why_not("detach Anderson USub1 2") == {"SLB 21.1a"}
    game.put("PerryA", game.at("Anderson"), manpower=1)
    assert game.why_not("detach Anderson PerryB 2") == {"SLB 21.4a"}


@pytest.mark.rule("SLB 13.1e", "SLB 21.4b")
def test_forming_a_division_names_what_forbids_it(game: Game) -> None:
    attaching(game)
    assert game.why_not("form Anderson 3428") == {"SLB 21.4a", "SLB 21.4b"}  # it is on the map, and no brigades there
    assert game.why_not("form Rodes 3428") == {"SLB 21.4b"}
