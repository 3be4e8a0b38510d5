"""The learning example learns."""

import importlib.util
import pathlib

EXAMPLE = pathlib.Path(__file__).parent.parent / "examples" / "learn.py"


def test_masked_policy_optimisation_beats_random_play() -> None:
    """By 300 thousandths of all games after 150,000 steps: more than ten standard errors of 2,000 games above what luck gives."""
    spec = importlib.util.spec_from_file_location("learn", EXAMPLE)
    assert spec is not None and spec.loader is not None
    learn = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(learn)
    at_random = learn.won(None, 5, 4, seed=2)
    network = learn.train(5, 4, steps=150_000, seed=2)
    assert learn.won(network, 5, 4, seed=2) > at_random + 0.3
