"""All games as games of OpenSpiel.

>>> import pyspiel
>>> import quincunx.openspiel
>>> game = pyspiel.load_game("quincunx_connect_four(columns=5,rows=4)")
>>> game = pyspiel.load_game("quincunx_2048(width=3,height=3)")
>>> game = pyspiel.load_game("quincunx_shariki(swaps=20,chance_bits=8)")

They are registered when this module is imported, each as ``quincunx_`` and its id with ``_`` for ``-``. Options of the rules are
parameters, of the types of their defaults (``four_rate=1.0``, not ``1``), and ``name`` is ``named``; a text with a comma or a
parenthesis is given by a dictionary, ``pyspiel.load_game("quincunx_match_three", {"deltas": "1,1"})``, as OpenSpiel's own way to write
games as texts knows no such texts; states of such a game are not serialised. Observations are those of ``Session.observation``.

Games for two have no chance, and are rewarded at the end, with 1 and −1. Games for one are rewarded with points, all that have come
since the last decision; where chance acts the reward is 0 and the return is that of the last decision. Nobody knows the most points
that can be won, and ``max_utility`` is infinite. Where goals decide, ``state.session.outcome`` has whether they were reached.

Chance is explicit. Where its outcomes can be listed, as the pieces of 2048, they are the outcomes of its nodes. Elsewhere, in the
refills of match-3, they are as many as there are boards, so that what is drawn is the chance of a ply: a number of ``chance_bits`` bits,
from 1 to 64, the first bits first, in nodes of up to 8 bits whose outcomes are equally likely. ``Session.draw_chance`` makes
of it all that chance does until the player acts. A ply thus goes in 2**32 ways, or as many as ``chance_bits`` allows, which are a sample of
all, another one in every ply: with few bits whoever searches comes back to the same positions, and sees a game with less variety.

States are cloned, pickled and serialised with all that was played. OpenSpiel's environments and random bots in Python play these
games; its Monte Carlo tree search in Python needs games that are rewarded only at the end. Algorithms in C++ that copy states, as the
tree search there does, end the process with any game written in Python, OpenSpiel 2.0.2's own included.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from ._native import Game, Option, Session, games

__all__ = ["short_name"]

#: The bits of chance of a ply that has too many outcomes to list: the default and the most.
CHANCE_BITS, MAX_CHANCE_BITS = 32, 64

#: The bits of the chance that one chance node draws at most.
NODE_BITS = 8

#: The greatest number of decisions, and of chance's: OpenSpiel adds the two, in 32 bits with a sign.
MAX_LENGTH = 2**30 - 1


def short_name(game: str) -> str:
    """Returns the name of a game in OpenSpiel: ``quincunx_connect_four`` for ``connect-four``."""
    return f"quincunx_{game.replace('-', '_')}"


def _default(option: Option) -> int | float | str:
    """Returns the default of an option, by which OpenSpiel knows the type of a parameter."""
    if option.takes.startswith("a whole number"):
        return int(option.default)
    return float(option.default) if option.takes.startswith("a number") else option.default


def _parameter(option: str) -> str:
    """Returns the parameter that an option is; ``name`` is that of the game."""
    return "named" if option == "name" else option.replace("-", "_")


def _parameters(game: Game) -> dict[str, int | float | str]:
    """Returns the parameters of a game with their defaults."""
    parameters = {_parameter(option.name): _default(option) for option in game.options}
    return {**parameters, "chance_bits": CHANCE_BITS} if game.chance == "drawn" else parameters


def _type_of(game: Game) -> pyspiel.GameType:
    is_for_two, kinds = game.players == 2, pyspiel.GameType
    has_chance = game.chance != "never"
    return pyspiel.GameType(
        short_name=short_name(game.id),
        long_name=f"Quincunx {game.title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if has_chance else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if is_for_two else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL if is_for_two else kinds.RewardModel.REWARDS,
        max_num_players=game.players,
        min_num_players=game.players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game),
    )


class _Game(pyspiel.Game):
    """A game under some rules."""

    def __init__(self, game: Game, type_: pyspiel.GameType, parameters: dict[str, Any]) -> None:
        options = {option.name.replace("-", "_"): parameters[_parameter(option.name)] for option in game.options}
        #: The bits of the chance of a ply; none where outcomes are listed, or chance never acts.
        self.chance_bits = int(parameters["chance_bits"]) if game.chance == "drawn" else 0
        if game.chance == "drawn" and not 1 <= self.chance_bits <= MAX_CHANCE_BITS:
            raise ValueError(f"`chance_bits` is a whole number from 1 to {MAX_CHANCE_BITS}, not {self.chance_bits}")
        self._begun = game.new(**options).with_chance_nodes()
        self._plies = min(self._begun.max_plies or MAX_LENGTH, MAX_LENGTH)
        if self.chance_bits:
            outcomes = 1 << min(self.chance_bits, NODE_BITS)
        else:
            # On no board has chance more to choose from than where a game begins.
            outcomes = len(self._begun.chance_outcomes())
        returns = dict(min_utility=-1.0, max_utility=1.0, utility_sum=0.0)
        if game.players == 1:
            returns = dict(min_utility=0.0, max_utility=np.inf)
        info = pyspiel.GameInfo(
            num_distinct_actions=self._begun.action_count,
            max_chance_outcomes=outcomes,
            num_players=game.players,
            max_game_length=self._plies,
            **returns,
        )
        # What is as usual is not named, so that the usual texts need not be read again.
        usual = _parameters(game)
        given = {name: value for name, value in parameters.items() if value != usual[name]}
        super().__init__(type_, info, given)

    def __reduce__(self) -> tuple[Any, ...]:
        return _load, (self.get_type().short_name, self.get_parameters())

    def new_initial_state(self, state: Any = None) -> _State:
        """Returns the beginning of a game; states are written and read as the actions that lead to them."""
        if state is not None:
            raise ValueError("a state is made by its actions, or by Session.position in a session of its own")
        return _State(self, self._begun.copy(), self.chance_bits)

    def max_chance_nodes_in_history(self) -> int:
        """Returns how many nodes of chance a game has at most: one after every ply where outcomes are listed, and two in the opening."""
        if not self.max_chance_outcomes():
            return 0
        nodes = -(-self.chance_bits // NODE_BITS) * (self._plies + 1) if self.chance_bits else self._plies + 2
        return min(nodes, MAX_LENGTH)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """Returns what observes states."""
        if params:
            raise ValueError(f"observations take no parameters, not {params}")
        return _Observer(self._begun)


class _State(pyspiel.State):
    """A session, which stops where chance acts."""

    def __init__(self, game: _Game, session: Session, chance_bits: int) -> None:
        super().__init__(game)
        self.session = session
        self._chance_bits = chance_bits
        #: What is drawn of the chance of this ply, and how many bits that is.
        self._drawn, self._drawn_bits = 0, 0
        #: The points at the last decision.
        self._points = 0
        #: What chance can do here, once somebody has asked.
        self._outcomes: _Outcomes | None = None

    def current_player(self) -> int:
        """Returns who acts."""
        if self.session.is_chance_node:
            return int(pyspiel.PlayerId.CHANCE)
        player = self.session.player
        return int(pyspiel.PlayerId.TERMINAL) if player is None else player

    def _legal_actions(self, player: int) -> list[int]:
        return self.session.legal_actions() if player == self.session.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Lists what chance can do, by number, with the probabilities."""
        if self._chance_bits:
            count = 1 << self._node_bits()
            return [(outcome, 1.0 / count) for outcome in range(count)]
        return [(outcome, probability) for outcome, (_, probability) in enumerate(self._listed())]

    def _listed(self) -> _Outcomes:
        """Returns what chance can do here, listed once."""
        if self._outcomes is None:
            self._outcomes = _Outcomes(self.session.chance_outcomes())
        return self._outcomes

    def _node_bits(self) -> int:
        return min(NODE_BITS, self._chance_bits - self._drawn_bits)

    def _apply_action(self, action: int) -> None:
        if not self.session.is_chance_node:
            points = self.session.points
            self.session.play(action)
            self._points = points
        elif self._chance_bits:
            bits = self._node_bits()
            _check_outcome(action, 1 << bits)
            drawn, drawn_bits = self._drawn << bits | action, self._drawn_bits + bits
            if drawn_bits == self._chance_bits:
                self.session.draw_chance(drawn)
                drawn, drawn_bits = 0, 0
            self._drawn, self._drawn_bits = drawn, drawn_bits
        else:
            outcomes = self._listed()
            _check_outcome(action, len(outcomes))
            self.session.resolve_chance(outcomes[action][0])
        self._outcomes = None

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.session.action_text(action)
        return f"chance {action}" if self._chance_bits else self._listed()[action][0]

    def is_terminal(self) -> bool:
        """Returns whether the game is over."""
        return self.session.is_over

    def returns(self) -> list[float]:
        """Returns 1 for who has won and −1 for who has lost, or the points as far as ``rewards`` has given them."""
        if self.session.players == 1:
            return [float(self._points if self.session.is_chance_node else self.session.points)]
        outcome = self.session.outcome
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0 if player == outcome.winner else -1.0 for player in (0, 1)]

    def rewards(self) -> list[float]:
        """Returns what the last decision has won, with all that chance made of it; nothing before that is over."""
        if self.session.players == 1:
            return [self.returns()[0] - self._points]
        return self.returns()

    def __str__(self) -> str:
        """Writes the position, and what is drawn of the chance of the ply."""
        position = self.session.position
        return f"{position} chance {self._drawn} of {self._drawn_bits} bits" if self._drawn_bits else position


class _Outcomes(tuple[tuple[str, float], ...]):
    """Outcomes of chance and their probabilities. Nothing changes them: a copy of a state has those of the state, and copies none."""

    def __deepcopy__(self, memo: Any) -> _Outcomes:
        return self


def _check_outcome(outcome: int, count: int) -> None:
    """Refuses an outcome that a node of so many has not."""
    if not 0 <= outcome < count:
        raise ValueError(f"chance has the outcomes 0 to {count - 1} here, not {outcome}")


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


def _load(name: str, parameters: dict[str, Any]) -> pyspiel.Game:
    """Loads a game that was pickled, wherever that is: who calls this has imported the module that registers it."""
    return pyspiel.load_game(name, parameters)


def _register(game: Game) -> None:
    type_ = _type_of(game)

    class Registered(_Game):
        def __init__(self, parameters: dict[str, Any] | None = None) -> None:
            super().__init__(game, type_, {**_parameters(game), **(parameters or {})})

    pyspiel.register_game(type_, Registered)


for _game in games():
    _register(_game)
