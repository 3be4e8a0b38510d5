"""Games that a network plays against itself, as data from which it learns."""

from __future__ import annotations

import io
import json
import os
import zipfile
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._arguments import check_rule_options
from ._native import Mcts, Session, _write, episode_seed, new

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .typing import GameId, Options


@dataclass(frozen=True, eq=False)
class SelfPlay:
    """Positions of self-play, game by game in the order of their plies, with what a network learns of each.

    Attributes:
        game: The id of the game.
        options: The options of its rules.
        observations: uint8 (positions, planes, rows, columns): what the player who acts observes.
        masks: int8 (positions, actions): 1 for a legal action.
        policies: float32 (positions, actions): the shares of the search's visits.
        values: float32 (positions): the values that the search found for the player who acts.
        returns: float32 (positions): the result for the player who acts, 1, 0 or −1; in a single-player game
            the points that were won from here on.
        actions: int64 (positions): the actions that were played.
        players: int8 (positions): the players who act.
        games: int64 (positions): the number of the game.
        plies: int64 (positions): the ply of the game, from 0.
        positions: str (positions): the positions in the game's notation.
    """

    game: str
    options: dict[str, Any]
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
        try:
            if name.endswith(".npz"):
                with np.load(path, allow_pickle=False) as arrays:
                    return _of({key: arrays[key] for key in arrays}, str(arrays["description"]))
            if name.endswith(".parquet"):
                return _of(*_read_parquet(path))
        except (EOFError, KeyError, TypeError, ValueError, zipfile.BadZipFile, zlib.error) as error:
            raise ValueError(f"{name}: expected data of self-play: {error}") from error
        raise ValueError(_EXPECTED_NAME.format(name))


#: The arrays of the data, in the order of columns.
_ARRAYS = [field.name for field in fields(SelfPlay) if field.name not in ("game", "options")]

_EXPECTED_NAME = "expected a file name that ends in .npz or .parquet, found {}"


def _of(arrays: dict[str, Any], description: str) -> SelfPlay:
    """Returns data from its arrays and what describes them."""
    about = json.loads(description)
    return SelfPlay(about["game"], about["options"], **{name: arrays[name] for name in _ARRAYS})


def _description(data: SelfPlay) -> str:
    return json.dumps({"game": data.game, "options": data.options})


def _contents(data: SelfPlay, name: str) -> bytes:
    """Returns the bytes of a file."""
    if name.endswith(".npz"):
        file = io.BytesIO()
        arrays = {name: getattr(data, name) for name in _ARRAYS}
        np.savez_compressed(file, **arrays, description=np.array(_description(data)))
        return file.getvalue()
    if not name.endswith(".parquet"):
        raise ValueError(_EXPECTED_NAME.format(name))
    import pyarrow
    import pyarrow.parquet

    columns = {}
    for name in _ARRAYS:
        array = getattr(data, name)
        if array.ndim > 1:
            flat = array.reshape(len(array), -1)
            columns[name] = pyarrow.FixedSizeListArray.from_arrays(flat.ravel(), flat.shape[1])
        else:
            columns[name] = pyarrow.array(array)
    shape = " ".join(map(str, data.observations.shape[1:]))
    table = pyarrow.table(columns)
    table = table.replace_schema_metadata({"observation_shape": shape, "description": _description(data)})
    sink = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(table, sink, compression="zstd")
    return bytes(sink.getvalue())


def _read_parquet(path: str | os.PathLike[str]) -> tuple[dict[str, Any], str]:
    """Reads the arrays of a table, and what describes them."""
    import pyarrow.parquet

    # One file, whatever its folder is called.
    table = pyarrow.parquet.ParquetFile(path).read()
    about = table.schema.metadata or {}
    columns: dict[str, Any] = {}
    for name in _ARRAYS:
        column = table[name].combine_chunks()
        if pyarrow.types.is_fixed_size_list(column.type):
            columns[name] = column.flatten().to_numpy(zero_copy_only=False).reshape(len(column), -1).copy()
        else:
            columns[name] = column.to_numpy(zero_copy_only=False).copy()
    shape = [int(number) for number in about[b"observation_shape"].decode().split()]
    columns["observations"] = columns["observations"].reshape(-1, *shape)
    columns["positions"] = columns["positions"].astype(np.str_)
    return columns, about[b"description"].decode()


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
    check_rule_options(self_play, game, options)
    if games < 1 or parallel < 1:
        raise ValueError(f"expected at least 1 game and 1 in parallel, found {games} and {parallel}")
    under_way: list[_PlayedGame] = []
    finished: list[_PlayedGame] = []
    begun = 0
    while len(finished) < games:
        while begun < games and len(under_way) < parallel:
            position = positions[begun % len(positions)] if positions else None
            session = new(game, seed=episode_seed(seed, begun), position=position, **options)
            under_way.append(_PlayedGame(begun, session))
            begun += 1
        searches = mcts.search_many([played.session for played in under_way])
        for played, search in zip(under_way, searches, strict=True):
            is_cool = temperature_plies is not None and len(played.actions) >= temperature_plies
            played.step(search, search.best if is_cool else search.chosen)
        ended = [played for played in under_way if played.session.is_over or len(played.actions) >= plies]
        under_way = [played for played in under_way if played not in ended]
        finished.extend(ended)
        if ended and progress is not None:
            progress(len(finished), games)
    return _joined(sorted(finished, key=lambda played: played.game))


class _PlayedGame:
    """A game of self-play and what was found on the way."""

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


def _joined(games_played: list[_PlayedGame]) -> SelfPlay:
    """Puts games one behind the other."""
    session = games_played[0].session
    shape, _ = session.observation_shape
    seen = b"".join(b"".join(played.observations) for played in games_played)

    def joined(name: str, kind: Any) -> NDArray[Any]:
        return np.array([one for played in games_played for one in getattr(played, name)], kind)

    return SelfPlay(
        game=session.game,
        options=session.options,
        observations=np.frombuffer(seen, np.uint8).reshape(-1, *shape).copy(),
        masks=joined("masks", np.int8),
        policies=joined("policies", np.float32),
        values=joined("values", np.float32),
        returns=np.concatenate([played.returns() for played in games_played]),
        actions=joined("actions", np.int64),
        players=joined("players", np.int8),
        games=np.repeat([played.game for played in games_played], [len(played.actions) for played in games_played]),
        plies=np.concatenate([np.arange(len(played.actions)) for played in games_played]),
        positions=joined("positions", np.str_),
    )
