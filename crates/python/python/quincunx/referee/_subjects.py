"""The implementations that are checked: environments, games and functions, all stepped in one way."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

__all__ = ["Seen", "Subject", "subject_of"]


@dataclass
class Seen:
    """What an implementation shows after an action; None is what it does not show."""

    #: What is watched for changes: observations as the implementation returned them.
    raw: Any = None
    #: Where boards are read from, each with the player from whose side it is; None for who acts.
    views: list[tuple[int | None, Any]] = field(default_factory=list)
    #: The legal actions, by the implementation's numbers.
    legal: Iterable[int] | None = None
    player: int | None = None
    is_over: bool | None = None
    #: Whether a limit of steps has ended the game.
    is_cut: bool = False
    #: What the players won by this action.
    rewards: dict[int, float] = field(default_factory=dict)
    points: float | None = None


class Subject:
    """An implementation that is stepped."""

    #: Whether actions that are not legal may be tried.
    takes_illegal = True
    #: Whether each step plays the whole game again.
    plays_again = False
    #: Our actions by the implementation's numbers, where they are known to differ.
    actions: Sequence[int] | None = None

    def reset(self, seed: int) -> Seen:
        """Begins a game."""
        raise NotImplementedError

    def step(self, action: int, player: int) -> Seen:
        """Carries out an action of a player, by the implementation's number."""
        raise NotImplementedError


#: Up, down, left and right where the numbers are those of up, right, down and left.
_CLOCKWISE = [0, 2, 3, 1]

_MASKS = ("action_mask", "action_masks", "mask", "legal_mask")
_LISTS = ("legal_actions", "legal_moves", "valid_actions", "legal")


def _legal_in(place: Any) -> list[int] | None:
    """Returns the legal actions that a dictionary or an observation has, as a mask or a list."""

    def find(name: str) -> Any:
        return place.get(name) if isinstance(place, Mapping) else getattr(place, name, None)

    for name in _MASKS:
        if (mask := find(name)) is not None:
            return [int(number) for number in np.flatnonzero(np.asarray(mask))]
    for name in _LISTS:
        if (listed := find(name)) is not None and not callable(listed):
            return [int(number) for number in listed]
    return None


def _is_shown(place: Any, *names: str) -> Any:
    """Returns the first of some entries that a dictionary has."""
    return next((place[name] for name in names if isinstance(place, Mapping) and name in place), None)


class _Gym(Subject):
    """A Gymnasium environment in which the learner plays all sides."""

    def __init__(self, environment: Any, game: str, board: Callable[[Any], Any] | None) -> None:
        self._environment, self._board = environment, board
        if game == "2048" and type(environment.unwrapped).__module__.startswith("jumanji"):
            self.actions = _CLOCKWISE

    def _seen(self, observation: Any, info: Any, **rest: Any) -> Seen:
        legal = _legal_in(observation) if isinstance(observation, Mapping) else None
        legal = _legal_in(info) if legal is None else legal
        masks = getattr(self._environment.unwrapped, "action_masks", None)
        if legal is None and callable(masks):
            legal = _legal_in({"action_mask": masks()})
        player, points = _is_shown(info, "player", "current_player", "to_play"), _is_shown(info, "points", "score")
        shown = observation if self._board is None else self._board(observation)
        return Seen(
            raw=observation,
            views=[(None, shown)],
            legal=legal,
            player=None if player is None else int(player),
            points=None if points is None else float(points),
            **rest,
        )

    def reset(self, seed: int) -> Seen:
        return self._seen(*self._environment.reset(seed=seed))

    def step(self, action: int, player: int) -> Seen:
        observation, reward, terminated, truncated, info = self._environment.step(action)
        over, cut = bool(terminated), bool(truncated)
        return self._seen(observation, info, is_over=over, is_cut=cut, rewards={player: float(reward)})


class _Zoo(Subject):
    """A PettingZoo environment of agents in turns."""

    def __init__(self, environment: Any, board: Callable[[Any], Any] | None) -> None:
        self._environment, self._board = environment, board
        # Wrappers end the game with a warning.
        self.takes_illegal = environment.unwrapped is environment

    def _seen(self) -> Seen:
        environment = self._environment
        agents, acting = environment.possible_agents, environment.agent_selection
        raw = {agent: environment.observe(agent) for agent in sorted(agents, key=lambda agent: agent != acting)}
        legal = _legal_in(raw[acting])
        return Seen(
            raw=raw,
            views=[
                (agents.index(agent), shown if self._board is None else self._board(shown))
                for agent, shown in raw.items()
            ],
            legal=_legal_in(environment.infos.get(acting)) if legal is None else legal,
            player=agents.index(acting),
            is_over=any(environment.terminations.values()),
            is_cut=any(environment.truncations.values()),
            rewards={agents.index(agent): float(reward) for agent, reward in environment.rewards.items()},
        )

    def reset(self, seed: int) -> Seen:
        self._environment.reset(seed=seed)
        return self._seen()

    def step(self, action: int, player: int) -> Seen:
        self._environment.step(action)
        return self._seen()


class _Spiel(Subject):
    """A game of OpenSpiel, whose chance is drawn from the outcomes that it lists."""

    takes_illegal = False

    def __init__(self, game: Any, name: str, board: Callable[[Any], Any] | None) -> None:
        self._game, self._board, self._state = game, board, None
        if name == "2048" and game.get_type().short_name == "2048":
            self.actions = _CLOCKWISE

    def _seen(self, before: Sequence[float]) -> Seen:
        state: Any = self._state
        while state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(self._draw.choices(outcomes, shares)[0])
        over, player = state.is_terminal(), state.current_player()
        views: list[tuple[int | None, Any]] = [(None, str(state) if self._board is None else self._board(state))]
        is_for_two = self._game.num_players() == 2
        if self._game.get_type().provides_observation_tensor and not over and is_for_two:
            tensor = np.array(state.observation_tensor(player))
            views.append((None, tensor.reshape(self._game.observation_tensor_shape())))
        return Seen(
            raw=views[0][1],
            views=views,
            legal=state.legal_actions(),
            player=player if is_for_two and not over else None,
            is_over=over,
            # Games differ in whether rewards come before chance acts or after it; returns are the same then.
            rewards={player: now - then for player, (now, then) in enumerate(zip(state.returns(), before))},
            points=None if is_for_two else state.returns()[0],
        )

    def reset(self, seed: int) -> Seen:
        self._draw, self._state = random.Random(seed), self._game.new_initial_state()
        return self._seen([])

    def step(self, action: int, player: int) -> Seen:
        state: Any = self._state
        before = state.returns()
        state.apply_action(action)
        return self._seen(before)


class _Plain(Subject):
    """A function that plays a list of actions from the beginning."""

    plays_again = True

    def __init__(self, function: Callable[..., Any], board: Callable[[Any], Any] | None) -> None:
        self._function, self._board = function, board
        self._played: list[int] = []

    def _seen(self) -> Seen:
        shown = self._function(list(self._played))
        if not isinstance(shown, Mapping):
            raise TypeError(f"the function returned {type(shown).__name__}, expected a dictionary")
        board = shown.get("board")
        if board is not None and self._board is not None:
            board = self._board(board)
        player, over, points = shown.get("player"), shown.get("is_over"), shown.get("points")
        returns = shown.get("returns")
        return Seen(
            raw=shown.get("board"),
            views=[] if board is None else [(None, board)],
            legal=_legal_in(shown),
            player=None if player is None else int(player),
            is_over=None if over is None else bool(over),
            rewards={} if returns is None else {player: float(one) for player, one in enumerate(returns)},
            points=None if points is None else float(points),
        )

    def reset(self, seed: int) -> Seen:
        self._played = []
        return self._seen()

    def step(self, action: int, player: int) -> Seen:
        self._played.append(action)
        return self._seen()


def _needs_actions(function: Callable[..., Any]) -> bool:
    """Returns whether a function cannot be called without arguments."""
    try:
        inspect.signature(function).bind()
    except TypeError:
        return True
    except ValueError:
        pass
    return False


def subject_of(subject: Any, game: str, board: Callable[[Any], Any] | None) -> Subject:
    """Returns an implementation by what it is.

    Raises:
        ValueError: it is nothing that can be checked.
    """
    if isinstance(subject, str):
        import gymnasium

        subject = gymnasium.make(subject, disable_env_checker=True)
    elif callable(subject) and not hasattr(subject, "reset") or inspect.isclass(subject):
        if _needs_actions(subject):
            if game == "2048":
                raise ValueError("a function that plays a list of actions has no chance: 2048 needs an environment")
            return _Plain(subject, board)
        made = subject()
        if isinstance(made, Mapping):
            return _Plain(subject, board)
        subject = made
    if hasattr(subject, "new_initial_state"):
        return _Spiel(subject, game, board)
    if hasattr(subject, "agent_iter"):
        return _Zoo(subject, board)
    if hasattr(subject, "reset") and hasattr(subject, "step"):
        return _Gym(subject, game, board)
    raise ValueError(
        f"cannot check {type(subject).__name__}: expected a Gymnasium or PettingZoo environment or what makes one, "
        "an id of Gymnasium, a game of OpenSpiel, or a function of a list of actions"
    )
