"""Parts of a run, a tournament or a level's report: put together, and kept in files."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Generic, TypeVar

import quincunx
from quincunx._native import _Claim, _read
from quincunx._saving import carried, tried_again, when_there_is_room

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
    """What was played, in memory and, where paths are given, in a folder of parts or in a file of everything."""

    def __init__(self, nothing: Part, resume: Part | None, folder: Path | None, out: Path | None) -> None:
        """Begins with what there is: a part in memory, and those in files. ``nothing`` is a part without a game."""
        self._nothing: Part = nothing
        self._folder, self._out = folder, out
        self._new: Sum[Part] = Sum()
        #: Whether there is what was added and is in no file.
        self.is_new = False
        self._saved_at = time.monotonic()
        parts = [nothing]
        numbers = [0]
        for file in sorted(folder.glob("part-*.json")) if folder else []:
            parts.append(self._read(file))
            number = file.stem.removeprefix("part-")
            numbers.append(int(number) if number.isdecimal() else 0)
        if out and out.exists():
            parts.append(self._read(out))
        self._next = max(numbers) + 1
        self._all: Sum[Part] = Sum(parts)
        # Refuses parts of something else.
        whole: Any = self._all.whole()
        # Unless the same call has begun with it before.
        if resume is not None and not whole._holds(resume):
            self._all.add(resume)
            self._all.whole()
            if folder:
                self._new.add(resume)

    def _read(self, file: Path) -> Part:
        text = _read(file)
        try:
            part: Part = type(self._nothing).parse(text)
            return part
        except ValueError as error:
            raise ValueError(f"{file}: {error}") from error

    def add(self, part: Part) -> None:
        """Adds a part.

        ValueError: it is of something else; then it is left out, and what was added before is safe from it.
        """
        quincunx.merge([self._nothing, part])
        self._all.add(part)
        self.is_new = True
        if self._folder:
            self._new.add(part)
        if time.monotonic() - self._saved_at >= KEEP_EVERY:
            with tried_again(self._folder or self._out):
                self.save()

    def whole(self) -> Part:
        """Returns everything."""
        return self._all.whole()

    def save(self) -> None:
        """Writes what is not in files yet."""
        try:
            if self._folder and self._new:
                self._new.whole().save(self._folder / f"part-{self._next:06}.json")
                self._new = Sum()
                self._next += 1
            if self._out:
                self.whole().save(self._out)
            self.is_new = False
        finally:
            self._saved_at = time.monotonic()

    def save_at_last(self) -> None:
        """Writes it when the work has ended, however it did; an error that ends this carries everything."""
        target = self._folder or self._out
        if target:
            with carried(self.whole):
                when_there_is_room(self.save, target)


@contextmanager
def kept(
    nothing: Part, resume: Part | None, folder: str | os.PathLike[str] | None, out: str | os.PathLike[str] | None
) -> Iterator[Keeper[Part]]:
    """Keeps what is played beside what there is, and saves at the end what is new, however it ends.

    A folder is one driver's at a time, and so is a file, which the program itself claims in the same way, and which shows at once
    that it can be written there.
    """
    if folder is not None and out is not None:
        raise ValueError("what is played is kept by `out` or by `folder`, not by both")
    if folder is not None:
        os.makedirs(folder, exist_ok=True)
    claimed = None if folder is None else os.path.join(folder, "part")
    with _Claim(claimed if out is None else out):
        keeper = Keeper(nothing, resume, None if folder is None else Path(folder), None if out is None else Path(out))
        try:
            yield keeper
        except BaseException:
            # What is refused leaves the file as it was.
            if keeper.is_new:
                keeper.save_at_last()
            raise
        keeper.save_at_last()
