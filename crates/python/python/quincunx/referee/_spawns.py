"""How often new pieces of 2048 come where, and with which value: tests of what chance did in many games."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["CONFIRMATION", "SUSPICION", "Doubt", "Spawns", "special_functions"]

#: The probability, were the rules the same, below which a frequency is suspected, and one that confirms it on fresh games.
SUSPICION, CONFIRMATION = 1e-6, 1e-4

_DIRECTIONS = ("up", "down", "left", "right")


@dataclass(frozen=True)
class Doubt:
    """A frequency that the rules do not have."""

    key: tuple[str, str]
    probability: float
    message: str


def special_functions() -> Any:
    """Returns SciPy's special functions.

    Raises:
        ImportError: SciPy is missing.
    """
    try:
        from scipy import special
    except ImportError as error:
        raise ImportError('the frequencies of 2048 need SciPy: pip install "quincunx[referee]"') from error
    return special


@dataclass
class Spawns:
    """The new pieces of many games, by the circumstances in which they came."""

    rows: int
    columns: int
    four_rate: float
    #: By circumstance: the numbers of the cells that were empty, the one that the piece took, and whether it was a 4.
    found: dict[str, list[tuple[list[int], int, bool]]] = field(default_factory=dict)

    def add(self, action: int | None, has_merged: bool, empty: list[int], cell: int, value: int) -> None:
        """Notes a new piece: the action before it, None in the opening, and the cells that were empty."""
        if action is None:
            names = ["in the opening"]
        else:
            slide = "that merge" if has_merged else "without a merge"
            names = [f"after slides {slide}", f"after slides {_DIRECTIONS[action]}"]
        for name in names:
            self.found.setdefault(name, []).append((empty, cell, value == 4))

    @property
    def count(self) -> int:
        """The number of pieces that are tested."""
        return sum(len(found) for name, found in self.found.items() if name not in self._directions())

    def _directions(self) -> list[str]:
        return [f"after slides {direction}" for direction in _DIRECTIONS]

    def doubts(self) -> list[Doubt]:
        """Returns the frequencies that are improbable under the rules, the least probable first.

        Raises:
            ImportError: SciPy is missing.
        """
        special = special_functions()
        doubts = []
        directions = self._directions()
        for name, found in sorted(self.found.items(), key=lambda one: (one[0] in directions, one[0])):
            fours = sum(is_four for _, _, is_four in found)
            if 0.0 < self.four_rate < 1.0:
                # Exact tails of the binomial distribution.
                low = special.bdtr(fours, len(found), self.four_rate)
                high = special.bdtrc(fours - 1, len(found), self.four_rate) if fours else 1.0
                probability = min(1.0, 2 * float(min(low, high)))
                expected, share = f"{self.four_rate:.1%}", f"{fours / len(found):.1%}"
                message = f"{name}: expected {expected} of new pieces to be a 4, found {share} of {len(found)}"
                doubts.append(Doubt((name, "value"), probability, message))
            expected_counts, counts, covariance = self._cells(found)
            # Below that, a chi-squared distribution is no good description.
            if (expected_counts >= 10).sum() < 2 or (expected_counts[expected_counts > 0] < 10).any():
                continue
            excess = counts - expected_counts
            statistic = float(excess @ np.linalg.pinv(covariance, hermitian=True) @ excess)
            freedom = int(np.linalg.matrix_rank(covariance, hermitian=True))
            probability = float(special.chdtrc(freedom, statistic))
            worst = int(np.argmax(np.abs(excess) / np.sqrt(expected_counts.clip(1))))
            row, column = divmod(worst, self.columns)
            message = (
                f"{name}: expected new pieces on every empty cell alike, found {int(counts[worst])} of {len(found)} "
                f"in row {row + 1}, column {column + 1}, where {expected_counts[worst]:.0f} are expected"
            )
            doubts.append(Doubt((name, "cell"), probability, message))
        return sorted(doubts, key=lambda doubt: doubt.probability)

    def _cells(
        self, found: list[tuple[list[int], int, bool]]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Returns the expected number of pieces in each cell, the number found, and the covariance of the numbers."""
        cells = self.rows * self.columns
        shares, counts = np.zeros((len(found), cells)), np.zeros(cells)
        for number, (empty, cell, _) in enumerate(found):
            shares[number, empty] = 1 / len(empty)
            counts[cell] += 1
        expected: NDArray[np.float64] = shares.sum(0)
        return expected, counts, np.diag(expected) - shares.T @ shares
