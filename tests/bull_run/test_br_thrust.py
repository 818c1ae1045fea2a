"""Going over to the attack at Bull Run: the way round whoever stands on it, and strength on the spot."""

from __future__ import annotations

from bull_run_field import moving

from hardtack.battles.bull_run.thrust import advance, overmatch
from hardtack.generals.plans import Plan, worth_to

UNION, CONFEDERATE = "union", "confederate"
FORDS = {"EVA": "0805", "COC": "0907", "BON": "1309", "LON": "1509", "JON": "1610", "EWE": "1913"}


def test_the_way_to_manassas_leads_round_the_fords_the_enemy_holds():
    """Sherman above the Stone Bridge, which Evans holds, is farther from Manassas than Burnside beyond Sudley Ford."""
    before, beyond = moving(UNION, FORDS | {"SHE": "0804"}), moving(UNION, FORDS | {"SHE": "0403"})
    assert advance(beyond, UNION) > advance(before, UNION)
    no_guard = moving(UNION, {"SHE": "0804", "EWE": "1913"})
    assert advance(no_guard, UNION) > advance(before, UNION)


def test_whoever_is_left_alone_is_drawn_to_the_way_round():
    by_sudley, before_the_bridge = (
        moving(UNION, FORDS | {"BLE": "1802", "BUR": place, "POR": place}) for place in ("0506", "0804")
    )
    bold = worth_to(by_sudley, UNION, Plan(bold=True))
    assert bold(by_sudley) > bold(before_the_bridge)


def test_strength_counts_where_the_enemy_stands_on_either_bank():
    far, near = (moving(UNION, {"STU": "1313", "RIC": place, "DAV": place}) for place in ("1009", "1212"))
    assert overmatch(near, UNION) > overmatch(far, UNION)
    over_the_run = moving(UNION, {"STU": "1309", "RIC": "1308", "DAV": "1308"})
    assert overmatch(over_the_run, UNION) == 0.0
    assert overmatch(near, CONFEDERATE) > 0.0
