"""What a sensible commander would not do: faults once seen in play, each as a position."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import chickamauga_kit
import pytest
import shiloh_kit
from bull_run_field import fighting, moving, stage
from slb_game import Game

from hardtack.battles import find_battle
from hardtack.battles.bull_run.combat import AllotHits, Combat, Losses
from hardtack.battles.bull_run.concentration import crown
from hardtack.battles.bull_run.planning import approach, garrison
from hardtack.battles.bull_run.retreat import ChooseRetreat
from hardtack.battles.bull_run.thrust import raid
from hardtack.battles.bull_run.turns import EndTurn
from hardtack.battles.chancellorsville.instinct import Glance, errand, expected_wear
from hardtack.battles.chancellorsville.manners import PLAIN
from hardtack.battles.chancellorsville.orders import WARNED
from hardtack.battles.chancellorsville.outlook import Outlook
from hardtack.battles.chancellorsville.sally import Sally
from hardtack.battles.gcacw.actions import Pass
from hardtack.battles.gcacw.state import fact, note
from hardtack.battles.musket.combat import Attacks
from hardtack.battles.musket.movement import Movement
from hardtack.board.masks import hexes_in
from hardtack.generals import find_bot
from hardtack.generals.plans import Plan, aims_of, worth_to
from hardtack.referee.dice import SeededDice
from hardtack.referee.state import freeze
from hardtack.referee.umpire import begin, options, play, to_act
from hardtack.referee.views import view

UNION, CONFEDERATE = "union", "confederate"

pytestmark = pytest.mark.usefixtures("quick")


def veteran(state, side, seed=1):
    return str(find_bot("veteran").choose(view(state, side), Random(seed)))


def worth(state, side):
    """What a position is worth to a bot that plans, whatever its plan."""
    return worth_to(state, side, Plan())(state)


def pass_by(state):
    """What somebody does who only ends phases."""
    knowledge = state.scenario.battle.knowledge
    ends = [action for action in options(state).general() if knowledge.ends_phase(state, action)]
    return ends[0] if ends else knowledge.presume(state)


# -- Bull Run


def union_against_a_sitter(seed):
    """The outcome of a game against somebody who only ends phases, and how often the Union attacked."""
    battle = find_battle("bull-run")
    dice, random, bot, attacks = SeededDice(seed), Random(seed), find_bot("veteran"), 0
    state = begin(battle.set_up(battle.scenario("bull-run")), dice).state
    while (side := to_act(state)) is not None:
        action = bot.choose(view(state, side), random) if side == UNION else pass_by(state)
        attacks += side == UNION and action.verb == "attack"
        state = play(state, action, dice).state
    return state.outcome, attacks


def test_the_union_marches_on_manassas_where_the_enemy_only_ends_phases():
    """It once stood before the fords he held and drew: it goes round by those he does not hold."""
    for seed in (1, 2):
        outcome, attacks = union_against_a_sitter(seed)
        assert (outcome.winner, outcome.reason) == (UNION, "objective")
        assert attacks


def test_nobody_leaves_every_ford():
    """Two brigades at fords with the enemy across: whatever else they do, one stays."""
    posts = {"LON": "1509", "BON": "1309"}
    state = moving(CONFEDERATE, posts | {"HOL": "1714", "RIC": "1507", "DAV": "1507", "KEY": "1307", "BLE": "1802"})
    bot, random, dice = find_bot("veteran"), Random(4), SeededDice(5)
    while to_act(state) == CONFEDERATE and state.turn == 5:
        action = bot.choose(view(state, CONFEDERATE), random)
        if action.verb == "end":
            break
        state = play(state, action, dice).state
    grid, index = state.scenario.board.grid, state.scenario.index
    assert {grid.name(state.at[index[name]]) for name in posts} & set(posts.values())


def test_a_column_finds_it_farther_to_its_objective_where_crossings_are_barred():
    posts = {"DAV": "0301", "LON": "1509"}
    open_, watched, barred = (moving(UNION, posts | {"RIC": place}) for place in ("0302", "1507", "1508"))
    assert approach(open_, UNION) < approach(watched, UNION) <= approach(barred, UNION)
    assert garrison(open_, UNION) < garrison(barred, UNION) <= 0


def test_a_garrison_does_not_risk_its_place_for_an_exchange_of_fire():
    """Eight strength points in Centreville once attacked a brigade beside it and were driven out.

    In the second half, when nobody attacks any more: in the first it keeps an enemy from attacking. It does fire at one
    half as strong as itself, whom it need not follow.
    """
    units = {"BLE": "1802", "KEY": "1802", "RIC": "1607", "JON": "1803", "EAR": "1703", "BAR": "1703", "BON": "1604"}
    units |= {"LON": "1604", "HOL": "1803", "EVA": "0805"}
    state = fighting(UNION, units, half=2, initiative=CONFEDERATE)
    out = fighting(UNION, units | {"BLE": "1702", "KEY": "1702"}, half=2, initiative=CONFEDERATE)
    assert garrison(state, UNION) > garrison(out, UNION) + 10
    assert not any(veteran(state, UNION, seed).startswith("attack 1802") for seed in range(3))


def test_the_garrison_attacks_first_where_that_keeps_an_enemy_from_attacking():
    """Three stacks once attacked Centreville turn by turn, and the Union, with the initiative, looked on."""
    units = {"BLE": "1802", "KEY": "1802", "RIC": "1702", "DAV": "1702", "JON": "1803", "EAR": "1703", "BAR": "1703"}
    state = fighting(UNION, units | {"EVA": "0805"})
    assert all(veteran(state, UNION, seed) == "attack 1802 1803" for seed in range(3))


def test_nobody_masses_on_a_stack_from_where_it_cannot_be_attacked():
    """Across the run without a ford a brigade is next to the enemy and yet nowhere: at 1408, beside 1409."""
    state = moving(UNION, {"RIC": "1508", "DAV": "1308", "BLE": "1802", "BAR": "1409", "STU": "1409"})
    name = state.scenario.board.grid.name
    (mass,) = (aim for aim in aims_of(state, UNION) if aim.name.key == "plan.mass")
    assert dict(mass.name.args) == {"hex": "1409"}
    assert {name(hex_) for hex_ in hexes_in(mass.hexes)}.isdisjoint({"1408", "1308", "1508"})


def test_somebody_stays_on_the_objective_of_an_enemy_who_comes_for_it():
    state = moving(UNION, {"BLE": "1802", "KEY": "1702", "JAC": "1605", "LON": "1605", "BEE": "1606"})
    assert not any(veteran(state, UNION, seed).startswith("move BLE") for seed in range(3))


def test_a_weak_brigade_is_finished_rather_than_a_strong_one_hit():
    hits = (Losses(UNION, "1803", "1703", 2, 0, "LON", "RIC"), AllotHits(UNION, "1703", 2))
    agenda = (EndTurn(), Combat(UNION), *hits)
    units = {"RIC": "1803", "BLE": "1802", "LON": "1703", "STU": "1703"}
    state = stage(agenda, units, strengths={"STU": 2, "LON": 6})
    assert veteran(state, UNION) == "hit STU"


def test_stacks_that_could_attack_one_enemy_together_do():
    """The first draws the only answer, so that together they are better off than the first alone."""
    units = {"BLE": "1802", "KEY": "1802", "RIC": "1803", "DAV": "1803", "JAC": "1703"}
    assert veteran(fighting(UNION, units, strengths={"JAC": 5}), UNION).startswith("attack")


def test_a_beaten_brigade_does_not_retreat_toward_the_enemy():
    units = {"DAV": "1606", "JAC": "1607", "BON": "1405", "BLE": "1802"}
    state = stage((EndTurn(), ChooseRetreat(UNION, "1606", "1607")), units)
    grid, enemy = state.scenario.board.grid, state.occupied(CONFEDERATE)
    choices = [action.hex for action in options(state).all()]
    touching = [name for name in choices if grid.around_mask[grid.index(name)] & enemy]
    assert 0 < len(touching) < len(choices)
    assert veteran(state, UNION).split()[-1] not in touching


def test_a_stack_on_a_height_fires_at_a_weak_one_below_it():
    """It once looked on for turns: in thought who wins advances, and it was not to leave the height."""
    units = {"SHE": "1703", "SCH": "1703", "KEY": "1702", "DAV": "1802", "BLE": "1802", "JON": "1603", "STU": "1603"}
    state = fighting(UNION, units | {"EVA": "1607"}, strengths={"JON": 1, "SHE": 3}, initiative=UNION)
    assert all(veteran(state, UNION, seed).endswith(" 1603") for seed in range(3))


def test_every_height_about_centreville_is_held_where_there_is_enough_for_all():
    """Of two stacks and more one was left to the enemy, who attacked the town from there: 1703 lies before it."""
    units = {"SHE": "1702", "SCH": "1702", "RIC": "1803", "DAV": "1803", "BLE": "1802", "KEY": "1802"}
    enemy = {"BON": "1505", "JAC": "1505", "LON": "1605", "EAR": "1605", "EWE": "1905"}
    open_, closed = (moving(UNION, units | enemy | {"SCH": place}) for place in ("1702", "1703"))
    assert crown(closed, UNION) > crown(open_, UNION)
    assert worth(closed, UNION) > worth(open_, UNION)


def test_the_column_marches_on_a_manassas_that_nobody_guards():
    """It once turned back at the Stone Bridge to be late at Centreville, with nobody between it and the railroad."""
    units = {"BLE": "1802", "RIC": "1803", "DAV": "1803", "BON": "1603", "LON": "1704", "JAC": "1705", "POR": "0605"}
    state = moving(UNION, units | {"BUR": "0605"}, flank_crossed=True, flank_known=True)
    grid, goal = state.scenario.board.grid, state.scenario.objective[UNION]
    way = state.scenario.battle.knowledge.ways(state, UNION, 1 << goal)
    verb, who, where = veteran(state, UNION).split()
    assert (verb, way[grid.index(where)] < way[grid.index("0605")]) == ("move", True), who
    assert raid(state, UNION) > raid(moving(UNION, units | {"BUR": "0804"}), UNION)
    assert not raid(moving(UNION, units | {"BUR": "0605", "HOL": "1614"}), UNION)


# -- Shiloh


def test_the_union_holds_the_sunken_road_on_the_first_day_at_shiloh():
    """A brigade there is worth more than one more at the landing; a day later it is not."""
    guard = {"u2b1": "1809", "u2b2": "1910", "wood": "1118", "gladden": "0918"}
    for strong in ("1314", "1413", "1514", "0713"):
        held = shiloh_kit.field(guard | {"u2b3": strong}, turn=3)
        crowded = shiloh_kit.field(guard | {"u2b3": "1710"}, turn=3)
        assert worth(held, UNION) > worth(crowded, UNION)


def test_a_brigade_in_the_hornets_nest_stays_there():
    places = {"u2b1": "1809", "u2b2": "1910", "u2b3": "1314", "wood": "0918"}
    state = shiloh_kit.field(places, Movement(UNION), turn=3)
    assert not any(veteran(state, UNION, seed).split()[-1] == "u2b3" for seed in range(3))


def test_brigades_in_the_rear_come_between_the_enemy_and_the_landing():
    """Ten factors stood idle in their camp at 1407 while the landing fell: nothing but a place in it called them."""
    places = {"u2b1": "1809", "u1art": "1809", "u2b2": "1910", "u2art": "1910", "u2b3": "1407", "u4b1": "1407"}
    army = {"cleburne": "1612", "shaver": "1612", "wood": "1512", "cart4a": "1512", "gibson": "1713", "pond": "1713"}
    state = shiloh_kit.field(places | army, Movement(UNION), turn=5)
    for seed in range(3):
        assert veteran(state, UNION, seed).split()[-1] in ("u2b3", "u4b1")


def test_a_brigade_is_worth_more_on_the_corinth_road_than_at_the_landing_when_raiders_come():
    """It was lost twice to a single brigade, with an army at the landing that could have spared two."""
    places = {"bowen": "0125", "u1b1": "0322", "u2b1": "1809", "u2b2": "1910"}
    army = {"shaver": "1712", "wood": "1612", "gibson": "1713"}
    guarded, bare = (shiloh_kit.field(places | army | {"cleburne": place}, turn=8) for place in ("0125", "1612"))
    assert worth(guarded, CONFEDERATE) > worth(bare, CONFEDERATE)


def test_the_union_attacks_whom_it_outnumbers_on_the_corinth_road():
    """It once stood there three to one to the end of the day: whoever came up first would have been struck back."""
    guard = {"chalmers": "0124", "cleburne": "0124", "gibson": "0125", "jackson": "0125", "shaver": "0224"}
    guard |= {"cart4a": "0224", "pond": "0225", "cart4b": "0225", "cart3": "0325", "wood": "0325", "chq": "0224"}
    army = {"0121": "u7b5 u9b14", "0122": "u3b2 u9b11", "0221": "u2b1 u8b19", "0222": "u2b3 u4b1", "0322": "u1b2 u2b2"}
    army |= {"0323": "u1b3 u5b3", "0423": "u4b2 u6b1", "0524": "u1b1 u6b2", "0525": "u5b2 u8b22", "1910": "u0b1 uhq"}
    places = {unit: place for place, units in army.items() for unit in units.split()}
    state = shiloh_kit.field(guard | places, Movement(UNION), Attacks(UNION), turn=14, phasing=UNION, active={"uhq": 1})
    bot, random, dice, attacks = find_bot("veteran"), Random(4), SeededDice(5), 0
    while state.phasing == UNION and (side := to_act(state)) is not None and attacks < 2:
        action = bot.choose(view(state, side), random) if side == UNION else pass_by(state)
        attacks += side == UNION and action.verb == "attack"
        state = play(state, action, dice).state
    assert attacks == 2


def test_grant_keeps_out_of_the_front_stack():
    places = {"u2b1": "1413", "u2b2": "1611", "wood": "1414", "gladden": "1315"}
    front, rear = (shiloh_kit.field(places | {"grant": place}, turn=5) for place in ("1413", "1611"))
    assert worth(rear, UNION) > worth(front, UNION)
    assert worth_of_recruit(front) > worth_of_recruit(rear)  # the fault as it was


def worth_of_recruit(state):
    return sum(weight * term(state, UNION) for weight, term in state.scenario.battle.knowledge.terms().values())


# -- Chickamauga


def test_the_northern_road_is_not_bared_at_chickamauga():
    places = {"u2b1": "0816", "u2b2": "0818", "law": "1417"}
    north = chickamauga_kit.field(places | {"u2b3": "0906"}, turn=4)
    south = chickamauga_kit.field(places | {"u2b3": "0817"}, turn=4)
    assert worth(north, UNION) > worth(south, UNION)


@pytest.mark.parametrize("piece", ["uhq", "utr"])
def test_headquarters_and_train_keep_out_of_the_line(piece):
    places = {"u2b1": "0910", "u2b2": "0709", "law": "1010"}
    front, rear = (chickamauga_kit.field(places | {piece: place}, turn=4) for place in ("0910", "0709"))
    assert worth(rear, UNION) > worth(front, UNION)


# -- Stonewall's Last Battle


def test_fitz_lee_leaves_culpeper_for_the_enemy_at_kellys_ford():
    battle = find_battle("kellys-ford")
    dice, random = SeededDice(5), Random(5)
    bots = {UNION: find_bot("recruit"), CONFEDERATE: find_bot("veteran")}
    state = begin(battle.set_up(battle.scenario("kellys-ford")), dice).state
    lee = state.scenario.index["FLee"]
    culpeper = state.at[lee]
    while (side := to_act(state)) is not None and state.at[lee] == culpeper:
        state = play(state, bots[side].choose(view(state, side), random), dice).state
    assert state.at[lee] != culpeper


def kellys_ford(first, *, entered, enemies=()):
    """A later phase of Kelly's Ford; the Union has been in Elkwood or not, and has these units beyond the ford."""
    game = Game("kellys-ford").begin()
    for unit, hex_ in enemies:
        game.put(unit, hex_, manpower=1, fatigue=4, disorganised=1)
    if entered:
        game.remember("elkwood")
    return game.next_phase(5, *((6, 1) if first == UNION else (1, 6)))


def test_whoever_would_win_at_kellys_ford_and_has_nothing_to_fear_waits():
    """A point ahead, the Union once rode on to Culpeper brigade by brigade and lost it again.

    The Flank Guard is far from everybody; by games played on it may as well march as stay.
    """
    game = kellys_ford(UNION, entered=True)
    chosen = [veteran(game.state, UNION, seed) for seed in range(5)]
    assert set(chosen) <= {"pass", "march FlankGd"}
    assert chosen.count("pass") >= 3
    said = find_bot("veteran").intention(game.state, UNION, Pass())
    assert [text.key for text in said] == ["motive.ahead"]


def test_whoever_would_lose_at_kellys_ford_goes_after_a_spent_brigade():
    """Fitz Lee once stayed in Culpeper, with the game lost, while tired brigades lay a march away."""
    game = kellys_ford(CONFEDERATE, entered=True, enemies=[("McIntosh", "1916")])
    for seed in range(5):
        assert veteran(game.state, CONFEDERATE, seed) in ("activate Stuart", "march FLee", "march VA3")


def test_a_unit_is_of_use_on_the_far_side_of_an_enemy():
    game = (
        kellys_ford(CONFEDERATE, entered=True, enemies=[("McIntosh", "1916")]).put("FLee", "1816").put("Stuart", "1816")
    )
    grid, unit = game.scene.board.grid, game.scene.index["VA3"]
    sally = Sally(Outlook(game.state), unit, PLAIN, 1.0, True)
    beside, beyond = (sally.later(grid.index(hex_), False) for hex_ in ("1816", "2016"))
    assert beyond > beside


def test_a_march_of_a_tired_unit_is_dearer_by_what_it_may_lose():
    """A commander who did not count it marched 3 VA, one point strong, until nobody was left."""
    state = kellys_ford(CONFEDERATE, entered=True, enemies=[("McIntosh", "1916")]).state
    unit = state.scenario.index["VA3"]
    wear = []
    for fatigue in range(4):
        draft = state.draft()
        draft.fatigue = tuple(fatigue if one == unit else old for one, old in enumerate(draft.fatigue))
        wear.append(expected_wear(freeze(draft), unit))
    assert wear[:2] == [0.0, 0.0]
    assert 0.0 <= wear[2] < wear[3]
    minding, careless = (Glance(freeze(draft), replace(PLAIN, worn=worn)) for worn in (3.0, 0.0))
    assert errand(minding, unit, 0) == pytest.approx(errand(careless, unit, 0) - 3.0 * wear[3])


def test_the_confederates_at_brandy_station_rest_while_they_would_win():
    game = Game("brandy-station").begin().next_phase(8, 1, 6)
    assert veteran(game.state, CONFEDERATE) == "pass"
    behind = Game("brandy-station").begin().remember("stevensburg").remember("next_to_culpeper").next_phase(8, 1, 6)
    assert veteran(behind.state, CONFEDERATE) != "pass"


def salem_church():
    battle = find_battle("salem-church")
    return begin(battle.set_up(battle.scenario("salem-church")), SeededDice(5)).state


def test_a_warning_to_mclaws_is_worth_an_initiative_at_salem_church():
    state = salem_church()
    draft = state.draft()
    note(draft, WARNED)
    warned = freeze(draft)
    assert fact(warned, WARNED)
    assert worth(warned, CONFEDERATE) > worth(state, CONFEDERATE) + 5


def test_mclaws_is_warned_as_soon_as_he_can_be():
    """He could be warned from the sixteenth action on, and was at the eighty-sixth."""
    game = Game("salem-church").begin()
    while game.frame == "LeaderTransfer":
        game.do("done")
    game.remember("struck").remember("breached").next_phase(5, 1, 6)
    assert "warn McLaws" in game.offers()
    assert {veteran(game.state, CONFEDERATE, seed) for seed in range(3)} == {"warn McLaws"}


def test_gordon_and_smith_stay_in_their_works():
    state = salem_church()
    scenario = state.scenario
    for name, elsewhere in (("Gordon", "4431"), ("Smith", "4531")):
        unit = scenario.index[name]
        at = (*state.at[:unit], scenario.board.grid.index(elsewhere), *state.at[unit + 1 :])
        left = state.changed(at=at, works=(*state.works[:unit], 0, *state.works[unit + 1 :]))
        assert worth(state, CONFEDERATE) > worth(left, CONFEDERATE)
