"""Counters of the series: what is printed on a unit or a leader (GC 2.1, 2.2)."""

from __future__ import annotations

from hardtack.board.native import dataclass
from hardtack.referee.battle import Piece

INFANTRY = "infantry"
CAVALRY = "cavalry"
ARTILLERY = "artillery"
LEADER = "leader"
MARKER = "marker"  # horse artillery parks, depots: no combat value, no zone
ARMS = (INFANTRY, CAVALRY, ARTILLERY)

# Entrenchments in the order they are built (GC 9.1); a state holds the number.
WORKS = ("none", "abatis", "breastworks_build", "breastworks", "fort_build", "fort")


@dataclass(frozen=True, slots=True)
class Counter(Piece):
    """A unit or leader as printed. Command codes: corps and division, empty where none."""

    corps: str = ""
    division: str = ""
    artillery: int = 0
    tactical: tuple[int, int] = (0, 0)  # attacking, defending (GC 2.2.7)
    command: int = 0
    rank: str = ""  # leaders: army, corps or division
    led_cavalry: int = 1  # what a leader adds to his cavalry's movement dice (GC 5.1.1)
    reverse: tuple[int, int] | None = None  # a leader's substitute side: tactical and command value
    substitute: bool = False

    @property
    def is_unit(self) -> bool:
        return self.type in ARMS

    @property
    def is_leader(self) -> bool:
        return self.type == LEADER

    @property
    def is_foot(self) -> bool:
        """Infantry and artillery march, stack and are screened by the same rules."""
        return self.type in (INFANTRY, ARTILLERY)


def tactical_pair(text: str) -> tuple[int, int]:
    """GC 2.2.7: "4/3" is attack 4, defence 3; one number serves both."""
    if not text:
        return (0, 0)
    numbers = [int(part) for part in text.split("/")]
    return (numbers[0], numbers[-1])


def under_command(chief: Counter, piece: Counter) -> bool:
    """GC 2.2.5, 5.2.5: whether a counter as printed is subordinate to a leader."""
    if not chief.is_leader or chief.side != piece.side:
        return False
    if chief.rank == "army":
        return True
    return piece.corps == chief.corps and (chief.rank == "corps" or piece.division == chief.division)
