"""Types for annotations: ids of games, options of rules, players.

>>> from quincunx.typing import GameId, Options, Player

`mypy` and editors find misspelt ids and options by them. At runtime nothing depends on this module.
"""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from typing import TYPE_CHECKING, Literal, Protocol, SupportsFloat, SupportsIndex, TypeAlias, TypedDict, Union

if TYPE_CHECKING:
    from ._native import Agent, Session

__all__ = ["BeginsGames", "Chooses", "GameId", "Options", "Player"]

#: The ids of the games.
GameId: TypeAlias = Literal["connect-four", "match-three", "shariki", "quartet", "2048", "levels"]


# Keys that are no names, and values of one name in several games, ask for this form. Numbers may be given as text.
class Options(TypedDict, total=False):
    """The options of the rules of all games, as keyword arguments; ``Game.options`` says which game has which."""

    columns: SupportsIndex | str
    rows: SupportsIndex | str
    tokens: str
    deltas: str
    moves: SupportsIndex | str
    kinds: str
    colours: SupportsIndex | str
    verticals: SupportsIndex | str
    horizontals: SupportsIndex | str
    wrapped: SupportsIndex | str
    bombs: SupportsIndex | str
    swaps: SupportsIndex | str
    stuck: Literal["reshuffle", "end"]
    board: str | PathLike[str]
    nth: SupportsIndex | str
    topology: Literal["standard", "torus"]
    full_square: Literal["refused", "returns"]
    width: SupportsIndex | str
    height: SupportsIndex | str
    scoring: Literal["standard", "contest"]
    four_rate: SupportsFloat | str
    name: Literal[
        "first-steps",
        "red-harvest",
        "the-well",
        "garden-path",
        "diagonals",
        "carousel",
        "turning-squares",
        "big-pieces",
        "four-corners",
        "hourglass",
        "four-colours",
        "clearance",
    ]
    file: str | PathLike[str]


class Chooses(Protocol):
    """A player that chooses an action in a session, by its number or its text."""

    def choose(self, session: Session, /) -> int | str:
        """Chooses a legal action. The session is a copy that begins at the position asked about."""
        ...


class BeginsGames(Protocol):
    """A player that is made anew for each game, so that no game depends on those before it."""

    def begin(self, seed: int, /) -> Chooses | Callable[[Session], int | str]:
        """Returns the player of one game, with the seed of everything that it does at random in it."""
        ...


#: Whoever plays: a specification as the command line takes it, an agent, a function of a session, or an object.
Player: TypeAlias = Union[str, "Agent", "Callable[[Session], int | str]", Chooses, BeginsGames]
