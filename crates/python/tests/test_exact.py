"""Games that are worked out to the end: what a tablebase holds, and that it is right."""

import copy
import os
import pathlib
import pickle
import subprocess
import sys

import pytest

import quincunx


@pytest.fixture(scope="module")
def table() -> quincunx.Table:
    return quincunx.exact("2048", width=3, height=2)


def test_a_table_tells_what_perfect_play_is_worth(table: quincunx.Table) -> None:
    assert table.game == "2048" and table.options["width"] == 3 and table.options["height"] == 2
    assert len(table) == table.positions > 1000 and 64 in table.goals
    session = quincunx.new("2048", width=3, height=2, seed=4)
    worth = table.worth(session)
    assert worth is not None and worth == table.worth(session.position)
    assert sorted(worth.actions) == session.legal_actions()
    assert worth.best == max(session.legal_actions(), key=lambda action: worth.actions[action].points)
    assert worth.points == pytest.approx(max(action.points for action in worth.actions.values()))
    assert worth.chances.keys() == set(table.goals)
    assert all(0.0 <= chance <= 1.0 for chance in worth.chances.values())
    assert list(worth.chances.values()) == sorted(worth.chances.values(), reverse=True)
    over = quincunx.new("2048", width=3, height=2, position="2,4,2/4,2,4")
    assert over.is_over


def test_values_are_those_of_a_plain_search(table: quincunx.Table) -> None:
    """Positions near the end of a game, searched here with nothing but sessions' rules."""
    known: dict[str, float] = {}

    def search(position: str) -> float:
        """Returns the points still to come where a player acts."""
        if position in known:
            return known[position]
        begun = quincunx.new("2048", width=3, height=2, position=position)
        best = 0.0
        for action in begun.legal_actions():
            after = begun.copy()
            after.play(action)
            gained = after.points - begun.points
            # All pieces that could have come: where this one came and wherever else is free.
            rows = [list(row) for row in after.view().board]
            chances = after.chances()
            assert len(chances) == 1
            column, row = map(int, chances[0].split("@")[1].split(";"))
            rows[row][column] = None
            free = [(x, y) for y, line in enumerate(rows) for x, token in enumerate(line) if token is None]
            mean = 0.0
            for x, y in free:
                for piece, chance in ((2, 0.9), (4, 0.1)):
                    rows[y][x] = piece
                    text = "/".join(",".join(str(token or 0) for token in line) for line in rows)
                    rows[y][x] = None
                    mean += chance / len(free) * search(text)
            best = max(best, gained + mean)
        known[position] = best
        return best

    for position in ("64,32,16/2,8,0", "32,16,8/0,4,2", "64,4,32/16,2,2"):
        session = quincunx.new("2048", width=3, height=2, position=position)
        worked_out = quincunx.worth(session)
        assert worked_out.points == pytest.approx(search(position), rel=1e-6)
        in_table = table.worth(session)
        # A table rounds; and it has only what a game comes to.
        assert in_table is None or in_table.points == pytest.approx(worked_out.points, rel=1e-4)


def test_tables_are_kept_in_files(table: quincunx.Table, tmp_path: pathlib.Path) -> None:
    reported: list[tuple[int, int | None]] = []
    kept = quincunx.exact(
        "2048", width=3, height=2, goals=[64], out=tmp_path, threads=1, progress=lambda done, of: reported.append((done, of))
    )
    files = list(tmp_path.iterdir())
    assert [file.name for file in files] == ["2048-3x2.exact"] and reported[-1] == (table.positions, table.positions)
    assert kept.goals == [64] and kept.positions == table.positions
    position = quincunx.new("2048", width=3, height=2, seed=1).position
    one, other = kept.worth(position), quincunx.Table("2048", files[0]).worth(position)
    assert one == other and one is not None
    assert pickle.loads(pickle.dumps(one)) == copy.deepcopy(one) == one
    whole = table.worth(position)
    assert whole is not None and one.points == whole.points and one.chances[64] == whole.chances[64]
    with pytest.raises(FileExistsError, match="left as it is"):
        quincunx.exact("2048", width=3, height=2, out=files[0])
    # Players find it, by the variable that the program reads too.
    code = "import quincunx; print(quincunx.agent('exact').analyze(quincunx.new('2048', width=3, height=2)).actions[0].bound)"
    told_by = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "QUINCUNX_TABLES": str(tmp_path)},
    )
    assert told_by.stdout.strip() == "exactly"


def test_what_cannot_be_worked_out_is_refused(table: quincunx.Table, tmp_path: pathlib.Path) -> None:
    with pytest.raises(ValueError, match="shariki cannot be worked out; these can: 2048"):
        quincunx.exact("shariki")
    with pytest.raises(ValueError, match="a 4×4 board cannot be worked out"):
        quincunx.exact("2048")
    with pytest.raises(ValueError, match="3 is no goal"):
        quincunx.exact("2048", width=2, height=2, goals=[3])
    with pytest.raises(ValueError, match="of another game or other rules"):
        table.worth(quincunx.new("2048"))
    with pytest.raises(ValueError, match="`x`"):
        table.worth("x")
    for none in (tmp_path / "none.exact", tmp_path / "none" / "2048.exact"):
        with pytest.raises(FileNotFoundError) as caught:
            quincunx.Table("2048", none)
        assert pathlib.Path(caught.value.filename) == none
    with pytest.raises(FileNotFoundError) as caught:
        quincunx.exact("2048", width=2, height=2, out=tmp_path / "none" / "2048.exact")
    assert "2048.exact" in str(caught.value)
    wrong = tmp_path / "wrong.exact"
    wrong.write_text("no table")
    with pytest.raises(ValueError, match="no table of exact values"):
        quincunx.Table("2048", wrong)

    def stop(done: int, of: int | None) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        quincunx.exact("2048", width=3, height=3, out=tmp_path / "large.exact", progress=stop)
    assert [file.name for file in tmp_path.iterdir()] == ["wrong.exact"]
    with pytest.raises(TypeError):
        pickle.dumps(table)
