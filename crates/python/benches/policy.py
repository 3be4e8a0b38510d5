"""A uniformly random policy over legal actions, in NumPy, for many games at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

#: Steps for which random numbers are drawn at a time, as a small array takes NumPy as long as a large one.
AHEAD = 64


class UniformPolicy:
    """Draws legal actions; where there is none, any.

    With at most eight actions a game's mask is a byte, whose actions stand in a table: 16 random bits choose one of them, which is
    uniform to one part in eight thousand. With more the action with the greatest of random 16 bits is taken, and ties, one in some
    hundred draws of hundreds of actions, go to the first.
    """

    def __init__(self, actions: int, seed: int) -> None:
        self._generator = np.random.Generator(np.random.SFC64(seed))
        self._few = actions <= 8
        self._stock: list[NDArray[np.uint16]] = []
        bits = [[action for action in range(8) if byte >> action & 1] or [0] for byte in range(256)]
        self._weights = (1 << np.arange(min(actions, 8))).astype(np.uint8)
        self._counts = np.array([len(legal) for legal in bits], np.uint32)
        self._table = np.array([(8 * legal)[:8] for legal in bits], np.int64).ravel()

    def __call__(self, masks: NDArray[Any]) -> NDArray[np.int64]:
        legal = masks.view(np.uint8)
        if not self._few:
            return np.asarray(np.multiply(self._drawn(masks.shape) | 1, legal).argmax(axis=1))
        byte = legal @ self._weights
        place = (self._drawn(len(masks)) * self._counts.take(byte)) >> 16
        return self._table.take((byte.astype(np.uint32) << 3) + place)

    def _drawn(self, shape: int | tuple[int, ...]) -> NDArray[np.uint16]:
        if not self._stock:
            each = (shape,) if isinstance(shape, int) else shape
            self._stock = list(self._generator.integers(1 << 16, size=(AHEAD, *each), dtype=np.uint16))
        return self._stock.pop()
