"""The native half of the package `quincunx`."""
# Docstrings are the module's own: with QUINCUNX_REGENERATE set, `pytest tests/test_stubs.py` writes them here.

from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any, Final, Literal, TypeAlias, TypedDict, final, overload

import numpy as np
from numpy.typing import NDArray
from typing_extensions import NotRequired

__version__: Final[str]
__all__ = [
    "Environment",
    "Environments",
    "Told",
    "episode_seed",
    "Table",
    "Worth",
    "exact",
    "worth",
    "Agent",
    "Analysis",
    "Judgement",
    "AgentKind",
    "Game",
    "Option",
    "games",
    "merge",
    "simulate",
    "tournament",
    "level_report",
    "Effect",
    "Face",
    "Tray",
    "View",
    "Results",
    "Outcome",
    "Session",
    "new",
    "replay",
    "_restore",
    "Solver",
    "Standing",
    "Network",
    "LevelGames",
    "level_games",
    "_Claim",
    "_read",
    "_write",
    "__version__",
]

_Cell: TypeAlias = tuple[int, int]
_Action: TypeAlias = int | str
_Seed: TypeAlias = int | str
_Known: TypeAlias = tuple[int | None, int | None]
_Pairing: TypeAlias = tuple[int, int, Sequence[int]]
_Lot: TypeAlias = tuple[int, int, Sequence[tuple[int, int]]]
_Progress: TypeAlias = Callable[[int, int], object]

class _Statistics(TypedDict):
    count: int
    mean: float | None
    error: float | None
    least: int | None
    most: int | None

class _Rated(TypedDict):
    agent: str
    elo: float
    error: float | None
    points: float
    games: int

@final
class Option:
    """An option of a game's rules, or a parameter of a player."""
    @property
    def name(self) -> str:
        """The name, as the command line has it; keyword arguments have `_` for `-`."""
    @property
    def takes(self) -> str:
        """What values it takes, in words."""
    @property
    def default(self) -> str:
        """The value when none is given, as text."""
    @property
    def help(self) -> str:
        """What it does, in one line."""

@final
class AgentKind:
    """A kind of computer player."""
    @property
    def name(self) -> str:
        """The name by which specifications begin."""
    @property
    def help(self) -> str:
        """How it plays, in one line."""
    @property
    def parameters(self) -> list[Option]:
        """Its parameters."""

@final
class Game:
    """A game of the list: its name, its options, its computer players."""
    def __new__(cls, id: str, /) -> Game: ...
    @property
    def id(self) -> str:
        """The id by which the game is named everywhere."""
    @property
    def title(self) -> str:
        """The name for people."""
    @property
    def summary(self) -> str:
        """What the game is, in one line."""
    @property
    def players(self) -> int:
        """How many players it has: 1 or 2."""
    @property
    def chance(self) -> Literal["never", "listed", "drawn"]:
        """What part chance has: `never` acts; what it can do can be `listed` where it acts
        (`Session.chance_outcomes`); or that is too much, and it is `drawn`.
        """
    @property
    def options(self) -> list[Option]:
        """The options of its rules."""
    @property
    def agents(self) -> list[AgentKind]:
        """The kinds of computer players."""
    @property
    def levels(self) -> list[tuple[str, str]]:
        """The five levels from easy to hard: how each plays, and the agent it stands for."""
    @property
    def has_solver(self) -> bool:
        """Whether it has an exact solver."""
    @property
    def figures(self) -> list[tuple[str, str]]:
        """What simulations report of a finished game beside outcome, points and plies: names, and what they
        mean.
        """
    def new(self, *, seed: _Seed | None = None, position: str | None = None, **options: Any) -> Session:
        """Starts a session; see `quincunx.new`."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Tray:
    """Tokens beside the board."""
    @property
    def tokens(self) -> list[int]:
        """The tokens left."""
    @property
    def selected(self) -> int | None:
        """The token that has been selected and is to be placed."""

@final
class View:
    """A position as it is shown; row 0 is the top row."""
    @property
    def board(self) -> list[list[int | None]]:
        """What stands where, row by row: a token, or None."""
    @property
    def is_torus(self) -> bool:
        """Whether the edges are joined."""
    @property
    def tray(self) -> Tray | None:
        """Tokens beside the board, where the game has them."""
    @property
    def lines(self) -> list[list[_Cell]]:
        """Cells to outline, line by line: the fours that won."""
    @property
    def holes(self) -> list[_Cell]:
        """Cells that are no fields."""
    @property
    def marked(self) -> list[_Cell]:
        """Fields that the game marks: those still to be cleared."""
    @property
    def counters(self) -> list[tuple[str, int]]:
        """Named figures beside the board."""

@final
class Face:
    """How a token looks and is called."""
    @property
    def label(self) -> str:
        """A short text on it; may be empty."""
    @property
    def name(self) -> str:
        """What a screen reader says."""
    @property
    def tint(self) -> int:
        """The colour: 0 dark, 1 red, 2 orange, 3 yellow, 4 green, 5 blue, 6 purple, 7 light; of a `tile` a step
        of a ramp.
        """
    @property
    def shape(
        self,
    ) -> Literal["disc", "ring", "square", "diamond", "triangle", "star", "hexagon", "tile"]:
        """The outline: `disc`, `ring`, `square`, `diamond`, `triangle`, `star`, `hexagon` or `tile`."""
    @property
    def large(self) -> bool:
        """Whether it is drawn large; False only where a game has two sizes."""
    @property
    def solid(self) -> bool:
        """Whether it is filled; False only where a game has hollow tokens."""
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]

@final
class Effect:
    """One thing that an action did; what its kind has no use for is None."""
    @property
    def kind(
        self,
    ) -> Literal["spawn", "enter", "move", "merge", "become", "remove", "select", "points"]:
        """`spawn`, `enter`, `move`, `merge`, `become`, `remove`, `select` or `points`."""
    @property
    def cell(self) -> _Cell | None:
        """Where it happened, or where the token came to rest."""
    @property
    def source(self) -> _Cell | None:
        """Where a token was that moved."""
    @property
    def height(self) -> int | None:
        """How many fields outside the board a token started that entered."""
    @property
    def token(self) -> int | None:
        """What stands there then, or what left."""
    @property
    def points(self) -> int | None:
        """How many points were won."""
    @property
    def text(self) -> str:
        """The effect as traces write it: `move 0,3 0,0 2`; cells are `column,row`, the token comes last."""
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]

@final
class Outcome:
    """How a game ended."""
    @property
    def kind(self) -> Literal["win", "draw", "score", "goals"]:
        """`win`, `draw`, `score` of a game for one, or `goals` of one that has some."""
    @property
    def winner(self) -> int | None:
        """The player who won; None where nobody did."""
    @property
    def reached(self) -> bool | None:
        """Whether all goals were reached; None where the game has none."""
    @property
    def points(self) -> int | None:
        """The points of a game for one; None in a game for two."""
    @property
    def text(self) -> str:
        """The outcome in words."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Session:
    """A game in progress: positions, undo and redo, what actions did, and the record of all.

    Players are 0 and 1; a game for one knows only 0. Actions are numbers, dense from 0, or texts in the
    game's notation. The luck of ply n is fixed by the seed, so that an action taken back and played again
    meets the same. Equal sessions have the same game, options, seed and plies. `copy.copy`, `copy.deepcopy`
    and `pickle` make sessions that live their own lives.
    """
    @property
    def game(self) -> str:
        """The id of the game."""
    @property
    def options(self) -> dict[str, Any]:
        """The options of the rules, all of them."""
    @property
    def seed(self) -> _Seed:
        """The seed: a number, or a key as text."""
    @property
    def players(self) -> int:
        """How many players there are: 1 or 2."""
    @property
    def player(self) -> int | None:
        """Who acts now, 0 or 1; None when the game is over, and where chance acts."""
    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
    @property
    def points(self) -> int:
        """The points of a game for one so far; 0 in a game for two."""
    @property
    def most_plies(self) -> int | None:
        """How many plies a game of these rules has at most; None where it may go on for ever, and beyond 64
        bits.
        """
    @property
    def action_count(self) -> int:
        """How many actions the rules know, legal or not."""
    def legal_actions(self) -> list[int]:
        """Lists the legal actions, ascending; none when the game is over, and where chance acts."""
    def is_legal(self, action: _Action, /) -> bool:
        """Tells whether an action is legal; False for numbers that no action has.

        ValueError: the text is no action.
        """
    def play(self, action: _Action, /) -> None:
        """Carries out an action and what chance makes of it; plies that were taken back are forgotten.

        ValueError: it is not legal, or the game is over; nothing is changed.
        """
    def with_chance_nodes(self) -> Session:
        """Makes a session of the same game, begun anew, that stops where chance acts, for who searches or
        studies chance: `is_chance_node` is True there until `resolve_chance` or `draw_chance` says what
        it does. Its own seed decides nothing. Games without chance stop nowhere.

        Only with `chance_nodes` does `replay` read a record of a ply that chance has still to end.
        """
    @property
    def is_chance_node(self) -> bool:
        """Whether chance acts now, in a session that stops there."""
    def chance_outcomes(self) -> list[tuple[str, float]]:
        """Lists what chance can do now, in the game's notation, each with its probability; nothing where it does
        not act.

        ValueError: the game has too many outcomes to list them (`Game.chance` is not `listed`).
        """
    def resolve_chance(self, outcome: str, /) -> None:
        """Carries out what chance does, in the game's notation; it may act once more then.

        ValueError: it cannot do that here, or does not act; nothing is changed.
        """
    def draw_chance(self, seed: _Seed, /) -> None:
        """Has chance act until a player does or the game is over: as in this ply of a session of that seed where
        nothing of the ply is resolved yet, else by the same luck from its beginning; nothing where it
        does not act.
        """
    def undo(self) -> bool:
        """Takes back one ply; False when there is none."""
    def redo(self) -> bool:
        """Plays a ply again that was taken back; False when there is none."""
    def go_to(self, ply: int, /) -> bool:
        """Goes to the position after a ply, 0 for the opening; False when there is no such ply."""
    @property
    def ply(self) -> int:
        """How many plies have been played and not taken back."""
    @property
    def ply_count(self) -> int:
        """How many plies there are, those that were taken back included."""
    @property
    def history(self) -> list[tuple[int, int]]:
        """Lists who acted and how, ply by ply, of those that were not taken back."""
    @property
    def position(self) -> str:
        """The position, on one line. Setting it begins the session anew at that position, with the same options
        and seed.
        """
    @position.setter
    def position(self, value: str, /) -> None: ...
    def action_text(self, action: int, /) -> str:
        """Writes an action as a person types it."""
    def parse_action(self, text: str, /) -> int:
        """Reads an action; whether it is legal is another question."""
    def record(self, **tags: object) -> str:
        """Writes the record of what has been played and not taken back, with named remarks. `replay` reads it,
        and so do the command line and the page.
        """
    def view(self, ply: int | None = None) -> View:
        """Shows the position after a ply; the present one unless said otherwise."""
    def effects(self, ply: int | None = None) -> list[list[Effect]]:
        """Tells what a ply did to the board, wave after wave of what happened at the same time; the last one
        unless said otherwise.
        """
    def chances(self, ply: int | None = None) -> list[str]:
        """Writes what chance decided in a ply, in the game's notation; in the last one unless said otherwise."""
    def face(self, token: int, /) -> Face:
        """Describes a token that stands on the board."""
    @property
    def observation_shape(self) -> tuple[tuple[int, int, int], int]:
        """The shape of what learners see, planes, rows and columns, and the greatest number in it."""
    def observation(self, player: int | None = None) -> bytes:
        """Writes what a player sees, as a learner does: a byte a number, plane after plane, each row by row from
        the top. Of the player who acts unless said otherwise; of the first when the game is over.
        """
    def copy(self) -> Session:
        """Makes a copy that lives its own life, at the same cost however long the game is: copies share the
        plies they have in common.
        """
    def __copy__(self) -> Session: ...
    def __deepcopy__(self, _memo: Any, /) -> Session: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Judgement:
    """What an action is worth to the player who acts."""
    @property
    def action(self) -> int:
        """The action."""
    @property
    def text(self) -> str:
        """The action in the game's notation."""
    @property
    def kind(self) -> Literal["win", "draw", "loss", "estimate", "points", "goals", "order"]:
        """`win`, `draw`, `loss` (proved), `estimate`, `points`, `goals` or `order`, which say what `value` is."""
    @property
    def value(self) -> float:
        """What it comes to, the more the better: 1 for a proved win, 0 for a draw, −1 for a loss; of `estimate`
        a number from −1 to 1; of `points` those that are expected still to come; of `goals`, in a level,
        the share of the way to them that is expected to be gone from here, from 0 to 1: half of the way
        is what is done for them, and half that all are reached; of `order` a number that puts the
        actions into an order and tells nothing else.
        """
    @property
    def plies(self) -> int | None:
        """The plies to a proved win or loss."""
    @property
    def bound(self) -> Literal["exactly", "at_most", "at_least"] | None:
        """`exactly`, or `at_most` or `at_least` where only a bound of the plies is known; None for what is not
        proved.
        """
    @property
    def score(self) -> int | None:
        """The score of the game's own convention, where it has one and something is proved."""

@final
class Analysis:
    """What a player thinks of a position, best action first."""
    @property
    def actions(self) -> list[Judgement]:
        """Every action that was judged, the best first; the first is what the player holds best."""
    @property
    def principal_variation(self) -> list[int]:
        """The expected course from here, as far as it is known."""
    @property
    def depth(self) -> int:
        """Plies looked ahead; 0 where the word means nothing."""
    @property
    def nodes(self) -> int:
        """Positions visited, or simulations."""
    @property
    def best(self) -> int:
        """The best action."""

@final
class Agent:
    """A computer player of any game that has one of its name: `Agent("level:4")`,
    `Agent("mcts:simulations=2000,seed=7")`.

    It is made for a game and its rules when it is first asked, and remembers what it has learned of them as
    long as it is asked about the same. Two that were made alike and asked alike answer alike, unless seconds
    bound them.

    ValueError: the text names no player of any game. Whether a game has it is seen when it is asked.
    """
    def __new__(cls, spec: str, /) -> Agent: ...
    @property
    def spec(self) -> str:
        """The specification."""
    def choose(
        self, session: Session, *, depth: int | None = None, nodes: int | None = None, seconds: float | None = None
    ) -> int:
        """Chooses an action. Limits take the place of the player's own; Ctrl-C ends the search.

        ValueError: the game is over, or has no such player.
        """
    def analyze(
        self, session: Session, *, depth: int | None = None, nodes: int | None = None, seconds: float | None = None
    ) -> Analysis:
        """Judges every legal action. Limits take the place of the player's own; Ctrl-C ends the search.

        ValueError: the game is over, or has no such player.
        """
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Solver:
    """An exact solver of a game's positions under rules whose options are keyword arguments, with the knowledge
    that it gathers.

    `threads` search a hard position together; with one the same questions take the same nodes each time.
    Without `book` no opening book is used.

    Scores are whole numbers in the game's own convention: above 0 for a position that its mover wins, the
    more the sooner, 0 for a draw, below 0 for a loss. In Connect Four a win with the n-th last own stone
    scores n, as in the solver of Pascal Pons. There proofs without a search are after Victor Allis ("A
    Knowledge-Based Approach of Connect-Four", 1988), and threads leave to each other what they search after
    Jean-Christophe Weill ("The ABDADA Distributed Minimax-Search Algorithm", 1996), as Tom Kerrigan
    simplified it.

    ValueError: the game has no solver, or the options make no game.
    """
    def __new__(cls, game: str, /, *, threads: int = 1, book: bool = True, **options: Any) -> Solver: ...
    @property
    def game(self) -> str:
        """The id of the game."""
    def score(self, session: Session, /) -> int:
        """Solves the position: its exact score for the player who acts.

        This may take long, and Ctrl-C ends it; `bounds` keeps within limits.
        """
    def scores(self, session: Session, /) -> list[int | None]:
        """Solves every action: its exact score for the player who acts, in the order of their numbers; None for
        one that is not legal.
        """
    def bounds(
        self, session: Session, /, *, weak: bool = False, nodes: int | None = None, seconds: float | None = None
    ) -> _Known:
        """Bounds the position's score from below and above, as well as the limits allow; `weak` asks only who
        wins.
        """
    def action_bounds(
        self, session: Session, /, *, weak: bool = False, nodes: int | None = None, seconds: float | None = None
    ) -> list[_Known | None]:
        """Bounds the score of every action, as `bounds` does; None for one that is not legal."""
    def principal_variation(self, session: Session, /) -> list[int]:
        """Finds how perfect play goes on to the end of the game: the actions of the quickest win and the longest
        defence.
        """

@final
class Worth:
    """What a position is worth under perfect play."""
    @property
    def points(self) -> float:
        """The points still to come, by play for points."""
    @property
    def chances(self) -> dict[int, float]:
        """The greatest chance of each goal, by play that wants nothing else."""
    @property
    def actions(self) -> dict[int, Worth]:
        """The same of every legal action: what it gives and leads to."""
    @property
    def best(self) -> int | None:
        """The action with the most points to come; None where no player acts."""
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]

@final
class Table:
    """A table of what every position of a game for one is worth under perfect play.

    `quincunx.exact` works one out; this opens a file that it, or `quincunx exact --out FILE`, has kept.

    OSError: the file cannot be read. ValueError: it is no table, or of no such game.
    """
    def __new__(cls, game: str, path: str | PathLike[str], /) -> Table: ...
    @property
    def game(self) -> str:
        """The id of the game."""
    @property
    def options(self) -> dict[str, Any]:
        """The options of the rules."""
    @property
    def goals(self) -> list[int]:
        """The goals whose chances it tells: in 2048 the values of pieces."""
    @property
    def positions(self) -> int:
        """How many positions it holds, of those that are alike by symmetry one."""
    def worth(self, position: Session | str, /) -> Worth | None:
        """Tells what the position of a session or of a text is worth; None where no game that begins as the
        rules say comes to it.

        ValueError: the session is of another game or other rules, or the text is no position.
        """
    def __len__(self) -> int: ...

@final
class Results:
    """What the games of a run gave, or as many of them as have been played.

    Its text is the file that `quincunx simulate --out FILE.json` saves: `quincunx report` draws it, and
    `quincunx merge` takes it.
    """
    @staticmethod
    def parse(text: str, /) -> Results:
        """Reads results that were saved."""
    @property
    def text(self) -> str:
        """The results as they are saved."""
    def save(self, path: str | PathLike[str], /) -> None:
        """Saves that text. A file that is there stays whole until the new one is."""
    @property
    def game(self) -> str:
        """The id of the game."""
    @property
    def agents(self) -> list[str]:
        """The players, one a seat."""
    @property
    def seed(self) -> int:
        """The seed of the run."""
    @property
    def games(self) -> int:
        """How many games the run has."""
    @property
    def played(self) -> int:
        """How many of them have been played."""
    @property
    def is_whole(self) -> bool:
        """Whether all of them have been played."""
    def missing(
        self, *, shard: str | None = None, only: Sequence[tuple[int, int]] | None = None
    ) -> list[tuple[int, int]]:
        """Lists the games that have not been played, as pairs of a first one and the one behind the last: of the
        whole run, of a shard of it (`"2/8"`), or of ranges.
        """
    def _holds(self, other: Results, /) -> bool: ...
    @property
    def ends(self) -> dict[str, int]:
        """How many games ended how: `P1`, `P2` (who won), `draw`, `score`, `reached`, `missed`, `unfinished`."""
    @property
    def figures(self) -> dict[str, _Statistics]:
        """What the games gave in numbers: `points`, `plies` and the game's own figures, each with `count`,
        `mean`, `error` (half the width of the 95 % interval), `least` and `most`.
        """
    @property
    def columns(self) -> list[str]:
        """The names of a row's values."""
    def rows(self) -> list[tuple[Any, ...]] | None:
        """Lists a row a game, in the order of `columns`; None when none were kept."""
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Standing:
    """A tournament with the games of it that were played.

    Its text is the file that `quincunx tournament --out FILE` saves, which goes on with it; `quincunx report`
    draws it.
    """
    @staticmethod
    def parse(text: str, /) -> Standing:
        """Reads a standing that was saved."""
    @property
    def text(self) -> str:
        """The standing as it is saved."""
    def save(self, path: str | PathLike[str], /) -> None:
        """Saves that text. A file that is there stays whole until the new one is."""
    @property
    def game(self) -> str:
        """The id of the game."""
    @property
    def agents(self) -> list[str]:
        """The players."""
    @property
    def games(self) -> int:
        """How many games there are; a knock-out has more when a meeting is even."""
    @property
    def played(self) -> int:
        """How many games have been played."""
    @property
    def is_over(self) -> bool:
        """Whether all games have been played."""
    def missing(self, *, only: Sequence[_Pairing] | None = None) -> list[_Pairing]:
        """Lists the games that come next and can be played one beside the other, as triples of a round, the
        number of the seed in it, and the players in their seats; or of these games those that have not
        been played. Of a round robin all come at once, of a knock-out a round after the other, and what
        comes follows from what was played.
        """
    def _holds(self, other: Standing, /) -> bool: ...
    @property
    def winner(self) -> str | None:
        """The winner of a knock-out that is over; None of anything else."""
    @property
    def table(self) -> list[_Rated]:
        """Lists the players of a round robin, the strongest first, each with `agent`, `elo`, `error` (half the
        width of the 95 % interval; None of too few games), `points` and `games`. Of a knock-out it is the
        table of the first round.

        With strengths a and b one beats the other with chances of 10^((a − b) / 400) to 1 (Bradley and Terry,
        "Rank Analysis of Incomplete Block Designs", 1952); the likeliest are found by an algorithm of
        Hunter ("MM Algorithms for Generalized Bradley-Terry Models", 2004), and their mean is 0.
        """
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class LevelGames:
    """The games of a level by the players of a report, or as many of them as have been played.

    Its text is the file that `quincunx level report --out FILE.json` saves, which `quincunx merge` takes.
    """
    @staticmethod
    def parse(text: str, /) -> LevelGames:
        """Reads games that were saved."""
    @property
    def text(self) -> str:
        """The games as they are saved."""
    def save(self, path: str | PathLike[str], /) -> None:
        """Saves that text. A file that is there stays whole until the new one is."""
    @property
    def played(self) -> int:
        """How many games have been played."""
    @property
    def is_whole(self) -> bool:
        """Whether all was played that the report needs."""
    @property
    def costs(self) -> list[int]:
        """How much work a game is of each player, in the unit in which progress is told."""
    @property
    def cost(self) -> int:
        """How much work the report is at least, in the same unit."""
    @property
    def done(self) -> int:
        """How much work was done, in the same unit."""
    def missing(self) -> list[_Lot]:
        """Lists the games that come next, as triples of a player's place, the limit of moves, and pairs of a
        first game and the one behind the last. Some follow from what was played: longer games of players
        whom the limit cuts off, and those under the limit that is wanted.
        """
    def _holds(self, other: LevelGames, /) -> bool: ...
    def report(self) -> dict[str, Any]:
        """Works out the report of the games that were played."""
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Any, ...]: ...

# `lambda` is a word of the language, so that this is no class.
_Stretch = TypedDict(
    "_Stretch",
    {
        "games": int,
        "plies": int,
        "average": float,
        "best": int,
        "seconds": float,
        "threads": int,
        "lambda": float,
        "rate": float,
        "coherence": bool,
        "restart": int,
    },
)

class _Loss(TypedDict):
    least: float
    step: float
    learned: int
    kept: int

class _Origin(TypedDict):
    network: str
    seed: int
    log: list[_Stretch]
    rounded: NotRequired[_Loss]

@final
class Network:
    """A network in training; `quincunx.train` makes and trains one.

    A new one has learned nothing, and to it every position seems to be worth `optimism` points. `network`
    names it or describes it in words of the game, the usual one if none is given; options of the rules are
    keyword arguments.

    Two are equal when they are of the same rules, network and seed, have learned from as many games, and all
    their weights are the same, bit for bit. Its bytes and its file are those that `quincunx train` saves, a
    file of safetensors.

    It can be asked what it is while it trains, also by what `progress` names: `plies`, `seconds` and `log`
    are as training found them then, and `games` counts on. To compare, copy or save it then is a
    RuntimeError.
    """
    def __new__(
        cls, game: str, network: str | None = None, *, seed: int = 0, optimism: float = 0.0, **options: Any
    ) -> Network: ...
    @staticmethod
    def read(path: str | PathLike[str], /) -> Network:
        """Reads a file that was saved with all that training needs to go on.

        ValueError: it is none. OSError: it cannot be read.
        """
    @staticmethod
    def parse(contents: bytes, /) -> Network:
        """Reads the bytes of such a file."""
    @staticmethod
    def begin_from(
        source: Network | str | PathLike[str],
        /,
        network: str | None = None,
        *,
        seed: int | None = None,
        new_stages: Literal["before", "nothing"] = "before",
    ) -> Network:
        """Begins with what another network has learned, which stays as it is, or with a file of one, also of one
        for players; by games of another seed, the one that is given or the next one; by those behind its
        own where the seed is the same. Rules are those of the other one. With a network, named or
        described, that one is trained, which has the same tables or more stages; these begin with the
        values of the stage `before`, or with `nothing`, as `new_stages` says.

        ValueError: it is no file of weights, or there is no such network, or its tables are others. OSError:
        it cannot be read.
        """
    @property
    def game(self) -> str:
        """The id of the game."""
    @property
    def options(self) -> dict[str, Any]:
        """The options of the rules."""
    @property
    def network(self) -> str:
        """The text that describes the network."""
    @property
    def seed(self) -> int:
        """The seed of all games."""
    @property
    def optimism(self) -> float:
        """How many points every position seemed to be worth at first."""
    @property
    def games(self) -> int:
        """How many games it has learned from."""
    @property
    def plies(self) -> int:
        """How many actions it has learned from."""
    @property
    def seconds(self) -> float:
        """How long that took, in seconds."""
    @property
    def log(self) -> list[_Stretch]:
        """How it was trained, stretch after stretch: `games`, `plies`, the `average` and the `best` of the
        games' points, `seconds`, `threads`, `lambda`, `rate`, `coherence` and `restart`.
        """
    @property
    def origins(self) -> list[_Origin]:
        """The trainings before this one, each of which began with what the one before it had learned: `network`,
        `seed` and `log`, and `rounded` where values had been rounded for players.
        """
    def train(
        self,
        *,
        games: int | None = None,
        seconds: float | None = None,
        pause: float | None = None,
        lambda_: float | None = None,
        rate: float | None = None,
        coherence: bool | None = None,
        restart: int | None = None,
        threads: int | None = None,
        progress: Callable[[int, int | None], object] | None = None,
    ) -> None:
        """Trains until it has learned from so many games in all, or for so many seconds, whatever is first;
        every game that is begun is finished. After `pause` seconds it ends where what is learned by going
        on is what would have been learned without an end.

        What is not said of `lambda_`, `rate`, `coherence`, `restart` and `threads` is as the last time.
        `progress` is called with the games so far and `games`, from time to time and at the end. Ctrl-C
        ends the work; what was learned until then stays. The same games on as many threads give the same
        weights, on one thread also however they are cut into calls. Each of several threads has a copy of
        the network; at first up to four work unless said otherwise.
        """
    def save(self, path: str | PathLike[str], /, *, values: bool = False) -> None:
        """Saves its file, with all that training needs to go on, or with `values` alone what players need, a
        third of that. A file that is there stays whole until the new one is.
        """
    def __bytes__(self) -> bytes: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Told:
    """What is told of environments."""
    @property
    def observations(self) -> NDArray[np.uint8]:
        """uint8 (environments, planes, rows, columns): what is seen."""
    @property
    def masks(self) -> NDArray[np.int8]:
        """int8 (environments, actions): 1 for a legal action, 0 for any other."""
    @property
    def illegal(self) -> NDArray[np.bool_]:
        """bool (environments): whether actions were not legal."""
    @property
    def players(self) -> NDArray[np.int8]:
        """int8 (environments): who acts, or sees the end: 0 or 1."""
    @property
    def points(self) -> NDArray[np.uint64]:
        """uint64 (environments): the points of games for one."""
    @property
    def reached(self) -> NDArray[np.bool_]:
        """bool (environments): whether all goals were reached of games that have some."""

@final
class Environments:
    """Environments of one game, stepped together: what the vectors of Gymnasium stand on.

    Every call writes into the same arrays, which are attributes of this object; whoever keeps what they hold
    copies it.
    """
    def __new__(
        cls,
        game: str,
        seeds: Sequence[int],
        /,
        *,
        autoreset: str = "NextStep",
        max_steps: int | None = None,
        illegal_reward: float = ...,
        opponent: str | None = None,
        seat: str = "drawn",
        readable: bool = False,
        **options: Any,
    ) -> Environments: ...
    @property
    def now(self) -> Told:
        """Environments as they are."""
    @property
    def last(self) -> Told:
        """Environments as they were last, where games have ended in a step which began others."""
    @property
    def rewards(self) -> NDArray[np.float64]:
        """float64 (environments): the rewards of the step."""
    @property
    def terminated(self) -> NDArray[np.bool_]:
        """bool (environments): whether games are over."""
    @property
    def truncated(self) -> NDArray[np.bool_]:
        """bool (environments): whether games were left."""
    @property
    def most(self) -> int:
        """The greatest number of an observation."""
    @property
    def has_goals(self) -> bool:
        """Whether games end with goals reached or missed."""
    @property
    def begun(self) -> bool:
        """Whether games have begun, so that they can be stepped."""
    def __len__(self) -> int: ...
    def reset(
        self, seeds: Sequence[int | None] | None = None, only: NDArray[np.bool_] | None = None
    ) -> None:
        """Begins games: in all environments, or in those that `only` (bool, environments) marks. Where there is
        a seed the next game is that of the seed; where there is None it is the environment's own next
        one.
        """
    def step(self, actions: NDArray[np.int64], /) -> None:
        """Carries out an action in each environment: int64 (environments).

        ValueError: a number is no action's; nothing is changed. RuntimeError: no games have begun.
        """
    def show(self, index: int, /) -> tuple[View, dict[int, Face]]:
        """Shows the position of an environment, which must play the readable rules: its view, and the faces of
        its tokens.
        """

@final
class Environment:
    """One environment of a game: what those of Gymnasium stand on."""
    def __new__(
        cls,
        game: str,
        /,
        *,
        illegal_reward: float = ...,
        opponent: str | None = None,
        seat: str = "drawn",
        readable: bool = False,
        **options: Any,
    ) -> Environment: ...
    @property
    def shape(self) -> tuple[int, int, int]:
        """The shape of an observation: planes, rows, columns."""
    @property
    def most(self) -> int:
        """The greatest number of an observation."""
    @property
    def actions(self) -> int:
        """How many actions there are, legal or not."""
    @property
    def begun(self) -> bool:
        """Whether a game has begun, so that it can be stepped."""
    def reset(self, seed: int | None = None) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins the game of a seed, or the environment's own next one: what is seen, uint8 (planes, rows,
        columns), and what there is to know.
        """
    def step(self, action: int, /) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Carries out an action: what is seen, as of `reset`, the reward, whether the game is over, whether it
        was left, and what there is to know.

        ValueError: the number is no action's; nothing is changed. RuntimeError: no game has begun.
        """
    def mask(self) -> NDArray[np.int8]:
        """Tells which actions are legal: int8 (actions)."""
    def show(self) -> tuple[View, dict[int, Face]]:
        """Shows the position, if the readable rules are played: its view, and the faces of its tokens."""

@final
class _Claim:
    def __new__(cls, path: str | PathLike[str] | None, /) -> _Claim: ...
    def __enter__(self) -> None: ...
    def __exit__(self, *_error: object) -> None: ...

def _read(path: str | PathLike[str], /) -> str: ...
def _write(path: str | PathLike[str], contents: bytes, /) -> None: ...
def exact(
    game: str,
    /,
    *,
    goals: Sequence[int] | None = None,
    out: str | PathLike[str] | None = None,
    threads: int | None = None,
    progress: Callable[[int, int | None], object] | None = None,
    **options: Any,
) -> Table:
    """Works out a game for one to the end: what every position that can be met is worth under perfect play.

    It does so by retrograde analysis: positions are found from the beginning on, and valued from the last
    ones back.

    `goals` are those whose chances are told: all there are unless said otherwise, none for `[]`. `out` names
    the file in which the table is kept, or a folder, in which it has the name by which players look for it;
    without it the table is in memory. `progress` is called from time to time and at the end with the
    positions that are done and how many there are: None while they are being found. Ctrl-C ends the work, and
    nothing is kept.

    ValueError: the board is too large, or a goal is none. FileExistsError: the file is there already.
    """
def worth(
    session: Session,
    /,
    *,
    goals: Sequence[int] | None = None,
    threads: int | None = None,
    progress: Callable[[int, int | None], object] | None = None,
) -> Worth:
    """Works out a game for one from the position of a session to its end, and tells what that position is worth:
    also on boards that are too large to be worked out from their beginning, where not much is to come.

    The arguments are those of `exact`.
    """
def episode_seed(seed: int, episode: int, /) -> int:
    """Returns the seed of a game of an environment: that of its `reset` for the first, and those that follow
    from it.
    """
def games() -> list[Game]:
    """Lists the games, in the order of menus."""
def new(
    game: str, /, *, seed: _Seed | None = None, position: str | None = None, **options: Any
) -> Session:
    """Starts a game.

    Options of the rules are keyword arguments, with `_` for `-`; an option that takes the contents of a file
    takes them as text or a path. `position` is a text that `Session.position` has given.
    """
def replay(record: str, /, *, chance_nodes: bool = False) -> Session:
    """Plays a record again, to its last ply.

    With `chance_nodes` it becomes a session in which the caller is chance, as by `Session.with_chance_nodes`,
    also where the record ends while chance is to act.
    """
def _restore(record: str, ply: int, has_chance_nodes: bool = False, /) -> Session: ...
def simulate(
    game: str,
    agents: str | Sequence[str],
    *,
    games: int = 1000,
    seed: int = 0,
    opening: int | None = None,
    plies: int = 100_000,
    threads: int | None = None,
    rows: bool = True,
    shard: str | None = None,
    only: Sequence[tuple[int, int]] | None = None,
    resume: Results | None = None,
    out: str | PathLike[str] | None = None,
    progress: _Progress | None = None,
    **options: Any,
) -> Results:
    """Plays games between computer players on all cores, and tells what they gave.

    The same arguments give the same results on any number of threads. Game i of a run has a seed of its own,
    told in its row: a session of that seed meets the same luck.

    `agents` names one player for all seats or one for each; `opening` actions are drawn at random first
    (None: what is usual for the game); after `plies` a game is left. `rows` keeps a row a game. `shard`, as
    in `"2/8"`, or `only`, as in `[(0, 10), (20, 30)]`, plays a part of the run only, for `merge`; pairs are a
    first game and the one behind the last. `resume` goes on with results of the same run. `out` names a file
    in which what is played is kept, every minute and whenever the work ends; where it is there already, the
    work goes on with it. `progress` is called from time to time and at the end with how many of the games
    that are wanted are played, those of before included, and how many are wanted. Ctrl-C ends the work; what
    was played is lost without `out`.

    ValueError: the arguments make no run, or `resume` or the file is of another. OSError: the file cannot be
    kept; where there is no room for it in the end, that is tried for ten minutes, and the error's `unsaved`
    is the results.
    """
@overload
def merge(parts: Sequence[Results], /) -> Results:
    """Puts the parts of a run, of a tournament or of a level's report together, in any order.

    ValueError: they are not of one, have a game twice, or only some have rows.
    """
@overload
def merge(parts: Sequence[Standing], /) -> Standing: ...
@overload
def merge(parts: Sequence[LevelGames], /) -> LevelGames: ...
def tournament(
    game: str,
    agents: Sequence[str],
    *,
    format: Literal["round-robin", "knock-out"] = "round-robin",
    seeds: int = 10,
    seed: int = 0,
    opening: int | None = None,
    plies: int = 100_000,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    only: Sequence[_Pairing] | None = None,
    resume: Standing | None = None,
    out: str | PathLike[str] | None = None,
    progress: _Progress | None = None,
    **options: Any,
) -> Standing:
    """Has computer players meet on the same seeds and openings and in both seats, and tells how strong each is.

    `format` is `"round-robin"`, in which all meet all, or `"knock-out"`; a meeting has `seeds` seeds, each
    played in both seats. `nodes` or `seconds`, not both, bound what a player may think about an action, in
    place of limits of its own. `only`, as in `standing.missing()[:10]`, plays these games only, for `merge`.
    `resume` goes on with a standing of the same tournament. `out` names a file in which what is played is
    kept, every minute and whenever the work ends; where it is there already, the work goes on with it.
    `progress` is called from time to time and at the end with how many of the games that are wanted are
    played, those of before included, and how many are wanted, of a whole knock-out as far as is known. Ctrl-C
    ends the work; what was played is lost without `out`.

    ValueError: the arguments make no tournament, or `resume` or the file is of another. OSError: the file
    cannot be kept; where there is no room for it in the end, that is tried for ten minutes, and the error's
    `unsaved` is the standing.
    """
def level_games(
    level: str | PathLike[str],
    *,
    agents: Sequence[str] | None = None,
    games: int = 1000,
    seed: int = 0,
    success: float | None = None,
    threads: int | None = None,
    only: Sequence[_Lot] | None = None,
    resume: LevelGames | None = None,
    out: str | PathLike[str] | None = None,
    progress: _Progress | None = None,
) -> LevelGames:
    """Plays the games of a level's report; see `level_report`.

    `only`, as in `games.missing()[:1]`, plays these only, for `merge`; `progress` tells how much of them is
    done.
    """
def level_report(
    level: str | PathLike[str],
    *,
    agents: Sequence[str] | None = None,
    games: int = 1000,
    seed: int = 0,
    success: float | None = None,
    threads: int | None = None,
    resume: LevelGames | None = None,
    out: str | PathLike[str] | None = None,
    progress: _Progress | None = None,
) -> dict[str, Any]:
    """Plays a level by players of several tiers, and tells its designer what it gives to each: what `quincunx
    level report --json` writes.

    `level` is a path, a level's text, or the name of one that comes with the program. `agents` names other
    players than the usual tiers, `games` how many each of those that do not look ahead plays, `success` the
    share of attempts that the casual player is to win, for which the limit of moves is then told. `resume`
    goes on with games of the same report. `out` names a file in which the games are kept, every minute and
    whenever the work ends; where it is there already, the work goes on with it. `progress` is called from
    time to time and at the end with how much of the work is done, that of before included, and how much there
    is as far as is known, in units that weigh players by their time (`LevelGames.costs`). Ctrl-C ends the
    work; what was played is lost without `out`.

    ValueError: the arguments make no report, or `resume` or the file is of another. OSError: the file cannot
    be kept; where there is no room for it in the end, that is tried for ten minutes, and the error's
    `unsaved` is the `LevelGames`.
    """
