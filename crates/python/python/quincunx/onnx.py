"""Evaluators for ``quincunx.Mcts`` from ONNX files, by ONNX Runtime (``pip install "quincunx[onnx]"``).

>>> from quincunx.onnx import Evaluator                                                             # doctest: +SKIP
>>> mcts = quincunx.Mcts(Evaluator("network.onnx"), batch=64)                                       # doctest: +SKIP
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    import onnxruntime
except ImportError as error:
    raise ImportError('quincunx.onnx needs ONNX Runtime: pip install "quincunx[onnx]"') from error

__all__ = ["Evaluator"]

#: Types of inputs that are filled, as ONNX Runtime names them.
_TYPES: dict[str, Any] = {
    "tensor(float)": np.float32,
    "tensor(float16)": np.float16,
    "tensor(double)": np.float64,
    "tensor(uint8)": np.uint8,
    "tensor(int8)": np.int8,
    "tensor(bool)": np.bool_,
}


class Evaluator:
    """A network in an ONNX file.

    Its first input takes the observations (positions, planes, rows, columns), a second one, if there is one, the masks
    (positions, actions). Its first output is the logits (positions, actions), the second the values (positions,) or
    (positions, 1). A network whose number of positions is fixed needs ``quincunx.Mcts(…, pad=True)`` and that number as
    ``batch``.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        /,
        *,
        threads: int = 1,
        scale: float = 1.0,
        providers: Sequence[Any] = ("CPUExecutionProvider",),
    ) -> None:
        """Loads a network.

        Args:
            path: The file.
            threads: Threads of the runtime.
            scale: What observations are multiplied with, such as 1/16 for pieces of 2048; 1 leaves them as they are.
            providers: What the runtime runs on, as it names it, such as ``"CUDAExecutionProvider"``.

        Raises:
            ValueError: The network has other inputs or outputs.
            OSError: The file cannot be read.
        """
        self._arguments = (path, threads, scale, tuple(providers))
        with open(path, "rb") as file:
            contents = file.read()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        try:
            self._session = onnxruntime.InferenceSession(contents, options, providers=list(providers))
        except Exception as error:
            raise ValueError(f"{os.fspath(path)}: expected an ONNX network that ONNX Runtime can run: {error}") from error
        inputs, outputs = self._session.get_inputs(), self._session.get_outputs()
        unknown = [one.type for one in inputs if one.type not in _TYPES]
        if not 1 <= len(inputs) <= 2 or len(outputs) < 2 or unknown:
            found = ", ".join(f"{one.name}: {one.type}" for one in (*inputs, *outputs))
            raise ValueError(
                f"{os.fspath(path)}: expected inputs of observations and masks and outputs of logits and values, found {found}"
            )
        self._inputs = [(one.name, _TYPES[one.type]) for one in inputs]
        self._outputs = [one.name for one in outputs[:2]]
        self._scale = scale

    def __reduce__(self) -> tuple[Any, ...]:
        return _load, self._arguments

    def __call__(
        self, observations: NDArray[np.uint8], masks: NDArray[np.int8]
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        """Evaluates positions; see the class."""
        given: list[NDArray[Any]] = [observations, masks]
        if self._scale != 1.0:
            given[0] = observations * np.float32(self._scale)
        feed = {name: array.astype(kind) for (name, kind), array in zip(self._inputs, given, strict=False)}
        logits, values = self._session.run(self._outputs, feed)
        return logits, values


def _load(path: str | os.PathLike[str], threads: int, scale: float, providers: Sequence[Any]) -> Evaluator:
    """Loads a pickled evaluator's file again."""
    return Evaluator(path, threads=threads, scale=scale, providers=providers)
