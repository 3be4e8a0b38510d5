"""Our games as games of OpenSpiel: its own test of random games, its players, and sessions beside them."""

import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts

import quincunx
import quincunx.openspiel

GAMES = [
    "quincunx_connect_four",
    "quincunx_connect_four(columns=5,rows=4)",
    "quincunx_quartet",
    "quincunx_quartet(topology=torus)",
]


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_finds_nothing_wrong(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=5, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_states_are_sessions(name: str) -> None:
    state = pyspiel.load_game(name).new_initial_state()
    draw = random.Random(1)
    tensors = state.get_game().make_py_observer()
    while not state.is_terminal():
        session = state.session
        assert state.current_player() == session.player
        assert state.legal_actions() == session.legal_actions()
        tensors.set_from(state, 0)
        assert np.array_equal(tensors.tensor, np.frombuffer(session.observation(0), np.uint8))
        other = state.clone()
        action = draw.choice(state.legal_actions())
        assert state.action_to_string(action) == session.action_text(action)
        state.apply_action(action)
        assert state.session.ply == other.session.ply + 1
    assert sum(state.returns()) == 0


@pytest.mark.parametrize(
    ("name", "most"),
    [("quincunx_connect_four", 42), ("quincunx_connect_four(columns=5,rows=4)", 20), ("quincunx_quartet", 32)],
)
def test_games_are_as_long_as_their_boards_allow(name: str, most: int) -> None:
    """Found as wrong: 10,000 for every game, which is the room that algorithms make for each."""
    game = pyspiel.load_game(name)
    assert game.max_game_length() == most
    draw = random.Random(1)
    lengths = []
    for _ in range(200):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(draw.choice(state.legal_actions()))
        lengths.append(state.session.ply)
    assert max(lengths) <= most


def test_a_search_of_openspiel_finds_a_four() -> None:
    game = pyspiel.load_game("quincunx_connect_four(columns=5,rows=4)")
    state = game.new_initial_state()
    for column in (0, 4, 1, 4, 2, 4):
        state.apply_action(column)
    evaluator = mcts.RandomRolloutEvaluator(2, np.random.RandomState(1))
    player = mcts.MCTSBot(game, 2.0, 200, evaluator, random_state=np.random.RandomState(1))
    assert player.step(state) == 3


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="option `columns` takes a whole number from 4 to 64"):
        pyspiel.load_game("quincunx_connect_four(columns=3)")
