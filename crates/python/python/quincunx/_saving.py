"""How what long work has found is saved, so that it is not lost for want of room or of a folder."""

from __future__ import annotations

import errno
import os
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

_Path = str | os.PathLike[str]

#: How often something is tried to be saved at the end, where there is no room for it, and the seconds between.
TRIES = 60
BETWEEN_TRIES = 10.0


class Found(Protocol):
    """What long work has found: results, a standing, games of a level, a network."""

    def save(self, path: _Path, /) -> None:
        """Saves it in a file."""


def save_at_last(found: Found, target: _Path, ended_by: BaseException | None = None) -> None:
    """Saves what nothing else holds; where there is no room, for a while in which somebody may make some.

    An error that ends this carries it, as ``unsaved``, and has what ended the work before as its context.
    """
    try:
        with carried(lambda: found):
            when_there_is_room(lambda: found.save(target), target)
    except BaseException as error:
        if ended_by is not None:
            error.__context__ = ended_by
        raise


def when_there_is_room(save: Callable[[], None], target: _Path) -> None:
    """Saves something; where there is no room, for a while in which somebody may make some."""
    for _ in range(TRIES - 1):
        try:
            return save()
        except OSError as error:
            if not is_want_of_room(error):
                raise
            warn_of_room(target, error)
        time.sleep(BETWEEN_TRIES)
    save()


def is_want_of_room(error: OSError) -> bool:
    """Returns whether somebody may make room for what could not be saved."""
    return error.errno in (errno.ENOSPC, errno.EDQUOT)


def warn_of_room(target: _Path | None, error: OSError) -> None:
    """Warns that something could not be saved, and is tried again."""
    _warn(f"{target} cannot be saved, and is tried again: {error}", stacklevel=6)


def _warn(text: str, stacklevel: int) -> None:
    # Where warnings are errors, what was found is worth more than this one.
    with suppress(RuntimeWarning):
        warnings.warn(text, RuntimeWarning, stacklevel=stacklevel)


@contextmanager
def carried(found: Callable[[], Found]) -> Iterator[None]:
    """Has what ends an attempt to save carry what was to be saved, as ``unsaved``."""
    try:
        yield
    except BaseException as error:
        setattr(error, "unsaved", found())
        # Python 3.10 has no notes.
        if hasattr(error, "add_note"):
            error.add_note("what could not be saved is in memory still: the error's `unsaved`, which has a method `save`")
        raise


@contextmanager
def tried_again(target: _Path | None) -> Iterator[None]:
    """Makes of a file that cannot be written a warning: somebody may make room before the end, and hours of work are worth it."""
    try:
        yield
    except OSError as error:
        # Of whoever called who uses this.
        warn_on_the_way(target, error, stacklevel=5)


def warn_on_the_way(target: _Path | None, error: OSError, stacklevel: int = 2) -> None:
    """Warns that something could not be saved while work goes on, and is tried again later."""
    _warn(f"{target} cannot be saved now, and is tried again: {error}", stacklevel=stacklevel + 1)
