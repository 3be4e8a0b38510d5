"""Which games are played to find faults: random ones, and ones that reach what random play seldom meets."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from .._native import Agent, Session

__all__ = ["Policy", "planned", "policy_of_2048"]

#: Chooses an action; None ends the game.
Policy = Callable[[Session], "int | None"]


def _wins(session: Session, action: int) -> bool:
    """Returns whether an action wins at once."""
    after = session.copy()
    after.play(action)
    return after.outcome is not None and after.outcome.winner is not None


def _actions(session: Session) -> list[int]:
    return [action for _, action in session.history]


def _random(session: Session, draw: random.Random, only: list[int] | None = None) -> list[int]:
    """Plays at random, where it can among some actions only."""
    while not session.is_over:
        legal = session.legal_actions()
        session.play(draw.choice([action for action in legal if only and action in only] or legal))
    return _actions(session)


def _with_illegal(session: Session, actions: list[int], draw: random.Random) -> list[int]:
    """Puts an action that is not legal into a game, as late as one is found."""
    session.go_to(0)
    places = []
    for ply, action in enumerate(actions):
        illegal = sorted(set(range(session.action_count)) - set(session.legal_actions()))
        if illegal:
            places.append((ply, draw.choice(illegal)))
        session.play(action)
    if not places:
        return actions
    ply, illegal_action = draw.choice(places[-8:])
    return [*actions[:ply], illegal_action, *actions[ply:]]


def _full(session: Session, draw: random.Random, wins_last: bool) -> list[int] | None:
    """Plays to the last ply without a win, and wins with it or draws; None where it does not come to that."""
    while not session.is_over:
        legal = session.legal_actions()
        draw.shuffle(legal)
        is_last = session.ply + 1 == session.max_plies
        chosen = next((action for action in legal if _wins(session, action) == (is_last and wins_last)), None)
        if chosen is None:
            return None
        session.play(chosen)
    return _actions(session)


def _lines(rows: int, columns: int) -> list[list[tuple[int, int]]]:
    """Lists all fours, as heights and columns."""
    return [
        [(height + step * up, column + step * right) for step in range(4)]
        for height in range(rows)
        for column in range(columns)
        for up, right in ((1, 0), (0, 1), (1, 1), (1, -1))
        if height + 3 * up < rows and 0 <= column + 3 * right < columns
    ]


def _line(session: Session, draw: random.Random, line: list[tuple[int, int]], player: int, columns: int) -> list[int]:
    """Plays until a player has completed a four of Connect Four, if it comes to that; the other one lets it happen."""
    heights = [0] * columns
    while not session.is_over:
        legal = session.legal_actions()
        on = [column for column in legal if (heights[column], column) in line]
        below = [column for column in legal if any(at == column and heights[at] < height for height, at in line)]
        below = [column for column in below if column not in on and not _wins(session, column)]
        if session.player == player:
            good = [column for column in on if len(line) == 1 or not _wins(session, column)] or below
        else:
            good = below
        quiet = [column for column in legal if column not in on and not _wins(session, column)]
        column = draw.choice(good or quiet or legal)
        if session.player == player and column in on:
            line = [cell for cell in line if cell != (heights[column], column)]
        heights[column] += 1
        session.play(column)
    return _actions(session)


def planned(new: Callable[[], Session], games: int, seed: int, with_illegal: bool) -> Iterator[list[int]]:
    """Lists games without chance, each as its actions: at random, with wins everywhere, and to the last ply.

    Args:
        new: Begins a game.
        games: How many there are.
        seed: What random choices derive from.
        with_illegal: Whether some have an action that is not legal, which leaves the position as it is.
    """
    draw = random.Random(f"games {seed}")
    begun = new()
    is_connect_four = begun.game == "connect-four"
    size: list[list[int | None]] = begun.view().board
    columns = len(size[0])
    targets = [(line, player) for line in _lines(len(size), columns) for player in (0, 1)] if is_connect_four else []
    draw.shuffle(targets)
    for number in range(games):
        kind = number % 6
        if kind == 1:
            actions = _random(begun.copy(), draw)
            yield _with_illegal(begun.copy(), actions, draw) if with_illegal else actions
        elif kind == 2 and number % 24 == 2 and (begun.max_plies or 101) <= 100:
            tries = (_full(begun.copy(), draw, number % 48 == 2) for _ in range(200))
            yield next((actions for actions in tries if actions), []) or _random(begun.copy(), draw)
        elif kind == 3 and is_connect_four:
            first = draw.choice([0, columns - 2, draw.randrange(columns - 1)])
            yield _random(begun.copy(), draw, [first, first + 1])
        elif kind in (0, 4, 5) and targets:
            line, player = targets.pop()
            targets.insert(0, (line, player))
            yield _line(begun.copy(), draw, line, player, columns)
        else:
            yield _random(begun.copy(), draw)


def policy_of_2048(number: int, games: int, seed: object, with_illegal: bool) -> tuple[Policy, int]:
    """Returns how a game of 2048 is played, and for how many plies at most: at random, into a corner, or well.

    Args:
        number: Which game of all it is.
        games: How many there are.
        seed: What random choices derive from.
        with_illegal: Whether actions that are not legal are tried.
    """
    draw = random.Random(f"{seed} {number}")
    if games >= 100 and number in (6, 7):
        # Such games come to tiles of 2048.
        return Agent("expectimax:depth=1").choose, 1100
    share = 0.1 if with_illegal and number % 4 == 1 else 0.0
    to_corner = number % 4 == 3

    def choose(session: Session) -> int:
        legal = session.legal_actions()
        illegal = [action for action in range(session.action_count) if action not in legal]
        if illegal and draw.random() < share:
            return draw.choice(illegal)
        corner = [action for action in legal if action in (1, 2)]
        return draw.choice(corner if corner and to_corner else legal)

    return choose, 10_000
