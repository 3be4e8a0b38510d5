"""Arguments of functions that pass on the options of a game's rules."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ._native import _check_options

if TYPE_CHECKING:
    from .typing import GameId, Options


def check_rule_options(function: Callable[..., Any], game: GameId, options: Options) -> None:
    """Refuses options that the game's rules do not have; the error of a misspelt argument names that argument.

    Raises:
        ValueError: There is no such option, or it does not take the value.
    """
    parameters = inspect.signature(function).parameters.values()
    keywords = [parameter.name for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY]
    _check_options(game, options, keywords)
