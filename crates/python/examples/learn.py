"""Learns Connect Four by masked proximal policy optimisation (Schulman et al. 2017), with NumPy alone.

    python crates/python/examples/learn.py [--columns 7 --rows 6] [--steps 400000] [--seed 1]

A network of one hidden layer plays 256 games at a time against the random player and learns from what it wins; then it plays 2,000 more
against the same player, choosing what it holds best, and the script prints how many it won. On a board of 5×4 some 400,000 steps take
well under a minute of one core.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quincunx.gym import QuincunxVectorEnv

Floats = NDArray[np.float64]

GAMES = 256
#: Steps of each game between two updates, and how often an update goes over them in how many parts.
HORIZON, EPOCHS, PARTS = 32, 4, 4
DISCOUNT, SMOOTHING, CLIP, ENTROPY, VALUE, RATE = 0.98, 0.95, 0.2, 0.01, 0.5, 1e-3


class Network:
    """A hidden layer, a policy over legal actions, and a value; trained by Adam."""

    def __init__(self, inputs: int, hidden: int, actions: int, generator: np.random.Generator) -> None:
        def layer(rows: int, columns: int, scale: float) -> Floats:
            return generator.normal(0.0, scale / np.sqrt(rows), (rows, columns))

        self.weights = [layer(inputs, hidden, 1.0), np.zeros(hidden), layer(hidden, actions + 1, 0.1), np.zeros(actions + 1)]
        self._moments = [(np.zeros_like(weight), np.zeros_like(weight)) for weight in self.weights]
        self._updates = 0

    def __call__(self, seen: Floats, masks: NDArray[np.int8]) -> tuple[Floats, Floats, Floats]:
        """Returns the hidden layer, the probabilities of actions, and the values."""
        w, b, out, bias = self.weights
        hidden = np.tanh(seen @ w + b)
        last = hidden @ out + bias
        logits = np.where(masks == 1, last[:, :-1], -1e9)
        powers = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, powers / powers.sum(axis=1, keepdims=True), last[:, -1]

    def learn(self, seen: Floats, hidden: Floats, gradient: Floats) -> None:
        """Goes a step against the gradient of the last layer."""
        before = (gradient @ self.weights[2].T) * (1.0 - hidden**2)
        gradients = [seen.T @ before, before.sum(axis=0), hidden.T @ gradient, gradient.sum(axis=0)]
        norm = np.sqrt(sum(float((part**2).sum()) for part in gradients))
        self._updates += 1
        for weight, (mean, square), part in zip(self.weights, self._moments, gradients, strict=True):
            part = part * min(1.0, 0.5 / (norm + 1e-8))
            mean += 0.1 * (part - mean)
            square += 0.001 * (part**2 - square)
            mean_now, square_now = mean / (1 - 0.9**self._updates), square / (1 - 0.999**self._updates)
            weight -= RATE * mean_now / (np.sqrt(square_now) + 1e-8)


def seen_of(observations: NDArray[np.uint8]) -> Floats:
    return observations.reshape(len(observations), -1).astype(np.float64)


def drawn(probabilities: Floats, generator: np.random.Generator) -> NDArray[np.int64]:
    """Draws an action for each row."""
    # Rounding may leave the last sum below 1.
    below = probabilities.cumsum(axis=1) / probabilities.sum(axis=1, keepdims=True)
    return np.asarray((below < generator.random((len(below), 1))).sum(axis=1), np.int64)


def train(columns: int, rows: int, steps: int, seed: int) -> Network:
    """Trains a network by so many steps against the random player."""
    generator = np.random.default_rng(seed)
    games = QuincunxVectorEnv(GAMES, game="connect-four", columns=columns, rows=rows, autoreset_mode="SameStep")
    observations, info = games.reset(seed=seed)
    seen, masks = seen_of(observations), info["action_mask"]
    network = Network(seen.shape[1], 128, masks.shape[1], generator)
    for _ in range(steps // (GAMES * HORIZON)):
        past: list[tuple[Any, ...]] = []
        for _ in range(HORIZON):
            _, probabilities, values = network(seen, masks)
            actions = drawn(probabilities, generator)
            observations, rewards, terminated, _, info = games.step(actions)
            chances = probabilities[np.arange(GAMES), actions]
            past.append((seen, masks, actions, chances, values, rewards, terminated))
            seen, masks = seen_of(observations), info["action_mask"]
        advantages = np.zeros((HORIZON, GAMES))
        later, following = np.zeros(GAMES), network(seen, masks)[2]
        for step in reversed(range(HORIZON)):
            *_, values, rewards, terminated = past[step]
            goes_on = 1.0 - terminated
            later = rewards + DISCOUNT * following * goes_on - values + DISCOUNT * SMOOTHING * goes_on * later
            advantages[step], following = later, values
        update(network, past, advantages.ravel(), generator)
    return network


def update(network: Network, past: list[tuple[Any, ...]], advantages: Floats, generator: np.random.Generator) -> None:
    """Learns from what was played: policies go where advantages are, but not far from those that played."""
    seen, masks, actions, chances, values = (np.concatenate([step[part] for step in past]) for part in range(5))
    wanted = advantages + values
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    for _ in range(EPOCHS):
        for part in np.array_split(generator.permutation(len(seen)), PARTS):
            hidden, probabilities, judged = network(seen[part], masks[part])
            chosen = np.zeros_like(probabilities)
            chosen[np.arange(len(part)), actions[part]] = 1.0
            ratio = (probabilities * chosen).sum(axis=1) / chances[part]
            ours = advantages[part]
            is_clipped = np.where(ours > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
            policy = (np.where(is_clipped, 0.0, -ours * ratio))[:, None] * (chosen - probabilities)
            logs = np.log(probabilities + 1e-12)
            entropy = -(probabilities * logs).sum(axis=1, keepdims=True)
            policy += ENTROPY * probabilities * (logs + entropy)
            value = VALUE * (judged - wanted[part])
            network.learn(seen[part], hidden, np.column_stack([policy, value]) / len(part))


def won(network: Network | None, columns: int, rows: int, seed: int, games: int = 2000) -> float:
    """Returns the share of games that the network's best actions win against the random player; without one, random ones."""
    generator = np.random.default_rng(seed)
    vector = QuincunxVectorEnv(games, game="connect-four", columns=columns, rows=rows, autoreset_mode="Disabled")
    observations, info = vector.reset(seed=1_000_000 + seed)
    wins, over = np.zeros(games, np.bool_), np.zeros(games, np.bool_)
    while not over.all():
        masks = info["action_mask"]
        if network is None:
            judged = generator.random(masks.shape) * masks
        else:
            judged = network(seen_of(observations), masks)[1]
        observations, rewards, over, _, info = vector.step(judged.argmax(axis=1))
        wins |= rewards > 0
    return float(wins.mean())


def main() -> None:
    parser = argparse.ArgumentParser(description="Learns Connect Four against the random player.")
    parser.add_argument("--columns", type=int, default=5)
    parser.add_argument("--rows", type=int, default=4)
    parser.add_argument("--steps", type=int, default=400_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    network = train(given.columns, given.rows, given.steps, given.seed)
    before, after = (won(player, given.columns, given.rows, given.seed) for player in (None, network))
    print(f"won against the random player: {before:.1%} at random, {after:.1%} after {given.steps:,} steps")


if __name__ == "__main__":
    main()
