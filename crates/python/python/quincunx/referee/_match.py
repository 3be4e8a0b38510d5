"""One implementation beside our rules: how a game is played on both sides and what is compared."""

from __future__ import annotations

import itertools
import math
import random
import traceback
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from .._native import Session
from ._boards import Encoding, Rows, candidates, differences, draw_boards, is_same, snapshot
from ._games import Policy
from ._spawns import Spawns
from ._subjects import Seen, Subject

__all__ = ["KINDS", "SHRINKING", "Finding", "Match"]

#: What is compared, and the kinds of findings; an ``error`` of the implementation is one more.
KINDS = (
    "opening",
    "board",
    "end",
    "rewards",
    "points",
    "player",
    "legal actions",
    "observation",
    "aliasing",
    "determinism",
    "illegal actions",
    "chance",
    "frequencies",
)

#: How much work the search for a shorter game with a fault may take, in plies of an environment.
SHRINKING = 12_000


@dataclass(frozen=True)
class Finding:
    """One difference between the implementation and the rules.

    Attributes:
        kind: One of ``KINDS``, or ``error``.
        message: What was expected and what was found.
        actions: The actions that show it, by our numbers; empty for frequencies.
        texts: The same actions in the game's notation.
        board: The boards before and after the last action, drawn as text.
        details: The traceback of an ``error``.
    """

    kind: str
    message: str
    actions: tuple[int, ...] = ()
    texts: tuple[str, ...] = ()
    board: str = ""
    details: str = ""

    def __str__(self) -> str:
        """Formats the finding in several lines."""
        lines = [f"{self.kind}: {self.message}"]
        if self.actions:
            plies = "action" if len(self.actions) == 1 else "actions"
            dots = "… " if len(self.texts) > 42 else ""
            lines.append(f"after {len(self.actions)} {plies}: {dots}{', '.join(self.texts[-42:])}")
        lines += [*self.board.splitlines(), *self.details.splitlines()]
        return "\n   ".join(lines)


class _Fault(Exception):
    """A difference, before the game in which it was found is known."""

    def __init__(self, kind: str, message: str, found: Rows | None = None, details: str = "") -> None:
        super().__init__(message)
        self.kind, self.message, self.found, self.details = kind, message, found, details


class Match:
    """An implementation beside our rules."""

    def __init__(self, subject: Subject, new: Callable[[], Session], actions: list[int], skip: set[str], pieces: int):
        self.subject, self.new, self.actions, self.skip, self.pieces = subject, new, actions, skip, pieces
        begun = new()
        board = begun.view().board
        self.is_2048, self.is_for_two = begun.game == "2048", begun.players == 2
        self.rows, self.columns = len(board), len(board[0])
        self.spawns = self.new_spawns()
        self.compared: Counter[str] = Counter()
        self.plies = 0
        #: What the games cost, in plies of an environment; a function plays every game as often as it has plies.
        self.work = 0
        self.encodings = self._encodings(begun.game)

    def new_spawns(self) -> Spawns:
        """Returns an empty list of new pieces."""
        return Spawns(self.rows, self.columns, float(self.new().options.get("four_rate", 0.0)))

    def _encodings(self, game: str) -> list[Encoding | None]:
        """Returns how each view is read, by which encoding fits the most positions of some short games.

        Raises:
            ValueError: none fits where a game begins.
        """
        samples: list[list[tuple[Any, int, Rows]]] = []
        for seed in range(8 if self.is_2048 else 2):
            draw, session = random.Random(seed), self.new()
            try:
                seen = self.subject.reset(seed)
                for ply in range(1 if self.is_2048 else 6):
                    for slot, (player, raw) in enumerate(seen.views):
                        samples += [[] for _ in range(slot + 1 - len(samples))]
                        viewer = session.player if player is None else player
                        samples[slot].append((snapshot(raw), viewer or 0, session.view().board))
                    if not self.is_2048:
                        action = draw.choice(session.legal_actions())
                        player_to_act = session.player or 0
                        session.play(action)
                        seen = self.subject.step(self.actions[action], player_to_act)
            except Exception:  # The first game reports it.
                continue
        chosen: list[Encoding | None] = []
        for slot, positions in enumerate(samples):
            best: tuple[int, Encoding | None] = (0, None)
            for encoding in candidates(game, self.rows, self.columns):
                read = [encoding.read(raw, viewer) for raw, viewer, _ in positions]
                if self.is_2048:
                    fits = sum(rows is not None and self._is_opening(rows) for rows in read)
                    fits = fits or sum(rows is not None for rows in read) // len(read)
                else:
                    fits = sum(rows == board for rows, (_, _, board) in zip(read, positions, strict=True))
                    fits = fits or int(read[0] is not None)
                if fits > best[0]:
                    best = fits, encoding
            if best[1] is None and slot == 0 and "board" not in self.skip:
                shown = positions[0][0]
                raise ValueError(
                    f"cannot read a board of {self.rows} rows and {self.columns} columns from what is observed, "
                    f"{type(shown).__name__} {getattr(shown, 'shape', str(shown)[:80])}: give board=, a function that "
                    "returns rows of tokens, None for an empty cell"
                )
            chosen.append(best[1])
        return chosen

    def _is_opening(self, rows: Rows) -> bool:
        tiles = [token for row in rows for token in row if token]
        return 0 < len(tiles) <= 2 and set(tiles) <= {2, 4}

    def play(self, choose: Policy, seed: int, limit: int = 10_000) -> tuple[list[int], list[Any], Finding | None]:
        """Plays one game on both sides, to its end or to the first difference.

        Returns:
            The actions, copies of what was observed, and the difference.
        """
        session, actions = self.new().with_chance_nodes(), list[int]()
        before, copies, draw = session, list[Any](), random.Random(seed)
        try:
            seen = self._ask(lambda: self.subject.reset(seed))
            recent = [(seen.raw, snapshot(seen.raw))]
            copies.append(recent[0][1])
            if self.is_2048:
                self._open(session, seen, draw)
            self._compare(session, seen, None)
            while not session.is_over and len(actions) < limit:
                action = choose(session)
                if action is None:
                    break
                before, player = session.copy(), session.player or 0
                is_legal = session.is_legal(action)
                actions.append(action)
                self.plies += 1
                self.work += max(1, len(actions) // 4) if self.subject.plays_again else 1
                if not is_legal:
                    if not self._refuse(session, action, recent):
                        break
                    continue
                seen = self._ask(lambda: self.subject.step(self.actions[action], player))
                if self._check("aliasing", seen.raw is not None) and not all(is_same(raw, copy) for raw, copy in recent):
                    raise _Fault("aliasing", "expected an observation to stay as it was returned, found it written over")
                recent = [*recent[-1:], (seen.raw, snapshot(seen.raw))]
                copies.append(recent[-1][1])
                session.play(action)
                if session.is_chance_node:
                    if seen.is_over and self._board(seen) == session.view().board:
                        # The game ends with the slide, before a new piece comes.
                        if self._check("end"):
                            raise _Fault("end", "expected the game to go on, found that it is over")
                        break
                    self._resolve(session, before, action, seen)
                if seen.is_cut and not session.is_over:
                    break
                self._compare(session, seen, before)
                if seen.is_over:
                    break
        except _Fault as fault:
            return actions, copies, self._finding(fault, before, session, actions)
        return actions, copies, None

    def replay(self, actions: list[int]) -> tuple[list[int], list[Any], Finding | None]:
        """Plays a list of actions, as far as ours has them; as ``play``."""
        rest = iter(actions)
        return self.play(lambda session: next(rest, None), 0)

    def _ask(self, question: Callable[[], Seen]) -> Seen:
        """Returns what the implementation shows; what it raises is a fault."""
        try:
            return question()
        except Exception as error:
            lines = traceback.format_exception(type(error), error, error.__traceback__)
            text = "".join([lines[0], *lines[3:]]).strip().splitlines()
            message = f"expected no error, found {type(error).__name__}: {error}"
            raise _Fault("error", message.splitlines()[0], details="\n".join(text[-12:])) from None

    def _check(self, kind: str, is_shown: bool = True) -> bool:
        """Returns whether something is to be compared, and notes that it is."""
        if kind in self.skip or not is_shown:
            return False
        self.compared[kind] += 1
        return True

    def _read(self, seen: Seen, slot: int, viewers: Iterable[int | None]) -> list[Rows | None]:
        """Reads a board, from the sides of the players who may be the one that sees it."""
        player, raw = seen.views[slot]
        encoding = self.encodings[slot] if slot < len(self.encodings) else None
        if encoding is None:
            return []
        return [encoding.read(raw, (viewer if player is None else player) or 0) for viewer in viewers]

    def _board(self, seen: Seen) -> Rows:
        """Returns the board that is shown; of 2048, where sides do not matter."""
        rows = (self._read(seen, 0, [0]) or [None])[0]
        if rows is None:
            raise _Fault("board", f"expected a board, found what is none: {str(seen.views[0][1])[:200]}")
        return rows

    def _open(self, session: Session, seen: Seen, draw: random.Random) -> None:
        """Carries out in ours the pieces with which the implementation begins."""
        rows = self._board(seen)
        cells = [(row, column) for row in range(self.rows) for column in range(self.columns) if rows[row][column]]
        wrong = [str(rows[row][column]) for row, column in cells if rows[row][column] not in (2, 4)]
        if self._check("opening") and (len(cells) != self.pieces or wrong):
            found = f"{len(cells)}" + (f", {', '.join(wrong)} among them" if wrong else "")
            raise _Fault("opening", f"expected {self.pieces} pieces of 2 or 4, found {found}", rows)
        if len(cells) != 2 or wrong:
            # Points, moves and the number of pieces to come.
            empty = "/".join([",".join(["0"] * self.columns)] * self.rows)
            session.position = f"{empty} 0 0 {len(cells)}"
        draw.shuffle(cells)
        for row, column in cells:
            self._spawn(session, None, False, row, column, rows)

    def _spawn(self, session: Session, action: int | None, merged: bool, row: int, column: int, rows: Rows) -> None:
        value, board = rows[row][column] or 0, session.view().board
        empty = [at * self.columns + of for at in range(self.rows) for of in range(self.columns) if not board[at][of]]
        try:
            session.resolve_chance(f"{value}@{column};{row}")
        except ValueError:
            raise _Fault("chance", f"expected a new piece of the rules, found {value}", rows) from None
        self.spawns.add(action, merged, empty, row * self.columns + column, value)

    def _resolve(self, session: Session, before: Session, action: int, seen: Seen) -> None:
        """Carries out in ours the piece that the implementation's chance has added."""
        rows, slid = self._board(seen), session.view().board
        cells = differences(slid, rows)
        wrong = [cell for cell in cells if slid[cell[0]][cell[1]] is not None]
        if wrong or rows == before.view().board:
            raise self._differs(slid, rows, before if rows == before.view().board else None)
        new = [rows[row][column] for row, column in cells]
        self._check("chance")
        if len(new) != 1 or new[0] not in (2, 4):
            found = ", ".join(map(str, new)) or "none"
            raise _Fault("chance", f"expected one new piece, 2 or 4, on an empty cell, found {found}", rows)
        self._spawn(session, action, session.points > before.points, *cells[0], rows)

    def _differs(self, expected: Rows, found: Rows, stale: Session | None) -> _Fault:
        """Returns the fault of a board that is another one."""
        cells = differences(expected, found)
        row, column = cells[0]
        ours, theirs = (rows[row][column] if rows[row][column] is not None else "empty" for rows in (expected, found))
        where = f"in row {row + 1}, column {column + 1}"
        if stale is not None:
            return _Fault("observation", f"expected {ours} {where}, found the board before the action", found)
        more = f", and {len(cells) - 1} more cells differ" if len(cells) > 1 else ""
        return _Fault("board", f"expected {ours} {where}, found {theirs}{more}", found)

    def _refuse(self, session: Session, action: int, recent: list[tuple[Any, Any]]) -> bool:
        """Tries an action that is not legal, which changes nothing; returns whether the game goes on."""
        try:
            seen = self.subject.step(self.actions[action], session.player or 0)
        except Exception:
            self._check("illegal actions")
            return False
        self._check("illegal actions")
        if seen.is_over or seen.is_cut:
            return False
        recent[:] = [(seen.raw, snapshot(seen.raw))]
        boards = self._read(seen, 0, [session.player]) if seen.views else []
        if boards and boards[0] is not None and boards[0] != session.view().board:
            text = session.action_text(action)
            raise _Fault("illegal actions", f"expected {text}, which is not legal, to change nothing, found another board", boards[0])
        if seen.player not in (None, session.player):
            raise _Fault("illegal actions", f"expected player {session.player} to act again, found player {seen.player}")
        return True

    def _compare(self, session: Session, seen: Seen, before: Session | None) -> None:
        """Compares what is shown with our position.

        Raises:
            _Fault: they differ.
        """
        board, over = session.view().board, session.is_over
        viewers = [0, 1] if over and self.is_for_two else [session.player]
        for slot in range(len(seen.views)):
            read = self._read(seen, slot, viewers)
            if not read or not self._check("board"):
                continue
            found = next((rows for rows in read if rows == board), read[0])
            if found is None:
                raise _Fault("board", f"expected a board, found what is none: {str(seen.views[slot][1])[:200]}")
            self._check("observation")
            if found != board:
                if before is None:
                    raise _Fault("opening", "expected a board as games begin, found another one", found)
                is_stale = found == before.view().board
                raise self._differs(board, found, before if is_stale else None)
        if before is None:
            self._check("opening", bool(seen.views))
        elif seen.is_over is not None and not (over and seen.is_cut) and seen.is_over != over:
            if self._check("end"):
                expected = "to go on" if session.outcome is None else f"to be over, {_text(session)}"
                raise _Fault("end", f"expected the game {expected}, found that it {'is over' if seen.is_over else 'goes on'}")
        elif seen.is_over is not None:
            self._check("end")
        if before is not None and self._check("rewards", bool(seen.rewards)):
            for player, reward in seen.rewards.items():
                if self.is_for_two:
                    winner = None if session.outcome is None else session.outcome.winner
                    due = 0.0 if winner is None else 1.0 if winner == player else -1.0
                    is_due = (reward > 0) - (reward < 0) == due
                else:
                    due = float(session.points - before.points)
                    is_due = math.isclose(reward, due)
                if not is_due:
                    sign = " in sign" if self.is_for_two else ""
                    raise _Fault("rewards", f"expected a reward of {due:g}{sign} for player {player}, found {reward:g}")
        if self._check("points", seen.points is not None and not self.is_for_two):
            if not math.isclose(seen.points or 0.0, session.points):
                raise _Fault("points", f"expected {session.points} points, found {seen.points:g}")
        if over or seen.is_over:
            return
        if self._check("player", seen.player is not None and self.is_for_two) and seen.player != session.player:
            raise _Fault("player", f"expected player {session.player} to act, found player {seen.player}")
        if seen.legal is not None and self._check("legal actions"):
            legal, listed = session.legal_actions(), set(seen.legal)
            found_legal = [action for action, number in enumerate(self.actions) if number in listed]
            if found_legal != legal:
                texts = [[session.action_text(action) for action in ours] for ours in (legal, found_legal)]
                expected, theirs = (", ".join(text) or "none" for text in texts)
                raise _Fault("legal actions", f"expected the legal actions {expected}, found {theirs}")

    def _finding(self, fault: _Fault, before: Session, after: Session, actions: list[int]) -> Finding:
        """Returns a fault as a finding, with what led to it."""
        boards = {} if before is after else {"before": before.view().board}
        if fault.found is None or fault.found == after.view().board:
            boards["after"] = after.view().board
        else:
            boards |= {"expected": after.view().board, "found": fault.found}
        texts = tuple(map(after.action_text, actions))
        return Finding(fault.kind, fault.message, tuple(actions), texts, draw_boards(boards), fault.details)

    def repeat(self, actions: list[int], copies: list[Any], seed: int) -> Finding | None:
        """Plays a game once more and returns the first observation that is another one."""
        if len(copies) != len(actions) + 1 or not self._check("determinism", copies[0] is not None):
            # Illegal actions have no copies.
            return None
        played = self.new()
        for ply in range(len(copies)):
            try:
                step = 0 if ply == 0 else self.actions[actions[ply - 1]]
                seen = self.subject.step(step, (ply - 1) % 2) if ply else self.subject.reset(seed)
                is_equal = is_same(seen.raw, copies[ply])
            except Exception:
                is_equal = False
            if not is_equal:
                done = actions[:ply]
                message = "expected the same observation when the game is played again, found another one"
                texts = tuple(map(played.action_text, done))
                return Finding("determinism", message, tuple(done), texts)
        return None

    def shrink(self, finding: Finding, end: int) -> Finding:
        """Returns the same kind of finding in a shorter game: removes actions until so much work is done."""
        best = finding

        def try_(kept: list[int]) -> bool:
            nonlocal best
            session = self.new()
            for ply, action in enumerate(kept):
                if not session.is_legal(action):
                    if best.kind != "illegal actions" or ply + 1 < len(kept):
                        return False
                    break
                session.play(action)
            shorter = self.replay(kept)[2]
            if shorter is None or shorter.kind != best.kind or len(shorter.actions) >= len(best.actions):
                return False
            best = shorter
            return True

        def removals(count: int) -> Iterable[tuple[int, ...]]:
            # Runs first, then two actions anywhere, so that the players keep their turns, and one.
            sizes = [size for size in (count // 2, count // 4, 8, 4) if 2 < size < count]
            for size in sizes:
                yield from (tuple(range(first, first + size)) for first in range(count - size))
            yield from itertools.combinations(range(count), 2)
            yield from ((ply,) for ply in range(count))

        is_shorter = True
        while is_shorter and self.work < end:
            played = list(best.actions)
            is_shorter = any(
                self.work < end and try_([action for ply, action in enumerate(played) if ply not in removed])
                for removed in removals(len(played))
            )
        return best


def _text(session: Session) -> str:
    """Returns the outcome of a game in words."""
    outcome = session.outcome
    if outcome is None or outcome.kind == "score":
        return "as no action is legal"
    return "a draw" if outcome.winner is None else f"won by player {outcome.winner}"
