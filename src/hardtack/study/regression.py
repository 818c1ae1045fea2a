"""Plain regression in plain Python: ridge for a margin, logistic for a chance. Slow beside numpy, but quick enough."""

from __future__ import annotations

from collections.abc import Sequence

from hardtack.generals.learned import logistic

Vector = Sequence[float]

ROUNDS = 12
CLOSE = 1e-6


def solve(matrix: Sequence[Vector], right: Vector) -> list[float]:
    """Gauss's elimination with pivots."""
    size = len(right)
    rows = [[*row, right[i]] for i, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda i: abs(rows[i][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for i in range(size):
            if i != column:
                factor = rows[i][column] / rows[column][column]
                if factor:
                    rows[i] = [a - factor * b for a, b in zip(rows[i], rows[column], strict=True)]
    return [rows[i][size] / rows[i][i] for i in range(size)]


def ridge(rows: Sequence[Vector], wanted: Vector, penalty: float) -> tuple[list[float], float]:
    """Weights and bias with the least squares; the penalty keeps weights small that little speaks for."""
    return weighted_ridge(rows, wanted, [1.0] * len(rows), penalty)


def logit(rows: Sequence[Vector], wanted: Vector, penalty: float) -> tuple[list[float], float]:
    """Weights and bias of the likeliest chances, by Newton's method; what is wanted may be a half, too."""
    weights, bias = [0.0] * len(rows[0]), 0.0
    for _ in range(ROUNDS):
        at, curves, aims = [], [], []
        for row, want in zip(rows, wanted, strict=True):
            level = bias + sum(a * b for a, b in zip(weights, row, strict=True))
            chance = logistic(level)
            curve = max(chance * (1 - chance), 1e-3)
            at.append(level)
            curves.append(curve)
            aims.append(level + (want - chance) / curve)
        new, new_bias = weighted_ridge(rows, aims, curves, penalty)
        change = max(abs(a - b) for a, b in zip((*new, new_bias), (*weights, bias), strict=True))
        weights, bias = new, new_bias
        if change < CLOSE:
            break
    return weights, bias


def weighted_ridge(rows: Sequence[Vector], wanted: Vector, shares: Vector, penalty: float) -> tuple[list[float], float]:
    size = len(rows[0]) + 1
    matrix = [[0.0] * size for _ in range(size)]
    right = [0.0] * size
    for row, want, share in zip(rows, wanted, shares, strict=True):
        full = (*row, 1.0)
        for i, a in enumerate(full):
            scaled = share * a
            if scaled:
                right[i] += scaled * want
                into = matrix[i]
                for j in range(i, size):
                    into[j] += scaled * full[j]
    for i in range(size):
        for j in range(i):
            matrix[i][j] = matrix[j][i]
        matrix[i][i] += penalty if i < size - 1 else 1e-9
    *weights, bias = solve(matrix, right)
    return weights, bias
