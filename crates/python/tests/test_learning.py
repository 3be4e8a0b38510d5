"""The learning examples learn."""

import importlib.util
import pathlib
import sys
from types import ModuleType

EXAMPLES = pathlib.Path(__file__).parent.parent / "examples"


def example(name: str) -> ModuleType:
    """Loads an example as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look for their module.
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def test_masked_policy_optimisation_beats_random_play() -> None:
    """By 300 thousandths of all games after 150,000 steps: more than ten standard errors of 2,000 games above what luck gives."""
    learn = example("learn")
    at_random = learn.won(None, 5, 4, seed=2)
    network = learn.train(5, 4, steps=150_000, seed=2)
    assert learn.won(network, 5, 4, seed=2) > at_random + 0.3


def test_self_play_gives_away_less_and_less() -> None:
    """Against the exact solver: after 1,280 games of 64 simulations a fifth less alone, and a third less with search."""
    alphazero = example("alphazero")
    task = alphazero.TASKS["connect-four"]
    truth = alphazero.Truth(task, 300, seed=0)
    network, curve = alphazero.learn(task, minutes=60.0, seed=1, truth=truth, iterations=10)
    assert curve[-1]["network"] < 0.8 * curve[0]["network"]
    assert curve[-1]["search"] < 0.7 * curve[0]["search"]
    assert curve[-1]["search"] < truth.of(alphazero.without_opinion, task.simulations)


def test_gradients_are_those_of_the_loss() -> None:
    """Of both networks, by differences."""
    import numpy as np

    alphazero = example("alphazero")
    for task in alphazero.TASKS.values():
        network = task.network(3)
        network.weights = [weight.astype(np.float64) for weight in network.weights]
        session, draw = task.session(), np.random.default_rng(1)
        session.play(0)
        shape = session.observation_shape[0]
        seen = draw.integers(2, size=(4, *shape)).astype(np.uint8)
        of_logits, of_values = draw.normal(size=(4, session.action_count)), draw.normal(size=4)

        def loss() -> float:
            logits, values, _ = network.forward(seen)
            return float((logits * of_logits).sum() + (values * of_values).sum())

        gradients = network.backward(network.forward(seen)[2], of_logits, of_values)
        for weight, gradient in zip(network.weights, gradients, strict=True):
            place = tuple(draw.integers(size) for size in weight.shape)
            before = weight[place]
            weight[place] = before + 1e-5
            above = loss()
            weight[place] = before - 1e-5
            below = loss()
            weight[place] = before
            assert abs((above - below) / 2e-5 - gradient[place]) < 1e-3 * max(1.0, abs(gradient[place])), task.game
