"""Checks whether another implementation of Connect Four, 2048 or Quartet follows the same rules as ours.

>>> from quincunx import referee
>>> report = referee.check("quincunx.gym:quincunx/Game2048-v0", "2048", games=20)
>>> bool(report)
True

It needs NumPy, and SciPy for 2048: ``pip install "quincunx[referee]"``.
"""

from __future__ import annotations

import operator
import random
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, SupportsIndex

from .._native import Game

if TYPE_CHECKING:
    from ..typing import GameId

try:
    from ._match import KINDS, SHRINKING, Finding, Match
except ImportError as error:
    raise ImportError('the referee needs NumPy: pip install "quincunx[referee]"') from error

from ._games import planned, policy_of_2048
from ._spawns import CONFIRMATION, SUSPICION, special_functions
from ._subjects import subject_of

__all__ = ["KINDS", "Finding", "Report", "check"]

_DEFAULT_GAMES = {"connect-four": 400, "2048": 200, "quartet": 200}

#: How many games with faults are enough.
_FAULTY_GAMES = 30


@dataclass(frozen=True)
class Report:
    """What a check found; true where it found nothing.

    Attributes:
        game: The game's id.
        games: The number of games played.
        plies: The number of actions in them.
        findings: The differences, at most one of each kind, each by the shortest game found.
        checked: What was compared.
        not_checked: What could not be compared, or was not to be.
        notes: How the implementation's boards are read, and what ended the check early.
    """

    game: str
    games: int
    plies: int
    findings: tuple[Finding, ...]
    checked: tuple[str, ...]
    not_checked: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    def __bool__(self) -> bool:
        """Returns whether nothing was found."""
        return self.ok

    def __str__(self) -> str:
        """Formats the report in several lines."""
        count = len(self.findings)
        verdict = "no differences" if not count else f"{count} difference{'s' if count > 1 else ''}"
        lines = [f"{self.game}: {verdict} in {self.games:,} games, {self.plies:,} plies"]
        lines += [f"{number}. {finding}" for number, finding in enumerate(self.findings, 1)]
        lines.append(f"checked: {', '.join(self.checked) or 'nothing'}")
        lines.append(f"not checked: {', '.join(self.not_checked) or 'nothing'}")
        return "\n".join([*lines, *self.notes])


def _numbers(actions: Sequence[int] | Mapping[int, int] | None, count: int) -> list[int]:
    """Returns the implementation's number of each of our actions."""
    if actions is None:
        return list(range(count))
    wanted = set(range(count))
    given = dict(actions) if isinstance(actions, Mapping) else dict(enumerate(actions))
    if set(given) != wanted or len(set(given.values())) != count:
        raise ValueError(f"actions= gives each of the actions 0 to {count - 1} a number of its own, not {actions!r}")
    return [int(given[action]) for action in range(count)]


def check(
    subject: Any,
    game: GameId,
    *,
    games: SupportsIndex | None = None,
    seed: int = 0,
    actions: Sequence[int] | Mapping[int, int] | None = None,
    board: Callable[[Any], Any] | None = None,
    skip: Iterable[str] = (),
    pieces: int = 2,
    seconds: float = 60.0,
    **options: Any,
) -> Report:
    """Plays an implementation side by side with ours and reports where it follows other rules.

    Games are random, and some are led to wins in every place, full boards, full columns and high tiles. In games without
    chance a difference is reported by the shortest game that shows it. The same arguments give the same report, unless
    ``seconds`` ends it.

    Args:
        subject: A Gymnasium environment in which the learner plays all sides, its id, a PettingZoo environment in turns,
            a function that makes one of them, a game of OpenSpiel, or a function that takes the actions from the beginning
            and returns a dictionary with some of ``board``, ``legal``, ``player``, ``is_over``, ``returns`` and ``points``.
        game: ``connect-four``, ``2048`` or ``quartet``.
        games: The number of games; by default 400 of Connect Four and 200 of the others.
        seed: What random choices derive from.
        actions: The implementation's number of each of our actions; by default the same, or what is known of the
            implementation.
        board: Returns the board, rows of tokens with None for empty cells, from an observation, a state of OpenSpiel, or
            the function's ``board``; by default the usual forms are recognised.
        skip: Kinds of ``KINDS`` that are not to be compared.
        pieces: The number of pieces on a new board of 2048.
        seconds: The time after which no further game begins.
        **options: Options of our rules, as in ``quincunx.new``.

    Returns:
        The report, which is true where nothing was found.

    Raises:
        ValueError: An argument is wrong, or no board can be read from what is observed.
        ImportError: SciPy is missing, which 2048 needs.
    """
    skipped = {skip} if isinstance(skip, str) else set(skip)
    if game not in _DEFAULT_GAMES:
        raise ValueError(f"the game is one of {', '.join(_DEFAULT_GAMES)}, not {game!r}")
    if skipped - set(KINDS):
        raise ValueError(f"skip= takes kinds of {', '.join(KINDS)}, not {', '.join(sorted(skipped - set(KINDS)))}")
    if game == "2048" and "board" in skipped:
        raise ValueError("skip= cannot have board in 2048, where chance is read from boards")
    count = _DEFAULT_GAMES[game] if games is None else games
    if isinstance(count, bool) or not isinstance(count, SupportsIndex) or operator.index(count) < 1:
        raise ValueError(f"games= is a whole number from 1, not {games!r}")
    if not seconds > 0:
        raise ValueError(f"seconds= is above 0, not {seconds!r}")
    if not isinstance(pieces, int) or not 1 <= pieces <= 2:
        raise ValueError(f"pieces= is 1 or 2, not {pieces!r}")
    begun = Game(game).new(**options)
    beside = subject_of(subject, game, board)
    numbers = _numbers(beside.actions if actions is None else actions, begun.action_count)
    match = Match(beside, begun.copy, numbers, skipped, pieces)
    return _Check(match, game, operator.index(count), seed, time.monotonic() + seconds).report()


class _Check:
    """The games of a check, and what was found in them."""

    def __init__(self, match: Match, game: str, games: int, seed: int, end: float) -> None:
        self.match, self.game, self.games, self.seed, self.end = match, game, games, seed, end
        self.with_illegal = match.subject.takes_illegal and "illegal actions" not in match.skip
        self.played = 0
        self.found: dict[str, list[Finding]] = {}
        self.notes: list[str] = []
        encoding = match.encodings[0] if match.encodings else None
        if encoding is not None:
            self.notes.append(f"boards are read as {encoding.name}")

    def report(self) -> Report:
        """Plays the games and returns what was found."""
        match = self.match
        if match.is_2048:
            if "frequencies" not in match.skip:
                # Before games are played in vain.
                special_functions()
            self._play_2048(str(self.seed))
            best = [min(found, key=lambda finding: len(finding.actions)) for found in self.found.values()]
            best += self._frequencies()
        else:
            self._play_lists()
            best = [self._shortest(found) for found in self.found.values()]
        kinds = [kind for kind in KINDS if match.is_2048 or kind not in ("points", "chance", "frequencies")]
        kinds = [kind for kind in kinds if match.is_for_two is False or kind != "points"]
        kinds = [kind for kind in kinds if match.is_for_two or kind != "player"]
        if self.game == "quartet":
            self.notes.append("the selected piece is compared by the legal actions only")
        return Report(
            self.game,
            self.played,
            match.plies,
            tuple(sorted(best, key=lambda finding: (len(finding.actions), finding.kind))),
            tuple(kind for kind in kinds if match.compared[kind]),
            tuple(f"{kind} (skipped)" if kind in match.skip else kind for kind in kinds if not match.compared[kind]),
            tuple(self.notes),
        )

    def _is_enough(self) -> bool:
        """Returns whether no further game is to be played."""
        if time.monotonic() > self.end:
            self.notes.append(f"stopped by seconds= after {self.played} games")
            return True
        return sum(map(len, self.found.values())) >= _FAULTY_GAMES

    def _note(self, finding: Finding | None) -> None:
        if finding is not None:
            self.found.setdefault(finding.kind, []).append(finding)

    def _play_lists(self) -> None:
        """Plays games without chance."""
        for number, listed in enumerate(planned(self.match.new, self.games, self.seed, self.with_illegal)):
            if self._is_enough():
                return
            actions, copies, finding = self.match.replay(listed)
            self.played += 1
            if finding is None and number % 5 == 0:
                finding = self.match.repeat(actions, copies, 1)
            self._note(finding)

    def _shortest(self, found: list[Finding]) -> Finding:
        """Returns the shortest game with a kind of fault that is found from some of the shortest."""
        plies, end = self.match.plies, self.match.work + SHRINKING
        found = sorted(found, key=lambda finding: len(finding.actions))[:3]
        tried = [self.match.shrink(finding, end) for finding in found]
        self.match.plies = plies
        return min(tried, key=lambda finding: len(finding.actions))

    def _play_2048(self, seed: str) -> None:
        """Plays games of 2048."""
        draw = random.Random(seed)
        for number in range(self.games):
            game_seed = draw.getrandbits(31)
            if self._is_enough():
                return
            choose, limit = policy_of_2048(number, self.games, seed, self.with_illegal)
            actions, copies, finding = self.match.play(choose, game_seed, limit)
            self.played += 1
            if finding is None and number < 3:
                finding = self.match.repeat(actions, copies, game_seed)
            self._note(finding)

    def _frequencies(self) -> list[Finding]:
        """Returns the most improbable frequency of new pieces, where fresh games confirm it."""
        match = self.match
        if "frequencies" in match.skip:
            return []
        doubts = match.spawns.doubts()
        if doubts:
            match.compared["frequencies"] = match.spawns.count
        suspected = [doubt for doubt in doubts if doubt.probability < SUSPICION]
        if not suspected:
            return []
        found, match.spawns = match.spawns, match.new_spawns()
        self._play_2048(f"{self.seed} again")
        again = {doubt.key: doubt for doubt in match.spawns.doubts()}
        match.spawns = found
        for doubt in suspected:
            if doubt.key in again and again[doubt.key].probability < CONFIRMATION:
                return [Finding("frequencies", f"{doubt.message} (p = {max(doubt.probability, 1e-300):.0e}, twice)")]
        return []
