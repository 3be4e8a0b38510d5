"""Sessions: play, undo, copies, positions, records, views and effects, of every game."""

import copy
import pathlib
import pickle
from typing import Any, get_args, get_type_hints
from xml.etree import ElementTree

import numpy as np
import pytest

import quincunx
import quincunx.typing as quincunx_typing
from quincunx.typing import GameId

GAMES = [game.id for game in quincunx.games()]


def played(game: GameId, seed: int = 7, plies: int = 12) -> quincunx.Session:
    """Plays some legal actions, never the same twice in a row where there are several."""
    session = quincunx.new(game, seed=seed)
    for ply in range(plies):
        legal = session.legal_actions()
        if not legal:
            break
        session.play(legal[(7 * ply + 3) % len(legal)])
    return session


@pytest.mark.parametrize("game", GAMES)
def test_undo_and_redo_lead_back(game: GameId) -> None:
    session = played(game)
    positions = []
    plies = session.ply
    while session.undo():
        positions.append(session.position)
    assert len(positions) == plies == session.ply_count
    for before, ply in zip(reversed(positions), range(plies), strict=True):
        assert session.position == before
        assert session.ply == ply
        assert session.redo()
    assert session == played(game)
    assert not session.redo()
    assert session.go_to(0) and not session.go_to(plies + 1)


@pytest.mark.parametrize("game", GAMES)
def test_legal_actions_are_those_that_can_be_played(game: GameId) -> None:
    session = played(game, plies=4)
    legal = session.legal_actions()
    assert legal == sorted(set(legal))
    for action in range(session.action_count):
        text = session.action_text(action)
        assert session.parse_action(text) == action
        other = session.copy()
        assert session.is_legal(action) == session.is_legal(text) == (action in legal)
        if action in legal:
            other.play(text)
            assert other.ply == session.ply + 1
        else:
            with pytest.raises(ValueError, match="is not legal"):
                other.play(action)
            assert other == session


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))])
def test_copies_live_their_own_lives(game: GameId, copied) -> None:  # type: ignore[no-untyped-def]
    session = played(game)
    session.undo()
    other = copied(session)
    assert other == session
    assert (other.ply, other.ply_count, other.seed) == (session.ply, session.ply_count, session.seed)
    assert other.redo()
    assert other != session
    session.redo()
    assert other.position == session.position
    assert other.effects() is not session.effects()


@pytest.mark.parametrize("game", GAMES)
def test_records_and_positions_are_read_as_they_are_written(game: GameId) -> None:
    session = played(game)
    text = session.record(player_1="me")
    assert "tag player-1 me\n" in text
    assert quincunx.replay(text) == session
    if session.is_over:
        session.undo()
    other = quincunx.new(game, seed=session.seed, position=session.position, **session.options)
    assert other.position == session.position
    assert other.legal_actions() == session.legal_actions()
    begun = quincunx.new(game, **session.options)
    begun.position = session.position
    assert (begun.position, begun.ply) == (session.position, 0)


@pytest.mark.parametrize("game", GAMES)
def test_views_show_what_effects_lead_to(game: GameId) -> None:
    session = played(game)
    for ply in range(1, session.ply + 1):
        board = [list(row) for row in session.view(ply - 1).board]
        for step in session.effects(ply):
            for effect in step:
                if effect.kind in ("move", "remove"):
                    column, row = effect.source or effect.cell or (0, 0)
                    board[row][column] = None
            for kinds in (("move", "enter", "spawn"), ("merge", "become")):
                for effect in step:
                    if effect.kind in kinds and effect.cell is not None:
                        column, row = effect.cell
                        board[row][column] = effect.token
        assert board == session.view(ply).board, ply
    tokens = {token for row in session.view().board for token in row if token is not None}
    assert all(session.face(token).name for token in tokens)


def test_the_end_of_a_game_is_told() -> None:
    session = quincunx.new("connect-four")
    for column in [0, 1, 0, 1, 0, 1]:
        assert session.player == session.ply % 2
        session.play(column)
    assert session.outcome is None
    session.play(0)
    outcome = session.outcome
    assert outcome is not None and (outcome.kind, outcome.winner, str(outcome)) == ("win", 0, "P1 wins")
    assert session.is_over and session.player is None and session.legal_actions() == []
    assert session.view().lines == [[(0, 5), (0, 4), (0, 3), (0, 2)]]
    assert session.history[:3] == [(0, 0), (1, 1), (0, 0)]
    with pytest.raises(ValueError, match="the game is over"):
        session.play(3)


def test_options_are_those_of_the_rules(tmp_path: pathlib.Path) -> None:
    assert quincunx.new("2048", width=np.int64(3), four_rate=np.float32(0.5)).options["four_rate"] == 0.5
    session = quincunx.new("2048", width=3, four_rate=0.5, scoring="contest")
    assert session.options == {"width": 3, "height": 4, "scoring": "contest", "four_rate": 0.5}
    level = quincunx.new("levels", name="the-well")
    board = tmp_path / "board.txt"
    board.write_text("R1 R2 R3\nR2 R1 R3\nR1 R2 R1\n")
    begun = quincunx.new("shariki", board=board, swaps=3)
    assert begun.options["board"] == board.read_text()
    assert level.options["name"] == "the-well"


def test_seeds_are_numbers_or_keys() -> None:
    assert quincunx.new("2048").seed == 0
    assert quincunx.new("2048", seed="7") == quincunx.new("2048", seed=7)
    key = "a5" * 32
    assert quincunx.new("2048", seed=key).seed == key
    assert quincunx.new("2048", seed=2**64 - 1).seed == 2**64 - 1
    assert quincunx.new("2048", seed=np.int64(3)).seed == 3
    with pytest.raises(ValueError, match="`-1` is not a seed"):
        quincunx.new("2048", seed=np.int64(-1))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": "chess"}, "there is no game `chess`; there are connect-four"),
        ({"game": "2048", "width": 65}, "option `width` takes a whole number from 2 to 64, not `65`"),
        ({"game": "2048", "depth": 1}, "there is no option `depth` here; there are width, height"),
        ({"game": "2048", "seed": -1}, "`-1` is not a seed"),
        ({"game": "2048", "seed": 2**64}, "is not a seed"),
        ({"game": "2048", "position": "x"}, "`x` is not"),
        ({"game": "levels", "file": "name = 1"}, "line 1"),
    ],
)
def test_wrong_arguments_are_told(arguments: dict[str, object], message: str) -> None:
    game = arguments.pop("game")
    with pytest.raises(ValueError, match=message):
        quincunx.new(game, **arguments)  # type: ignore[arg-type]


def test_wrong_types_are_told() -> None:
    with pytest.raises(TypeError, match="option `width` takes a number or a text, not list"):
        quincunx.new("2048", width=[4])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="option `width` takes a number or a text, not bool"):
        quincunx.new("2048", width=True)
    session = quincunx.new("2048")
    with pytest.raises(TypeError, match="an action is a whole number or a text"):
        session.play(1.5)  # type: ignore[arg-type]
    actions: list[Any] = [-1, 4, 2**70, np.int64(-1), np.uint64(2**64 - 1)]
    for action in actions:
        assert not session.is_legal(action)
        with pytest.raises(ValueError, match="is not legal"):
            session.play(action)
    with pytest.raises(ValueError, match="there is no ply 9; the last is 0"):
        session.view(9)
    for wrong in (-1, 2**64):
        for call in (session.go_to, session.view, session.effects, session.chances, session.face, session.observation):
            with pytest.raises(ValueError, match=f"expected a whole number from 0 to [0-9]+, found {wrong}"):
                call(wrong)
    with pytest.raises(ValueError, match="no token 3 is in this position"):
        session.face(3)


def test_damaged_records_are_refused() -> None:
    text = played("2048").record()
    with pytest.raises(ValueError, match="line 1: this is no record"):
        quincunx.replay("chess")
    with pytest.raises(ValueError, match="the record is damaged"):
        quincunx.replay(text.replace("seed 7", "seed 8"))


def test_games_tell_about_themselves() -> None:
    assert [game.id for game in quincunx.games() if game.players == 2] == ["connect-four", "quartet"]
    game = quincunx.Game("connect-four")
    assert game in quincunx.games()
    assert pickle.loads(pickle.dumps(game)) == game
    assert [(option.name, option.default) for option in game.options] == [("columns", "7"), ("rows", "6")]
    assert len(game.levels) == 5 and game.has_solver
    assert {"level", "random", "mcts"} <= {kind.name for kind in game.agents}
    assert game.new(columns=5) == quincunx.new("connect-four", columns=5)
    with pytest.raises(ValueError, match="there is no game `x`"):
        quincunx.Game("x")  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES)
def test_chance_nodes_lead_to_the_same_games(game: GameId) -> None:
    drawn = played(game)
    nodes = drawn.with_chance_nodes()
    has_chance = quincunx.games()[GAMES.index(game)].chance != "never"
    assert nodes.is_chance_node == has_chance and not drawn.is_chance_node
    for ply in range(drawn.ply + 1):
        if ply > 0:
            nodes.play(drawn.history[ply - 1][1])
        for number, outcome in enumerate(drawn.chances(ply)):
            assert nodes.is_chance_node and nodes.player is None and nodes.legal_actions() == [] and not nodes.is_over
            for use in (lambda: nodes.play(0), lambda: quincunx.agent("random").choose(nodes)):
                with pytest.raises(ValueError, match="it is chance's turn"):
                    use()
            assert quincunx.replay(nodes.record(), chance_nodes=True) == nodes
            for other in (copy.copy(nodes), copy.deepcopy(nodes), pickle.loads(pickle.dumps(nodes))):
                assert other == nodes and other.is_chance_node and other.position == nodes.position
                # What is left of what chance does in the ply is drawn.
                other.draw_chance(7)
                assert not other.is_chance_node
                assert number > 0 or other.position == position_after(drawn, ply)
            nodes.resolve_chance(outcome)
        assert not nodes.is_chance_node and nodes.position == position_after(drawn, ply)
        assert str(nodes.effects(ply)) == str(drawn.effects(ply))
    assert nodes.record() == drawn.record() and nodes.points == drawn.points
    assert quincunx.replay(nodes.record()) == drawn and (drawn != nodes) == has_chance
    nodes.draw_chance(1)
    assert nodes.record() == drawn.record()
    with pytest.raises(ValueError, match="while a player is to act|is not"):
        nodes.resolve_chance("2@0;0")
    begun = nodes.copy()
    begun.position = position_after(drawn, 1)
    assert begun.with_chance_nodes() == begun


def position_after(session: quincunx.Session, ply: int) -> str:
    """Returns the position after a ply."""
    other = session.copy()
    assert other.go_to(ply)
    return other.position


def test_outcomes_of_chance_are_listed_where_they_are_few() -> None:
    nodes = quincunx.new("2048", width=2, height=2, four_rate=0.5).with_chance_nodes()
    assert nodes.chance_outcomes() == [(f"{value}@{column};{row}", 0.125) for row in (0, 1) for column in (0, 1) for value in (2, 4)]
    nodes.resolve_chance("2@1;0")
    with pytest.raises(ValueError, match="chance cannot give `4@1;0` in this position"):
        nodes.resolve_chance("4@1;0")
    assert quincunx.new("2048").chance_outcomes() == quincunx.new("quartet").with_chance_nodes().chance_outcomes() == []
    with pytest.raises(ValueError, match="shariki has too many outcomes of chance to list them"):
        quincunx.new("shariki").with_chance_nodes().chance_outcomes()
    assert {game.id: game.chance for game in quincunx.games()} == {
        "connect-four": "never",
        "quartet": "never",
        "2048": "listed",
        "shariki": "drawn",
        "match-three": "drawn",
        "levels": "drawn",
    }
    assert quincunx.new("2048").max_plies == 2**17 and quincunx.new("shariki", swaps=0).max_plies is None


@pytest.mark.parametrize("game", GAMES)
def test_sessions_are_drawn_as_text_and_svg(game: GameId) -> None:
    session = played(game)
    lines = str(session).splitlines()
    assert len(lines) >= len(session.view().board)
    assert f"{session}" == str(session) and repr(session).startswith("<quincunx.Session")
    svg = session._repr_svg_()
    root = ElementTree.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    tokens = [token for row in session.view().board for token in row if token is not None]
    tray = session.view().tray
    beside = 0 if tray is None else len(tray.tokens) + (tray.selected is not None)
    assert len(root.findall("{*}g")) == len(tokens) + beside


def test_a_text_shows_the_board() -> None:
    session = quincunx.new("connect-four", position="112")
    assert str(session).splitlines()[3:6] == [". . . . . . .", "Y . . . . . .", "R R . . . . ."]
    assert str(quincunx.new("2048", position="2,4,0,0/0,0,0,0/0,0,0,0/0,0,0,0 0 0 0")).splitlines()[0] == "2 4 . ."


@pytest.mark.parametrize("game", GAMES)
def test_what_a_session_gives_is_pickled(game: GameId) -> None:
    session = played(game)
    view = session.view()
    token = next(token for row in view.board for token in row if token is not None)
    for value in (view, view.tray, session.face(token), session.effects(), session.outcome):
        assert pickle.loads(pickle.dumps(value)) == value


def test_illegal_actions_are_explained() -> None:
    session = quincunx.new("connect-four", position="444444")
    with pytest.raises(ValueError, match=r"action 3 \(`4`\) is not legal: column 4 is full; legal are \[0, 1, 2, 4, 5, 6\]"):
        session.play(3)
    with pytest.raises(ValueError, match="action 7 is not legal: actions are 0 to 6; legal are"):
        session.play(7)
    with pytest.raises(ValueError, match="the action is not legal: actions are 0 to 6"):
        session.play(-1)
    blocked = quincunx.new("2048", position="2,4,0,0/0,0,0,0/0,0,0,0/0,0,0,0 0 0 0")
    with pytest.raises(ValueError, match=r"action 0 \(`up`\) is not legal: no piece can move up; legal are \[1, 3\]"):
        blocked.play(0)
    quartet = quincunx.new("quartet")
    with pytest.raises(ValueError, match="a piece is to be selected first"):
        quartet.play("place 0;0")
    quartet.play(0)
    with pytest.raises(ValueError, match="a piece has been selected"):
        quartet.play(1)


def test_types_name_all_games_and_options() -> None:
    assert sorted(get_args(quincunx_typing.GameId)) == sorted(game.id for game in quincunx.games())
    options = {option.name.replace("-", "_") for game in quincunx.games() for option in game.options}
    assert set(quincunx_typing.Options.__annotations__) == options
    hints = get_type_hints(quincunx_typing.Options)
    for game in quincunx.games():
        for option in game.options:
            if option.takes.startswith("one of "):
                words = get_args(hints[option.name.replace("-", "_")])
                assert sorted(words) == sorted(option.takes.removeprefix("one of ").split(", "))
