"""Measures how fast environments and sessions are stepped, by CPU time on one thread, with peers beside them where they are installed.

    cargo xtask wheel && pip install target/wheels/quincunx-*.whl gymnasium open_spiel pgx jumanji envpool
    OMP_NUM_THREADS=1 python crates/python/benches/speed.py [WORD…]

Prints a line a measurement, or those whose names contain a word: millions of steps a second of CPU time, the best of five rounds, and
what `import quincunx` takes.
Policies are uniformly random legal actions (`policy.py`), drawn for all environments at once and counted with the steps; a step that
begins a game counts for nothing. tile-match-gym needs a NumPy that JAX does not stand: it is measured in an environment of its own.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import peers
import quincunx
from policy import UniformPolicy
from quincunx.gym import QuincunxEnv, QuincunxVectorEnv
from quincunx.typing import GameId

COUNT = 1024
ROUNDS = 5
#: CPU seconds of a round, about.
ROUND = 0.4
IMPORT = "import quincunx"


Run = Callable[[int], int]


def is_wanted(name: str) -> bool:
    """Tells whether a measurement is among those asked for."""
    return len(sys.argv) == 1 or any(word in name for word in sys.argv[1:])


def best(name: str, run: Run) -> None:
    """Prints the best rate of some rounds; ``run`` makes about so many steps and returns how many it made."""
    if not is_wanted(name):
        return
    steps = 1000
    while True:
        begun = time.process_time()
        run(steps)
        spent = time.process_time() - begun
        if spent > ROUND / 4:
            steps = max(1, int(steps * ROUND / spent))
            break
        steps *= 4
    rate = 0.0
    for _ in range(ROUNDS):
        begun = time.process_time()
        made = run(steps)
        rate = max(rate, made / (time.process_time() - begun))
    print(f"{rate / 1e6:9.4f} M/s  {name}", flush=True)


def vector(game: GameId, *, has_policy: bool, copy: bool, **options: Any) -> Run:
    """Steps 1,024 environments, in games for two from both sides."""
    environments = QuincunxVectorEnv(COUNT, game=game, opponent=None, copy=copy, **options)
    _, info = environments.reset(seed=1)
    masks = info["action_mask"]
    policy = UniformPolicy(masks.shape[1], 1)
    # Where no policy is measured, a stock of draws takes its place, most of whose actions are legal in games that go on.
    generator = np.random.default_rng(1)
    stock = [generator.integers(masks.shape[1], size=COUNT) for _ in range(64)]

    def run(steps: int) -> int:
        nonlocal masks
        made = 0
        while made < steps:
            for draws in stock:
                _, _, terminated, _, info = environments.step(policy(masks) if has_policy else draws)
                masks = info["action_mask"]
                # The step after a game's end begins another and carries out nothing.
                made += COUNT - int(np.count_nonzero(terminated))
        return made

    return run


def single(game: GameId, **options: Any) -> Run:
    """Steps one environment in a Python loop by uniformly random legal actions."""
    environment = QuincunxEnv(game, **options)
    draws = [random.Random(1).random() for _ in range(997)]

    def run(steps: int) -> int:
        _, info = environment.reset(seed=1)
        draw = 0
        for _ in range(steps):
            legal = info["action_mask"].nonzero()[0]
            draw = draw + 1 if draw < 996 else 0
            _, _, over, _, info = environment.step(legal[int(draws[draw] * len(legal))])
            if over:
                _, info = environment.reset()
        return steps

    return run


def search(game: GameId, *, sessions: int = 1) -> Run:
    """Searches with an evaluator without opinion, in batches of 64, from one position or from as many as a batch holds."""
    batch = quincunx.Sessions(game, range(sessions))

    def evaluator(observations: Any, masks: Any) -> tuple[Any, Any]:
        return np.zeros(masks.shape, np.float32), np.zeros(len(masks), np.float32)

    def run(simulations: int) -> int:
        each = max(100, simulations // sessions)
        quincunx.Mcts(evaluator, simulations=each, batch=64).search_many(batch)
        return each * sessions

    return run


def session_loop(game: GameId, *, copies: bool = False) -> Run:
    """Lists the legal actions of a session and plays one of them, in a Python loop; on a copy at every step, as who searches does."""
    draws = [random.Random(1).random() for _ in range(997)]

    def run(steps: int) -> int:
        made = 0
        session = quincunx.new(game)
        draw = 0
        while made < steps:
            legal = session.legal_actions()
            if not legal:
                session.go_to(0)
                continue
            draw = draw + 1 if draw < 996 else 0
            if copies:
                session = session.copy()
            session.play(legal[int(draws[draw] * len(legal))])
            made += 1
        return made

    return run


def import_time(rounds: int = 150) -> None:
    """Prints the CPU time that the package takes to be imported, beside an interpreter that imports nothing, in turns."""

    def spent(code: str) -> float:
        # By the interpreter itself, from its start on: not every system reports the time of children.
        command = [sys.executable, "-c", f"{code}\nimport time\nprint(time.process_time())"]
        return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    if not is_wanted(IMPORT):
        return
    more = [-spent("") + spent(IMPORT) for _ in range(rounds)]
    print(f"{statistics.median(more) * 1e3:9.1f} ms   {IMPORT}, CPU time, the median of {rounds} rounds", flush=True)


def beside(name: str, make: Callable[..., Run], *arguments: Any) -> None:
    """Measures a peer, if it is installed."""
    if not is_wanted(name):
        return
    try:
        run = make(*arguments)
    except ImportError as error:
        print(f"   not installed  {name} ({error})", flush=True)
        return
    best(name, run)


def main() -> None:
    for game in ("connect-four", "2048", "quartet", "shariki", "match-three", "levels"):
        for has_policy, copy in ((False, False), (True, False), (True, True)):
            if not has_policy and game not in ("connect-four", "2048"):
                # Elsewhere few actions of the stock are legal, and those that are not cost next to nothing.
                continue
            what = "random policy" if has_policy else "no policy"
            name = f"{game}, vector of {COUNT}, {what}, copy={copy}"
            if is_wanted(name):
                best(name, vector(game, has_policy=has_policy, copy=copy))
    beside(f"connect-four, Pgx, {COUNT} games", peers.pgx, "connect_four", COUNT)
    beside(f"connect-four, EnvPool, {COUNT} games", peers.envpool, "ConnectFour-v1", COUNT)
    beside(f"2048, Pgx, {COUNT} games", peers.pgx, "2048", COUNT)
    beside(f"2048, Jumanji, {COUNT} games", peers.jumanji, "Game2048-v1", COUNT)
    beside(f"2048, EnvPool, {COUNT} games", peers.envpool, "Play2048-v1", COUNT)
    beside("shariki, tile-match-gym, one board", peers.tile_match_gym)
    games: list[GameId] = ["connect-four", "2048"]
    for game in games:
        best(f"{game}, session in a loop", session_loop(game))
        best(f"{game}, session in a loop, a copy at every step", session_loop(game, copies=True))
        best(f"{game}, single environment in a loop", single(game))
        best(f"{game}, search with an evaluator, simulations", search(game))
        best(f"{game}, search with an evaluator from 64 positions, simulations", search(game, sessions=64))
    beside("connect-four, OpenSpiel in a loop", peers.openspiel_loop, "connect_four")
    import_time()


if __name__ == "__main__":
    main()
