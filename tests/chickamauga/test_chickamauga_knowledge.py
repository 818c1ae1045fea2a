"""What the bots know of Chickamauga."""

from __future__ import annotations

from random import Random

import pytest
from chickamauga_kit import BATTLE, CONFEDERATE, UNION, field, opening
from folio_kit import changed, play

from hardtack.battles.chickamauga.scenario import HIDDEN, ChickamaugaState
from hardtack.battles.chickamauga.victory import ChoosePlan
from hardtack.battles.musket.combat import Attacks
from hardtack.battles.musket.movement import Movement
from hardtack.battles.musket.setup import SetUp
from hardtack.generals import find_bot
from hardtack.referee.umpire import deciding
from hardtack.referee.views import view


def recruit(state: ChickamaugaState, side: str, seed: int = 1) -> str:
    return str(find_bot("recruit").choose(view(state, side), Random(seed)))


def value(state: ChickamaugaState, side: str) -> float:
    return sum(weight * term(state, side) for weight, term in BATTLE.knowledge.terms().values())


def test_the_bots_leave_their_set_up_to_the_referee() -> None:
    """There is one home for that: what a player gets who leaves his set-up to the referee."""
    state = opening()
    for side in (UNION, CONFEDERATE):
        assert isinstance(deciding(state), SetUp)
        assert recruit(state, side) == "place_rest"
        state, _ = play(state, "place_rest")


@pytest.mark.rule("CK 18.2")
def test_nobody_can_tell_what_the_confederate_recruit_has_written_down() -> None:
    state = changed(opening(), agenda=(Movement(UNION), ChoosePlan(CONFEDERATE)))
    written = [recruit(state, CONFEDERATE, seed) for seed in range(40)]
    assert all(10 <= written.count(plan) <= 30 for plan in ("plan A", "plan B"))


def test_three_brigades_guard_the_train_and_rossville() -> None:
    places = dict.fromkeys(("utr", "u2b1", "u2b2", "u2b3"), "crawfish_springs")
    places |= dict.fromkeys(("u11b1", "u11b2", "u11b3"), "rossville") | {"law": "1417"}
    state = field(places, Movement(UNION), turn=2)
    assert not any(recruit(state, UNION, seed).split()[-1] in places.keys() - {"utr"} for seed in range(4))
    fewer = changed(state, at={"u2b1": state.scenario.board.grid.index("0126")})
    assert value(fewer, UNION) < value(state, UNION)


def test_units_without_a_post_come_out_of_their_box() -> None:
    state = field({"helm": "lafayette", "u1b1": "0910"}, Movement(CONFEDERATE), turn=2)
    chosen = recruit(state, CONFEDERATE)
    assert chosen in ("march helm", "roll helm")


def test_the_train_is_sent_away_when_it_may_go() -> None:
    state = field({"utr": "crawfish_springs", "u1b1": "0910", "law": "1417"}, Movement(UNION), turn=6)
    gone, _ = play(state, "send_train_away")
    assert value(gone, UNION) > value(state, UNION)


def test_a_good_attack_is_made_and_a_bad_one_is_not() -> None:
    strong = {"govan": "0914", "walthall": "0814", "law": "0816", "u10b2": "0915"}
    assert recruit(field(strong, Attacks(CONFEDERATE), turn=3), CONFEDERATE).startswith("attack ")
    weak = {"fulton": "0914", "u1b3": "0915"}
    assert recruit(field(weak, Attacks(CONFEDERATE), turn=3), CONFEDERATE) == "end"


def test_the_terms_do_not_weigh_the_hidden_choice_for_the_union() -> None:
    state = field({"law": "1417", "u1b1": "0910"}, turn=3)
    worths = {value(changed(state, plan=plan), UNION) for plan in ("A", "B", HIDDEN)}
    assert len(worths) == 1
