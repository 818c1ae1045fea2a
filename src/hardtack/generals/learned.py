"""A learned evaluation: weights as plain data, worked out in plain Python, and what it looks at (`features`).

A file has the names of the features, how they are scaled, and layers of weights; the last layer gives two numbers, the
result (a chance after the logistic function) and the margin in points. `made` says how: command, games, how well it
predicts games it has not seen, and how well the hand-made evaluation does.

What an advantage by a hand-made evaluation is worth, the chance to win that goes with it, has been learned from
games of bots, too (`chance_to_win`): figures by scenario, with the command that found them (`hardtack odds`).
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hardtack.generals.plans import forces
from hardtack.referee.events import UNION, enemy_of
from hardtack.referee.knowledge import hex_distances
from hardtack.referee.state import LOST
from hardtack.referee.umpire import to_act

FOLDER = Path(__file__).parent / "data"
ODDS = FOLDER / "odds.json"
UNKNOWN = (60.0, 0.0)  # the odds where nobody has measured them
LARGEST = 2_000_000  # bytes of a file of weights

Vector = Sequence[float]
Odds = tuple[float, float]  # the advantage that makes odds of 1 to 1 odds of e to 1; the Union's in an even position


@dataclass(frozen=True, slots=True)
class Layer:
    weights: Sequence[Vector]  # a row for each number it gives
    bias: Vector

    def apply(self, numbers: Vector) -> list[float]:
        return [
            bias + sum(a * b for a, b in zip(row, numbers, strict=True))
            for row, bias in zip(self.weights, self.bias, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class Model:
    """Weights for one scenario."""

    scenario: str
    names: tuple[str, ...]
    mean: Vector
    scale: Vector
    layers: tuple[Layer, ...]
    made: Mapping[str, Any]

    def predict(self, features: Mapping[str, float]) -> tuple[float, float]:
        """The chance to win (a draw is half) and the margin in points, for the side the features are of."""
        numbers = self.scaled(features)
        for layer in self.layers[:-1]:
            numbers = [math.tanh(number) for number in layer.apply(numbers)]
        result, margin = self.layers[-1].apply(numbers)
        return logistic(result), margin

    def scaled(self, features: Mapping[str, float]) -> list[float]:
        parts = zip(self.names, self.mean, self.scale, strict=True)
        return [(features[name] - mean) / scale for name, mean, scale in parts]

    def text(self) -> str:
        """The file."""
        layers = [
            {"bias": _short(layer.bias), "weights": [_short(row) for row in layer.weights]} for layer in self.layers
        ]
        data = {
            "scenario": self.scenario, "made": dict(self.made), "names": list(self.names), "mean": _short(self.mean),
            "scale": _short(self.scale), "layers": layers,
        }  # fmt: skip
        lines = ",\n".join(f" {json.dumps(key)}: {json.dumps(value)}" for key, value in data.items())
        return f"{{\n{lines}\n}}\n"


def logistic(number: float) -> float:
    return 1 / (1 + math.exp(-max(-40.0, min(40.0, number))))


def _short(numbers: Vector) -> list[float]:
    return [float(f"{number:.6g}") for number in numbers]


def read_model(text: str) -> Model:
    data = json.loads(text)
    layers = tuple(Layer(layer["weights"], layer["bias"]) for layer in data["layers"])
    return Model(data["scenario"], tuple(data["names"]), data["mean"], data["scale"], layers, data["made"])


def model_file(scenario_id: str) -> Path:
    return FOLDER / f"{scenario_id}.weights.json"


@cache
def model_of(scenario_id: str) -> Model | None:
    """The weights shipped for a scenario; None where there are none."""
    path = model_file(scenario_id)
    return read_model(path.read_text(encoding="utf-8")) if path.exists() else None


# -- what it looks at: plain numbers of a position that a seat may know


def features(state: Any, side: str) -> dict[str, float]:
    """The numbers by name, from the point of view of a side; the same names for every position of a scenario.

    They are the battle's own terms for either side, how much each side has left and has near each objective, who holds
    the objectives, and how late it is. A position with hidden things must be imagined first, as for any thought.
    """
    scenario, foe = state.scenario, enemy_of(side)
    late = state.turn / max(1, scenario.turns)
    found = {"late": late, "union": float(side == UNION), "on_move": float(to_act(state) == side)}
    for name, (weight, term) in scenario.battle.knowledge.plan_terms().items():
        ours, theirs = weight * term(state, side), weight * term(state, foe)
        found |= {f"{name}.ours": ours, f"{name}.theirs": theirs, f"{name}.late": late * (ours - theirs)}
    for name, whose in (("ours", side), ("theirs", foe)):
        found[f"force.{name}"] = force_left(state, whose)
        found[f"lost.{name}"] = share_lost(state, whose)
        found[f"held.{name}"] = objectives_held(state, whose)
        found |= {f"near.{hex_}.{name}": force for hex_, force in force_near(state, whose).items()}
    return found


def force_left(state: Any, side: str) -> float:
    """The strength a side has on the map."""
    return float(sum(forces(state, side).values()))


def share_lost(state: Any, side: str) -> float:
    pieces = state.scenario.of_side[side]
    return float(sum(state.at[piece] == LOST for piece in pieces) / max(1, len(pieces)))


def objectives_held(state: Any, side: str) -> float:
    """The share of the hexes that decide the game a side has, as the rule counts it."""
    marked = state.scenario.battle.page.objectives(state)
    return float(sum(mark.holder == side for mark in marked) / max(1, len(marked)))


def force_near(state: Any, side: str) -> dict[str, float]:
    """The strength a side has near each objective: a turn's march away it counts half."""
    grid, stride, stands = state.scenario.board.grid, state.scenario.battle.knowledge.stride, forces(state, side)
    found = {}
    for hex_ in sorted({mark.hex for mark in state.scenario.battle.page.objectives(state)}):
        way = hex_distances(grid, 1 << grid.index(hex_))
        found[hex_] = sum(force * stride / (stride + way[here]) for here, force in stands.items())
    return found


# -- what an advantage is worth


@cache
def measured() -> Mapping[str, Odds]:
    return {name: (row["scale"], row["union"]) for name, row in read_odds(ODDS).items()}


def read_odds(file: Path) -> dict[str, dict[str, Any]]:
    """What a file has by scenario; nothing if there is none."""
    found: dict[str, dict[str, Any]] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return found


def put_odds(file: Path, scenario_id: str, odds: Odds, command: str) -> None:
    """Put what was found among what is there."""
    rows = read_odds(file) | {scenario_id: {"scale": round(odds[0], 1), "union": round(odds[1], 2), "made": command}}
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(rows[name])}" for name in sorted(rows))
    file.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8", newline="\n")


def chance_to_win(state: Any, side: str, advantage: float) -> float:
    """The chance of a side with an advantage by the terms of the battle's evaluation."""
    scale, union = measured().get(state.scenario.id, UNKNOWN)
    return logistic(advantage / scale + (union if side == UNION else -union))
