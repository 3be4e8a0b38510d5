"""Five grid-token games on one Rust engine: sessions, exact solvers, strong players, simulation.

>>> import quincunx
>>> session = quincunx.new("connect-four", seed=7)
>>> session.play(3)
>>> session.player
1

Games are named by their ids (``games`` lists them), players by the specifications that the command line takes
(``"mcts:simulations=2000,seed=7"``). Actions are whole numbers, dense from 0, or texts in the game's notation. Wrong arguments
raise ``ValueError`` with a text that names what is accepted. Long work lets other threads run, and Ctrl-C ends it.
"""

# First, as it chooses the extension.
from . import _extension
from ._native import (
    Agent,
    AgentKind,
    Analysis,
    Effect,
    Face,
    Game,
    Judgement,
    LevelGames,
    Mcts,
    Network,
    Option,
    Outcome,
    Results,
    Search,
    Session,
    Sessions,
    Solver,
    Standing,
    Table,
    Tray,
    View,
    Worth,
    __version__,
    episode_seed,
    exact,
    games,
    level_games,
    level_report,
    merge,
    new,
    replay,
    simulate,
    tournament,
    worth,
)

#: As `typing` has it, which takes longer to import than all of this.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._self_play import SelfPlay, self_play
    from ._train import train
else:
    #: What is imported when it is first asked for, with its module.
    _LAZY = {"SelfPlay": "._self_play", "self_play": "._self_play", "train": "._train"}

    def __getattr__(name):
        """Returns what takes other packages, whose module is imported when it is first asked for."""
        if name in _LAZY:
            # It takes as long to import as all of this.
            from importlib import import_module

            return getattr(import_module(_LAZY[name], __name__), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__():
        return [*globals(), *_LAZY]


__all__ = [
    "Agent",
    "AgentKind",
    "Analysis",
    "Effect",
    "Face",
    "Game",
    "Judgement",
    "LevelGames",
    "Mcts",
    "Network",
    "Option",
    "Outcome",
    "Results",
    "Search",
    "SelfPlay",
    "Session",
    "Sessions",
    "Solver",
    "Standing",
    "Table",
    "Tray",
    "View",
    "Worth",
    "__version__",
    "agent",
    "episode_seed",
    "exact",
    "games",
    "level_games",
    "level_report",
    "merge",
    "new",
    "replay",
    "self_play",
    "simulate",
    "tournament",
    "train",
    "worth",
]


def agent(spec: str, /) -> Agent:
    """Makes the player that a specification names: ``random``, ``level:4``, ``mcts:simulations=2000,seed=7``.

    Raises:
        ValueError: The text names no player of any game.
    """
    return Agent(spec)
