"""Environments of PettingZoo: its own tests, and sessions beside them."""

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import quincunx
from quincunx import zoo
from quincunx.typing import GameId

TWO = [game.id for game in quincunx.games() if game.players == 2]


@pytest.mark.parametrize("game", TWO)
def test_pettingzoo_finds_nothing_wrong(game: GameId) -> None:
    with warnings.catch_warnings():
        # It advises against observations that are no pictures with numbers beyond 1, and ends by printing.
        warnings.simplefilter("ignore", UserWarning)
        api_test(zoo.env(game), num_cycles=200)
        api_test(zoo.raw_env(game), num_cycles=200)
        seed_test(lambda: zoo.env(game), num_cycles=100)
        render_test(lambda **arguments: zoo.env(game, **arguments))


@pytest.mark.parametrize("game", TWO)
def test_games_go_as_sessions_go(game: GameId) -> None:
    generator = np.random.default_rng(4)
    environment = zoo.raw_env(game)
    for episode in range(5):
        environment.reset(seed=episode)
        session = quincunx.new(game, seed=episode)
        total = {"player_0": 0.0, "player_1": 0.0}
        for agent in environment.agent_iter():
            seen, reward, terminated, truncated, _ = environment.last()
            total[agent] += reward
            if terminated or truncated:
                environment.step(None)
                continue
            assert agent == f"player_{session.player}"
            assert seen is not None
            assert seen["observation"].tobytes() == session.observation(session.player)
            assert list(np.flatnonzero(seen["action_mask"])) == session.legal_actions()
            assert not environment.observe("player_1" if agent == "player_0" else "player_0")["action_mask"].any()
            action = generator.choice(session.legal_actions())
            session.play(action)
            environment.step(action)
        outcome = session.outcome
        assert outcome is not None and environment.session == session
        wanted = {None: (0.0, 0.0), 0: (1.0, -1.0), 1: (-1.0, 1.0)}[outcome.winner]
        assert tuple(total.values()) == wanted


def test_games_for_one_are_refused() -> None:
    with pytest.raises(ValueError, match="2048 is a single-player game"):
        zoo.raw_env("2048")


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="no option `seed`"):
        zoo.env("connect-four", seed=1)  # type: ignore[call-arg]
    environment = zoo.raw_env("connect-four")
    environment.reset(seed=1)
    for wrong in (1.9, "3", None):
        with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
            environment.step(wrong)
    assert environment.session.ply == 0
    environment.step(np.int64(3))
    assert environment.session.ply == 1
