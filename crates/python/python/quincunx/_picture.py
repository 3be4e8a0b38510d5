"""Pictures of positions as arrays of pixels, from views and faces alone."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from . import _drawing
from ._native import Face, View

#: Pixels of a field's side.
FIELD = 32

_PALETTE = np.array(_drawing.PALETTE, dtype=np.uint8)
_PAPER = np.array(_drawing.PAPER, dtype=np.uint8)
_BOARD = np.array(_drawing.BOARD, dtype=np.uint8)
_MARK = np.array(_drawing.MARK, dtype=np.uint8)
_INK = np.array(_drawing.INK, dtype=np.uint8)

#: Letters of three by five, a bit a pixel, the upper left one highest.
_FONT = dict(
    zip(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*",
        [
            0x7B6F, 0x2C97, 0x73E7, 0x72CF, 0x5BC9, 0x79CF, 0x79EF, 0x7252, 0x7BEF, 0x7BCF,
            0x2BED, 0x6BAE, 0x3923, 0x6B6E, 0x79A7, 0x79A4, 0x396B, 0x5BED, 0x7497, 0x126F,
            0x5BAD, 0x4927, 0x5FED, 0x6B6D, 0x2B6A, 0x6BA4, 0x2B73, 0x6BAD, 0x388E, 0x7492,
            0x5B6F, 0x5B6A, 0x5BFD, 0x5AAD, 0x5A92, 0x72A7, 0x5550,
        ],
        strict=True,
    )
)  # fmt: skip


def pixels(view: View, faces: Mapping[int, Face]) -> NDArray[np.uint8]:
    """Draws a position: uint8 (rows × 32, columns × 32, 3), with a strip below where tokens lie beside the board."""
    rows, columns = len(view.board), len(view.board[0])
    holes, marked = set(view.holes), set(view.marked)
    outlined = {cell for line in view.lines for cell in line}
    picture = np.empty((rows, FIELD, columns, FIELD, 3), dtype=np.uint8)
    for row, tokens in enumerate(view.board):
        for column, token in enumerate(tokens):
            cell = (column, row)
            ground = _PAPER if cell in holes else _MARK if cell in marked else _BOARD
            face = None if token is None else faces[token]
            picture[row, :, column] = _field(face, ground, cell in outlined)
    drawn = picture.reshape(rows * FIELD, columns * FIELD, 3)
    if view.tray is not None:
        drawn = np.concatenate([drawn, _strip(view, faces, columns)])
    return drawn


def _strip(view: View, faces: Mapping[int, Face], columns: int) -> NDArray[np.uint8]:
    """Draws the tray, the selected token first, in as many rows as all tokens of the game take."""
    assert view.tray is not None
    selected = [] if view.tray.selected is None else [view.tray.selected]
    tokens = selected + list(view.tray.tokens)
    # The strip keeps its height while tokens leave it.
    on_board = sum(token is not None for row in view.board for token in row)
    rows = -(-(len(tokens) + on_board) // columns)
    picture = np.empty((rows, FIELD, columns, FIELD, 3), dtype=np.uint8)
    picture[:] = _PAPER
    for place, token in enumerate(tokens):
        outlined = place < len(selected)
        picture[place // columns, :, place % columns] = _field(faces[token], _PAPER, outlined)
    return picture.reshape(rows * FIELD, columns * FIELD, 3)


def _field(face: Face | None, ground: NDArray[np.uint8], outlined: bool) -> NDArray[np.uint8]:
    """Draws one field."""
    field = np.empty((FIELD, FIELD, 3), dtype=np.uint8)
    field[:] = ground
    field[:1] = field[:, :1] = _PAPER
    if outlined:
        field[:3] = field[-3:] = field[:, :3] = field[:, -3:] = _INK
    if face is None:
        return field
    colour = _colour(face)
    size = 12.0 if face.large else 8.0
    # A darker edge keeps what is light apart from the board.
    field[_mask(face.shape, size + 1.5)] = colour // 2
    field[_mask(face.shape, size)] = colour
    if not face.solid:
        field[_mask(face.shape, size - 4.0)] = ground
    if face.label:
        is_light = not face.solid or int(colour.astype(int).sum()) > 380
        _write(field, face.label, _INK if is_light else _PAPER)
    return field


def _colour(face: Face) -> NDArray[np.uint8]:
    if face.shape != "tile":
        return np.asarray(_PALETTE[face.tint % len(_PALETTE)], dtype=np.uint8)
    return np.array(_drawing.tile_colour(face.tint), dtype=np.uint8)


def _mask(shape: str, size: float) -> NDArray[np.bool_]:
    """Returns the pixels of a shape of some half width about the middle of a field."""
    y, x = np.mgrid[0:FIELD, 0:FIELD] - (FIELD - 1) / 2
    radius = np.hypot(x, y)
    if shape == "disc":
        inside = radius <= size
    elif shape == "ring":
        inside = (radius <= size) & (radius >= size * 0.45)
    elif shape == "diamond":
        inside = np.abs(x) + np.abs(y) <= size * 1.2
    elif shape == "triangle":
        inside = (y <= size * 0.8) & (np.abs(x) <= (y + size) * 0.6)
    elif shape == "star":
        angle = np.arctan2(x, -y) * 5
        inside = radius <= size * (0.72 + 0.32 * np.cos(angle))
    elif shape == "hexagon":
        inside = (np.abs(y) <= size * 0.87) & (np.abs(x) + np.abs(y) * 0.577 <= size)
    else:
        inside = np.maximum(np.abs(x), np.abs(y)) <= size
    return np.asarray(inside, dtype=np.bool_)


def _write(field: NDArray[np.uint8], label: str, ink: NDArray[np.uint8]) -> None:
    """Writes a label into the middle of a field, as large as it fits; characters without a letter are left out."""
    letters = [_FONT[letter] for letter in label.upper() if letter in _FONT]
    if not letters:
        return
    scale = max(1, min(3, (FIELD - 6) // (4 * len(letters))))
    width, height = (4 * len(letters) - 1) * scale, 5 * scale
    left, top = (FIELD - width) // 2, (FIELD - height) // 2
    for number, letter in enumerate(letters):
        for bit in range(15):
            if letter >> (14 - bit) & 1:
                y = top + bit // 3 * scale
                x = left + (4 * number + bit % 3) * scale
                field[y : y + scale, max(x, 0) : x + scale] = ink
