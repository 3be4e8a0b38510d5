"""The games of two players as games of OpenSpiel.

>>> import pyspiel
>>> import quincunx.openspiel
>>> game = pyspiel.load_game("quincunx_connect_four(columns=5,rows=4)")

They are registered when this module is imported, each as ``quincunx_`` and its id with ``_`` for ``-``; options of the rules are
parameters. OpenSpiel's algorithms in Python play them; those in C++ that copy states, as its Monte Carlo tree search does, do not
stand games that are written in Python, its own neither (version 2.0.2). Observations are those of ``Session.observation``; a game
for one, in which chance acts, is not offered.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from ._native import Game, Session, games

__all__ = ["short_name"]


def short_name(game: str) -> str:
    """Returns the name of a game in OpenSpiel: ``quincunx_connect_four`` for ``connect-four``."""
    return f"quincunx_{game.replace('-', '_')}"


def _type_of(game: Game) -> pyspiel.GameType:
    def parameter(takes: str, default: str) -> int | str:
        return int(default) if takes.startswith("a whole number") else default

    return pyspiel.GameType(
        short_name=short_name(game.id),
        long_name=f"Quincunx {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            option.name.replace("-", "_"): parameter(option.takes, option.default) for option in game.options
        },
    )


def _most_actions(begun: Session) -> int:
    """Returns how many actions a game has at most: one a field, or two a piece where pieces are given before they are placed."""
    view = begun.view()
    return sum(map(len, view.board)) if view.tray is None else 2 * len(view.tray.tokens)


class _Game(pyspiel.Game):
    """A game under some rules."""

    def __init__(self, game: Game, type_: pyspiel.GameType, parameters: dict[str, Any]) -> None:
        self._begun = game.new(**parameters)
        info = pyspiel.GameInfo(
            num_distinct_actions=self._begun.action_count,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_most_actions(self._begun),
        )
        super().__init__(type_, info, parameters)

    def new_initial_state(self, state: Any = None) -> _State:
        """Returns the beginning of a game; states are written and read as the actions that lead to them."""
        if state is not None:
            raise ValueError("a state is made by its actions, or by Session.position in a session of its own")
        return _State(self, self._begun.copy())

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """Returns what observes states."""
        if params:
            raise ValueError(f"observations take no parameters, not {params}")
        return _Observer(self._begun)


class _State(pyspiel.State):
    """A session."""

    def __init__(self, game: _Game, session: Session) -> None:
        super().__init__(game)
        self.session = session

    def current_player(self) -> int:
        """Returns who acts."""
        player = self.session.player
        return int(pyspiel.PlayerId.TERMINAL) if player is None else player

    def _legal_actions(self, player: int) -> list[int]:
        return self.session.legal_actions() if player == self.session.player else []

    def _apply_action(self, action: int) -> None:
        self.session.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.session.action_text(action)

    def is_terminal(self) -> bool:
        """Tells whether the game is over."""
        return self.session.is_over

    def returns(self) -> list[float]:
        """Returns 1 for who has won and −1 for who has lost."""
        outcome = self.session.outcome
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0 if player == outcome.winner else -1.0 for player in (0, 1)]

    def __str__(self) -> str:
        """Writes the position."""
        return self.session.position


class _Observer:
    """Writes what players see: the planes of ``Session.observation`` as float32, and the position as text."""

    def __init__(self, session: Session) -> None:
        shape, _ = session.observation_shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: _State, player: int) -> None:
        """Writes what a player sees of a state."""
        self.tensor[:] = np.frombuffer(state.session.observation(player), np.uint8)

    def string_from(self, state: _State, player: int) -> str:
        """Writes a state as text, the same for both players."""
        return state.session.position


def _register(game: Game) -> None:
    type_ = _type_of(game)

    class Registered(_Game):
        def __init__(self, parameters: dict[str, Any] | None = None) -> None:
            super().__init__(game, type_, parameters or {})

    pyspiel.register_game(type_, Registered)


for _game in games():
    if _game.players == 2:
        _register(_game)
