"""Training of networks."""

import errno
import pathlib
import pickle
import warnings
from typing import Any, Literal

import pytest

import quincunx
from quincunx import _saving

#: A network of a few megabytes, and one thread, on which training repeats itself.
SMALL: dict[str, Any] = dict(network="4x4", threads=1)


def test_one_thread_gives_the_same_network_however_it_is_stopped(tmp_path: pathlib.Path) -> None:
    reported: list[tuple[int, int | None]] = []
    whole = quincunx.train("2048", games=60, seed=7, progress=lambda *now: reported.append(now), **SMALL)
    assert (whole.game, whole.seed, whole.games) == ("2048", 7, 60) and reported[-1] == (60, 60)
    assert whole.plies > 60 and whole.options["width"] == 4
    out = tmp_path / "mine.safetensors"
    first = quincunx.train("2048", games=25, seed=7, out=out, **SMALL)
    assert first.games == 25 and first != whole
    # The file is gone on with, and so is a copy of the network.
    assert quincunx.train("2048", games=60, seed=7, out=out, **SMALL) == whole
    assert quincunx.train("2048", games=60, resume=first, threads=1) == whole and first.games == 25
    assert quincunx.train("2048", games=60, resume=out, threads=1) == whole
    assert [file.name for file in tmp_path.iterdir()] == [out.name]
    assert quincunx.train("2048", games=60, seed=8, **SMALL) != whole


def test_threads_give_the_same_network_however_often_it_is_saved(tmp_path: pathlib.Path) -> None:
    course: dict[str, Any] = dict(games=100, network="4x4", seed=7)
    network = quincunx.train("2048", threads=2, **course)
    out = tmp_path / "mine.safetensors"
    assert network == quincunx.train("2048", threads=2, out=out, save_every=0.0, **course)
    assert len(quincunx.Network.read(out).log) > 0
    assert network != quincunx.train("2048", threads=1, **course)


def test_networks_are_kept(tmp_path: pathlib.Path) -> None:
    network = quincunx.Network("2048", "4x4", seed=3)
    assert network.games == 0 and network.log == []
    network.train(games=5, threads=1, lambda_=0.25)
    (stretch,) = network.log
    assert stretch["games"] == 5 and stretch["lambda"] == 0.25 and stretch["coherence"]
    network.train(games=6, threads=1, coherence=False)
    assert not network.log[-1]["coherence"] and network.log[-1]["rate"] == pytest.approx(0.1)
    assert network == pickle.loads(pickle.dumps(network)) == quincunx.Network.parse(bytes(network))
    file = tmp_path / "network.safetensors"
    network.save(file)
    assert quincunx.Network.read(file) == network and file.read_bytes() == bytes(network)
    network.save(file, values=True)
    with pytest.raises(ValueError, match="without what training needs"):
        quincunx.Network.read(file)
    assert quincunx.simulate("2048", f"expectimax:depth=1,network={file}", games=1).is_whole


def test_what_ends_training_leaves_what_was_learned(tmp_path: pathlib.Path) -> None:
    out = tmp_path / "mine.safetensors"

    def stop(games: int, goal: int | None) -> None:
        if games >= 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        quincunx.train("2048", games=1_000_000, out=out, progress=stop, **SMALL)
    assert 3 <= quincunx.Network.read(out).games < 1_000_000
    assert quincunx.train("2048", seconds=0.0, out=out, **SMALL).games > 3


def test_a_network_that_trains_is_neither_compared_nor_copied(tmp_path: pathlib.Path) -> None:
    network, other = (quincunx.Network("2048", "4x4") for _ in range(2))
    reported: list[str] = []

    def use(games: int, goal: int | None) -> None:
        for wrong in (
            lambda: network == other,
            lambda: other == network,
            lambda: pickle.dumps(network),
            lambda: bytes(network),
            lambda: network.save(tmp_path / "network"),
            lambda: quincunx.Network.begin_from(network),
        ):
            with pytest.raises(RuntimeError, match="the network trains, and can be compared, copied and saved when that has ended"):
                wrong()
            reported.append("")
        with pytest.raises(RuntimeError, match="the network trains or is being"):
            network.train(games=3)

    network.train(games=2, threads=1, progress=use)
    assert reported and network != other and network.games == 2


def test_a_network_that_trains_tells_what_it_is() -> None:
    network = quincunx.train("2048", games=5, seed=7, **SMALL)
    reported: list[int] = []

    def ask(games: int, goal: int | None) -> None:
        assert games <= network.games and (network.game, network.seed, network.options["width"]) == ("2048", 7, 4)
        assert (network.optimism, network.origins) == (0.0, []) and network.network in repr(network)
        assert sum(stretch["games"] for stretch in network.log) in (5, network.games)
        assert network.plies > 5 and network.seconds > 0
        reported.append(games)

    network.train(seconds=0.3, threads=1, progress=ask)
    assert reported[-1] == network.games > 5 and len(network.log) == 2


def test_a_warning_that_is_an_error_ends_no_training(tmp_path: pathlib.Path) -> None:
    folder, away = tmp_path / "folder", tmp_path / "away"
    folder.mkdir()

    def move(games: int, goal: int | None) -> None:
        if games == 3 and folder.exists():
            folder.rename(away)
        if games == 5 and away.exists():
            away.rename(folder)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        network = quincunx.train("2048", games=8, seed=7, out=folder / "mine", save_every=0.0, progress=move, **SMALL)
    assert quincunx.Network.read(folder / "mine") == network and network.games == 8


def test_files_that_cannot_be_saved_on_the_way_cost_nothing(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, away = tmp_path / "folder", tmp_path / "away"
    folder.mkdir()
    back = 5

    def move(games: int, goal: int | None) -> None:
        if games == 3 and folder.exists():
            folder.rename(away)
        if games == back and away.exists():
            away.rename(folder)

    course: dict[str, Any] = dict(games=8, seed=7, save_every=0.0, progress=move, **SMALL)
    with pytest.warns(RuntimeWarning, match="mine cannot be saved now, and is tried again: .*No such file"):
        network = quincunx.train("2048", out=folder / "mine", **course)
    assert network == quincunx.Network.read(folder / "mine") == quincunx.train("2048", games=8, seed=7, **SMALL)
    back = 9
    with pytest.warns(RuntimeWarning), pytest.raises(FileNotFoundError) as lost:
        quincunx.train("2048", out=folder / "other", **course)
    assert lost.value.unsaved == network  # type: ignore[attr-defined]

    class Learner:
        """A network for which there is no room at first."""

        tries = 0

        def save(self, target: pathlib.Path) -> None:
            self.tries += 1
            if self.tries < most:
                raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(_saving, "BETWEEN_TRIES", 0.0)
    learner: Any = Learner()
    most: float = 5
    with pytest.warns(RuntimeWarning, match="No space left"):
        _saving.save_at_last(learner, away)
    assert learner.tries == 5
    learner.tries = 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        _saving.save_at_last(learner, away)
    assert learner.tries == 5
    most = float("inf")
    with pytest.warns(RuntimeWarning), pytest.raises(OSError, match="No space left") as caught:
        _saving.save_at_last(learner, away)
    assert caught.value.unsaved is learner  # type: ignore[attr-defined]


def test_a_time_that_never_comes_is_none(tmp_path: pathlib.Path) -> None:
    for never in (float("inf"), 1e300):
        network = quincunx.train("2048", games=3, seconds=never, save_every=never, out=tmp_path / f"{never}", **SMALL)
        assert network.games == 3
    with pytest.raises(ValueError, match="neither is given"):
        quincunx.train("2048", seconds=float("inf"), **SMALL)
    with pytest.raises(ValueError, match="neither is given"):
        quincunx.Network("2048", "4x4").train(seconds=float("inf"))
    with pytest.raises(ValueError, match="`seconds` is a time of 0 seconds or more, not -inf"):
        quincunx.Network("2048", "4x4").train(games=1, seconds=float("-inf"))


def test_a_training_begins_with_what_another_has_learned(tmp_path: pathlib.Path) -> None:
    first = quincunx.train("2048", games=20, seed=7, lambda_=0.25, width=4, **SMALL)
    file, values = tmp_path / "first.safetensors", tmp_path / "values.safetensors"
    first.save(file)
    first.save(values, values=True)
    second = quincunx.train("2048", games=10, from_=first, threads=1)
    assert (second.games, second.seed, second.network, second.options) == (10, 8, first.network, first.options)
    assert second != quincunx.train("2048", games=10, seed=8, **SMALL)
    # It learns on as the first one ended.
    assert second.log[0]["lambda"] == 0.25
    (origin,) = second.origins
    assert origin["seed"] == 7 and sum(stretch["games"] for stretch in origin["log"]) == 20 and first.origins == []
    assert second == quincunx.train("2048", games=10, from_=file, threads=1)
    # Players' files have no rates of entries.
    assert second != quincunx.train("2048", games=10, from_=values, threads=1)
    staged = quincunx.train("2048", games=10, from_=first, network="4x4 @1024", seed=7, threads=1)
    assert staged.network == f"{first.network} @1024" and staged.seed == 7
    # New stages know what the stage before them knew, or nothing.
    begun: dict[Literal["before", "nothing"], quincunx.Network] = {
        new_stages: quincunx.Network.begin_from(file, "4x4 @4", new_stages=new_stages)
        for new_stages in ("before", "nothing")
    }
    assert begun["before"] == quincunx.Network.begin_from(file, "4x4 @4") != begun["nothing"]
    unlike = [quincunx.train("2048", games=1, from_=file, network="4x4 @4", new_stages=stages, threads=1) for stages in begun]
    assert unlike[0] != unlike[1]
    out = tmp_path / "second.safetensors"
    for games in (5, 10):
        third = quincunx.train("2048", games=games, from_=file, out=out, threads=1)
    assert third == second == quincunx.Network.read(out)
    # The same script once more, which has taken another time, finds its file and leaves it as it is.
    written = out.stat().st_ino
    same = quincunx.train("2048", games=20, seed=7, lambda_=0.25, width=4, **SMALL)
    assert same == first and same.seconds != first.seconds
    assert quincunx.train("2048", games=10, from_=same, out=out, threads=1) == second
    assert out.stat().st_ino == written
    with pytest.raises(FileExistsError, match="of another training"):
        quincunx.train("2048", games=10, seed=8, out=out, **SMALL)
    # By the same seed it goes on with the games behind, and none is played again.
    again = quincunx.train("2048", games=10, from_=first, seed=7, threads=1)
    on = quincunx.train("2048", games=30, resume=first, threads=1)
    assert [again.log[0][what] for what in ("plies", "average")] == [on.log[-1][what] for what in ("plies", "average")]
    course: dict[str, Any] = dict(games=30, from_=first, threads=1)
    for wrong, reason in (
        (dict(resume=first), "`resume` or begins with `from_`, not both"),
        (dict(optimism=1.0), "cannot be given with `from_`"),
        (dict(width=4), "cannot be given with `from_`"),
        (dict(network="4x6"), "expected values for table `012345` of the network, found none"),
        (dict(network="4x4 @4", new_stages="all"), "new_stages is one of `before`, `nothing`, not `all`"),
        (dict(new_stages="nothing"), "`new_stages` is for stages that `network` has"),
        (dict(from_=tmp_path / "none"), "none"),
    ):
        with pytest.raises((ValueError, FileNotFoundError), match=reason):
            quincunx.train("2048", **{**course, **wrong})


def test_a_network_may_hope_for_much_at_first(tmp_path: pathlib.Path) -> None:
    out = tmp_path / "mine.safetensors"
    hopeful = quincunx.train("2048", games=20, optimism=1000.0, seed=7, out=out, **SMALL)
    assert hopeful.optimism == quincunx.Network.read(out).optimism == 1000.0
    assert hopeful != quincunx.train("2048", games=20, seed=7, **SMALL)
    longer = quincunx.train("2048", games=30, optimism=1000.0, seed=7, out=out, **SMALL)
    assert longer == quincunx.train("2048", games=30, resume=hopeful, threads=1)
    with pytest.raises(FileExistsError, match="of another training"):
        quincunx.train("2048", games=40, seed=7, out=out, **SMALL)


def test_errors_of_files_name_them(tmp_path: pathlib.Path) -> None:
    network = quincunx.Network("2048", "4x4")
    nowhere = tmp_path / "none" / "mine.safetensors"
    for use in (quincunx.Network.read, network.save):
        with pytest.raises(FileNotFoundError) as caught:
            use(nowhere)
        assert caught.value.filename == str(nowhere)
    foreign = tmp_path / "foreign.safetensors"
    foreign.write_bytes(b"nothing")
    for use in (quincunx.Network.read, quincunx.Network.begin_from, lambda path: quincunx.train("2048", games=1, resume=path)):
        with pytest.raises(ValueError, match="foreign.safetensors: "):
            use(foreign)
        with pytest.raises(IsADirectoryError) as refused:
            use(tmp_path)
        assert refused.value.filename == str(tmp_path)


def test_wrong_arguments_are_told(tmp_path: pathlib.Path) -> None:
    out = tmp_path / "mine.safetensors"
    with pytest.raises(ValueError, match="neither is given"):
        quincunx.train("2048", out=out)
    with pytest.raises(ValueError, match="`rate` is a number from 0 to 1, not 2"):
        quincunx.train("2048", games=1, rate=2.0, out=out, **SMALL)
    with pytest.raises(ValueError, match="quartet has no networks; these have: 2048"):
        quincunx.train("quartet", games=1)
    for seconds in (-1.0, float("nan")):
        with pytest.raises(ValueError, match="`seconds` is a time of 0 seconds or more"):
            quincunx.train("2048", seconds=seconds, out=out, **SMALL)
    with pytest.raises(ValueError, match="`optimism` is a number of points from 0 to 1000000000, not -1"):
        quincunx.train("2048", games=1, optimism=-1.0, out=out, **SMALL)
    assert not out.exists()
    kept = quincunx.train("2048", games=1, out=out, **SMALL)
    with pytest.raises(FileExistsError, match="of another training"):
        quincunx.train("2048", games=1, seed=9, out=out, **SMALL)
    with pytest.raises(ValueError, match="cannot be given with `resume`"):
        quincunx.train("2048", games=1, seed=9, resume=kept)
    with pytest.raises(ValueError, match="cannot be read|no file of weights|not"):
        quincunx.Network.parse(b"nothing")
