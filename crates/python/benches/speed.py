"""Measures how fast environments and sessions are stepped, by CPU time on one thread, with peers beside them where they are installed.

    cargo xtask wheel && pip install target/wheels/quincunx-*.whl gymnasium
    python crates/python/benches/speed.py [WORD…]

Prints a line a measurement, or those whose names contain a word: millions of steps a second of CPU time, the best of five rounds. Policies
are uniformly random legal actions, drawn by NumPy for all environments at once, and counted with the steps.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import quincunx
from quincunx.gym import QuincunxVectorEnv

COUNT = 1024
ROUNDS = 5
#: CPU seconds of a round, about.
ROUND = 0.4


def best(name: str, run: Callable[[int], int]) -> None:
    """Prints the best rate of some rounds; ``run`` makes about so many steps and says how many it made."""
    if len(sys.argv) > 1 and not any(word in name for word in sys.argv[1:]):
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
    print(f"{rate / 1e6:8.3f} M/s  {name}", flush=True)


def vector(game: str, policy: bool, copy: bool, **options: Any) -> Callable[[int], int]:
    """Steps 1,024 environments, in games for two from both sides."""
    environments = QuincunxVectorEnv(COUNT, game=game, opponent=None, copy=copy, **options)
    _, info = environments.reset(seed=1)
    generator = np.random.default_rng(1)
    masks = info["action_mask"]
    # Actions are drawn by the largest of random bytes, of which those of illegal ones are 0. Where no policy is measured, a stock
    # of draws takes its place, most of whose actions are legal in games that go on.
    noise = np.empty(masks.shape, np.uint8)
    stock = [generator.integers(masks.shape[1], size=COUNT) for _ in range(64)]

    def run(steps: int) -> int:
        nonlocal masks
        made = 0
        while made < steps:
            for draws in stock:
                if policy:
                    noise[:] = np.frombuffer(generator.bytes(noise.size), np.uint8).reshape(noise.shape)
                    noise[:] |= 1
                    np.multiply(noise, masks.view(np.uint8), out=noise)
                    draws = noise.argmax(axis=1)
                masks = environments.step(draws)[4]["action_mask"]
            made += len(stock) * COUNT
        return made

    return run


def session_loop(game: str) -> Callable[[int], int]:
    """Lists the legal actions of a session and plays one of them, in a Python loop."""
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
            session.play(legal[int(draws[draw] * len(legal))])
            made += 1
        return made

    return run


def openspiel_loop(game: str) -> Callable[[int], int] | None:
    """Does the same with OpenSpiel, where it is installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    loaded = pyspiel.load_game(game)
    draws = [random.Random(1).random() for _ in range(997)]

    def run(steps: int) -> int:
        made = 0
        state = loaded.new_initial_state()
        draw = 0
        while made < steps:
            legal = state.legal_actions()
            if not legal:
                state = loaded.new_initial_state()
                continue
            draw = draw + 1 if draw < 996 else 0
            state.apply_action(legal[int(draws[draw] * len(legal))])
            made += 1
        return made

    return run


def import_time() -> None:
    """Prints how long the package takes to be imported, beside an interpreter that imports nothing."""

    def spent(code: str) -> float:
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - begun

    nothing = min(spent("") for _ in range(10))
    package = min(spent("import quincunx") for _ in range(10))
    print(f"{(package - nothing) * 1e3:8.1f} ms   import quincunx")


def main() -> None:
    for game in ("connect-four", "2048", "quartet", "shariki", "match-three", "levels"):
        for policy, copy in ((False, False), (True, False), (True, True)):
            if not policy and game not in ("connect-four", "2048"):
                # Elsewhere few actions of the stock are legal, and those that are not cost next to nothing.
                continue
            what = "random policy" if policy else "no policy"
            best(f"{game}, vector of {COUNT}, {what}, copy={copy}", vector(game, policy, copy))
    for game in ("connect-four", "2048"):
        best(f"{game}, session in a loop", session_loop(game))
    if (peer := openspiel_loop("connect_four")) is not None:
        best("connect-four, OpenSpiel in a loop", peer)
    import_time()


if __name__ == "__main__":
    main()
