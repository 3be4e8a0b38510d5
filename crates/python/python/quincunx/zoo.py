"""Environments of PettingZoo for the games of two players, in turns (AEC).

>>> from quincunx import zoo
>>> environment = zoo.env("connect-four", columns=7)

An observation is a dictionary of ``observation``, uint8 (planes, rows, columns) from the agent's side, and ``action_mask``, int8
(actions): 1 for what the agent may do now, all 0 while it is not its turn. The winner is rewarded with 1, the loser with −1. In
games where a player acts twice in a row, agents do so too.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import _drawing, _picture
from ._arguments import check_rule_options
from ._native import Game, Session

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .typing import GameId, Options

__all__ = ["RawEnv", "env", "raw_env"]

_Observation = dict[str, NDArray[Any]]


def env(game: GameId, *, render_mode: str | None = None, **options: Unpack[Options]) -> AECEnv[str, Any, Any]:
    """Makes the environment of a game; an action that is not legal ends it with −1 for who chose it."""
    environment: Any = RawEnv(game, render_mode=render_mode, **options)
    environment = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
    environment = wrappers.AssertOutOfBoundsWrapper(environment)
    return wrappers.OrderEnforcingWrapper(environment)


def raw_env(game: GameId, *, render_mode: str | None = None, **options: Unpack[Options]) -> RawEnv:
    """Makes the environment of a game without wrappers; an action that is not legal raises ``ValueError``."""
    return RawEnv(game, render_mode=render_mode, **options)


class RawEnv(AECEnv[str, _Observation, Any]):
    """A session of a game for two whose players are agents.

    ``session`` is the session: it can be copied, taken back and recorded.
    """

    metadata: dict[str, Any] = {
        "render_modes": ["ansi", "human", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, game: GameId, *, render_mode: str | None = None, **options: Unpack[Options]) -> None:
        """Makes the environment of a game, whose rules take ``options``."""
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode is one of {self.metadata['render_modes']} or None, not {render_mode!r}")
        check_rule_options(RawEnv, game, options)
        self._game, self._options = Game(game), options
        if self._game.players != 2:
            raise ValueError(f"{game} is a single-player game; quincunx.gym has its environments")
        self.metadata = {**self.metadata, "name": f"quincunx_{game.replace('-', '_')}_v0"}
        self.render_mode = render_mode
        self.possible_agents = ["player_0", "player_1"]
        self.agents: list[str] = []
        self._seed = 0
        self.session: Session = self._game.new(**options)
        self._shape, most = self.session.observation_shape
        actions = self.session.action_count
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, most, self._shape, np.uint8),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. The games for two know no chance, so that seeds matter to records alone.

        ``options`` are passed over, as PettingZoo asks of every environment.
        """
        self._seed = self._seed if seed is None else seed
        self.session = self._game.new(seed=self._seed, **self._options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.session.player or 0]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> _Observation:
        """Returns what an agent sees."""
        player = self.possible_agents.index(agent)
        seen = np.frombuffer(self.session.observation(player), np.uint8)
        mask = np.zeros(self.session.action_count, np.int8)
        if self.session.player == player:
            mask[self.session.legal_actions()] = 1
        return {"observation": seen.reshape(self._shape).copy(), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Carries out an action of the agent whose turn it is."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        acted = self.agent_selection
        self.session.play(operator.index(action))
        self._cumulative_rewards[acted] = 0.0
        self._clear_rewards()
        outcome = self.session.outcome
        if outcome is None:
            assert self.session.player is not None
            self.agent_selection = self.possible_agents[self.session.player]
        else:
            for player, agent in enumerate(self.agents):
                if outcome.winner is not None:
                    self.rewards[agent] = 1.0 if player == outcome.winner else -1.0
                self.terminations[agent] = True
            self.agent_selection = self.possible_agents[1 - self.possible_agents.index(acted)]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """Shows the position: a text (``ansi``), printed (``human``, by ``reset`` and ``step`` too), or uint8 (height, width, 3)."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode, `ansi`, `human` or `rgb_array`, when the environment is made")
            return None
        view, faces = _drawing.shown(self.session)
        if self.render_mode == "rgb_array":
            return _picture.pixels(view, faces)
        text = _drawing.text(view, faces)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Does nothing: there is nothing to close."""
