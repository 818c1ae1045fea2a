"""What things are worth to a bot of this book, in tenths of a victory point."""

from __future__ import annotations

POINTS = 10.0  # a victory point that stands now
CONTROL = 7.0  # a point expected from a goal that will be held in the end
MANPOWER = 3.0  # a point of manpower, besides the victory points its loss may give
WEARINESS = (0.0, 0.03, 0.08, 0.22, 0.5)  # for each point of manpower, by fatigue level
DISORDER = 0.5  # for each point of manpower
DEMORALISED = 0.4
EMPTY = 1.0  # for each point of manpower of a unit out of ammunition
LOW = 0.05  # for each of its points and marks, the more the fewer boxes are left
SCATTERED = 8.0  # a part of a division in play by itself
ENTRENCHED = 0.02  # a point of manpower behind works, where units can build them
RAID = 0.8  # how much of what a raid will score and cost counts for cavalry that has come to the edge
EXPOSED = 0.2  # what the enemy could gain by attacking us
LAST_TURN = 0.25  # how much of these troops count when there is no tomorrow to spare them for

# Combat results, for each point of manpower of the force.
STRAIN = {"": 0.0, "f": 0.05, "F": 0.1, "D": 0.75}
FLIGHT = {"": 0.0, "r": 2.0, "R": 4.0, "R*": 6.0}  # ground lost, whatever the force


def spared(turn: int, turns: int) -> float:
    """How much the state of the troops counts on a turn."""
    return 1.0 if turn < turns else LAST_TURN
