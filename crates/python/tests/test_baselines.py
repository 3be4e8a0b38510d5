"""Environments as Stable-Baselines3 takes them: its own checker, and a few steps of its learner."""

import importlib
import importlib.util
import sys
import types
import warnings
from collections.abc import Callable
from typing import Any
from unittest.mock import MagicMock

import gymnasium
import pytest

import quincunx
import quincunx.gym

#: It comes with `cargo xtask referees` alone, as it is gigabytes.
HAS_PYTORCH = importlib.util.find_spec("torch") is not None

#: What stands in for it.
PYTORCH = MagicMock()


def checker() -> Callable[[gymnasium.Env[Any, Any]], None]:
    """Imports the checker, without PyTorch where that is not installed: modules beside it name what they take from there."""
    stand_ins: dict[str, Any] = {}
    if not HAS_PYTORCH:
        # The package itself begins with its learners.
        package = types.ModuleType("stable_baselines3")
        found = importlib.util.find_spec("stable_baselines3")
        assert found is not None and found.submodule_search_locations is not None
        package.__path__ = found.submodule_search_locations
        stand_ins = {"stable_baselines3": package, "torch": PYTORCH, "torch.nn": PYTORCH.nn}
    sys.modules.update(stand_ins)
    try:
        check_env: Callable[[gymnasium.Env[Any, Any]], None] = importlib.import_module(
            "stable_baselines3.common.env_checker"
        ).check_env
        return check_env
    finally:
        # Others who ask whether PyTorch was imported would take them for it.
        for name in stand_ins:
            del sys.modules[name]
        # Annotations of what is imported have made types of it.
        PYTORCH.reset_mock()


check_env = checker()

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
    assert not PYTORCH.mock_calls, "the checker calls nothing of PyTorch"


@pytest.mark.skipif(not HAS_PYTORCH, reason="PyTorch is not installed")
def test_stable_baselines_learns() -> None:
    from stable_baselines3 import PPO

    environment = gymnasium.wrappers.FlattenObservation(gymnasium.make("quincunx/Game2048-v0"))
    learner = PPO("MlpPolicy", environment, n_steps=64, batch_size=32, device="cpu", seed=1)
    learner.learn(256)
    seen, _ = environment.reset(seed=1)
    action, _ = learner.predict(seen)
    assert action in environment.action_space
