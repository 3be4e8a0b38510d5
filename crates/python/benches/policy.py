"""A uniformly random policy over legal actions, in NumPy, for many games at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


class UniformPolicy:
    """Draws legal actions; where there is none, any.

    With at most eight actions a game's mask is a byte, whose actions stand in a table: 16 random bits choose one of them, which is
    uniform to one part in eight thousand. With more the action with the greatest of random 16 bits is taken, and ties, one in some
    hundred draws of hundreds of actions, go to the first.
    """

    def __init__(self, actions: int, seed: int) -> None:
        self._generator = np.random.Generator(np.random.SFC64(seed))
        self._few = actions <= 8
        if self._few:
            bytes_ = np.arange(256)
            legal = [[action for action in range(8) if byte >> (7 - action) & 1] or [0] for byte in bytes_]
            self._counts = np.array([len(each) for each in legal], np.uint32)
            self._table = np.array([(each * 8)[:8] for each in legal], np.int64).ravel()

    def __call__(self, masks: NDArray[Any]) -> NDArray[np.int64]:
        count, actions = masks.shape
        drawn = np.frombuffer(self._generator.bytes(2 * (count if self._few else masks.size)), np.uint16)
        if self._few:
            packed = np.packbits(masks.view(np.uint8), axis=1).ravel()
            place = drawn * self._counts[packed] >> 16
            return self._table[packed * np.uint32(8) + place]
        return np.asarray(np.multiply(drawn.reshape(masks.shape) | 1, masks.view(np.uint8)).argmax(axis=1))
