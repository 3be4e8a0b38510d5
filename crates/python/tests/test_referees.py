"""OpenSpiel as an independent referee: random games, step by step equal."""

import random

import numpy as np
import numpy.typing as npt
import pyspiel
import pytest

import quincunx


@pytest.mark.parametrize(("rows", "columns", "games"), [(6, 7, 1000), (4, 5, 500), (8, 8, 200), (9, 10, 100)])
def test_connect_four_is_that_of_openspiel(rows: int, columns: int, games: int, times: int) -> None:
    """Legal columns, who acts, boards and results, on boards in a word and beyond."""
    referee = pyspiel.load_game(f"connect_four(rows={rows},columns={columns})")
    draw = random.Random(rows)
    for _ in range(games * times):
        state = referee.new_initial_state()
        session = quincunx.new("connect-four", rows=rows, columns=columns)
        while not state.is_terminal():
            legal = session.legal_actions()
            assert state.legal_actions() == legal
            assert state.current_player() == session.player
            action = draw.choice(legal)
            state.apply_action(action)
            session.play(action)
        assert session.is_over and session.outcome is not None
        winner = session.outcome.winner
        assert state.returns() == [{None: 0.0, player: 1.0}.get(winner, -1.0) for player in (0, 1)]
        # OpenSpiel writes x for the first player, the top row first.
        board = "".join(
            "".join({None: ".", session_token(session, 0): "x"}.get(token, "o") for token in row) + "\n"
            for row in session.view().board
        )
        assert str(state).split() == board.split()


def session_token(session: quincunx.Session, player: int) -> int:
    """Returns the token of a player's stones, by the first one that was dropped."""
    effect = session.effects(player + 1)[0][0]
    assert effect.token is not None
    return effect.token


#: Up, down, left and right, as OpenSpiel numbers them.
DIRECTIONS = [0, 2, 3, 1]


def test_2048_is_that_of_openspiel(times: int) -> None:
    """Slides, merges, points, possible directions and the end, for the pieces that our games drew."""
    referee = pyspiel.load_game("2048")
    draw = random.Random(1)
    for seed in range(1000 * times):
        session = quincunx.new("2048", seed=seed)
        state = referee.new_initial_state()
        add_pieces(state, session)
        has_merged = False
        while True:
            board = np.array([[token or 0 for token in row] for row in session.view().board])
            if board.max() >= 2048:
                # There OpenSpiel's game ends.
                break
            numbers = [int(number) for number in str(state).split()]
            assert numbers == board.ravel().tolist()
            legal = session.legal_actions()
            assert state.is_terminal() == session.is_over
            if state.is_terminal():
                break
            listed = {action for action in range(4) if DIRECTIONS[action] in state.legal_actions()}
            assert listed <= set(legal)
            # OpenSpiel takes a piece that a merge has just made for one that cannot merge again, until the next move, and leaves
            # out directions in which nothing but such pieces would. Its moves themselves know better.
            for action in set(legal) - listed:
                assert not slides(board, action) and has_merged
            action = draw.choice(legal)
            before = session.points
            session.play(action)
            state.apply_action(DIRECTIONS[action])
            assert state.rewards()[0] == session.points - before
            has_merged = session.points > before
            add_pieces(state, session)
        assert state.returns()[0] == session.points


def slides(board: npt.NDArray[np.int64], action: int) -> bool:
    """Tells whether a piece has a free field before it in a direction."""
    rows = [board.T, board.T[:, ::-1], board, board[:, ::-1]][action]
    return bool(((rows[:, :-1] == 0) & (rows[:, 1:] != 0)).any())


def add_pieces(state: pyspiel.State, session: quincunx.Session) -> None:
    """Has OpenSpiel's chance draw what ours drew in the last ply, which must be one of its outcomes with our probability."""
    for text in session.chances():
        value, cell = text.split("@")
        column, row = map(int, cell.split(";"))
        outcome = 2 * (4 * row + column) + (value == "4")
        assert state.is_chance_node()
        outcomes = dict(state.chance_outcomes())
        share = (0.1 if value == "4" else 0.9) / (len(outcomes) / 2)
        assert outcomes[outcome] == pytest.approx(share)
        state.apply_action(outcome)
