"""How runs on a cluster save their results, and their errors for files that cannot be read or written."""

import errno
import pathlib
import warnings

import pytest

import quincunx

pytest.importorskip("ray", reason="Ray is not installed")

with warnings.catch_warnings():
    # Of what Ray itself imports.
    warnings.simplefilter("ignore")
    import quincunx.ray
    from quincunx import _saving
    from quincunx.ray._parts import kept

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::FutureWarning", "ignore::DeprecationWarning")


def test_what_is_of_another_run_spoils_nothing(tmp_path: pathlib.Path) -> None:
    nothing, part = (quincunx.simulate("2048", "random", games=9, only=only) for only in ([], [(0, 4)]))
    with (
        pytest.raises(ValueError, match="different runs: the seed"),
        kept(nothing, None, tmp_path, None) as keeper,
    ):
        keeper.add(part)
        keeper.add(quincunx.simulate("2048", "random", games=9, seed=1, only=[(4, 9)]))
    (file,) = tmp_path.glob("part-*.json")
    assert file.read_text() == part.text
    assert [other.name for other in tmp_path.iterdir()] == [file.name]


def test_what_cannot_be_saved_in_the_end_goes_with_the_error(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nothing, part, more = (quincunx.simulate("2048", "random", games=9, only=only) for only in ([], [(0, 4)], [(4, 9)]))
    folder, away = tmp_path / "folder", tmp_path / "away"
    for where in (dict(folder=folder, out=None), dict(folder=None, out=folder / "run.json")):
        folder.mkdir()
        with pytest.raises(FileNotFoundError) as lost, kept(nothing, part, **where) as keeper:
            keeper.add(more)
            folder.rename(away)
        assert lost.value.unsaved == quincunx.merge([part, more])  # type: ignore[attr-defined]
        for file in away.iterdir():
            file.unlink()
        away.rmdir()
    # Where there is no room, somebody may make some.
    monkeypatch.setattr(_saving, "BETWEEN_TRIES", 0.0)
    folder.mkdir()
    with pytest.warns(RuntimeWarning, match="folder cannot be saved, and is tried again"), kept(nothing, part, folder, None) as keeper:
        keeper.add(more)
        save, tries = keeper.save, 0

        def fail() -> None:
            nonlocal tries
            tries += 1
            if tries < 3:
                raise OSError(errno.ENOSPC, "No space left on device")
            save()

        monkeypatch.setattr(keeper, "save", fail)
    assert tries == 3
    assert quincunx.merge([quincunx.Results.parse(file.read_text()) for file in folder.iterdir()]).is_whole


def test_what_holds_no_text_is_told(tmp_path: pathlib.Path) -> None:
    binary = tmp_path / "part-000001.json"
    binary.write_bytes(b"\n\xff")
    for call in (
        lambda: quincunx.ray.simulate("2048", "random", games=1, folder=tmp_path),
        lambda: quincunx.ray.simulate("2048", "random", games=1, out=binary),
        lambda: quincunx.ray.simulate("levels", "random", games=1, file=binary),
        lambda: quincunx.ray.level_report(binary),
    ):
        with pytest.raises(ValueError, match="part-000001.json: line 2 is not UTF-8"):
            call()


def test_a_folder_is_one_drivers_at_a_time(tmp_path: pathlib.Path) -> None:
    nothing = quincunx.simulate("2048", "random", games=9, only=[])
    for where in (dict(folder=tmp_path, out=None), dict(folder=None, out=tmp_path / "run.json")):
        with kept(nothing, None, **where), pytest.raises(BlockingIOError, match="another process is writing it"):
            with kept(nothing, None, **where):
                raise AssertionError("it is claimed")
