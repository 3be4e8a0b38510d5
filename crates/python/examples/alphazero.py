"""Learns a game by self-play and tree search, as AlphaZero does (Silver et al. 2018), with the exact solver beside it.

    python crates/python/examples/alphazero.py [--game connect-four] [--minutes 8] [--seed 1] [--csv curve.csv]

A small network in NumPy plays games against itself by ``quincunx.self_play``, and learns the shares of the search's visits and the
results. On the way the script measures *exact regret* on positions in which a choice matters: how much of the result an action
gives away against perfect play, by the solver, on average. 0 is perfect; a loss for a win gives away 1. At the end it plays the
random player and the level 2 of the game, and prints how many points it made.
"""

from __future__ import annotations

import argparse
import csv
import random
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import quincunx
from quincunx.typing import GameId, Options

Floats = NDArray[np.float32]

#: Games of an iteration, positions of an update, updates for each new position, and positions that are kept to learn from.
GAMES, BATCH, REUSE, WINDOW = 128, 256, 4, 40_000
#: The learning rate at the beginning, which falls to a tenth, and the decay of weights.
RATE, DECAY = 2e-3, 1e-4


class Network:
    """A network with a policy and a value, trained by Adam with decoupled weight decay."""

    def __init__(self, shapes: list[tuple[int, int]], small: set[int], seed: int) -> None:
        """Makes layers of some shapes, each with a bias; those of some places begin small."""
        draw = np.random.default_rng(seed)
        self.weights: list[Floats] = []
        for place, (rows, columns) in enumerate(shapes):
            scale = (0.1 if place in small else 1.0) * np.sqrt(2.0 / rows)
            self.weights.append((draw.normal(size=(rows, columns)) * scale).astype(np.float32))
            self.weights.append(np.zeros(columns, np.float32))
        self._moments = [(np.zeros_like(weight), np.zeros_like(weight)) for weight in self.weights]
        self._updates = 0

    def forward(self, observations: NDArray[np.uint8]) -> tuple[Floats, Floats, Any]:
        """Returns logits, values before their tanh, and what ``backward`` needs."""
        raise NotImplementedError

    def backward(self, kept: Any, logits: Floats, values: Floats) -> list[Floats]:
        """Returns the gradients of all weights from those of logits and values."""
        raise NotImplementedError

    def __call__(self, observations: NDArray[np.uint8], masks: NDArray[np.int8]) -> tuple[Floats, Floats]:
        """Evaluates positions for ``quincunx.Mcts``."""
        logits, values, _ = self.forward(observations)
        return logits, np.tanh(values)

    def learn(
        self, observations: NDArray[np.uint8], masks: NDArray[np.int8], policies: Floats, results: Floats, rate: float
    ) -> None:
        """Makes one update."""
        logits, raw, kept = self.forward(observations)
        logits = np.where(masks == 1, logits, np.float32(-1e9))
        powers = np.exp(logits - logits.max(axis=1, keepdims=True))
        values = np.tanh(raw)
        count = np.float32(len(masks))
        of_logits = (powers / powers.sum(axis=1, keepdims=True) - policies) / count
        of_values: Floats = (2.0 * (values - results) * (1.0 - values**2) / count).astype(np.float32)
        gradients = self.backward(kept, of_logits, of_values)
        self._updates += 1
        for weight, (mean, square), gradient in zip(self.weights, self._moments, gradients, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            steps = mean / (1 - 0.9**self._updates) / (np.sqrt(square / (1 - 0.999**self._updates)) + 1e-8)
            weight -= rate * (steps + DECAY * weight)


class Dense(Network):
    """Two hidden layers over all numbers of an observation."""

    def __init__(self, session: quincunx.Session, hidden: int, seed: int) -> None:
        inputs, outputs = int(np.prod(session.observation_shape[0])), session.action_count + 1
        super().__init__([(inputs, hidden), (hidden, hidden), (hidden, outputs)], {2}, seed)

    def forward(self, observations: NDArray[np.uint8]) -> tuple[Floats, Floats, Any]:
        w1, b1, w2, b2, w3, b3 = self.weights
        seen = observations.reshape(len(observations), -1).astype(np.float32)
        one = np.maximum(seen @ w1 + b1, 0.0)
        two = np.maximum(one @ w2 + b2, 0.0)
        last = two @ w3 + b3
        return last[:, :-1], last[:, -1], (seen, one, two)

    def backward(self, kept: Any, logits: Floats, values: Floats) -> list[Floats]:
        seen, one, two = kept
        last = np.concatenate([logits, values[:, None]], axis=1)
        of_two = (last @ self.weights[4].T) * (two > 0)
        of_one = (of_two @ self.weights[2].T) * (one > 0)
        return [seen.T @ of_one, of_one.sum(0), one.T @ of_two, of_two.sum(0), two.T @ last, last.sum(0)]


class Lines(Network):
    """A convolution along all lines of four squares of Quartet, summed over the lines through a square and over all lines.

    A unit of a line can see that three of its pieces share a property, with each other or with the selected piece; what it sees
    decides about its squares, and the sum over all lines about the pieces to select and the value.
    """

    UNITS, INNER, WIDE = 48, 24, 64

    def __init__(self, session: quincunx.Session, seed: int) -> None:
        lines = [
            [6 * (row + step * down) + column + step * right for step in range(4)]
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
            for row in range(6 - 3 * down)
            for column in range(6)
            if 0 <= column + 3 * right < 6
        ]
        self._lines = np.array(lines)
        self._through = np.zeros((36, len(lines)), np.float32)
        for number, line in enumerate(lines):
            self._through[line, number] = 1.0
        shapes = [(25, self.UNITS), (self.UNITS, self.INNER), (self.INNER, 1), (self.UNITS, self.WIDE), (self.WIDE, 17)]
        super().__init__(shapes, {2, 4}, seed)

    def forward(self, observations: NDArray[np.uint8]) -> tuple[Floats, Floats, Any]:
        # Lines and squares come first and positions second, so that every product is one of two matrices.
        w1, b1, w2, b2, w3, b3, w4, b4, w5, b5 = self.weights
        count = len(observations)
        planes = observations.reshape(count, 10, 36).transpose(2, 0, 1).astype(np.float32)
        # A property is 1 or −1, and 0 on an empty square or without a selected piece.
        there, selected = planes[:, :, :1], planes[0, :, 5:6]
        board = np.concatenate([there, 2 * planes[:, :, 1:5] - there], axis=2)
        beside = np.concatenate([selected, 2 * planes[0, :, 6:] - selected], axis=1)
        of_lines = np.concatenate([board[self._lines[:, place]] for place in range(4)], axis=2).reshape(-1, 20)
        units = (of_lines @ w1[:20]).reshape(-1, count, self.UNITS)
        units += beside @ w1[20:] + b1
        np.maximum(units, 0.0, out=units)
        squares = (self._through @ units.reshape(len(units), -1)).reshape(-1, self.UNITS)
        inner = squares @ w2
        inner += b2
        np.maximum(inner, 0.0, out=inner)
        place = (inner @ w3 + b3).reshape(36, count).T
        pooled = units.sum(axis=0) / 10
        wide = np.maximum(pooled @ w4 + b4, 0.0)
        last = wide @ w5 + b5
        logits = np.concatenate([last[:, :16], place], axis=1)
        return logits, last[:, 16], (of_lines, beside, units, squares, inner, pooled, wide)

    def backward(self, kept: Any, logits: Floats, values: Floats) -> list[Floats]:
        of_lines, beside, units, squares, inner, pooled, wide = kept
        _, _, w2, _, w3, _, w4, _, w5, _ = self.weights
        last = np.concatenate([logits[:, :16], values[:, None]], axis=1)
        of_wide = (last @ w5.T) * (wide > 0)
        place = logits[:, 16:].T.reshape(-1, 1)
        of_inner = (place @ w3.T) * (inner > 0)
        of_squares = (of_inner @ w2.T).reshape(36, -1)
        of_units = (self._through.T @ of_squares).reshape(units.shape) + of_wide @ w4.T / 10
        of_units *= units > 0
        sums = of_units.sum(axis=0)
        of_first = np.concatenate([of_lines.T @ of_units.reshape(-1, self.UNITS), beside.T @ sums])
        return [
            of_first, sums.sum(0), squares.T @ of_inner, of_inner.sum(0), inner.T @ place, place.sum(0),
            pooled.T @ of_wide, of_wide.sum(0), wide.T @ last, last.sum(0),
        ]  # fmt: skip


@dataclass(frozen=True)
class Task:
    """A game to learn."""

    game: GameId
    options: Options
    #: Between which plies of random play test positions lie: where the solver is quick.
    plies: tuple[int, int]
    simulations: int
    #: The number of each action when left and right change places.
    mirrored: list[int]

    def session(self) -> quincunx.Session:
        return quincunx.new(self.game, **self.options)

    def network(self, seed: int) -> Network:
        return Lines(self.session(), seed) if self.game == "quartet" else Dense(self.session(), 128, seed)


TASKS = {
    "connect-four": Task("connect-four", {"columns": 5, "rows": 4}, (0, 16), 64, [4, 3, 2, 1, 0]),
    # 16 pieces are selected; 36 squares are placed on.
    "quartet": Task("quartet", {}, (17, 26), 64, [*range(16), *(16 + 6 * (n // 6) + 5 - n % 6 for n in range(36))]),
}


class Truth:
    """Test positions in which some action gives something away, with what each action gives away: 0, 1 or 2 half points."""

    def __init__(self, task: Task, count: int, seed: int) -> None:
        draw, solver = random.Random(seed), quincunx.Solver(task.game, **task.options)
        self.sessions: list[quincunx.Session] = []
        self.regrets: list[dict[int, int]] = []
        seen: set[str] = set()
        while len(self.sessions) < count:
            session = task.session()
            for _ in range(draw.randint(*task.plies)):
                if not session.is_over:
                    session.play(draw.choice(session.legal_actions()))
            if session.is_over or session.position in seen:
                continue
            seen.add(session.position)
            scores = enumerate(solver.scores(session))
            results = {action: (score > 0) - (score < 0) for action, score in scores if score is not None}
            best = max(results.values())
            if min(results.values()) < best:
                self.sessions.append(session)
                self.regrets.append({action: best - result for action, result in results.items()})

    def regret(self, actions: list[int]) -> float:
        """Returns what actions give away on average, one in each position."""
        given = (regret[action] for regret, action in zip(self.regrets, actions, strict=True))
        return sum(given) / (2 * len(actions))

    def of_chance(self) -> float:
        """Returns what random actions give away on average."""
        return sum(sum(regret.values()) / len(regret) for regret in self.regrets) / (2 * len(self.regrets))

    def of(self, evaluator: Any, simulations: int) -> float:
        """Returns what a search gives away on average; with one simulation it plays the best prior."""
        search = quincunx.Mcts(evaluator, simulations=simulations, batch=256)
        return self.regret([found.best for found in search.search_many(self.sessions)])


def without_opinion(observations: NDArray[np.uint8], masks: NDArray[np.int8]) -> tuple[Floats, Floats]:
    """Evaluates all positions alike."""
    return np.zeros(masks.shape, np.float32), np.zeros(len(masks), np.float32)


def learn(
    task: Task, minutes: float, seed: int, truth: Truth, iterations: int | None = None
) -> tuple[Network, list[dict[str, float]]]:
    """Learns for some minutes, or some iterations, and returns the network and the learning curve."""
    network, draw = task.network(seed), np.random.default_rng(seed)
    kept: list[quincunx.SelfPlay] = []
    curve: list[dict[str, float]] = []
    began = time.monotonic()
    iteration = 0
    while True:
        elapsed = time.monotonic() - began
        is_over = elapsed > 60 * minutes or iteration == iterations
        if iteration % 10 == 0 or is_over:
            with_search = truth.of(network, task.simulations)
            curve.append({"minutes": elapsed / 60, "games": iteration * GAMES, "network": truth.of(network, 1), "search": with_search})
            line = "{minutes:6.2f} min {games:7} games   regret of the network {network:.3f}, with search {search:.3f}"
            print(line.format(**curve[-1]), flush=True)
        if is_over:
            return network, curve
        own_seed = seed * 1_000_000 + iteration
        search = quincunx.Mcts(
            network, simulations=task.simulations, batch=GAMES, noise=0.25, temperature=1.0, seed=own_seed
        )
        played = quincunx.self_play(
            task.game, search, games=GAMES, parallel=GAMES, seed=own_seed, temperature_plies=12, **task.options
        )
        kept.append(played)
        while sum(map(len, kept)) - len(kept[0]) > WINDOW:
            kept.pop(0)
        seen, masks, policies = (
            np.concatenate([getattr(data, name) for data in kept]) for name in ("observations", "masks", "policies")
        )
        # Half the result and half what the search found is learned faster than the result alone.
        results = np.concatenate([(data.returns + data.values) / 2 for data in kept])
        rate = RATE * max(0.1, 1.0 - elapsed / (60 * minutes))
        for _ in range(REUSE * len(played) // BATCH + 1):
            rows = draw.integers(len(seen), size=BATCH)
            batch = seen[rows], masks[rows], policies[rows]
            if draw.random() < 0.5:
                batch = batch[0][..., ::-1], batch[1][:, task.mirrored], batch[2][:, task.mirrored]
            network.learn(*batch, results[rows], rate)
        iteration += 1


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", choices=TASKS, default="connect-four", help="what is learned (connect-four: on a board of 5×4)")
    parser.add_argument("--minutes", type=float, default=8.0, help="how long it learns (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--positions", type=int, default=500, help="positions on which regret is measured (default: %(default)s)")
    parser.add_argument("--csv", metavar="FILE", help="where the learning curve is saved")
    arguments = parser.parse_args()
    task = TASKS[arguments.game]
    truth = Truth(task, arguments.positions, seed=0)
    blind = truth.of(without_opinion, task.simulations)
    print(f"{arguments.positions} test positions; regret of random play {truth.of_chance():.3f}, of search alone {blind:.3f}")
    network, curve = learn(task, arguments.minutes, arguments.seed, truth)
    if arguments.csv:
        with open(arguments.csv, "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(curve[0]))
            writer.writeheader()
            writer.writerows(curve)
    # More than learning takes, where speed matters.
    simulations = 8 * task.simulations
    player = quincunx.Mcts(network, simulations=simulations, batch=16, name="alphazero")
    print(f"regret with {simulations} simulations {truth.of(network, simulations):.3f}")
    for opponent in ("random", "level:2"):
        standing = quincunx.tournament(
            task.game, [player, opponent], seeds=100, seed=arguments.seed, opening=2, threads=2, **task.options
        )
        (row,) = (row for row in standing.table if row["agent"] == "custom:alphazero")
        print(f"against {opponent}: {row['points']} of {row['games']} points", flush=True)


if __name__ == "__main__":
    main()
