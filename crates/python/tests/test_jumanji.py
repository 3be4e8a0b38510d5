"""Jumanji as an independent referee of 2048: slides, merges, points and possible directions of random games."""

import multiprocessing
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import numpy.typing as npt

import quincunx

#: Our up, down, left and right, as Jumanji numbers them.
DIRECTIONS = np.array([0, 2, 3, 1])


def powers(session: quincunx.Session) -> npt.NDArray[np.int32]:
    """Returns the board as Jumanji has it: the binary logarithms of pieces."""
    board = [[0 if token is None else token.bit_length() - 1 for token in row] for row in session.view().board]
    return np.array(board, np.int32)


def moves(seed: int) -> Iterator[tuple[npt.NDArray[np.int32], int, npt.NDArray[np.int32], int, list[int]]]:
    """Plays a game at random: boards before and behind each slide, before a piece came, the points, the legal directions."""
    draw = random.Random(seed)
    session = quincunx.new("2048", seed=seed)
    while not session.is_over:
        before, legal, points = powers(session), session.legal_actions(), session.points
        action = draw.choice(legal)
        session.play(action)
        after = powers(session)
        (came,) = session.chances()
        column, row = map(int, came.split("@")[1].split(";"))
        after[row, column] = 0
        yield before, action, after, session.points - points, legal


def judge(parts: int) -> None:
    """Compares games, a hundred at a time."""
    import jax
    import jax.numpy as jnp
    from jumanji.environments.logic.game_2048 import Game2048
    from jumanji.environments.logic.game_2048.utils import move

    slide = jax.jit(jax.vmap(move))
    masks_of = jax.jit(jax.vmap(Game2048(board_size=4)._get_action_mask))
    for part in range(parts):
        played = [one for seed in range(100 * part, 100 * (part + 1)) for one in moves(seed)]
        befores, actions, afters, points, legal = zip(*played, strict=True)
        boards = jnp.array(np.stack(befores))
        slid, rewards = slide(boards, jnp.array(DIRECTIONS[list(actions)]))
        assert np.array_equal(slid, np.stack(afters))
        assert np.array_equal(rewards, np.array(points, np.float32))
        masks = np.asarray(masks_of(boards))[:, DIRECTIONS]
        assert [list(np.flatnonzero(mask)) for mask in masks] == list(legal)
        assert len(played) > 5000


def test_2048_is_that_of_jumanji(times: int) -> None:
    # JAX has a process of its own, as it does not stand forks, by which Ray begins.
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        pool.submit(judge, 10 * times).result()
