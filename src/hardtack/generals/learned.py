"""A learned evaluation: weights as plain data, worked out in plain Python.

A file has the names of the features, how they are scaled, and layers of weights; the last layer gives two numbers, the
result (a chance after the logistic function) and the margin in points. `made` says how: command, games, how well it
predicts games it has not seen, and how well the hand-made evaluation does.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "data"
LARGEST = 2_000_000  # bytes of a file of weights

Vector = Sequence[float]


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
        numbers = [
            (features[name] - mean) / scale
            for name, mean, scale in zip(self.names, self.mean, self.scale, strict=True)
        ]  # fmt: skip
        for layer in self.layers[:-1]:
            numbers = [math.tanh(number) for number in layer.apply(numbers)]
        result, margin = self.layers[-1].apply(numbers)
        return logistic(result), margin

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
