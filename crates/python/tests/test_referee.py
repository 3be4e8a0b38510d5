"""The referee against implementations: faults that libraries have shipped, and implementations that are right."""

import functools
import multiprocessing
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from numpy.typing import NDArray

import quincunx.gym
from quincunx import referee, zoo
from quincunx.typing import GameId


def fours_of(row: int, column: int) -> list[list[tuple[int, int]]]:
    """Lists the fours through a cell."""
    lines = [
        [(row + down * step, column + right * step) for step in range(-back, 4 - back)]
        for down, right in ((1, 0), (0, 1), (1, 1), (1, -1))
        for back in range(4)
    ]
    return [line for line in lines if all(0 <= at < 6 and 0 <= of < 7 for at, of in line)]


FOURS_OF = {(row, column): fours_of(row, column) for row in range(6) for column in range(7)}


class Four:
    """Connect Four as one would write it, with faults by name."""

    def __init__(self, fault: str = "") -> None:
        self.fault = fault
        self.board = np.zeros((6, 7), np.int8)
        self.player, self.winner, self.is_over = 0, -1, False

    def legal(self) -> list[int]:
        if self.fault == "full columns stay legal":
            return list(range(7))
        count = 6 if self.fault == "the last column is missing" else 7
        return [column for column in range(count) if not self.board[0, column]]

    def play(self, column: int) -> None:
        empty = np.flatnonzero(self.board[:, column] == 0)
        if not len(empty) and self.fault == "full columns take pieces":
            self.board[0, column] = self.player + 1
            return
        row = int(empty[-1])
        self.board[row, column] = self.player + 1
        is_full = bool(self.board.all())
        if self.wins(row, column) and not (is_full and self.fault == "the last piece cannot win"):
            self.winner, self.is_over = self.player, self.fault != "wins do not end"
        self.is_over |= is_full
        self.player = 1 - self.player

    def wins(self, row: int, column: int) -> bool:
        last = 5 if self.fault == "the last column cannot win" else 6

        board = self.board.tolist()
        for line in FOURS_OF[row, column]:
            is_at_edge = line[0][0] != line[3][0] and len({at for _, at in line} & {0, 6, line[1][1]}) == 2
            if max(at for _, at in line) > last or (is_at_edge and self.fault == "no diagonal at an edge"):
                continue
            if all(board[at][of] == self.player + 1 for at, of in line):
                return True
        return False


def plain(fault: str = "") -> Callable[[Sequence[int]], Mapping[str, Any]]:
    """Returns a function that plays a list of actions."""

    def play(actions: Sequence[int]) -> Mapping[str, Any]:
        four = Four(fault)
        for action in actions:
            four.play(action)
        signs = [0.0 if four.winner < 0 else 1.0 if player == four.winner else -1.0 for player in (0, 1)]
        board, legal = four.board, four.legal()
        return dict(board=board, legal=legal, player=four.player, is_over=four.is_over, returns=signs)

    return play


class FourEnv(gymnasium.Env[Any, np.int64]):
    """The same as an environment in which the learner plays both sides."""

    def __init__(self, fault: str = "") -> None:
        self.fault = fault
        self.four = Four()
        self.action_space = spaces.Discrete(7)
        self.buffer = np.zeros((6, 7), np.int8)

    def result(self) -> tuple[Any, dict[str, Any]]:
        mask = np.isin(np.arange(7), self.four.legal()).astype(np.int8)
        if self.fault == "frozen":
            return self.first, {"action_mask": mask}
        if self.fault == "stale":
            self.buffer, shown = self.four.board.copy(), self.buffer
            return shown, {"action_mask": mask}
        self.buffer[:] = self.four.board
        seen: Any = self.buffer if self.fault == "buffer" else self.buffer.copy()
        if self.fault == "noise":
            return {"board": seen, "noise": self.np_random.random()}, {"action_mask": mask}
        return seen, {"action_mask": mask, "player": self.four.player}

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        if self.fault != "no reset" or self.four.is_over:
            self.four = Four(self.fault)
        if self.fault == "noise":
            super().reset(seed=None)
        self.first = self.four.board.copy()
        self.buffer = self.four.board.copy()
        return self.result()

    def step(self, action: np.int64) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        mover = self.four.player
        self.four.play(int(action))
        if self.fault == "raises" and self.four.board[0].any():
            raise RuntimeError("the top row is out of bounds")
        reward = float(self.four.winner == mover)
        if self.fault == "the loser is rewarded":
            reward = -reward
        seen, info = self.result()
        if self.fault == "the same player again" and action == 3:
            info["player"] = mover
        return seen, reward, self.four.is_over, False, info


@functools.cache
def slide(line: tuple[int, ...], fault: str) -> tuple[tuple[int, ...], int]:
    """Slides a line to its beginning."""
    tiles, points = [tile for tile in line if tile], 0
    at = 0
    while at + 1 < len(tiles):
        if tiles[at] == tiles[at + 1]:
            tiles[at : at + 2] = [2 * tiles[at]]
            points += tiles[at]
            if fault == "a tile merges twice" and at:
                at -= 1
                continue
        at += 1
    return (*tiles, *[0] * (len(line) - len(tiles))), points


class PlainGame2048(gymnasium.Env[Any, np.int64]):
    """2048 as one would write it, with faults by name."""

    def __init__(self, fault: str = "", powers: bool = False) -> None:
        self.fault, self.powers = fault, powers
        self.action_space = spaces.Discrete(4)

    def spawn(self, has_merged: bool) -> None:
        cells = [(row, column) for row in range(4) for column in range(4) if not self.board[row][column]]
        if self.fault == "never in a corner":
            cells = [cell for cell in cells if not set(cell) <= {0, 3}] or cells
        rate = {"half are fours": 0.5, "fours after merges": 0.19 if has_merged else 0.04}.get(self.fault, 0.1)
        row, column = cells[int(self.np_random.integers(len(cells)))]
        self.board[row][column] = 4 if self.np_random.random() < rate else 2

    def moved(self, action: int) -> tuple[list[list[int]], int]:
        board = [tuple(row) for row in (zip(*self.board, strict=True) if action < 2 else self.board)]
        lines = [slide(row[:: -1 if action % 2 else 1], self.fault) for row in board]
        board = [line[:: -1 if action % 2 else 1] for line, _ in lines]
        return [list(row) for row in (zip(*board, strict=True) if action < 2 else board)], sum(p for _, p in lines)

    def result(self) -> tuple[NDArray[np.int64], dict[str, Any]]:
        board = np.array(self.board)
        seen = np.log2(board.clip(1)).astype(np.int64) if self.powers else board
        return seen, {"action_mask": np.array([self.moved(action)[0] != self.board for action in range(4)], np.int8)}

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[NDArray[np.int64], dict[str, Any]]:
        super().reset(seed=seed)
        self.board = [[0] * 4 for _ in range(4)]
        self.spawn(False)
        if self.fault != "one piece in the opening":
            self.spawn(False)
        return self.result()

    def step(self, action: np.int64) -> tuple[NDArray[np.int64], float, bool, bool, dict[str, Any]]:
        board, points = self.moved(int(action))
        has_changed = board != self.board
        self.board = board
        if self.fault == "half the points":
            points //= 2
        if self.fault == "pieces come after merges only":
            has_changed = has_changed and points > 0
        if has_changed or (self.fault == "a piece comes without a move" and not all(map(all, board))):
            self.spawn(points > 0)
        seen, info = self.result()
        return seen, float(points), not info["action_mask"].any(), False, info


FOURS = [
    ("the last column cannot win", "end", 7),
    ("no diagonal at an edge", "end", 10),
    ("the last piece cannot win", "rewards", 42),
    ("wins do not end", "end", 7),
    ("full columns stay legal", "legal actions", 6),
    ("the last column is missing", "legal actions", 0),
    ("full columns take pieces", "illegal actions", 7),
]


@pytest.mark.parametrize(("fault", "kind", "plies"), FOURS)
def test_faults_of_rules_are_found(fault: str, kind: str, plies: int) -> None:
    # Functions play every game as often as it has plies.
    subject: Any = plain(fault) if plies == 7 else FourEnv(fault)
    report = referee.check(subject, "connect-four", games=200)
    assert not report and not report.ok
    found = {finding.kind: finding for finding in report.findings}
    assert kind in found, str(report)
    assert len(found[kind].actions) == plies, str(report)
    assert set(found) <= {kind, "rewards"}, str(report)


ENVIRONMENTS = [
    ("frozen", "observation", 1),
    ("stale", "observation", 1),
    ("buffer", "aliasing", 1),
    ("noise", "determinism", 0),
    ("no reset", "opening", 0),
    ("raises", "error", 6),
    ("the loser is rewarded", "rewards", 7),
    ("the same player again", "player", 1),
    ("no diagonal at an edge", "end", 10),
]


@pytest.mark.parametrize(("fault", "kind", "plies"), ENVIRONMENTS)
def test_faults_of_environments_are_found(fault: str, kind: str, plies: int) -> None:
    report = referee.check(lambda: FourEnv(fault), "connect-four")
    found = {finding.kind: finding for finding in report.findings}
    assert kind in found, str(report)
    assert len(found[kind].actions) == plies, str(report)


GAMES_OF_2048 = [
    ("half are fours", "frequencies", 0),
    ("fours after merges", "frequencies", 0),
    ("never in a corner", "frequencies", 0),
    ("pieces come after merges only", "chance", 1),
    ("a tile merges twice", "board", 20),
    ("half the points", "rewards", 5),
    ("a piece comes without a move", "illegal actions", 20),
    ("one piece in the opening", "opening", 0),
]


@pytest.mark.parametrize(("fault", "kind", "plies"), GAMES_OF_2048)
def test_faults_of_2048_are_found(fault: str, kind: str, plies: int) -> None:
    report = referee.check(lambda: PlainGame2048(fault), "2048", actions=[0, 1, 2, 3], games=40)
    found = {finding.kind: finding for finding in report.findings}
    assert kind in found, str(report)
    assert len(found) == 1, str(report)
    assert len(found[kind].actions) <= plies, str(report)


def test_right_ones_raise_no_alarm() -> None:
    for subject in (plain(), FourEnv, gymnasium.make("quincunx/ConnectFour-v0", opponent=None), zoo.env("connect-four")):
        report = referee.check(subject, "connect-four", games=100)
        assert report, str(report)
        assert report.games == 100 and {"aliasing", "opening"} <= set(report.checked)
    for topology in ("standard", "torus"):
        report = referee.check(lambda: zoo.env("quartet", topology=topology), "quartet", games=40, topology=topology)
        assert report, str(report)
    report = referee.check("quincunx/Game2048-v0", "2048", games=30)
    assert report and "frequencies" in report.checked, str(report)
    for powers in (False, True):
        report = referee.check(PlainGame2048(powers=powers), "2048", games=20)
        assert report, str(report)


def test_openspiel_raises_no_alarm_but_for_what_it_is_known_to_do() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    report = referee.check(pyspiel.load_game("connect_four"), "connect-four", games=60)
    assert report, str(report)
    assert set(report.not_checked) == {"illegal actions"}
    report = referee.check(pyspiel.load_game("2048"), "2048", games=40, skip=["legal actions", "end"])
    assert report and {"frequencies", "points"} <= set(report.checked), str(report)
    assert {"legal actions (skipped)", "end (skipped)"} <= set(report.not_checked)
    import quincunx.openspiel

    games: list[GameId] = ["connect-four", "2048"]
    for game in games:
        report = referee.check(pyspiel.load_game(f"quincunx_{game.replace('-', '_')}"), game, games=20)
        assert report, str(report)
    # OpenSpiel's ends at 2048, and leaves out directions in which only a piece that was just merged would merge.
    report = referee.check(pyspiel.load_game("2048"), "2048", games=100, skip="legal actions")
    assert [finding.kind for finding in report.findings] == ["end"], str(report)
    report = referee.check(pyspiel.load_game("2048"), "2048", games=30)
    assert [finding.kind for finding in report.findings] == ["legal actions"], str(report)


def jumanji() -> tuple[str, str]:
    """Returns the reports on Jumanji's 2048, which begins with one piece."""
    from jumanji.environments.logic.game_2048 import Game2048
    from jumanji.wrappers import JumanjiToGymWrapper

    environment = JumanjiToGymWrapper(Game2048(board_size=4))
    reports = [referee.check(environment, "2048", games=8, pieces=pieces) for pieces in (1, 2)]
    return str(reports[0]), str(reports[1])


def test_jumanji_raises_no_alarm_but_for_its_opening() -> None:
    pytest.importorskip("jumanji")
    # JAX has a process of its own, as it does not stand forks, by which Ray begins.
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        with_one, with_two = pool.submit(jumanji).result()
    assert with_one.startswith("2048: no differences in 8 games"), with_one
    assert "opening: expected 2 pieces of 2 or 4, found 1" in with_two


def test_boards_are_read_in_the_usual_forms() -> None:
    def shown_by(form: Callable[[NDArray[np.int8], int], Any]) -> Callable[[Sequence[int]], Mapping[str, Any]]:
        def play(actions: Sequence[int]) -> Mapping[str, Any]:
            shown = plain()(actions)
            return {**shown, "board": form(shown["board"], shown["player"])}

        return play

    forms: list[tuple[Callable[[NDArray[np.int8], int], Any], str]] = [
        (lambda board, player: np.stack([board == 1, board == 2]), "planes 0 and 1"),
        (lambda board, player: np.stack([board == 1 + player, board == 2 - player], 2), "the side of who acts"),
        (lambda board, player: np.stack([board == 0, board == 1, board == 2]), "planes 1 and 2"),
        (lambda board, player: np.where(board == 2, -1, board) * (1 - 2 * player), "the side of who acts"),
        (lambda board, player: board[::-1].ravel(), "bottom row first"),
        (lambda board, player: board.T.tolist(), "column by column"),
        (lambda board, player: "\n".join("".join(".XO"[cell] for cell in row) for row in board), "'x' and 'o'"),
        (lambda board, player: [[[None, 0, 1][cell] for cell in row] for row in board], "None for empty"),
    ]
    for form, name in forms:
        report = referee.check(shown_by(form), "connect-four", games=6)
        assert report and name in report.notes[0], str(report)
    report = referee.check(shown_by(lambda board, player: [board]), "connect-four", board=lambda shown: shown[0], games=12)
    assert report, str(report)


def test_actions_may_have_other_numbers() -> None:
    def mirrored(actions: Sequence[int]) -> Mapping[str, Any]:
        shown = plain()(actions)
        return {**shown, "board": shown["board"][:, ::-1], "legal": [6 - column for column in shown["legal"]]}

    def swapped(actions: Sequence[int]) -> Mapping[str, Any]:
        shown = plain()([6 - action for action in actions])
        return {**shown, "legal": [6 - column for column in shown["legal"]]}

    assert referee.check(swapped, "connect-four", games=12, actions=[6, 5, 4, 3, 2, 1, 0])
    assert referee.check(swapped, "connect-four", games=12, actions={column: 6 - column for column in range(7)})
    report = referee.check(mirrored, "connect-four", games=12)
    assert report.findings[0].kind == "board" and len(report.findings[0].actions) == 1


def test_reports_are_the_same_for_the_same_seed_and_read_well() -> None:
    reports = [referee.check(plain("wins do not end"), "connect-four", games=30, seed=4) for _ in range(2)]
    assert reports[0] == reports[1]
    lines = str(reports[0]).splitlines()
    assert lines[0].startswith("connect-four: 1 difference in 30 games, ")
    assert lines[1].startswith("1. end: expected the game to be over, won by player 0, found that it goes on")
    assert lines[2].startswith("   after 7 actions: ")
    assert lines[3].split() == ["before", "after"]
    (finding,) = reports[0].findings
    assert [int(text) - 1 for text in finding.texts] == list(finding.actions)


def test_what_is_not_shown_is_not_checked() -> None:
    report = referee.check(lambda actions: {"is_over": plain()(actions)["is_over"]}, "connect-four", games=20)
    assert report and report.checked == ("end", "illegal actions")
    assert "board" in report.not_checked


def test_errors_have_their_traceback() -> None:
    (finding,) = referee.check(lambda: FourEnv("raises"), "connect-four", games=20).findings
    assert finding.message == "expected no error, found RuntimeError: the top row is out of bounds"
    assert "raise RuntimeError" in finding.details
    assert "the top row" in str(finding)


def test_wrong_arguments_are_refused() -> None:
    def refuses(part: str, subject: Any = FourEnv, game: GameId = "connect-four", **rest: Any) -> None:
        with pytest.raises(ValueError, match=part):
            referee.check(subject, game, **rest)

    refuses("the game is one of connect-four, 2048, quartet, not 'chess'", game="chess")  # type: ignore[arg-type]
    refuses("give board=", lambda actions: {"board": [1, 2, 3]})
    refuses("cannot check int", 7)
    refuses("2048 needs an environment", lambda actions: {}, "2048")
    refuses("games= is a whole number from 1, not 0", games=0)
    assert referee.check(lambda: zoo.env("connect-four"), "connect-four", games=np.int64(1))
    refuses("seconds= is above 0", seconds=0)
    refuses("pieces= is 1 or 2", pieces=3)
    refuses("skip= takes kinds of", skip="boards")
    refuses("skip= cannot have board", PlainGame2048, "2048", skip="board")
    refuses("a number of its own", actions=[0, 1])
    refuses("columns", columns=3)


def test_the_package_does_not_import_it() -> None:
    code = "import quincunx, sys; assert not {'quincunx.referee', 'numpy', 'scipy'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
