"""Sharpsburg at the board: a retreat, a bombardment and an engagement carried over from the turn before."""

from __future__ import annotations

from player import Mouse, eventually

POSITION = """hardtack position 1
scenario sharpsburg
turn 5
corps_left 0
moved []
fought []
struck []
taken []
engaged [[4,"1308",["CV1"],["HO"]]]
frame EndOfPlayerTurn {"side":"union"}
frame Combat {"side":"union"}
frame Retreating {"side":"confederate","units":["EW"],"gone":[]}
"""
PLACES = {"EW": "0706", "HO": "1308", "DR": "0910", "JR": "0406", "I": "0705", "CV1": "1307", "RA2": "1109"}
ALL = (
    "JR", "EW", "HO", "DH", "DR", "WA", "MC", "AN", "AP", "FL", "HM", "MU", "SD", "WN", "PE",
    "I", "XII", "IX", "II", "VI", "V", "CV1", "CV2", "RA1", "RA2",
)  # fmt: skip
LATER = {"AP", "V"}


def position() -> str:
    lines = [f"piece {unit} {PLACES.get(unit, '-' if unit in LATER else 'x')} hitched=0 ready=0" for unit in ALL]
    return POSITION + "\n".join(lines) + "\n"


def attack(page, hands: Mouse, unit: str, hex_: str) -> None:
    """Choose a unit and a lit enemy hex, look at the chances, commit."""
    version = hands.version()
    if hex_ not in hands.targets("attack"):  # a unit that is the only one to act is chosen already
        hands.click_middle(f".piece[data-unit='{unit}']")
    page.wait_for_selector(f".target.attack[data-hex='{hex_}']")
    hands.click_middle(f".target[data-hex='{hex_}']")
    page.wait_for_selector(".planner .chance, .planner .certain")
    page.click(".planner [data-commit]")
    hands.wait_for_change(version)


def test_a_turn_with_a_retreat_a_bombardment_and_an_engagement_carried_over(server, page):
    seats = {"union": {"who": "you"}, "confederate": {"who": "you"}}
    made = server.call("/games", {"position": position(), "seats": seats, "pace_ms": 0})
    game, key = made["id"], made["key"]
    page.goto(f"{server.address}/play/{game}#{key}")
    hands = Mouse(page)
    hands.wait_for_turn()

    # the Confederates retreat Lawton: his ways out are lit, a click settles it
    page.wait_for_selector(".piece.can-act[data-unit='EW']")
    if not hands.targets("move"):
        hands.click_middle(".piece[data-unit='EW']")
    eventually(page, lambda: set(hands.targets("move")), {"0606", "0707", "0806"})
    version = hands.version()
    hands.click_middle(".target[data-hex='0707']")
    hands.wait_for_change(version)

    # the Union may not end the phase: Pleasonton is engaged
    page.wait_for_selector(".piece.can-act[data-unit='CV1']")
    eventually(page, hands.buttons, [])
    refused = server.call(f"/games/{game}/why-not", {"action": "end"}, key)
    assert [reason["clause"] for reason in refused["reasons"]] == ["SH C12"]

    attack(page, hands, "RA2", "0910")  # the heavy batteries bombard over the creek
    while hands.wait_for_turn() and server.view(game, key)["to_act"] == "confederate":
        hands.decide(1)  # the bombardment drove Jones back
    attack(page, hands, "CV1", "1308")  # the engaged attack, at fresh odds
    attacks = [line for line in server.view(game, key)["log"] if line["key"] == "event.attack"]
    assert len(attacks) == 2
