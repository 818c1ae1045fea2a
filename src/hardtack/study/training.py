"""Learning an evaluation from positions of self-play: with torch a small network, without it plain regression.

Whole games are held out, and what is learned is judged on those alone, beside the hand-made evaluation fitted to the
same games and beside knowing nothing but the side. All three figures go into the file of weights.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from itertools import pairwise
from typing import Any

from hardtack.generals.learned import Layer, Model
from hardtack.study.regression import logit, ridge
from hardtack.study.selfplay import BadPositions, Position

HELD_OUT = 5  # every fifth game is for judging only
LEAST_GAMES = 10
PENALTY = 3.0
HIDDEN = (24, 12)
EPOCHS = 300
RATE = 3e-3
DECAY = 3e-3

Vector = Sequence[float]
Predict = Callable[[Position], tuple[float, float]]


def train(positions: Sequence[Position], command: str) -> Model:
    """The evaluation of one scenario, with how well it does on games it has not seen."""
    scenarios = {position.scenario for position in positions}
    games = {position.game for position in positions}
    if len(scenarios) != 1:
        raise BadPositions(f"an evaluation is learned for one scenario, not for {len(scenarios)}")
    if len(games) < LEAST_GAMES:
        raise BadPositions(f"{len(games)} games are too few to learn from; at least {LEAST_GAMES}")
    learning = [position for position in positions if not held_out(position.game)]
    judging = [position for position in positions if held_out(position.game)]
    if not judging:
        raise BadPositions("no game is left to judge by; play more")
    plain = fit_plain(learning, scenarios.pop())
    model, method = plain, "logistic and ridge regression"
    network, inner = fit_network(learning, plain), judging_inside(learning)
    if network is not None and log_loss(network_guess(network), inner) < log_loss(network_guess(plain), inner):
        model, method = network, f"network with layers of {' and '.join(map(str, HIDDEN))}"
    guesses = {"learned": network_guess(model), "hand_made": fit_hand_made(learning), "side_only": fit_side(learning)}
    made = {
        "command": command, "method": method, "bot": positions[0].bot, "rules": positions[0].rules,
        "games": len(games), "positions": len(positions), "held_out_games": len({each.game for each in judging}),
        "log_loss": {name: round(log_loss(guess, judging), 4) for name, guess in guesses.items()},
        "margin_error": {name: round(error(guess, judging), 4) for name, guess in guesses.items()},
    }  # fmt: skip
    return replace(model, made=made)


def held_out(game: str, time: int = 0) -> bool:
    """Whether a game is for judging only; `time`: 1 for those set apart among the others."""
    return hashlib.sha256(game.encode()).digest()[time] % HELD_OUT == 0


def judging_inside(learning: Sequence[Position]) -> list[Position]:
    """Games to learn from that the network has not seen either: to choose a method is to learn, too."""
    return [position for position in learning if held_out(position.game, 1)]


def network_guess(model: Model) -> Predict:
    return lambda position: model.predict(position.features)


# -- how good a guess is


def log_loss(guess: Predict, positions: Sequence[Position]) -> float:
    """The mean surprise at the results: 0.693 for knowing nothing."""
    total = 0.0
    for position in positions:
        chance = min(max(guess(position)[0], 1e-6), 1 - 1e-6)
        total -= position.result * math.log(chance) + (1 - position.result) * math.log(1 - chance)
    return total / max(1, len(positions))


def error(guess: Predict, positions: Sequence[Position]) -> float:
    """How far the margin is off, root mean square."""
    return math.sqrt(sum((guess(one)[1] - one.margin) ** 2 for one in positions) / max(1, len(positions)))


# -- fitting


def fit_plain(positions: Sequence[Position], scenario: str) -> Model:
    names = tuple(positions[0].features)
    rows = [[position.features[name] for name in names] for position in positions]
    mean, scale = _scaling(rows)
    scaled = [[(value - mean[i]) / scale[i] for i, value in enumerate(row)] for row in rows]
    chances, chance_bias = logit(scaled, [position.result for position in positions], PENALTY)
    margins, margin_bias = ridge(scaled, [position.margin for position in positions], PENALTY)
    return Model(scenario, names, mean, scale, (Layer([chances, margins], [chance_bias, margin_bias]),), {})


def _scaling(rows: Sequence[Vector]) -> tuple[list[float], list[float]]:
    number = len(rows)
    mean = [sum(column) / number for column in zip(*rows, strict=True)]
    spread = [
        math.sqrt(sum((value - middle) ** 2 for value in column) / number)
        for column, middle in zip(zip(*rows, strict=True), mean, strict=True)
    ]
    return mean, [value if value > 1e-9 else 1.0 for value in spread]


def fit_hand_made(positions: Sequence[Position]) -> Predict:
    """The hand-made evaluation, given its best chance: scaled, and weighed by how late it is and whose side it is."""
    return _fit_some(
        positions, lambda one: [one.hand_made, one.features["late"] * one.hand_made, one.features["union"]]
    )


def fit_side(positions: Sequence[Position]) -> Predict:
    return _fit_some(positions, lambda one: [one.features["union"]])


def _fit_some(positions: Sequence[Position], look: Callable[[Position], list[float]]) -> Predict:
    names = [str(i) for i in range(len(look(positions[0])))]

    def seen(position: Position) -> Mapping[str, float]:
        return dict(zip(names, look(position), strict=True))

    model = fit_plain([replace(position, features=dict(seen(position))) for position in positions], "")
    return lambda position: model.predict(seen(position))


def fit_network(positions: Sequence[Position], plain: Model) -> Model | None:
    """A small network, where torch is at hand; its inner judging games are not learned from."""
    try:
        torch: Any = import_module("torch")
    except ImportError:
        return None
    learning = [position for position in positions if not held_out(position.game, 1)]
    inner = judging_inside(positions)
    if not learning or not inner:
        return None
    torch.manual_seed(1)
    nn = torch.nn
    sizes = (len(plain.names), *HIDDEN)
    parts = [part for a, b in pairwise(sizes) for part in (nn.Linear(a, b), nn.Tanh())]
    network = nn.Sequential(*parts, nn.Linear(sizes[-1], 2))
    spread = max(1.0, math.sqrt(sum(one.margin**2 for one in learning) / len(learning)))
    data, checks = (_tensors(torch, some, plain, spread) for some in (learning, inner))
    steps = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=DECAY)
    best, kept = math.inf, None
    for _ in range(EPOCHS):
        steps.zero_grad()
        _loss(torch, network, *data).backward()
        steps.step()
        with torch.no_grad():
            loss = float(_loss(torch, network, *checks))
        if loss < best:
            best, kept = loss, [part.clone() for part in network.state_dict().values()]
    tensors = [part.tolist() for part in kept or ()]
    layers = [Layer(weights, bias) for weights, bias in zip(tensors[::2], tensors[1::2], strict=True)]
    last = layers[-1]  # the margin was learned in units of its spread
    layers[-1] = Layer([last.weights[0], [spread * w for w in last.weights[1]]], [last.bias[0], spread * last.bias[1]])
    return replace(plain, layers=tuple(layers))


def _tensors(torch: Any, positions: Sequence[Position], plain: Model, spread: float) -> tuple[Any, Any, Any]:
    rows = [plain.scaled(one.features) for one in positions]
    results, margins = [one.result for one in positions], [one.margin / spread for one in positions]
    return torch.tensor(rows), torch.tensor(results), torch.tensor(margins)


def _loss(torch: Any, network: Any, rows: Any, results: Any, margins: Any) -> Any:
    guessed = network(rows)
    likely = torch.nn.functional.binary_cross_entropy_with_logits(guessed[:, 0], results)
    return likely + 0.3 * torch.nn.functional.mse_loss(guessed[:, 1], margins)
