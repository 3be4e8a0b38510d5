"""The same work done by other libraries, each where it is installed: Pgx and Jumanji (JAX), EnvPool and OpenSpiel (C++)."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

import numpy as np

from policy import UniformPolicy

# One thread, as everything here; JAX reads it when it is imported.
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

Run = Callable[[int], int]

#: Steps of a batch between two looks, inside one compiled loop where JAX does them.
TURNS = 64


def _compiled(turn: Any, carry: Any, count: int) -> Run:
    """Makes a run of a step of JAX, many of which are compiled into one loop: what suits it best."""
    import jax

    many = jax.jit(lambda carry: jax.lax.scan(lambda carry, _: (turn(carry), None), carry, None, length=TURNS)[0])
    carry = jax.block_until_ready(many(carry))

    def run(steps: int) -> int:
        nonlocal carry
        made = 0
        while made < steps:
            carry = jax.block_until_ready(many(carry))
            made += TURNS * count
        return made

    return run


def pgx(game: str, count: int) -> Run:
    """Steps games of Pgx with masks and observations; those that end begin anew in the same step."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    environment = pgx.make(game)
    step = jax.vmap(auto_reset(environment.step, environment.init))

    def turn(carry: Any) -> Any:
        state, key = carry
        key, drawn, luck = jax.random.split(key, 3)
        actions = jax.random.categorical(drawn, jnp.where(state.legal_action_mask, 0.0, -jnp.inf))
        return step(state, actions, jax.random.split(luck, count)), key

    key = jax.random.key(1)
    return _compiled(turn, (jax.vmap(environment.init)(jax.random.split(key, count)), key), count)


def jumanji(game: str, count: int) -> Run:
    """Steps games of Jumanji; those that end begin anew in the same step."""
    import jax
    import jax.numpy as jnp
    import jumanji
    from jumanji.wrappers import VmapAutoResetWrapper

    environment = VmapAutoResetWrapper(jumanji.make(game))

    def turn(carry: Any) -> Any:
        state, mask, key = carry
        key, drawn = jax.random.split(key)
        actions = jax.random.categorical(drawn, jnp.where(mask, 0.0, -jnp.inf))
        state, timestep = environment.step(state, actions)
        return state, timestep.observation.action_mask, key

    key = jax.random.PRNGKey(1)
    state, timestep = environment.reset(jax.random.split(key, count))
    return _compiled(turn, (state, timestep.observation.action_mask, key), count)


def envpool(game: str, count: int) -> Run:
    """Steps games of EnvPool on one thread by a policy of NumPy."""
    import envpool

    environment = envpool.make(game, env_type="gymnasium", num_envs=count, num_threads=1, seed=1)
    _, info = environment.reset()
    policy = UniformPolicy(environment.action_space.n, 1)

    def run(steps: int) -> int:
        nonlocal info
        made = 0
        while made < steps:
            for _ in range(TURNS):
                mask = info["legal_action_mask"][:count].view(np.uint8)
                _, _, terminated, truncated, info = environment.step(policy(mask).astype(np.int32))
                # The step after a game's end begins another and carries out nothing.
                made += count - int(np.count_nonzero(terminated | truncated))
        return made

    return run


def openspiel_loop(game: str) -> Run:
    """Lists the legal actions of a state of OpenSpiel and carries one out, in a Python loop."""
    import pyspiel

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


def tile_match_gym() -> Run:
    """Steps a board of tile-match-gym, 9×9 with six colours and all specials: legal swaps, cascades, refills."""
    from tile_match_gym.tile_match_env import TileMatchEnv

    environment = TileMatchEnv(9, 9, 6, 1000, ["cookie"], ["vertical_laser", "horizontal_laser", "bomb"], seed=1)
    generator = np.random.default_rng(1)

    def run(steps: int) -> int:
        _, info = environment.reset()
        made = 0
        while made < steps:
            _, _, terminated, truncated, info = environment.step(int(generator.choice(info["effective_actions"])))
            made += 1
            if terminated or truncated:
                _, info = environment.reset()
        return made

    return run
