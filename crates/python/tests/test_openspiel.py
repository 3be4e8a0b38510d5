"""Our games as games of OpenSpiel: its own test of random games, its players, and sessions beside them."""

import pickle
import random
import subprocess
import sys

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import mcts
from open_spiel.python.bots import uniform_random

import quincunx
import quincunx.openspiel

GAMES = [
    "quincunx_connect_four",
    "quincunx_connect_four(columns=5,rows=4)",
    "quincunx_quartet",
    "quincunx_quartet(topology=torus)",
    "quincunx_2048",
    "quincunx_2048(width=3,height=2,scoring=contest,four_rate=0.5)",
    "quincunx_2048(width=2,height=2,four_rate=1.0)",
    "quincunx_shariki",
    "quincunx_shariki(columns=5,rows=6,colours=4,swaps=8,chance_bits=1)",
    "quincunx_shariki(columns=6,rows=4,swaps=5,stuck=end,verticals=250,chance_bits=64)",
    "quincunx_match_three",
    "quincunx_match_three(columns=4,rows=5,tokens=ABCD,moves=6,chance_bits=12)",
    "quincunx_levels",
    "quincunx_levels(named=hourglass,chance_bits=4)",
]

#: Those in which chance acts.
OF_CHANCE = GAMES[4:]


def draw(generator: random.Random, state: pyspiel.State) -> int:
    """Draws what happens next: what chance does, by its probabilities, or a legal action."""
    if not state.is_chance_node():
        return int(generator.choice(state.legal_actions()))
    outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
    return int(generator.choices(outcomes, probabilities)[0])


def test_all_games_are_there() -> None:
    registered = {game.short_name for game in pyspiel.registered_games()}
    assert {quincunx.openspiel.short_name(game.id) for game in quincunx.games()} <= registered


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_finds_nothing_wrong(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_states_are_sessions(name: str) -> None:
    game = pyspiel.load_game(name)
    state, generator = game.new_initial_state(), random.Random(1)
    tensors, rewards, nodes = game.make_py_observer(), np.zeros(game.num_players()), 0
    while True:
        session = state.session
        tensors.set_from(state, 0)
        assert np.array_equal(tensors.tensor, np.frombuffer(session.observation(0), np.uint8))
        rewards += state.rewards()
        assert rewards.tolist() == state.returns()
        if state.is_terminal():
            break
        other = state.clone()
        action = draw(generator, state)
        if state.is_chance_node():
            nodes += 1
            assert session.player is None and state.rewards() == [0.0]
            outcomes = state.chance_outcomes()
            assert len(outcomes) <= game.max_chance_outcomes()
            assert sum(probability for _, probability in outcomes) == pytest.approx(1)
        else:
            assert state.current_player() == session.player
            assert state.legal_actions() == session.legal_actions()
            assert state.action_to_string(action) == session.action_text(action)
        before = str(other)
        state.apply_action(action)
        assert str(other) == before and len(state.history()) == len(other.history()) + 1
        other.apply_action(action)
        assert str(other) == str(state) and other.session == state.session
    assert state.session.ply <= game.max_game_length() and nodes <= game.max_chance_nodes_in_history()
    assert len(state.full_history()) <= min(game.max_history_length(), game.max_move_number())
    if game.num_players() == 2:
        assert sum(state.returns()) == 0
    else:
        assert state.returns() == [state.session.points]


@pytest.mark.parametrize("name", GAMES)
def test_states_are_written_and_read_again(name: str) -> None:
    """As OpenSpiel and as pickle do, and as the actions that lead to them."""
    game = pyspiel.load_game(name)
    state, generator = game.new_initial_state(), random.Random(2)
    for step in range(60):
        if step % 7 == 0:
            _, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
            pickled = pickle.loads(pickle.dumps(state))
            replayed = pickle.loads(pickle.dumps(game)).new_initial_state()
            for action in state.history():
                replayed.apply_action(action)
            for other in (read, pickled, replayed):
                assert str(other) == str(state) and other.history() == state.history()
                assert other.session == state.session and other.returns() == state.returns()
        if state.is_terminal():
            break
        state.apply_action(draw(generator, state))


def test_other_processes_read_what_was_pickled() -> None:
    game = pyspiel.load_game("quincunx_2048(width=2,height=3)")
    state = game.new_initial_state()
    state.apply_action(3)
    for pickled, text in ((pickle.dumps(game), str(game)), (pickle.dumps(state), str(state))):
        read = f"import pickle; print(pickle.loads({pickled!r}))"
        reported = subprocess.run([sys.executable, "-c", read], check=True, capture_output=True, text=True)
        assert reported.stdout.strip() == text


def test_pieces_of_2048_come_with_their_probabilities() -> None:
    game = pyspiel.load_game("quincunx_2048(width=2,height=3,four_rate=0.25)")
    assert game.max_chance_outcomes() == 12 and game.num_players() == 1
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert game.get_type().reward_model == pyspiel.GameType.RewardModel.REWARDS
    state = game.new_initial_state()
    for free in (6, 5):
        reported = {state.action_to_string(action): share for action, share in state.chance_outcomes()}
        assert len(reported) == 2 * free
        assert all(share == pytest.approx({"2": 0.75, "4": 0.25}[text[0]] / free) for text, share in reported.items())
        assert "2@1;2" in reported
        state.apply_action(0)
    assert str(state) == "2,2/0,0/0,0 0 0 0"
    state.apply_action(state.session.parse_action("left"))
    assert (str(state), state.returns(), state.rewards()) == ("4,0/0,0/0,0 4 1 1", [0.0], [0.0])
    state.apply_action(2)
    assert (state.returns(), state.rewards()) == ([4.0], [4.0])


def test_outcomes_are_listed_once_a_node(monkeypatch: pytest.MonkeyPatch) -> None:
    state = pyspiel.load_game("quincunx_2048").new_initial_state()
    session, listed = state.session, []

    class Counted:
        """The session, which counts how often it is asked what chance can do."""

        def __getattr__(self, name: str) -> object:
            if name == "chance_outcomes":
                listed.append(session.ply)
            return getattr(session, name)

    state.session = Counted()
    for outcome in (0, 3):
        outcomes = [action for action, _ in state.chance_outcomes()]
        assert outcomes == state.legal_actions()
        assert len({state.action_to_string(action) for action in outcomes}) == len(outcomes)
        state.apply_action(outcome)
    assert listed == [0, 0], "two pieces begin the game"


@pytest.mark.parametrize("name", OF_CHANCE)
def test_chance_is_that_of_sessions(name: str) -> None:
    """What chance does where it is drawn, and the record of the game, which sessions without nodes read."""
    game = pyspiel.load_game(name)
    state, generator = game.new_initial_state(), random.Random(3)
    while not state.is_terminal():
        state.apply_action(draw(generator, state))
    again = quincunx.replay(state.session.record())
    assert again.is_over and (again.points, again.position) == (state.session.points, state.session.position)
    assert all(again.chances(ply) == state.session.chances(ply) for ply in range(again.ply + 1))


def test_chance_has_as_many_bits_as_wanted() -> None:
    for bits, nodes in ((1, [2]), (8, [256]), (12, [256, 16]), (64, [256] * 8)):
        game = pyspiel.load_game(f"quincunx_match_three(columns=4,rows=4,moves=2,chance_bits={bits})")
        state = game.new_initial_state()
        for outcomes in nodes:
            assert state.is_chance_node() and len(state.chance_outcomes()) == outcomes
            state.apply_action(outcomes - 1)
        assert state.current_player() == 0
        drawn = quincunx.new("match-three", columns=4, rows=4, moves=2, seed=2**bits - 1)
        assert state.session.position == drawn.position and state.returns() == [drawn.points] == state.rewards()
        assert game.max_chance_nodes_in_history() == 3 * len(nodes)


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("quincunx_connect_four", 42),
        ("quincunx_connect_four(columns=5,rows=4)", 20),
        ("quincunx_quartet", 32),
        ("quincunx_2048(width=2,height=2)", 32),
        ("quincunx_shariki", 30),
        ("quincunx_match_three", 20),
    ],
)
def test_games_are_as_long_as_their_rules_allow(name: str, most: int) -> None:
    game = pyspiel.load_game(name)
    assert game.max_game_length() == most
    generator = random.Random(1)
    lengths = []
    for _ in range(200 if game.num_players() == 2 else 10):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(draw(generator, state))
        lengths.append(state.session.ply)
    assert max(lengths) <= most


def test_a_game_without_an_end_is_as_long_as_can_be() -> None:
    for name in ("quincunx_shariki(swaps=0)", "quincunx_2048(width=64,height=64)"):
        game = pyspiel.load_game(name)
        assert game.max_game_length() == game.max_chance_nodes_in_history() == 2**30 - 1
        assert game.max_move_number() == game.max_history_length() == 2**31 - 2
    game = pyspiel.load_game("quincunx_2048")
    assert (game.max_game_length(), game.max_chance_nodes_in_history()) == (2**17, 2**17 + 2)


def test_a_search_of_openspiel_finds_a_four() -> None:
    game = pyspiel.load_game("quincunx_connect_four(columns=5,rows=4)")
    state = game.new_initial_state()
    for column in (0, 4, 1, 4, 2, 4):
        state.apply_action(column)
    evaluator = mcts.RandomRolloutEvaluator(2, np.random.RandomState(1))
    player = mcts.MCTSBot(game, 2.0, 200, evaluator, random_state=np.random.RandomState(1))
    assert player.step(state) == 3


@pytest.mark.parametrize("name", ["quincunx_2048(width=3,height=3)", "quincunx_shariki(swaps=4)", "quincunx_quartet"])
def test_environments_and_bots_of_openspiel_play(name: str) -> None:
    game = pyspiel.load_game(name)
    environment = rl_environment.Environment(game, chance_event_sampler=rl_environment.ChanceEventSampler(seed=1))
    bots = [uniform_random.UniformRandomBot(player, np.random.RandomState(1)) for player in range(game.num_players())]
    step = environment.reset()
    rewards = np.zeros(game.num_players())
    while not step.last():
        player = step.observations["current_player"]
        assert environment.get_state.legal_actions() == step.observations["legal_actions"][player]
        step = environment.step([bots[player].step(environment.get_state)])
        rewards += step.rewards
    opening = 0 if game.num_players() == 2 else points_of_the_opening(environment.get_state)
    assert (rewards + opening).tolist() == environment.get_state.returns()


def points_of_the_opening(state: pyspiel.State) -> int:
    """Returns the points of the opening, which environments of OpenSpiel do not report."""
    session = state.session.copy()
    session.go_to(0)
    return int(session.points)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="option `columns` takes a whole number from 4 to 64"):
        pyspiel.load_game("quincunx_connect_four(columns=3)")
    for bits in (0, 65, -1):
        with pytest.raises(ValueError, match="`chance_bits` is a whole number from 1 to 64"):
            pyspiel.load_game(f"quincunx_shariki(chance_bits={bits})")
    game = pyspiel.load_game("quincunx_match_three", {"deltas": "1,1 | 1,-1", "moves": 3})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize(("name", "count"), [("quincunx_2048(width=2,height=2)", 8), ("quincunx_shariki(chance_bits=12)", 256)])
def test_what_chance_cannot_do_changes_nothing(name: str, count: int) -> None:
    state = pyspiel.load_game(name).new_initial_state()
    before = str(state)
    for outcome in (-2, count, 10**6):
        with pytest.raises(ValueError, match=f"chance has the outcomes 0 to {count - 1} here, not {outcome}"):
            state.apply_action(outcome)
        assert (str(state), state.history(), state.is_chance_node()) == (before, [], True)
    state.apply_action(count - 1)
    assert state.history() == [count - 1]


def test_illegal_actions_change_nothing() -> None:
    state, generator = pyspiel.load_game("quincunx_2048(width=3,height=2)").new_initial_state(), random.Random(1)
    while not any(state.rewards()) or state.is_chance_node():
        state.apply_action(draw(generator, state))
    rewards = state.rewards()
    with pytest.raises(ValueError, match="is not legal"):
        state.apply_action(99)
    assert state.rewards() == rewards
