"""Training of networks."""

import pathlib
import pickle
from typing import Any

import pytest

import quincunx

#: A network of a few megabytes, and one thread, on which training repeats itself.
SMALL: dict[str, Any] = dict(network="4x4", threads=1)


def test_one_thread_gives_the_same_network_however_it_is_stopped(tmp_path: pathlib.Path) -> None:
    told: list[tuple[int, int | None]] = []
    whole = quincunx.train("2048", games=60, seed=7, progress=lambda *now: told.append(now), **SMALL)
    assert (whole.game, whole.seed, whole.games) == ("2048", 7, 60) and told[-1] == (60, 60)
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


def test_networks_are_kept(tmp_path: pathlib.Path) -> None:
    network = quincunx.Network("2048", "4x4", seed=3)
    assert network.games == 0 and network.log == []
    network.train(games=5, threads=1, lambda_=0.25)
    (stretch,) = network.log
    assert stretch["games"] == 5 and stretch["lambda"] == 0.25  # type: ignore[typeddict-item]
    assert stretch["coherence"]
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
    """Found as missing: which file it was."""
    network = quincunx.Network("2048", "4x4")
    nowhere = tmp_path / "none" / "mine.safetensors"
    for use in (quincunx.Network.read, network.save):
        with pytest.raises(FileNotFoundError) as told:
            use(nowhere)
        assert told.value.filename == str(nowhere)


def test_wrong_arguments_are_told(tmp_path: pathlib.Path) -> None:
    out = tmp_path / "mine.safetensors"
    with pytest.raises(ValueError, match="neither is given"):
        quincunx.train("2048", out=out)
    with pytest.raises(ValueError, match="`rate` is a number from 0 to 1, not 2"):
        quincunx.train("2048", games=1, rate=2.0, out=out, **SMALL)
    with pytest.raises(ValueError, match="quartet has no networks; 2048 has"):
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
