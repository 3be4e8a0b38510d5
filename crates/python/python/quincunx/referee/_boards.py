"""How boards are read from what implementations show."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["Encoding", "Rows", "candidates", "differences", "draw_boards", "is_same", "snapshot"]

Rows: TypeAlias = list[list[int | None]]

#: Tokens for an empty cell, a piece of the first player and one of the second.
_TOKENS: list[tuple[Any, Any, Any]] = [
    *[(0, 1, 2), (0, 1, -1), (0, 2, 1), (0, -1, 1)],
    *[(None, 1, 2), (None, 0, 1), (-1, 0, 1)],
    *[("", first, second) for first, second in ("xo", "ox", "12", "01", "ry", "yr", "ab")],
]

_ORIENTATIONS: list[tuple[str, Callable[[NDArray[Any]], NDArray[Any]]]] = [
    ("", lambda grid: grid),
    (", bottom row first", lambda grid: grid[..., ::-1, :]),
    (", column by column", lambda grid: np.swapaxes(grid, -1, -2)),
    (", column by column from the bottom", lambda grid: np.swapaxes(grid, -1, -2)[..., ::-1, :]),
]


class Encoding(NamedTuple):
    """One way to read a board; ``read`` returns None for what is written in another way."""

    name: str
    read: Callable[[Any, int], Rows | None]


def _inner(raw: Any) -> Any:
    """Returns the part of an observation that has the board."""
    while isinstance(raw, Mapping) and raw:
        names = [name for name in ("board", "observation", "grid", "state") if name in raw]
        raw = raw[names[0]] if names else next(iter(raw.values()))
    return getattr(raw, "board", raw)


def _grid(raw: Any, rows: int, columns: int) -> NDArray[Any] | None:
    """Returns an array of cells, or of planes of cells with the planes first; None for everything else."""
    raw = _inner(raw)
    if isinstance(raw, str):
        lines = [line.strip() for line in re.split(r"[\n/]", raw) if line.strip()][:rows]
        parts = [re.split(r"[\s,|]+", line) for line in lines]
        raw = [(p if len(p) >= columns else list(line))[:columns] for p, line in zip(parts, lines, strict=True)]
    try:
        grid = np.asarray(raw)
    except (TypeError, ValueError):
        return None
    if grid.ndim > 2:
        grid = grid.squeeze()
    if grid.shape == (rows * columns,):
        grid = grid.reshape(rows, columns)
    shapes = {(rows, columns), (columns, rows)}
    if grid.ndim == 3 and grid.shape[1:] not in shapes and grid.shape[:2] in shapes:
        grid = np.moveaxis(grid, 2, 0)
    return grid if grid.ndim in (2, 3) and grid.shape[-2:] in shapes else None


def _cells(
    grid: NDArray[Any], shape: tuple[int, int], value: Callable[[Any], int | None]
) -> Rows | None:
    """Returns a grid of cells, each by its value; None where one has none."""
    if grid.shape != shape:
        return None
    try:
        return [[value(cell) for cell in row] for row in grid.tolist()]
    except (KeyError, TypeError, ValueError):
        return None


def _token(cell: Any) -> Any:
    """Returns a token as the table of tokens has it."""
    return cell.strip(" ._-").lower() if isinstance(cell, str) else cell


@functools.lru_cache(256)
def _tile(cell: Any) -> int | None:
    """Returns a tile by its value."""
    number = int(_token(cell) or 0)
    if number and (number < 2 or number & (number - 1)):
        raise ValueError(number)
    return number or None


def _power(cell: Any) -> int | None:
    """Returns a tile by its binary logarithm."""
    number = int(cell)
    if not 0 <= number < 64:
        raise ValueError(number)
    return 1 << number if number else None


def _of_connect_four(rows: int, columns: int) -> Iterator[Encoding]:
    def encoding(name: str, read: Callable[[NDArray[Any], bool], Rows | None]) -> Iterator[Encoding]:
        for is_relative in (False, True):
            for suffix, turn in _ORIENTATIONS:

                def read_raw(raw: Any, viewer: int, is_relative: bool = is_relative, turn: Any = turn) -> Rows | None:
                    grid = _grid(raw, rows, columns)
                    return None if grid is None else read(turn(grid), is_relative and viewer == 1)

                yield Encoding(name + (" from the side of who acts" if is_relative else "") + suffix, read_raw)

    for empty, first, second in _TOKENS:

        def by_tokens(grid: NDArray[Any], swap: bool, tokens: Any = (empty, first, second)) -> Rows | None:
            own, other = (2, 1) if swap else (1, 2)
            of = {tokens[0]: None, tokens[1]: own, tokens[2]: other}
            return _cells(grid, (rows, columns), lambda cell: of[_token(cell)])

        yield from encoding(f"tokens {first!r} and {second!r}, {empty!r} for empty", by_tokens)
    for one, two in [(0, 1), (1, 2), (1, 0), (2, 1), (0, 2), (2, 0)]:

        def by_planes(grid: NDArray[Any], swap: bool, pair: tuple[int, int] = (one, two)) -> Rows | None:
            if grid.ndim != 3 or len(grid) not in (2, 3) or max(pair) >= len(grid) or grid.shape[1:] != (rows, columns):
                return None
            own, other = (grid[number] != 0 for number in (pair[::-1] if swap else pair))
            return None if (own & other).any() else _cells(own + 2 * other, (rows, columns), lambda cell: cell or None)

        yield from encoding(f"planes {one} and {two}", by_planes)


def _of_2048(rows: int, columns: int) -> Iterator[Encoding]:
    def cells(value: Callable[[Any], int | None]) -> Callable[[Any, int], Rows | None]:
        def read(raw: Any, viewer: int) -> Rows | None:
            grid = _grid(raw, rows, columns)
            return None if grid is None else _cells(grid, (rows, columns), value)

        return read

    def planes(raw: Any, viewer: int) -> Rows | None:
        grid = _grid(raw, rows, columns)
        if grid is None or grid.ndim != 3 or (grid.sum(0) > 1).any():
            return None
        # An empty cell has a plane of its own, or none.
        has_empty = bool((grid.sum(0) == 1).all())
        return _cells(np.where(grid.any(0), grid.argmax(0) + (not has_empty), 0), (rows, columns), _power)

    yield Encoding("values of tiles", cells(_tile))
    yield Encoding("powers of two", cells(_power))
    yield Encoding("planes of powers of two", planes)


def _of_quartet(rows: int, columns: int) -> Iterator[Encoding]:
    def cells(empty: int | None) -> Callable[[Any, int], Rows | None]:
        def read(raw: Any, viewer: int) -> Rows | None:
            grid = _grid(raw, rows, columns)
            piece = range(16)
            if grid is None:
                return None
            return _cells(grid, (rows, columns), lambda cell: None if cell == empty else piece[int(cell)])

        return read

    def planes(bits: list[int]) -> Callable[[Any, int], Rows | None]:
        def read(raw: Any, viewer: int) -> Rows | None:
            grid = _grid(raw, rows, columns)
            if grid is None or grid.ndim != 3 or len(grid) not in (5, 10):
                return None
            pieces = sum(bit * (grid[1 + number] != 0) for number, bit in enumerate(bits))
            return _cells(np.where(grid[0] != 0, pieces, -1), (rows, columns), lambda cell: None if cell < 0 else cell)

        return read

    yield Encoding("planes of occupied cells and of bits", planes([8, 4, 2, 1]))
    yield Encoding("planes of occupied cells and of bits, the smallest first", planes([1, 2, 4, 8]))
    yield Encoding("numbers of pieces, None for empty", cells(None))
    yield Encoding("numbers of pieces, -1 for empty", cells(-1))


def candidates(game: str, rows: int, columns: int) -> list[Encoding]:
    """Returns the ways to read a game's board, the more usual first."""
    of = {"connect-four": _of_connect_four, "2048": _of_2048, "quartet": _of_quartet}
    return list(of[game](rows, columns))


def snapshot(raw: Any) -> Any:
    """Returns a copy of an observation that nothing writes over."""
    if isinstance(raw, Mapping):
        return {name: snapshot(part) for name, part in raw.items()}
    if isinstance(raw, (list, tuple)):
        return [snapshot(part) for part in raw]
    if raw is None or isinstance(raw, (str, bytes, int, float)):
        return raw
    return np.array(raw)


def is_same(raw: Any, copy: Any) -> bool:
    """Returns whether an observation equals the copy of one."""
    if isinstance(copy, dict):
        return bool(raw.keys() == copy.keys()) and all(is_same(raw[name], part) for name, part in copy.items())
    if isinstance(copy, list):
        return len(raw) == len(copy) and all(map(is_same, raw, copy))
    if isinstance(copy, np.ndarray):
        now = np.asarray(raw)
        return now.shape == copy.shape and now.dtype == copy.dtype and now.tobytes() == copy.tobytes()
    return bool(raw == copy)


def differences(expected: Rows, found: Rows) -> list[tuple[int, int]]:
    """Returns the cells, row and column, in which boards of one shape differ."""
    return [
        (row, column)
        for row, (ours, theirs) in enumerate(zip(expected, found, strict=True))
        for column, (our, their) in enumerate(zip(ours, theirs, strict=True))
        if our != their
    ]


def draw_boards(boards: dict[str, Rows]) -> str:
    """Draws boards side by side, each below its title."""
    blocks = []
    for title, rows in boards.items():
        texts = [["." if token is None else str(token) for token in row] for row in rows]
        cell = max(len(text) for row in texts for text in row)
        lines = [title, *(" ".join(text.rjust(cell) for text in row) for row in texts)]
        width = max(map(len, lines))
        blocks.append([line.ljust(width) for line in lines])
    return "\n".join("    ".join(parts).rstrip() for parts in zip(*blocks, strict=True))
