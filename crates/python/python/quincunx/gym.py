"""Environments of Gymnasium: ``quincunx/Game2048-v0``, ``quincunx/ConnectFour-v0`` and so on, one id a game.

They are registered when this module is imported: ``import quincunx.gym``, or ``gymnasium.make("quincunx.gym:quincunx/Game2048-v0")``.

Observations are uint8 arrays (planes, rows, columns), told by ``Learned::observe`` of each game (``docs/python.md`` lists them).
Actions are those of sessions. ``info["action_mask"]`` (int8) has 1 for each legal action; an action that is not legal changes
nothing and is rewarded with ``illegal_reward``. Solitaire games reward the points that an action wins. Games for two reward 1, 0
or −1 at the end, against the ``opponent`` that is named; with ``opponent=None`` the learner plays both sides, sees the board from
the side of whoever acts (``info["player"]``), and is rewarded for whoever has acted.
"""

from __future__ import annotations

from typing import Any, SupportsFloat

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from . import _picture
from ._native import Environments, games

__all__ = ["QuincunxEnv", "QuincunxVectorEnv", "environment_id"]

#: What ``opponent`` is in games for two where nothing is said.
_OPPONENT = "random"


def environment_id(game: str) -> str:
    """Returns the id of a game's environments: ``quincunx/ConnectFour-v0`` for ``connect-four``."""
    name = "".join(word.capitalize() for word in game.split("-"))
    return f"quincunx/{'Game' if name[0].isdigit() else ''}{name}-v0"


def _register() -> None:
    for game in games():
        gymnasium.register(
            environment_id(game.id),
            entry_point="quincunx.gym:QuincunxEnv",
            vector_entry_point="quincunx.gym:QuincunxVectorEnv",
            kwargs={"game": game.id},
        )


_register()


def _players(game: str) -> int:
    return next((known.players for known in games() if known.id == game), 1)


def _opponent(game: str, opponent: str | None) -> str | None:
    return opponent if _players(game) == 2 else None


def _spaces(batch: Environments) -> tuple[spaces.Space[Any], spaces.Discrete]:
    shape = batch.observations.shape[1:]
    return (
        spaces.Box(0, batch.most, shape, np.uint8),
        spaces.Discrete(batch.masks.shape[1]),
    )


class QuincunxEnv(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """One game for one learner.

    ``reset(seed=s)`` begins the game that ``quincunx.new(…, seed=s)`` plays; resets without a seed begin the games that follow
    from it (``quincunx.episode_seed``).
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}

    def __init__(
        self,
        game: str,
        *,
        render_mode: str | None = None,
        opponent: str | None = _OPPONENT,
        seat: str = "drawn",
        illegal_reward: float = -1.0,
        fast: bool = False,
        **options: Any,
    ) -> None:
        """Makes an environment of a game, whose rules take ``options``.

        ``opponent`` names who plays the other side of a game for two, as the command line does (``"level:3"``), and ``seat`` where
        the learner sits: ``"first"``, ``"second"`` or ``"drawn"`` from the seed. ``fast`` plays the packed twin of the rules, where there
        is one; it cannot be rendered.
        """
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode is one of {self.metadata['render_modes']} or None, not {render_mode!r}")
        if render_mode is not None and fast:
            raise ValueError("fast environments cannot be rendered")
        self.render_mode = render_mode
        self._batch = Environments(
            game,
            [0],
            autoreset=AutoresetMode.DISABLED.value,
            illegal_reward=illegal_reward,
            opponent=_opponent(game, opponent),
            seat=seat,
            readable=not fast,
            **options,
        )
        self._begun = False
        self._action = np.zeros(1, np.int64)
        self.observation_space, self.action_space = _spaces(self._batch)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins a game; see the class."""
        super().reset(seed=seed)
        if seed is None and not self._begun:
            seed = int(self.np_random.integers(1 << 63))
        self._begun = True
        self._batch.reset(None if seed is None else [seed])
        return self._batch.observations[0].copy(), self._info()

    def step(
        self, action: np.int64 | int
    ) -> tuple[NDArray[np.uint8], SupportsFloat, bool, bool, dict[str, Any]]:
        """Carries out an action, and the opponent's answer."""
        batch = self._batch
        self._action[0] = action
        batch.step(self._action)
        info = self._info()
        return (
            batch.observations[0].copy(),
            float(batch.rewards[0]),
            bool(batch.terminated[0]),
            bool(batch.truncated[0]),
            info,
        )

    def action_masks(self) -> NDArray[np.bool_]:
        """Tells which actions are legal: bool (actions), as learners with masks ask for it."""
        return np.asarray(self._batch.masks[0], np.bool_)

    def render(self) -> Any:
        """Shows the position: a text, or uint8 (height, width, 3)."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode, `ansi` or `rgb_array`, when the environment is made")
            return None
        draw = _picture.text if self.render_mode == "ansi" else _picture.pixels
        return draw(*self._batch.show(0))

    def _info(self) -> dict[str, Any]:
        batch = self._batch
        return {
            "action_mask": batch.masks[0].copy(),
            "illegal": bool(batch.illegal[0]),
            "player": int(batch.players[0]),
            "points": int(batch.points[0]),
        }


class QuincunxVectorEnv(VectorEnv[NDArray[np.uint8], NDArray[np.int64], NDArray[Any]]):
    """Many games, stepped by one call: no Python object a game, all arrays made once.

    Environment i of ``reset(seed=s)`` plays what ``QuincunxEnv`` of seed s + i plays. With ``copy=False`` ``step`` returns its own
    arrays, which the next step writes over.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        game: str,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        opponent: str | None = _OPPONENT,
        seat: str = "drawn",
        illegal_reward: float = -1.0,
        copy: bool = True,
        **options: Any,
    ) -> None:
        """Makes ``num_envs`` environments of a game; see ``QuincunxEnv`` for what they have in common.

        ``autoreset_mode`` says what happens at the end of a game, after at most ``max_episode_steps``: with ``NEXT_STEP`` the step
        after begins the next one, whatever its action; with ``SAME_STEP`` the same step does, and ``info["final_obs"]`` has what was
        seen last; with ``DISABLED`` nothing does until ``reset(options={"reset_mask": …})``.
        """
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.autoreset_mode}
        self.copy = copy
        self._batch = Environments(
            game,
            [0] * num_envs,
            autoreset=self.autoreset_mode.value,
            max_steps=max_episode_steps,
            opponent=_opponent(game, opponent),
            seat=seat,
            illegal_reward=illegal_reward,
            **options,
        )
        self._begun = False
        self.single_observation_space, self.single_action_space = _spaces(self._batch)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | list[int] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins games in all environments, or in those of ``options["reset_mask"]``; seed s is s + i in environment i."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        seeds: list[int] | None
        if seed is None:
            seeds = None if self._begun else [int(drawn) for drawn in self.np_random.integers(1 << 63, size=self.num_envs)]
        else:
            seeds = [seed + number for number in range(self.num_envs)] if isinstance(seed, int) else list(seed)
        self._begun = True
        self._batch.reset(seeds, None if options is None else options.get("reset_mask"))
        return self._given(self._batch.observations), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.uint8], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Carries out an action in each environment."""
        batch = self._batch
        batch.step(np.asarray(actions, np.int64))
        return (
            self._given(batch.observations),
            self._given(batch.rewards),
            self._given(batch.terminated),
            self._given(batch.truncated),
            self._info(),
        )

    def action_masks(self) -> NDArray[np.bool_]:
        """Tells which actions are legal: bool (environments, actions)."""
        return np.asarray(self._batch.masks, np.bool_)

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self.copy else array

    def _info(self) -> dict[str, Any]:
        batch = self._batch
        info: dict[str, Any] = {
            "action_mask": self._given(batch.masks),
            "illegal": self._given(batch.illegal),
            "player": self._given(batch.players),
            "points": self._given(batch.points),
        }
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            ended = batch.terminated | batch.truncated
            if ended.any():
                info["final_obs"] = self._given(batch.finals)
                info["_final_obs"] = ended
        return info
