"""Games that a network plays against itself, as data from which it learns."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._native import Mcts, Session, _write, episode_seed, new

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .typing import GameId, Options


@dataclass(frozen=True, eq=False)
class SelfPlay:
    """Positions of self-play, game by game in the order of their plies, with what a network learns of each.

    Attributes:
        observations: uint8 (positions, planes, rows, columns): what the player who acts observes.
        masks: int8 (positions, actions): 1 for a legal action.
        policies: float32 (positions, actions): the shares of the search's visits.
        values: float32 (positions): the values that the search found for the player who acts.
        returns: float32 (positions): the result for the player who acts, 1, 0 or −1; in a game for one the points that
            were won from here on.
        actions: int64 (positions): the actions that were played.
        players: int8 (positions): the players who act.
        games: int64 (positions): the number of the game.
        plies: int64 (positions): the ply of the game, from 0.
        positions: str (positions): the positions in the game's notation.
    """

    observations: NDArray[np.uint8]
    masks: NDArray[np.int8]
    policies: NDArray[np.float32]
    values: NDArray[np.float32]
    returns: NDArray[np.float32]
    actions: NDArray[np.int64]
    players: NDArray[np.int8]
    games: NDArray[np.int64]
    plies: NDArray[np.int64]
    positions: NDArray[np.str_]

    def __len__(self) -> int:
        return len(self.returns)

    def save(self, path: str | os.PathLike[str], /) -> None:
        """Saves the data; a file that is there stays whole until the new one is.

        Args:
            path: A name that ends in ``.npz``, for arrays of NumPy, or in ``.parquet``, for a table with a row a position,
                in which observations, masks and policies are lists of fixed length, and the metadata
                ``observation_shape`` has planes, rows and columns.

        Raises:
            ValueError: The name ends otherwise.
            ImportError: Parquet needs pyarrow, which is not installed.
            OSError: The file cannot be written.
        """
        _write(path, _contents(self, os.fspath(path)))

    @staticmethod
    def load(path: str | os.PathLike[str], /) -> SelfPlay:
        """Reads saved data.

        Raises:
            ValueError: The name ends neither in ``.npz`` nor in ``.parquet``, or the file lacks an array.
            ImportError: Parquet needs pyarrow, which is not installed.
            OSError: The file cannot be read.
        """
        name = os.fspath(path)
        if name.endswith(".npz"):
            with np.load(path, allow_pickle=False) as arrays:
                missing = [field.name for field in fields(SelfPlay) if field.name not in arrays]
                if missing:
                    raise ValueError(f"{name}: expected arrays of self-play, found none named {missing[0]}")
                return SelfPlay(**{field.name: arrays[field.name] for field in fields(SelfPlay)})
        if not name.endswith(".parquet"):
            raise ValueError(_EXPECTED_NAME.format(name))
        import pyarrow.parquet

        table = pyarrow.parquet.read_table(path)
        shape = (table.schema.metadata or {}).get(b"observation_shape")
        if shape is None:
            raise ValueError(f"{name}: expected a table of self-play, found none with the metadata observation_shape")
        columns: dict[str, Any] = {}
        for field in fields(SelfPlay):
            column = table[field.name].combine_chunks()
            if pyarrow.types.is_fixed_size_list(column.type):
                columns[field.name] = column.flatten().to_numpy().reshape(len(column), -1)
            else:
                columns[field.name] = column.to_numpy(zero_copy_only=False)
        planes, rows, width = (int(number) for number in shape.decode().split())
        columns["observations"] = columns["observations"].reshape(-1, planes, rows, width)
        columns["positions"] = columns["positions"].astype(np.str_)
        return SelfPlay(**columns)


_EXPECTED_NAME = "expected a file name that ends in .npz or .parquet, found {}"


def _contents(data: SelfPlay, name: str) -> bytes:
    """Returns the bytes of a file."""
    if name.endswith(".npz"):
        file = io.BytesIO()
        np.savez_compressed(file, **{field.name: getattr(data, field.name) for field in fields(data)})
        return file.getvalue()
    if not name.endswith(".parquet"):
        raise ValueError(_EXPECTED_NAME.format(name))
    import pyarrow
    import pyarrow.parquet

    columns = {}
    for field in fields(data):
        array = getattr(data, field.name)
        if array.ndim > 1:
            flat = array.reshape(len(array), -1)
            columns[field.name] = pyarrow.FixedSizeListArray.from_arrays(flat.ravel(), flat.shape[1])
        else:
            columns[field.name] = pyarrow.array(array)
    shape = " ".join(map(str, data.observations.shape[1:]))
    table = pyarrow.table(columns).replace_schema_metadata({"observation_shape": shape})
    sink = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(table, sink, compression="zstd")
    return bytes(sink.getvalue())


def self_play(
    game: GameId,
    mcts: Mcts,
    /,
    *,
    games: int = 100,
    seed: int = 0,
    parallel: int = 64,
    temperature_plies: int | None = None,
    plies: int = 100_000,
    positions: Sequence[str] | None = None,
    progress: Callable[[int, int], object] | None = None,
    **options: Unpack[Options],
) -> SelfPlay:
    """Plays games of a search against itself, many at a time, so that its evaluator gets full batches.

    Args:
        game: The id of the game.
        mcts: The search, with noise on its priors and a temperature of 1, so that games differ.
        games: The number of games.
        seed: Game i is a session of ``quincunx.episode_seed(seed, i)``.
        parallel: Games that are played at the same time. With at least as many as the search's ``batch`` no simulation
            waits for another.
        temperature_plies: Plies after which the most visited action is played; None for the search's own choice throughout.
        plies: Plies after which a game is left, as a draw.
        positions: Positions in the game's notation; game i begins in position i modulo their number.
        progress: Called with the number of finished games and ``games`` whenever games end.
        **options: The options of the rules.

    Returns:
        The positions of all games. The same arguments give the same data.

    Raises:
        ValueError: The arguments make no games, or the evaluator's answer is not right.
    """
    if games < 1 or parallel < 1:
        raise ValueError(f"expected at least 1 game and 1 in parallel, found {games} and {parallel}")
    under_way: list[_Course] = []
    finished: list[_Course] = []
    begun = 0
    while len(finished) < games:
        while begun < games and len(under_way) < parallel:
            position = positions[begun % len(positions)] if positions else None
            session = new(game, seed=episode_seed(seed, begun), position=position, **options)
            under_way.append(_Course(begun, session))
            begun += 1
        searches = mcts.search_many([course.session for course in under_way])
        for course, search in zip(under_way, searches, strict=True):
            is_cool = temperature_plies is not None and len(course.actions) >= temperature_plies
            course.step(search, int(search.policy.argmax()) if is_cool else search.best)
        ended = [course for course in under_way if course.session.is_over or len(course.actions) >= plies]
        under_way = [course for course in under_way if course not in ended]
        finished.extend(ended)
        if ended and progress is not None:
            progress(len(finished), games)
    return _joined(sorted(finished, key=lambda course: course.game))


class _Course:
    """A game of self-play as far as it has been played."""

    def __init__(self, game: int, session: Session) -> None:
        self.game = game
        self.session = session
        self.observations: list[bytes] = []
        self.masks: list[NDArray[np.int8]] = []
        self.policies: list[NDArray[np.float32]] = []
        self.values: list[float] = []
        self.actions: list[int] = []
        self.players: list[int] = []
        self.points: list[int] = []
        self.positions: list[str] = []

    def step(self, search: Any, action: int) -> None:
        """Keeps a position with its search, and plays an action."""
        session = self.session
        assert session.player is not None
        mask = np.zeros(session.action_count, np.int8)
        mask[session.legal_actions()] = 1
        self.observations.append(session.observation())
        self.masks.append(mask)
        self.policies.append(search.policy)
        self.values.append(search.value)
        self.actions.append(action)
        self.players.append(session.player)
        self.points.append(session.points)
        self.positions.append(session.position)
        session.play(action)

    def returns(self) -> NDArray[np.float32]:
        """Returns the results for who acted, or the points that were still won."""
        if self.session.players == 1:
            return (self.session.points - np.array(self.points, np.int64)).astype(np.float32)
        outcome = self.session.outcome
        if outcome is None or outcome.winner is None:
            return np.zeros(len(self.players), np.float32)
        return np.where(np.array(self.players) == outcome.winner, 1.0, -1.0).astype(np.float32)


def _joined(courses: list[_Course]) -> SelfPlay:
    """Puts games one behind the other."""
    shape, _ = courses[0].session.observation_shape
    seen = b"".join(b"".join(course.observations) for course in courses)

    def joined(name: str, kind: Any) -> NDArray[Any]:
        return np.array([one for course in courses for one in getattr(course, name)], kind)

    return SelfPlay(
        observations=np.frombuffer(seen, np.uint8).reshape(-1, *shape).copy(),
        masks=joined("masks", np.int8),
        policies=joined("policies", np.float32),
        values=joined("values", np.float32),
        returns=np.concatenate([course.returns() for course in courses]),
        actions=joined("actions", np.int64),
        players=joined("players", np.int8),
        games=np.repeat([course.game for course in courses], [len(course.actions) for course in courses]),
        plies=np.concatenate([np.arange(len(course.actions)) for course in courses]),
        positions=joined("positions", np.str_),
    )
