"""Environments of Gymnasium: ``quincunx/Game2048-v0``, ``quincunx/ConnectFour-v0`` and so on, one id a game.

They are registered when this module is imported: ``import quincunx.gym``, or
``gymnasium.make("quincunx.gym:quincunx/Game2048-v0")``.

Observations are uint8 arrays (planes, rows, columns), those of ``Session.observation``
(``docs/reference/python.md`` lists the planes).
Actions are those of sessions. ``info["action_mask"]`` (int8) has 1 for each legal action; an action that is not legal changes
nothing and is rewarded with ``illegal_reward``. Single-player games reward the points that an action wins; where they have goals,
``info["reached"]`` is at the end whether all were reached. Games for two reward 1, 0 or −1 at the end, against the ``opponent``
that is named; with ``opponent=None`` the learner plays both sides, sees the board from the side of whoever acts
(``info["player"]``), and is rewarded for whoever has acted.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from types import EllipsisType
from typing import TYPE_CHECKING, Any, SupportsFloat, SupportsIndex

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from . import _drawing, _picture
from ._arguments import check_rule_options
from ._native import Environment, Environments, Game, BatchArrays, episode_seed, games

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .typing import GameId, Options, Player

__all__ = ["QuincunxEnv", "QuincunxVectorEnv", "environment_id"]

_RENDER_MODES = ["ansi", "rgb_array"]

#: One more than the greatest seed.
_SEEDS = 1 << 64


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


def _opponent(game: GameId, opponent: Player | None | EllipsisType) -> Player | None:
    """Returns who plays the other side; by default the random player in a game for two."""
    if isinstance(opponent, EllipsisType):
        return "random" if Game(game).players == 2 else None
    return opponent


def _check_render_mode(render_mode: str | None) -> None:
    if render_mode is not None and render_mode not in _RENDER_MODES:
        raise ValueError(f"render_mode is one of {_RENDER_MODES} or None, not {render_mode!r}")


def _seed(seed: SupportsIndex) -> int:
    number = operator.index(seed)
    if not 0 <= number < _SEEDS:
        raise ValueError(f"a seed is a whole number from 0 to 2**64 - 1, not {number}")
    return number


def _check_reset_options(options: dict[str, Any] | None, known: tuple[str, ...]) -> None:
    """Refuses what a reset would not heed."""
    unknown = set(options or ()) - set(known)
    if unknown:
        takes = f"only {', '.join(known)}" if known else "none"
        raise ValueError(f"reset takes no option {', '.join(map(repr, sorted(unknown)))}: it takes {takes}")


def _draw(render_mode: str | None, shown: Any) -> Any:
    return (_drawing.text if render_mode == "ansi" else _picture.pixels)(*shown)


def _warn_of_render() -> None:
    gymnasium.logger.warn("render() needs a render_mode, `ansi` or `rgb_array`, when the environment is made")


class QuincunxEnv(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """One game for one learner.

    ``reset(seed=s)`` begins the game that ``quincunx.new(…, seed=s)`` plays; resets without a seed begin the games that follow
    from it (``quincunx.episode_seed``). ``copy.deepcopy`` and ``pickle`` make independent environments in the same state: the
    game is played again from its seed.
    """

    metadata: dict[str, Any] = {"render_modes": _RENDER_MODES, "render_fps": 4}

    def __init__(
        self,
        game: GameId,
        *,
        render_mode: str | None = None,
        opponent: Player | None | EllipsisType = ...,
        seat: str = "drawn",
        positions: Sequence[str] | None = None,
        illegal_reward: float = -1.0,
        **options: Unpack[Options],
    ) -> None:
        """Makes an environment of a game, whose rules take ``options``.

        ``opponent`` plays the other side of a game for two: a specification as the command line takes it (``"level:3"``), a
        function of a session, or any other player of ``quincunx.simulate``; by default the random player. ``seat`` is where the
        learner sits: ``"first"``, ``"second"`` or ``"drawn"`` from the seed. Of ``positions``, in the game's notation, each game
        begins in one, drawn by its seed.
        What is not rendered is played by a packed twin of the rules, where there is one.
        """
        _check_render_mode(render_mode)
        check_rule_options(QuincunxEnv, game, options)
        self.render_mode = render_mode
        self._made = {
            "game": game,
            "render_mode": render_mode,
            "opponent": (opponent := _opponent(game, opponent)),
            "seat": seat,
            "positions": positions,
            "illegal_reward": illegal_reward,
            **options,
        }
        self._native = Environment(
            game,
            illegal_reward=illegal_reward,
            opponent=opponent,
            seat=seat,
            positions=positions,
            readable=render_mode is not None,
            **options,
        )
        #: The seed of the first game and the number of the present one; none has begun where there is no seed.
        self._first: int | None = None
        self._episode = 0
        #: The actions of the present game, those that were not legal included.
        self._actions: list[int] = []
        self.observation_space = spaces.Box(0, self._native.most, self._native.shape, np.uint8)
        self.action_space = spaces.Discrete(self._native.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins a game, and returns the observation, uint8 (planes, rows, columns), and the info; see the class.

        A seed is from 0 to 2**64 − 1. Without one the next game of the seed before is begun.
        """
        seed = None if seed is None else _seed(seed)
        super().reset(seed=seed)
        _check_reset_options(options, ())
        if seed is not None:
            self._first, self._episode = seed, 0
        elif self._first is None:
            self._first = int(self.np_random.integers(1 << 63))
        else:
            self._episode += 1
        self._actions = []
        return self._native.reset(episode_seed(self._first, self._episode))

    def step(
        self, action: SupportsIndex
    ) -> tuple[NDArray[np.uint8], SupportsFloat, bool, bool, dict[str, Any]]:
        """Carries out an action, from 0 to n − 1 of the action space, and the opponent's answer.

        Returns the observation, uint8 (planes, rows, columns), the reward, a float, whether the game is over and whether it was cut
        short, two bools, and the info. In a game that is over nothing happens.
        """
        number = operator.index(action)
        if not self._native.begun:
            raise ResetNeeded("reset() begins the games: it comes before step()")
        result = self._native.step(number)
        self._actions.append(number)
        return result

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns which actions are legal: bool (actions), as learners with masks ask for it."""
        return self._native.mask().view(np.bool_)

    def render(self) -> Any:
        """Shows the position: a text, or uint8 (height, width, 3)."""
        if self.render_mode is None:
            _warn_of_render()
            return None
        return _draw(self.render_mode, self._native.show())

    def __reduce__(self) -> tuple[Any, ...]:
        own = ("_native", "_first", "_episode", "_actions")
        rest = {name: value for name, value in self.__dict__.items() if name not in own}
        actions = list(self._actions) if self._native.begun else None
        return _again, (type(self), self._made, self._first, self._episode, actions), rest


def _again(
    kind: type[QuincunxEnv], made: dict[str, Any], first: int | None, episode: int, actions: list[int] | None
) -> QuincunxEnv:
    """Makes an environment once more and plays its game again, unless it has to begin anew."""
    environment = kind(**made)
    environment._first, environment._episode = first, episode
    if first is not None and actions is not None:
        environment._actions = actions
        environment._native.reset(episode_seed(first, episode))
        for action in actions:
            environment._native.step(action)
    return environment


class QuincunxVectorEnv(VectorEnv[NDArray[np.uint8], NDArray[np.int64], NDArray[Any]]):
    """Many games, stepped by one call: no Python object a game, all arrays made once.

    Environment i of ``reset(seed=s)`` plays what ``QuincunxEnv`` of seed s + i plays. With ``copy=False`` ``reset`` and ``step``
    return the environment's own arrays, which the next call writes over. ``copy.deepcopy`` and ``pickle`` make a vector that was
    made alike; one whose games have begun is refused, as it would not stand where this one stands.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        game: GameId,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
        opponent: Player | None | EllipsisType = ...,
        seat: str = "drawn",
        positions: Sequence[str] | None = None,
        illegal_reward: float = -1.0,
        copy: bool = True,
        **options: Unpack[Options],
    ) -> None:
        """Makes ``num_envs`` environments of a game; see ``QuincunxEnv`` for what they have in common.

        ``autoreset_mode`` is what happens at the end of a game, after at most ``max_episode_steps``: with ``NEXT_STEP`` the step
        after begins the next one, whatever its action; with ``SAME_STEP`` the same step does, and ``info["final_obs"]`` and
        ``info["final_info"]`` have the last values; with ``DISABLED`` nothing does until ``reset(options={"reset_mask": …})``.
        """
        _check_render_mode(render_mode)
        check_rule_options(QuincunxVectorEnv, game, options)
        self._made = {
            "game": game,
            "autoreset_mode": AutoresetMode(autoreset_mode),
            "max_episode_steps": max_episode_steps,
            "render_mode": render_mode,
            "opponent": _opponent(game, opponent),
            "seat": seat,
            "positions": positions,
            "illegal_reward": illegal_reward,
            "copy": copy,
            **options,
        }
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {
            "autoreset_mode": self.autoreset_mode,
            "render_modes": _RENDER_MODES,
            "render_fps": 4,
        }
        self.copy = copy
        self._batch = Environments(
            game,
            # Where `reset` gets no seed.
            self.np_random.integers(1 << 63, size=num_envs).tolist(),
            autoreset=self.autoreset_mode.value,
            max_steps=max_episode_steps,
            opponent=_opponent(game, opponent),
            seat=seat,
            positions=positions,
            illegal_reward=illegal_reward,
            readable=render_mode is not None,
            **options,
        )
        self._now = self._batch.now
        self._all = np.ones(num_envs, np.bool_)
        self._all.setflags(write=False)
        shape, actions = self._now.observations.shape[1:], self._now.masks.shape[1]
        self.single_observation_space = spaces.Box(0, self._batch.most, shape, np.uint8)
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins games in all environments, or in those of ``options["reset_mask"]``: bool (environments).

        Returns the observations, uint8 (environments, planes, rows, columns), and the infos, an array of each kind.

        Seed s is s + i in environment i, modulo 2**64. Where there is none, in a list too, an environment goes on with its own next
        game.
        """
        _check_reset_options(options, ("reset_mask",))
        only = None if options is None else options.get("reset_mask")
        seeds: list[int | None]
        if seed is None:
            seeds = [None] * self.num_envs
        elif isinstance(seed, (list, tuple, np.ndarray)):
            seeds = [None if one is None else operator.index(one) for one in seed]
        else:
            first = _seed(seed)
            super().reset(seed=first)
            seeds = [(first + number) % _SEEDS for number in range(self.num_envs)]
        if only is not None:
            # It goes into what is returned as well.
            only = np.array(only)
            if only.dtype != np.bool_ or only.ndim != 1:
                raise TypeError(f"options['reset_mask'] is an array of bool, not of {only.dtype} {only.shape}")
        self._batch.reset(seeds, only)
        return self._given(self._now.observations), self._info(self._now, self._all if only is None else only)

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.uint8], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Carries out an action in each environment: whole numbers (environments).

        Returns the observations, uint8 (environments, planes, rows, columns), the rewards, float64, which games are over and which were
        cut short, bool, all three (environments), and the infos, an array of each kind.
        """
        batch = self._batch
        if not batch.begun:
            raise ResetNeeded("reset() begins the games: it comes before step()")
        batch.step(actions)
        info = self._info(self._now, self._all)
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            ended = batch.terminated | batch.truncated
            if ended.any():
                last = batch.last
                seen = np.full(self.num_envs, None, object)
                for number in np.flatnonzero(ended):
                    seen[number] = last.observations[number].copy()
                info["final_obs"], info["_final_obs"] = seen, ended
                info["final_info"], info["_final_info"] = self._info(last, ended), ended
        return (
            self._given(self._now.observations),
            self._given(batch.rewards),
            self._given(batch.terminated),
            self._given(batch.truncated),
            info,
        )

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns which actions are legal: bool (environments, actions)."""
        return np.asarray(self._now.masks, np.bool_)

    def render(self) -> tuple[Any, ...] | None:
        """Shows the positions: texts, or uint8 (height, width, 3), one an environment."""
        if self.render_mode is None:
            _warn_of_render()
            return None
        return tuple(_draw(self.render_mode, self._batch.show(number)) for number in range(self.num_envs))

    def __reduce__(self) -> tuple[Any, ...]:
        if self._batch.begun:
            raise TypeError("a vector whose games have begun is not copied: make another one, and begin games of seeds there")
        return _alike, (type(self), self.num_envs, self._made), {"spec": self.spec}

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self.copy else array

    def _info(self, result: BatchArrays, which: NDArray[np.bool_]) -> dict[str, Any]:
        """Returns the infos of some environments, each array with its mask."""
        info = {
            "action_mask": self._given(result.masks),
            "_action_mask": which,
            "illegal": self._given(result.illegal),
            "_illegal": which,
            "player": self._given(result.players),
            "_player": which,
            "points": self._given(result.points),
            "_points": which,
        }
        if self._batch.has_goals:
            info["reached"], info["_reached"] = self._given(result.reached), which
        return info


def _alike(kind: type[QuincunxVectorEnv], count: int, made: dict[str, Any]) -> QuincunxVectorEnv:
    """Makes a vector once more."""
    return kind(count, **made)
