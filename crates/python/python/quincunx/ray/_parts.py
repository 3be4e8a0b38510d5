"""Parts of a run, a tournament or a level's report: put together, and kept in files."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Generic, TypeVar

from filelock import FileLock, Timeout

import quincunx
from ._whole import whole

Part = TypeVar("Part", quincunx.Results, quincunx.Standing, quincunx.LevelGames)

#: Seconds of work after which it is saved: as much of it as the loss of the driver may cost.
KEEP_EVERY = 60.0

#: How many parts become one.
TOGETHER = 32


class Sum(Generic[Part]):
    """Parts that are added one by one, each of which is copied a few times only, however many they are."""

    def __init__(self, parts: Sequence[Part] = ()) -> None:
        #: Those of the first list are as they came, those of each other list were made of a full one before it.
        self._levels: list[list[Part]] = [list(parts)]

    def __bool__(self) -> bool:
        return any(self._levels)

    def add(self, part: Part) -> None:
        """Adds a part."""
        level = 0
        self._levels[level].append(part)
        while len(self._levels[level]) >= TOGETHER:
            together = quincunx.merge(self._levels[level])
            self._levels[level] = []
            level += 1
            if level == len(self._levels):
                self._levels.append([])
            self._levels[level].append(together)

    def whole(self) -> Part:
        """Puts everything together in one part. There must be something."""
        together = quincunx.merge([part for level in self._levels for part in level])
        self._levels = [[together]]
        return together


class Keeper(Generic[Part]):
    """What was played, in memory and, where paths say so, in a folder of parts and in a file of everything."""

    def __init__(self, begun: Part, folder: Path | None, out: Path | None) -> None:
        self._folder, self._out = folder, out
        self._new: Sum[Part] = Sum()
        self._saved_at = time.monotonic()
        parts = [begun]
        numbers = [0]
        for file in sorted(folder.glob("part-*.json")) if folder else []:
            try:
                parts.append(type(begun).parse(file.read_text(encoding="utf-8")))
            except ValueError as error:
                raise ValueError(f"{file}: {error}") from error
            number = file.stem.removeprefix("part-")
            numbers.append(int(number) if number.isdecimal() else 0)
        self._all: Sum[Part] = Sum(parts)
        self._next = max(numbers) + 1

    def add(self, part: Part) -> None:
        """Adds a part."""
        self._all.add(part)
        if self._folder:
            self._new.add(part)
        if time.monotonic() - self._saved_at >= KEEP_EVERY:
            self.save()

    def whole(self) -> Part:
        """Returns everything."""
        return self._all.whole()

    def save(self) -> None:
        """Writes what is not in files yet."""
        if self._folder and self._new:
            self._write(self._folder / f"part-{self._next:06}.json", self._new.whole())
            self._new = Sum()
            self._next += 1
        if self._out:
            self._write(self._out, self.whole())
        self._saved_at = time.monotonic()

    def _write(self, path: Path, part: Part) -> None:
        with whole(path) as file:
            file.write_text(part.text, encoding="utf-8", newline="\n")


@contextmanager
def kept(
    begun: Part, folder: str | os.PathLike[str] | None, out: str | os.PathLike[str] | None
) -> Iterator[Keeper[Part]]:
    """Keeps what is played beside what was begun, and saves at the end what is new, however it ends.

    A folder is one driver's at a time, and so is a file, which the program itself claims in the same way.
    """
    if folder is not None and out is not None:
        raise ValueError("what is played is kept by `out` or by `folder`, not by both")
    folder, out = None if folder is None else Path(folder), None if out is None else Path(out)
    with ExitStack() as claims:
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
            claims.enter_context(claim(folder, folder / ".lock"))
        if out:
            claims.enter_context(claim(out, out.with_name(f".{out.name}.lock")))
        keeper = Keeper(begun, folder, out)
        try:
            yield keeper
        finally:
            keeper.save()


def claim(path: Path, lock: Path) -> AbstractContextManager[object]:
    """Keeps other processes from working for the same path."""
    try:
        return FileLock(lock).acquire(timeout=0)
    except Timeout:
        raise BlockingIOError(f"{path}: another process works for it") from None
