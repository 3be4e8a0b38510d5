"""Environments as Stable-Baselines3 takes them: its own checker, and a few steps of its learner."""

import warnings
from typing import Any

import gymnasium
import pytest
from stable_baselines3 import PPO
from stable_baselines3.common.env_checker import check_env

import quincunx
import quincunx.gym

GAMES: list[tuple[str, dict[str, Any]]] = [
    *((game.id, {}) for game in quincunx.games()),
    ("connect-four", {"opponent": None}),
    ("2048", {"width": 3}),
]


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_stable_baselines_finds_nothing_wrong(game: str, options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        # It takes every array of bytes with three axes for a picture, and wants one to have a certain size.
        warnings.filterwarnings("ignore", message=".*image.*")
        check_env(gymnasium.make(quincunx.gym.environment_id(game), **options))


def test_stable_baselines_learns() -> None:
    environment = gymnasium.wrappers.FlattenObservation(gymnasium.make("quincunx/Game2048-v0"))
    learner = PPO("MlpPolicy", environment, n_steps=64, batch_size=32, device="cpu", seed=1)
    learner.learn(256)
    seen, _ = environment.reset(seed=1)
    action, _ = learner.predict(seen)
    assert action in environment.action_space
