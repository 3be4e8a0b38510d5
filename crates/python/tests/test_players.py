"""Players and solvers by the specifications of the command line."""

import os
import pickle
import signal
import threading
import time

import pytest

import quincunx
from quincunx.typing import GameId


@pytest.mark.parametrize("game", [game.id for game in quincunx.games()])
@pytest.mark.parametrize("spec", ["random:seed=3", "greedy", "level:1"])
def test_players_play_any_game(game: GameId, spec: str) -> None:
    session = quincunx.new(game, seed=1)
    player = quincunx.agent(spec)
    for _ in range(6):
        if session.is_over:
            break
        action = player.choose(session)
        assert session.is_legal(action)
        assert quincunx.agent(spec).choose(session) == action
        session.play(action)


def test_an_agent_plays_one_game_after_another() -> None:
    agent = pickle.loads(pickle.dumps(quincunx.agent("mcts:50")))
    assert agent.spec == "mcts:50"
    for game in ("connect-four", "2048", "connect-four"):
        session = quincunx.new(game)
        assert session.is_legal(agent.choose(session))


def test_an_analysis_judges_every_action() -> None:
    # x x x . : the fourth wins at once.
    session = quincunx.new("connect-four")
    for column in (0, 0, 1, 1, 2, 2):
        session.play(column)
    analysis = quincunx.agent("solver").analyze(session)
    assert analysis.best == analysis.actions[0].action == 3
    best = analysis.actions[0]
    assert (best.kind, best.plies, best.bound, best.value, best.text, best.score) == ("win", 1, "exactly", 1.0, "4", 18)
    assert sorted(judged.action for judged in analysis.actions) == list(range(7))
    limited = quincunx.agent("mcts:100000").analyze(quincunx.new("connect-four"), nodes=60)
    assert limited.nodes == 60
    points = quincunx.agent("greedy").analyze(quincunx.new("2048"))
    assert {judged.kind for judged in points.actions} == {"points"}


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("", "does not name a player"),
        ("oracle", "no game has a player `oracle`"),
        ("mcts:=", "does not name a player"),
    ],
)
def test_texts_that_name_no_player_are_refused(spec: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        quincunx.agent(spec)


def test_players_that_a_game_has_not_are_refused_when_asked() -> None:
    session = quincunx.new("2048")
    with pytest.raises(ValueError, match="there is no player `human` for this game; there are level, random"):
        quincunx.agent("human").choose(session)
    with pytest.raises(ValueError, match="simulations"):
        quincunx.agent("mcts:simulations=0").choose(session)
    over = quincunx.new("connect-four")
    for column in (0, 1, 0, 1, 0, 1, 0):
        over.play(column)
    with pytest.raises(ValueError, match="the game is over"):
        quincunx.agent("random").choose(over)
    with pytest.raises(ValueError, match="seconds"):
        quincunx.agent("random").choose(session, seconds=-1.0)


def test_all_columns_are_scored() -> None:
    solver = quincunx.Solver("connect-four")
    session = quincunx.new("connect-four")
    for column in "44444432655551":
        session.play(column)
    # As `quincunx solve --all` prints it.
    scores = solver.scores(session)
    assert scores == [1, 0, 1, None, 0, 0, 0]
    assert solver.score(session) == 1
    line = solver.principal_variation(session)
    assert scores[line[0]] == solver.score(session)
    assert solver.bounds(session, nodes=1_000_000) == (solver.score(session), solver.score(session))
    assert solver.action_bounds(session)[3] is None
    low, high = solver.bounds(session, weak=True)
    assert low is not None and high is not None and (low > 0) == (solver.score(session) > 0)


def test_solvers_are_of_one_game_and_its_rules() -> None:
    with pytest.raises(ValueError, match="2048 has no exact solver; these have: connect-four, quartet"):
        quincunx.Solver("2048")
    solver = quincunx.Solver("connect-four", columns=5, book=False)
    assert repr(solver).startswith('quincunx.Solver("connect-four", threads=1, book=False, ') and "columns=5" in repr(solver)
    assert repr(eval(repr(solver))) == repr(solver)
    with pytest.raises(ValueError, match="of another game or other rules"):
        solver.score(quincunx.new("connect-four"))
    with pytest.raises(ValueError, match="at least one thread"):
        quincunx.Solver("connect-four", threads=0)


@pytest.mark.skipif(os.name != "posix", reason="signals are raised so on POSIX alone")
def test_a_signal_ends_long_work() -> None:
    """A search without a bound ends soon after Ctrl-C, with what its handler raises, and the agent goes on to be used."""
    agent = quincunx.agent("mcts:1000000000")
    session = quincunx.new("connect-four")
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        agent.choose(session)
    timer.join()
    assert session.is_legal(agent.choose(session, nodes=10))


def test_other_threads_run_while_a_player_thinks() -> None:
    ticks = []
    done = threading.Event()

    def tick() -> None:
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    before = len(ticks)
    quincunx.agent("mcts:1000000000").choose(quincunx.new("connect-four"), seconds=0.3)
    after = len(ticks)
    done.set()
    thread.join()
    assert after > before + 1, "the interpreter's lock was kept"


@pytest.mark.parametrize("kind", ["agent", "solver"])
def test_a_session_can_be_played_on_while_it_is_thought_about(kind: str) -> None:
    session = quincunx.new("connect-four", columns=10, rows=10)
    answers: list[object] = []

    def think() -> None:
        if kind == "agent":
            answers.append(quincunx.agent("mcts:1000000000").choose(session, seconds=0.5))
        else:
            answers.append(quincunx.Solver("connect-four", columns=10, rows=10).bounds(session, seconds=0.5))

    thread = threading.Thread(target=think)
    thread.start()
    time.sleep(0.1)
    session.play(0)
    session.undo()
    thread.join()
    assert len(answers) == 1


@pytest.mark.skipif(os.name != "posix", reason="signals are raised so on POSIX alone")
@pytest.mark.parametrize("kind", ["agent", "solver"])
def test_who_waits_for_another_thread_hears_signals(kind: str) -> None:
    session = quincunx.new("connect-four", columns=10, rows=10)
    agent, solver = quincunx.agent("mcts:1000000000"), quincunx.Solver("connect-four", columns=10, rows=10)

    def ask() -> object:
        return agent.choose(session, seconds=3.0) if kind == "agent" else solver.bounds(session, seconds=3.0)

    thread = threading.Thread(target=ask)
    thread.start()
    time.sleep(0.1)
    began = time.monotonic()
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        ask()
    assert thread.is_alive(), f"the other thread was waited for: {time.monotonic() - began:.1f} s"
    timer.join()
    thread.join()


def test_analyses_and_solvers_are_pickled() -> None:
    session = quincunx.new("connect-four", columns=5, rows=4)
    analysis = quincunx.agent("mcts:200").analyze(session)
    assert pickle.loads(pickle.dumps(analysis)) == analysis
    assert pickle.loads(pickle.dumps(analysis.actions[0])) == analysis.actions[0]
    solver = quincunx.Solver("connect-four", columns=5, rows=4, threads=2, book=False)
    assert pickle.loads(pickle.dumps(solver)).score(session) == solver.score(session)
