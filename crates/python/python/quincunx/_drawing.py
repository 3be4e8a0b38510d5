"""Drawings of positions without arrays: text for terminals, SVG for notebooks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from ._native import Face, Session, View

#: Dark, red, orange, yellow, green, blue, purple, light: the palette that all displays of Quincunx share.
PALETTE = (
    (58, 58, 66),
    (213, 69, 62),
    (230, 138, 46),
    (240, 200, 60),
    (76, 166, 92),
    (66, 122, 204),
    (146, 92, 182),
    (236, 232, 222),
)
PAPER = (250, 248, 243)
BOARD = (205, 200, 190)
MARK = (255, 226, 150)
INK = (20, 20, 24)

#: Outlines in a square from −1 to 1.
_POLYGONS = {
    "square": "-.8,-.8 .8,-.8 .8,.8 -.8,.8",
    "diamond": "0,-1 1,0 0,1 -1,0",
    "triangle": "0,-.95 .95,.75 -.95,.75",
    "star": "0,-1 .28,-.33 1,-.31 .42,.14 .62,.85 0,.42 -.62,.85 -.42,.14 -1,-.31 -.28,-.33",
    "hexagon": "-.5,-.87 .5,-.87 1,0 .5,.87 -.5,.87 -1,0",
}

#: Pixels of a field's side in SVG.
_FIELD = 40


def shown(session: Session) -> tuple[View, dict[int, Face]]:
    """Returns the view of a session's position and the faces of all tokens in it."""
    view = session.view()
    beside = [] if view.tray is None else [*view.tray.tokens, view.tray.selected]
    tokens = {token for token in (*sum(view.board, []), *beside) if token is not None}
    return view, {token: session.face(token) for token in tokens}


def tile_colour(step: int) -> tuple[int, int, int]:
    """Returns the colour of a tile by its step of the ramp, from pale to red to purple."""
    stops = ((238, 228, 218), (242, 177, 121), (213, 69, 62), (146, 92, 182), (58, 58, 66))
    place = min(step / 4.0, len(stops) - 1.001)
    low = int(place)
    share = place - low
    red, green, blue = (int(a + (b - a) * share) for a, b in zip(stops[low], stops[low + 1], strict=True))
    return red, green, blue


def text(view: View, faces: Mapping[int, Face]) -> str:
    """Writes a position as a grid of labels, with what stands beside the board below it."""

    def label(token: int | None) -> str:
        if token is None:
            return "."
        face = faces[token]
        return face.label or face.name[:1].upper()

    holes = set(view.holes)
    cells = [
        [" " if (column, row) in holes else label(token) for column, token in enumerate(tokens)]
        for row, tokens in enumerate(view.board)
    ]
    width = max(len(cell) for row in cells for cell in row)
    lines = [" ".join(cell.rjust(width) for cell in row).rstrip() for row in cells]
    if view.tray is not None:
        lines.append("left: " + " ".join(label(token) for token in view.tray.tokens))
        if view.tray.selected is not None:
            lines.append("to be placed: " + label(view.tray.selected))
    lines.extend(f"{name}: {value}" for name, value in view.counters)
    return "\n".join(lines) + "\n"


def svg(view: View, faces: Mapping[int, Face]) -> str:
    """Draws a position as SVG, with what stands beside the board below it."""
    rows, columns = len(view.board), len(view.board[0])
    beside = [] if view.tray is None else [*view.tray.tokens]
    if view.tray is not None and view.tray.selected is not None:
        beside.insert(0, view.tray.selected)
    strips = -(-len(beside) // columns)
    counters = ", ".join(f"{name} {value}" for name, value in view.counters)
    width, height = columns * _FIELD, (rows + strips) * _FIELD + (20 if counters else 0)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' font-family="sans-serif" role="img"><rect width="{width}" height="{height}" fill="{_rgb(PAPER)}"/>'
    ]
    holes, marked = set(view.holes), set(view.marked)
    outlined = {cell for line in view.lines for cell in line}
    for row, tokens in enumerate(view.board):
        for column, token in enumerate(tokens):
            if (cell := (column, row)) not in holes:
                ground = MARK if cell in marked else BOARD
                parts.extend(_field(cell, ground, None if token is None else faces[token], cell in outlined))
    for place, token in enumerate(beside):
        cell = (place % columns, rows + place // columns)
        is_selected = place == 0 and view.tray is not None and view.tray.selected is not None
        parts.extend(_field(cell, PAPER, faces[token], is_selected))
    if counters:
        parts.append(f'<text x="4" y="{height - 6}" font-size="12">{escape(counters)}</text>')
    return "".join(parts) + "</svg>"


def _field(
    cell: tuple[int, int], ground: tuple[int, int, int], face: Face | None, is_outlined: bool
) -> Iterator[str]:
    """Draws one field."""
    x, y = cell[0] * _FIELD, cell[1] * _FIELD
    line = f' stroke="{_rgb(INK)}" stroke-width="2"' if is_outlined else ""
    side = _FIELD - 2
    yield f'<rect x="{x + 1}" y="{y + 1}" width="{side}" height="{side}" rx="4" fill="{_rgb(ground)}"{line}/>'
    if face is None:
        return
    colour = tile_colour(face.tint) if face.shape == "tile" else PALETTE[face.tint % len(PALETTE)]
    dark = (colour[0] // 2, colour[1] // 2, colour[2] // 2)
    size = (0.4 if face.large else 0.27) * _FIELD
    middle = f'transform="translate({x + _FIELD / 2} {y + _FIELD / 2}) scale({size})"'
    style = f'fill="{_rgb(colour)}" stroke="{_rgb(dark)}" stroke-width=".12"'
    yield f"<g {middle} {style}><title>{escape(face.name)}</title>"
    if face.shape == "tile":
        yield '<rect x="-1.1" y="-1.1" width="2.2" height="2.2" rx=".2" stroke="none"/>'
    elif face.shape in _POLYGONS:
        yield f'<polygon points="{_POLYGONS[face.shape]}"/>'
    else:
        yield '<circle r=".95"/>'
    if face.shape == "ring" or not face.solid:
        yield f'<circle r=".4" fill="{_rgb(ground)}"/>'
    if face.label:
        ink = INK if sum(colour) > 380 else PAPER
        letters = 1.5 / max(1.3, 0.62 * len(face.label))
        yield (
            f'<text text-anchor="middle" y="{letters * 0.36:.2f}" font-size="{letters:.2f}" font-weight="bold"'
            f' stroke="none" fill="{_rgb(ink)}">{escape(face.label)}</text>'
        )
    yield "</g>"


def _rgb(colour: tuple[int, int, int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
