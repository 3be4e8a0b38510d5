"""The native half of the package `quincunx`."""
# Docstrings are the module's own: with QUINCUNX_REGENERATE set, `pytest tests/test_stubs.py` writes them here.

from collections.abc import Callable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Final, Literal, SupportsIndex, TypeAlias, TypedDict, final, overload

import numpy as np
from numpy.typing import NDArray
from typing_extensions import NotRequired, Unpack

from .typing import GameId, Options, Player

__version__: Final[str]
__all__ = [
    "Environment",
    "Environments",
    "BatchArrays",
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
    "_solver",
    "Standing",
    "Mcts",
    "Search",
    "Sessions",
    "Network",
    "LevelGames",
    "level_games",
    "_Claim",
    "_read",
    "_write",
    "_is_x86_64_v3_wanted",
    "_set_networks_folder",
    "_check_options",
    "__version__",
]

_Cell: TypeAlias = tuple[int, int]
_Action: TypeAlias = SupportsIndex | str
_Seed: TypeAlias = SupportsIndex | str
_Known: TypeAlias = tuple[int | None, int | None]
_Pairing: TypeAlias = tuple[int, int, Sequence[int]]
_GivenPairing: TypeAlias = tuple[SupportsIndex, SupportsIndex, Sequence[SupportsIndex]]
_Lot: TypeAlias = tuple[int, int, Sequence[tuple[int, int]]]
_GivenLot: TypeAlias = tuple[SupportsIndex, SupportsIndex, Sequence[_Range]]
#: A first game and the one behind the last.
_Range: TypeAlias = Sequence[SupportsIndex]
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
        """The default, as text."""
    @property
    def help(self) -> str:
        """What it does, in one line."""

@final
class AgentKind:
    """A kind of computer player."""
    @property
    def name(self) -> str:
        """The name with which specifications begin."""
    @property
    def help(self) -> str:
        """How it plays, in one line."""
    @property
    def parameters(self) -> list[Option]:
        """Its parameters."""

@final
class Game:
    """A game of the list: its name, its options, its computer players."""
    def __new__(cls, id: GameId, /) -> Game: ...
    @property
    def id(self) -> GameId:
        """The id by which the game is named everywhere."""
    @property
    def title(self) -> str:
        """The name for people."""
    @property
    def summary(self) -> str:
        """What the game is, in one line."""
    @property
    def players(self) -> int:
        """The number of players: 1 or 2."""
    @property
    def chance(self) -> Literal["never", "listed", "drawn"]:
        """The part of chance: it `never` acts, its outcomes can be `listed` (`Session.chance_outcomes`), or they
        are too many and one is `drawn`.
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
        """What simulations report of a finished game beside outcome, points and plies: names and meanings."""
    def new(self, *, seed: _Seed | None = None, position: str | None = None, **options: Unpack[Options]) -> Session:
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
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class View:
    """The picture of a position; row 0 is the top row."""
    @property
    def board(self) -> list[list[int | None]]:
        """The tokens, row by row; None for an empty field."""
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
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Face:
    """How a token looks and is called."""
    @property
    def label(self) -> str:
        """A short text on it; may be empty."""
    @property
    def name(self) -> str:
        """The name for screen readers."""
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
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Effect:
    """One effect of an action; an attribute that its kind does not use is None."""
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
        """The token that stands there then, or that left."""
    @property
    def points(self) -> int | None:
        """The points won."""
    @property
    def text(self) -> str:
        """The effect as traces write it: `move 0,3 0,0 2`; cells are `column,row`, the token comes last."""
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Outcome:
    """How a game ended."""
    @property
    def kind(self) -> Literal["win", "draw", "score", "goals"]:
        """`win`, `draw`, `score` of a single-player game, or `goals` of one that has some."""
    @property
    def winner(self) -> int | None:
        """The player who won; None where nobody did."""
    @property
    def reached(self) -> bool | None:
        """Whether all goals were reached; None where the game has none."""
    @property
    def points(self) -> int | None:
        """The points of a single-player game; None in a game for two."""
    @property
    def text(self) -> str:
        """The outcome in words."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Session:
    """A game in progress: positions, undo and redo, the effects of actions, and the record.

    Players are 0 and 1; a single-player game has only 0. Actions are numbers, dense from 0, or texts in the
    game's notation. The seed fixes the chance outcomes of ply n, so an action that is undone and played again
    meets the same ones. Equal sessions have the same game, options, seed and plies. `copy.copy`,
    `copy.deepcopy` and `pickle` make independent sessions.
    """
    @property
    def game(self) -> GameId:
        """The id of the game."""
    @property
    def options(self) -> dict[str, Any]:
        """The options of the rules, all of them."""
    @property
    def seed(self) -> _Seed:
        """The seed: a number, or a key as text."""
    @property
    def players(self) -> int:
        """The number of players: 1 or 2."""
    @property
    def player(self) -> int | None:
        """The player who acts, 0 or 1; None when the game is over or chance acts."""
    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
    @property
    def points(self) -> int:
        """The points of a single-player game so far; 0 in a game for two."""
    @property
    def max_plies(self) -> int | None:
        """The most plies of a game of these rules; None without a limit, and beyond 64 bits."""
    @property
    def action_count(self) -> int:
        """The number of actions, legal or not."""
    def legal_actions(self) -> list[int]:
        """Lists the legal actions, ascending; none when the game is over or chance acts."""
    def is_legal(self, action: _Action, /) -> bool:
        """Returns whether an action is legal; False for numbers that no action has.

        Raises:
            ValueError: The text is no action.
        """
    def play(self, action: _Action, /) -> None:
        """Plays an action and lets chance act after it; undone plies are dropped.

        Raises:
            ValueError: It is not legal, or the game is over; the session is unchanged.
        """
    def with_chance_nodes(self) -> Session:
        """Returns a new session of the same game that stops where chance acts: `is_chance_node` is True there
        until `resolve_chance` or `draw_chance` ends chance's turn. Its own seed decides nothing. Games
        without chance never stop.

        `replay` reads a record that ends on chance's turn with `chance_nodes` only.
        """
    @property
    def is_chance_node(self) -> bool:
        """Whether chance acts, in a session that stops there."""
    def chance_outcomes(self) -> list[tuple[str, float]]:
        """Lists the possible chance outcomes, in the game's notation, each with its probability; none unless
        chance acts.

        Raises:
            ValueError: The game has too many outcomes to list them (`Game.chance` is not `listed`).
        """
    def resolve_chance(self, outcome: str, /) -> None:
        """Plays a chance outcome, in the game's notation; chance may act once more then.

        Raises:
            ValueError: It is not possible, or chance does not act; the session is unchanged.
        """
    def draw_chance(self, seed: _Seed, /) -> None:
        """Draws chance outcomes until a player acts or the game is over: as in this ply of a session of that
        seed where nothing of the ply is resolved yet, else by the same stream from its beginning. Does
        nothing unless chance acts.
        """
    def undo(self) -> bool:
        """Undoes one ply; False when there is none."""
    def redo(self) -> bool:
        """Plays an undone ply again; False when there is none."""
    def go_to(self, ply: int, /) -> bool:
        """Goes to the position after a ply, 0 for the opening; False when there is no such ply."""
    @property
    def ply(self) -> int:
        """The number of plies, without the undone ones."""
    @property
    def ply_count(self) -> int:
        """The number of plies, the undone ones included."""
    @property
    def history(self) -> list[tuple[int, int]]:
        """The player and the action of each ply, without the undone ones."""
    @property
    def position(self) -> str:
        """The position, on one line. Setting it begins the session anew at that position, with the same options
        and seed.
        """
    @position.setter
    def position(self, value: str, /) -> None: ...
    def action_text(self, action: int, /) -> str:
        """Returns the text of an action in the game's notation."""
    def parse_action(self, text: str, /) -> int:
        """Returns the number of an action from its text, legal or not."""
    def record(self, **tags: object) -> str:
        """Returns the record of the plies, without the undone ones, with named remarks. `replay`, the command
        line and the page read it.
        """
    def view(self, ply: SupportsIndex | None = None) -> View:
        """Returns the picture of the position after a ply, by default the present one."""
    def effects(self, ply: SupportsIndex | None = None) -> list[list[Effect]]:
        """Returns the effects of a ply, by default the last one, as steps of simultaneous effects."""
    def chances(self, ply: SupportsIndex | None = None) -> list[str]:
        """Returns the chance outcomes of a ply, by default the last one, in the game's notation."""
    def face(self, token: int, /) -> Face:
        """Returns the face of a token in this position."""
    @property
    def observation_shape(self) -> tuple[tuple[int, int, int], int]:
        """The shape of an observation, planes, rows and columns, and the greatest number in it."""
    def observation(self, player: SupportsIndex | None = None) -> bytes:
        """Returns a player's observation for learning: a byte a number, plane after plane, each row by row from
        the top. The default is the player who acts, or the first when the game is over.
        """
    def copy(self) -> Session:
        """Returns an independent copy. It costs the same however long the game is: copies share plies."""
    def _repr_svg_(self) -> str: ...
    def __copy__(self) -> Session: ...
    def __deepcopy__(self, _memo: Any, /) -> Session: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Judgement:
    """The value of an action for the player who acts."""
    @property
    def action(self) -> int:
        """The action."""
    @property
    def text(self) -> str:
        """The action in the game's notation."""
    @property
    def kind(self) -> Literal["win", "draw", "loss", "estimate", "points", "goals", "order"]:
        """What `value` is: `win`, `draw`, `loss` (proved), `estimate`, `points`, `goals` or `order`."""
    @property
    def value(self) -> float:
        """The value, the more the better: 1 for a proved win, 0 for a draw, −1 for a loss; of `estimate` a
        number from −1 to 1; of `points` those still expected; of `goals`, in a level, the expected share of
        the way to them from here, from 0 to 1: half of it for progress, half for reaching all; of `order` a
        number that only orders the actions.
        """
    @property
    def plies(self) -> int | None:
        """The plies to a proved win or loss."""
    @property
    def bound(self) -> Literal["exactly", "at_most", "at_least"] | None:
        """`exactly`, or `at_most` or `at_least` where only a bound of the plies is known; None without a proof."""
    @property
    def score(self) -> int | None:
        """The score of the game's own convention, where it has one and something is proved."""
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Analysis:
    """A player's analysis of a position."""
    @property
    def actions(self) -> list[Judgement]:
        """Every evaluated action, the best first."""
    @property
    def principal_variation(self) -> list[int]:
        """The expected actions from here, as far as they are known."""
    @property
    def depth(self) -> int:
        """Plies looked ahead; 0 for players without a depth."""
    @property
    def nodes(self) -> int:
        """Positions visited, or simulations."""
    @property
    def best(self) -> int:
        """The best action."""
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Agent:
    """A computer player of any game that has one of its name: `Agent("level:4")`,
    `Agent("mcts:simulations=2000,seed=7")`.

    The player is created for a game and its rules at the first question, and keeps what it learns while the
    questions are about the same rules. Two agents of one specification give the same answers to the same
    questions, unless seconds bound them.

    Raises:
        ValueError: The text names no player of any game. The first question checks whether the game has it.
    """
    def __new__(cls, spec: str, /) -> Agent: ...
    @property
    def spec(self) -> str:
        """The specification."""
    def choose(
        self,
        session: Session,
        *,
        depth: SupportsIndex | None = None,
        nodes: SupportsIndex | None = None,
        seconds: float | None = None,
    ) -> int:
        """Chooses an action. Ctrl-C ends the search.

        Args:
            session: A session on a player's turn.
            depth: Plies to look ahead; a limit replaces the player's own.
            nodes: Positions to visit, or simulations.
            seconds: Time to think.

        Raises:
            ValueError: The game is over, or has no such player.
        """
    def analyze(
        self,
        session: Session,
        *,
        depth: SupportsIndex | None = None,
        nodes: SupportsIndex | None = None,
        seconds: float | None = None,
    ) -> Analysis:
        """Evaluates every legal action. Ctrl-C ends the search.

        Args:
            session: A session on a player's turn.
            depth: Plies to look ahead; a limit replaces the player's own.
            nodes: Positions to visit, or simulations.
            seconds: Time to think.

        Raises:
            ValueError: The game is over, or has no such player.
        """
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Search:
    """What a search found out about a position."""
    @property
    def visits(self) -> NDArray[np.int64]:
        """int64 (actions): the simulations that began with each action."""
    @property
    def policy(self) -> NDArray[np.float32]:
        """float32 (actions): the shares of the visits, which sum to 1, or the priors after one simulation."""
    @property
    def priors(self) -> NDArray[np.float32]:
        """float32 (actions): the probabilities that the evaluator gave, with the noise; 0 where not legal."""
    @property
    def values(self) -> NDArray[np.float64]:
        """float64 (actions): the mean values for the player who acts; `value` without a visit, NaN where not
        legal.
        """
    @property
    def value(self) -> float:
        """The mean value of all simulations for the player who acts."""
    @property
    def best(self) -> int:
        """The most visited action; of several, the one of the greatest value."""
    @property
    def chosen(self) -> int:
        """The action chosen by the temperature; `best` without one."""
    @property
    def principal_variation(self) -> list[int]:
        """The most visited actions from here on."""
    @property
    def simulations(self) -> int:
        """The simulations that were made."""
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Mcts:
    """Monte Carlo tree search whose leaves an evaluator judges in batches: PUCT, as in AlphaZero.

    `evaluator(observations, masks)` gets arrays of NumPy, uint8 (positions, planes, rows, columns) as
    `Session.observation` has them and int8 (positions, actions) with 1 for a legal action, of 1 to `batch`
    positions. It returns logits (positions, actions) and values (positions,) for the player who acts: from −1
    lost to 1 won, or the points still to come in a single-player game. Both are arrays of NumPy, or of a
    library that passes on memory by DLPack. `pad` fills every batch up to `batch` positions, for networks
    that are compiled for one shape. It runs on the calling thread, of a simulation on the threads of the
    games; Ctrl-C ends the search between two batches.

    Args:
        evaluator: The function.
        simulations: Simulations of a search, from 1 to 2^24; the first evaluates the position itself.
        batch: The most positions that are evaluated at once. Of a search from one position they are fewer at
            first, a quarter of the simulations so far.
        exploration: The weight of priors against values.
        virtual_loss: How far a simulation that waits for its evaluation counts as lost, from 0 to 1.
        noise: The share of Dirichlet noise in the priors of the position asked about, from 0 to 1.
        concentration: The concentration of the noise; None for 10 over the number of legal actions.
        temperature: `choose` takes the most visited action with 0, and else one by chance, in proportion to
            `visits ** (1 / temperature)`.
        seed: Of noise, chance and choices. The same seed gives the same answers.
        pad: Whether batches are always full.
        name: The name in results of simulations and tournaments.

    Raises:
        ValueError: A number is out of its range.
    """
    def __new__(
        cls,
        evaluator: Callable[[NDArray[np.uint8], NDArray[np.int8]], tuple[Any, Any]],
        /,
        *,
        simulations: SupportsIndex = 800,
        batch: SupportsIndex = 64,
        exploration: float = 1.25,
        virtual_loss: float = 1.0,
        noise: float = 0.0,
        concentration: float | None = None,
        temperature: float = 0.0,
        seed: SupportsIndex = 0,
        pad: bool = False,
        name: str = "mcts",
    ) -> Mcts: ...
    @property
    def name(self) -> str:
        """The name in results."""
    def search(self, session: Session, /, *, simulations: SupportsIndex | None = None) -> Search:
        """Searches from the position of a session.

        Args:
            session: A session on a player's turn.
            simulations: In place of those of this object.

        Raises:
            ValueError: No player acts, or the evaluator's answer has another shape or is not finite.
        """
    def search_many(
        self, sessions: Sessions | Sequence[Session], /, *, simulations: SupportsIndex | None = None
    ) -> list[Search]:
        """Searches from several positions, which share the batches: with as many sessions as a batch holds no
        simulation waits for another.

        Args:
            sessions: Sessions of one game and equal rules, on players' turns.
            simulations: In place of those of this object, from each position.

        Raises:
            ValueError: As `search`, or the sessions are of different rules.
        """
    def choose(self, session: Session, /) -> int:
        """Chooses an action, as `search` does."""
    def __reduce__(self) -> tuple[Any, ...]: ...
    def begin(self, seed: SupportsIndex, /) -> Mcts:
        """Returns the same player with another seed, for one game of a simulation."""

@final
class Sessions:
    """Sessions of one game under equal rules, for learners and searches that treat many positions at once.

    Unlike the environments of `quincunx.gym` they can be copied, selected and undone, and none is reset.
    Arrays are new in every call.

    Args:
        game: The id of the game.
        seeds: One for each session.
        position: The position in which all begin, as `Session.position` gives it; None for the beginning.
        **options: The options of the rules.

    Raises:
        ValueError: The arguments make no game.
    """
    def __new__(
        cls,
        game: GameId,
        seeds: Sequence[_Seed] | NDArray[Any],
        /,
        *,
        position: str | None = None,
        **options: Unpack[Options],
    ) -> Sessions: ...
    @staticmethod
    def of(sessions: Sequence[Session], /) -> Sessions:
        """Makes a batch of copies of sessions.

        Raises:
            ValueError: They are of different games or rules, or there are none.
        """
    @property
    def game(self) -> GameId:
        """The id of the game."""
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Session]: ...
    def __getitem__(self, index: SupportsIndex, /) -> Session: ...
    def select(self, places: Sequence[int] | Sequence[bool] | slice | NDArray[Any], /) -> Sessions:
        """Returns copies of some sessions.

        Args:
            places: Whole numbers, in their order, of which one may come several times; or a bool for each
                session; or a slice.

        Raises:
            ValueError: There is no such place.
        """
    def copy(self) -> Sessions:
        """Returns independent copies, which share plies with these."""
    def __copy__(self) -> Sessions: ...
    def __deepcopy__(self, _memo: Any, /) -> Sessions: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def play(self, actions: Sequence[int] | NDArray[Any], /) -> None:
        """Plays an action in each session, and lets chance act after it.

        Args:
            actions: Whole numbers (sessions), −1 to leave a session as it is.

        Raises:
            ValueError: An action is not legal; no session is changed.
        """
    def undo(self) -> None:
        """Undoes a ply in each session that has one."""
    def observations(self) -> NDArray[np.uint8]:
        """Returns what the player who acts observes in each session: uint8 (sessions, planes, rows, columns); of
        a game that is over, what the first player does.

        Raises:
            ValueError: A position cannot be observed.
        """
    def masks(self) -> NDArray[np.int8]:
        """Returns the masks of legal actions: int8 (sessions, actions), 1 for a legal action."""
    @property
    def players(self) -> NDArray[np.int8]:
        """The players who act: int8 (sessions), −1 where a game is over."""
    @property
    def is_over(self) -> NDArray[np.bool_]:
        """Which games are over: bool (sessions)."""
    @property
    def results(self) -> NDArray[np.int8]:
        """What games for two are worth to the first player: int8 (sessions), 1 won, −1 lost, 0 drawn, not over,
        or a single-player game.
        """
    @property
    def points(self) -> NDArray[np.uint64]:
        """The points of single-player games so far: uint64 (sessions)."""
    @property
    def plies(self) -> NDArray[np.int64]:
        """The number of plies, without undone ones: int64 (sessions)."""
    @property
    def positions(self) -> list[str]:
        """The positions, each on one line."""

@final
class Solver:
    """An exact solver of a game's positions under rules whose options are keyword arguments. What it learns from
    one position makes later ones cheaper.

    `threads` search a hard position together; with one the same questions take the same nodes each time.
    Without `book` no opening book is used.

    Scores are whole numbers in the game's own convention: above 0 for a position that its mover wins, the
    more the sooner, 0 for a draw, below 0 for a loss. In Connect Four a win with the n-th last own stone
    scores n, as in the solver of Pascal Pons. Its static proofs follow Victor Allis ("A Knowledge-Based
    Approach of Connect-Four", 1988), its parallel search Jean-Christophe Weill ("The ABDADA Distributed
    Minimax-Search Algorithm", 1996), as Tom Kerrigan simplified it.

    Raises:
        ValueError: The game has no solver, or the options make no game.
    """
    def __new__(cls, game: GameId, /, *, threads: SupportsIndex = 1, book: bool = True, **options: Unpack[Options]) -> Solver: ...
    @property
    def game(self) -> GameId:
        """The id of the game."""
    def score(self, session: Session, /) -> int:
        """Returns the exact score of the position for the player who acts.

        This may take long, and Ctrl-C ends it; `bounds` keeps within limits.
        """
    def scores(self, session: Session, /) -> list[int | None]:
        """Returns the exact score of every action for the player who acts, in the order of their numbers; None
        for one that is not legal.
        """
    def bounds(
        self, session: Session, /, *, weak: bool = False, nodes: SupportsIndex | None = None, seconds: float | None = None
    ) -> _Known:
        """Bounds the position's score from below and above, as tightly as the limits allow; `weak` finds only
        who wins.
        """
    def action_bounds(
        self, session: Session, /, *, weak: bool = False, nodes: SupportsIndex | None = None, seconds: float | None = None
    ) -> list[_Known | None]:
        """Bounds the score of every action, as `bounds` does; None for one that is not legal."""
    def principal_variation(self, session: Session, /) -> list[int]:
        """Returns the actions of perfect play to the end of the game: the quickest win and the longest defence."""
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Worth:
    """The values of a position under perfect play."""
    @property
    def points(self) -> float:
        """The points still to come, by play for points."""
    @property
    def chances(self) -> dict[int, float]:
        """The greatest chance of each goal, by play for that goal alone."""
    @property
    def actions(self) -> dict[int, Worth]:
        """The values of every legal action, its own points included."""
    @property
    def best(self) -> int | None:
        """The action with the most points to come; None where no player acts."""
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    __hash__: None  # type: ignore[assignment]

@final
class Table:
    """A tablebase: the values of every position of a single-player game under perfect play.

    `quincunx.exact` computes one; this opens a file that it, or `quincunx exact --out FILE`, has written.

    Raises:
        OSError: The file cannot be read.
        ValueError: It is no table, or of no such game.
    """
    def __new__(cls, game: GameId, path: str | PathLike[str], /) -> Table: ...
    @property
    def game(self) -> GameId:
        """The id of the game."""
    @property
    def options(self) -> dict[str, Any]:
        """The options of the rules."""
    @property
    def goals(self) -> list[int]:
        """The goals whose chances it holds: in 2048 the values of pieces."""
    @property
    def positions(self) -> int:
        """The number of its positions, of those equal by symmetry one."""
    def worth(self, position: Session | str, /) -> Worth | None:
        """Returns the values of the position of a session or a text; None for a position that no game reaches.

        Raises:
            ValueError: The session is of another game or other rules, or the text is no position.
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
        """Reads games that were saved."""
    @property
    def text(self) -> str:
        """The text of the file in which they are saved."""
    def save(self, path: str | PathLike[str], /) -> None:
        """Saves that text. A file that is there stays whole until the new one is."""
    @property
    def game(self) -> GameId:
        """The id of the game."""
    @property
    def agents(self) -> list[str]:
        """The players, one a seat."""
    @property
    def seed(self) -> int:
        """The seed of the run."""
    @property
    def positions(self) -> list[str]:
        """The positions in which games begin; none for the beginning that the rules have."""
    @property
    def games(self) -> int:
        """The number of games of the run."""
    @property
    def played(self) -> int:
        """The number of games that have been played."""
    @property
    def is_whole(self) -> bool:
        """Whether all of them have been played."""
    def missing(
        self, *, shard: str | None = None, only: Sequence[_Range] | None = None
    ) -> list[tuple[int, int]]:
        """Lists the games that have not been played, as pairs of a first one and the one behind the last: of the
        whole run, of a shard of it (`"2/8"`), or of ranges.

        Raises:
            ValueError: The run has no such games.
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
    def to_pandas(self) -> Any:
        """Returns the rows as a table of pandas, a row a game.

        Raises:
            ImportError: pandas is not installed.
            ValueError: No rows were kept.
        """
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
        """Reads games that were saved."""
    @property
    def text(self) -> str:
        """The text of the file in which they are saved."""
    def save(self, path: str | PathLike[str], /) -> None:
        """Saves that text. A file that is there stays whole until the new one is."""
    @property
    def game(self) -> GameId:
        """The id of the game."""
    @property
    def agents(self) -> list[str]:
        """The players."""
    @property
    def games(self) -> int:
        """The number of games; a knock-out has more when a meeting is even."""
    @property
    def played(self) -> int:
        """The number of games that have been played."""
    @property
    def is_over(self) -> bool:
        """Whether all games have been played."""
    def missing(self, *, only: Sequence[_GivenPairing] | None = None) -> list[_Pairing]:
        """Lists the games that come next and can be played at the same time, as triples of a round, the number
        of the seed in it, and the players in their seats; or those of `only` that have not been played. A
        round robin lists all games at once, a knock-out a round after the other, as it depends on results.
        """
    def _holds(self, other: Standing, /) -> bool: ...
    def to_pandas(self) -> Any:
        """Returns `table` as a table of pandas, a row a player.

        Raises:
            ImportError: pandas is not installed.
        """
    @property
    def winner(self) -> str | None:
        """The winner of a knock-out that is over; None of anything else."""
    @property
    def table(self) -> list[_Rated]:
        """Lists the players of a round robin, the strongest first, each with `agent`, `elo`, `error` (half the
        width of the 95 % interval; None of too few games), `points` and `games`. Of a knock-out it is the
        table of the first round.

        With strengths a and b one beats the other with chances of 10^((a − b) / 400) to 1 (Bradley and Terry,
        "Rank Analysis of Incomplete Block Designs", 1952). The strengths are the likeliest ones; their mean
        is 0.
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
        """The text of the file in which they are saved."""
    def save(self, path: str | PathLike[str], /) -> None:
        """Saves that text. A file that is there stays whole until the new one is."""
    @property
    def played(self) -> int:
        """The number of games that have been played."""
    @property
    def is_whole(self) -> bool:
        """Whether all games of the report have been played."""
    @property
    def costs(self) -> list[int]:
        """The work of a game of each player, in the unit of `progress`."""
    @property
    def cost(self) -> int:
        """The least work of the report, in the same unit."""
    @property
    def done(self) -> int:
        """The work done, in the same unit."""
    def missing(self) -> list[_Lot]:
        """Lists the games that come next, as triples of a player's place, the limit of moves, and pairs of a
        first game and the one behind the last. Some follow from what was played: longer games of players
        whom the limit cuts off, and those under the limit that is wanted.
        """
    def _holds(self, other: LevelGames, /) -> bool: ...
    def report(self) -> dict[str, Any]:
        """Returns the report of the games that were played."""
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

    A new network evaluates every position to `optimism` points. `network` names it or describes it in the
    game's notation; the default is the game's first network. Options of the rules are keyword arguments.

    Two are equal when rules, network, seed and number of games are the same, and all weights are, bit for
    bit. Bytes and file are those that `quincunx train` saves, a file of safetensors.

    Its attributes can be read while it trains: `plies`, `seconds` and `log` are those before the training,
    and `games` counts on. Comparing, copying or saving it then is a RuntimeError.
    """
    def __new__(
        cls,
        game: GameId,
        network: str | None = None,
        *,
        seed: SupportsIndex = 0,
        optimism: float = 0.0,
        **options: Unpack[Options],
    ) -> Network: ...
    @staticmethod
    def read(path: str | PathLike[str], /) -> Network:
        """Reads a file that was saved with all that training needs to go on.

        Raises:
            ValueError: It is none.
            OSError: It cannot be read.
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
        seed: SupportsIndex | None = None,
        new_stages: Literal["before", "nothing"] = "before",
    ) -> Network:
        """Begins with the weights of another network, which is unchanged, or of a file, also one for players. It
        learns from games of another seed, the given one or the next, or with the same seed from the games
        after those of the other network. The rules are those of the other one. `network`, named or described,
        has the same tables or more stages; `new_stages` begin with the values of the stage `before` or with
        `nothing`.

        Raises:
            ValueError: It is no file of weights, or there is no such network, or its tables are others.
            OSError: It cannot be read.
        """
    @property
    def game(self) -> GameId:
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
        """The value of every position before training, in points."""
    @property
    def games(self) -> int:
        """The number of games it has learned from."""
    @property
    def plies(self) -> int:
        """The number of actions it has learned from."""
    @property
    def seconds(self) -> float:
        """The time of training, in seconds."""
    @property
    def log(self) -> list[_Stretch]:
        """The log of the training, an entry for each call: `games`, `plies`, the `average` and the `best` of the
        games' points, `seconds`, `threads`, `lambda`, `rate`, `coherence` and `restart`.
        """
    @property
    def origins(self) -> list[_Origin]:
        """The trainings before this one, each of which began with the weights of the one before: `network`,
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
        threads: SupportsIndex | None = None,
        progress: Callable[[int, int | None], object] | None = None,
    ) -> None:
        """Trains until it has learned from `games` in all, or for `seconds`, whatever is first; every started
        game is finished. After `pause` seconds it ends where continuing later gives the same weights as
        training without an end.

        `lambda_`, `rate`, `coherence`, `restart` and `threads` keep their last values by default. `progress`
        is called with the games so far and `games`, from time to time and at the end. Ctrl-C ends the work
        and keeps what was learned. The same games on as many threads give the same weights, on one thread
        also however they are split into calls. Each thread has a copy of the network; the first default is
        up to four threads.
        """
    def save(self, path: str | PathLike[str], /, *, values: bool = False) -> None:
        """Saves all that training needs to go on, or with `values` only what players need, a third of that. A
        file that is there stays whole until the new one is.
        """
    def __bytes__(self) -> bytes: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class BatchArrays:
    """Arrays with the state of environments."""
    @property
    def observations(self) -> NDArray[np.uint8]:
        """uint8 (environments, planes, rows, columns): the observations."""
    @property
    def masks(self) -> NDArray[np.int8]:
        """int8 (environments, actions): 1 for a legal action, 0 for any other."""
    @property
    def illegal(self) -> NDArray[np.bool_]:
        """bool (environments): whether actions were not legal."""
    @property
    def players(self) -> NDArray[np.int8]:
        """int8 (environments): the player who acts, or observes the end: 0 or 1."""
    @property
    def points(self) -> NDArray[np.uint64]:
        """uint64 (environments): the points of single-player games."""
    @property
    def reached(self) -> NDArray[np.bool_]:
        """bool (environments): whether all goals were reached in games with goals."""

@final
class Environments:
    """Environments of one game that are stepped together, for Gymnasium's vectors.

    Every call writes into the same arrays, which are attributes of this object; copy what is to be kept.
    """
    def __new__(
        cls,
        game: GameId,
        seeds: Sequence[int],
        /,
        *,
        autoreset: str = "NextStep",
        max_steps: SupportsIndex | None = None,
        illegal_reward: float = ...,
        opponent: Player | None = None,
        seat: str = "drawn",
        positions: Sequence[str] | None = None,
        readable: bool = False,
        **options: Unpack[Options],
    ) -> Environments: ...
    @property
    def now(self) -> BatchArrays:
        """The environments after the call."""
    @property
    def last(self) -> BatchArrays:
        """The last state of games that have ended in a step that began others."""
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
        """Begins games in all environments, or in those that `only` (bool, environments) marks: the game of the
        seed, or the environment's next one for None.

        Raises:
            ValueError: A hundred games in a row are over before the learner acts.
        """
    def step(self, actions: Sequence[int] | NDArray[Any], /) -> None:
        """Plays an action in each environment: whole numbers (environments).

        Raises:
            ValueError: A number is not that of an action; nothing is changed. Or a hundred games in a row
                are over before the learner acts.
            RuntimeError: No games have begun.
        """
    def show(self, index: int, /) -> tuple[View, dict[int, Face]]:
        """Returns the view of an environment's position and the faces of its tokens, with readable rules only."""

@final
class Environment:
    """One environment of a game, for Gymnasium."""
    def __new__(
        cls,
        game: GameId,
        /,
        *,
        illegal_reward: float = ...,
        opponent: Player | None = None,
        seat: str = "drawn",
        positions: Sequence[str] | None = None,
        readable: bool = False,
        **options: Unpack[Options],
    ) -> Environment: ...
    @property
    def shape(self) -> tuple[int, int, int]:
        """The shape of an observation: planes, rows, columns."""
    @property
    def most(self) -> int:
        """The greatest number of an observation."""
    @property
    def actions(self) -> int:
        """The number of actions, legal or not."""
    @property
    def begun(self) -> bool:
        """Whether a game has begun, so that it can be stepped."""
    def reset(self, seed: SupportsIndex | None = None) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins the game of a seed, or the environment's next one. Returns the observation, uint8 (planes,
        rows, columns), and the info.

        Raises:
            ValueError: A hundred games in a row are over before the learner acts.
        """
    def step(self, action: int, /) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Plays an action. Returns the observation, the reward, whether the game is over, whether it was left,
        and the info.

        Raises:
            ValueError: The number is not that of an action; nothing is changed.
            RuntimeError: No game has begun.
        """
    def mask(self) -> NDArray[np.int8]:
        """Returns the mask of legal actions: int8 (actions)."""
    def show(self) -> tuple[View, dict[int, Face]]:
        """Returns the view of the position and the faces of its tokens, with readable rules only."""

@final
class _Claim:
    def __new__(cls, path: str | PathLike[str] | None, /) -> _Claim: ...
    def __enter__(self) -> None: ...
    def __exit__(self, *_error: object) -> None: ...

def _read(path: str | PathLike[str], /) -> str: ...
def _write(path: str | PathLike[str], contents: bytes, /) -> None: ...
def _check_options(game: GameId, options: Mapping[str, object], keywords: Sequence[str], /) -> None: ...
def _is_x86_64_v3_wanted() -> bool: ...
def _set_networks_folder(folder: str | PathLike[str]) -> None: ...
def exact(
    game: GameId,
    /,
    *,
    goals: Sequence[int] | None = None,
    out: str | PathLike[str] | None = None,
    threads: SupportsIndex | None = None,
    progress: Callable[[int, int | None], object] | None = None,
    **options: Unpack[Options],
) -> Table:
    """Solves a single-player game: the values of every position that can be reached, under perfect play.

    It does so by retrograde analysis: it finds the positions from the beginning on, and evaluates them from
    the last ones back.

    Ctrl-C ends the work, and nothing is written.

    Args:
        game: The id of the game.
        goals: The goals whose chances are computed; None for all, `[]` for none.
        out: The file of the table, or a folder, in which it gets the name by which players look for it;
            without it the table is in memory.
        threads: The number of threads; None for all.
        progress: Called from time to time and at the end with the number of positions that are done and of
            all, None while they are being found.
        **options: The options of the rules.

    Raises:
        ValueError: The board is too large, or a goal is invalid.
        FileExistsError: The file exists.
    """
def worth(
    session: Session,
    /,
    *,
    goals: Sequence[int] | None = None,
    threads: SupportsIndex | None = None,
    progress: Callable[[int, int | None], object] | None = None,
) -> Worth:
    """Solves a single-player game from the position of a session to its end, and returns the values of that
    position. Boards too large to be solved from their beginning can be solved near the end.

    The arguments are those of `exact`.
    """
def episode_seed(seed: SupportsIndex, episode: SupportsIndex, /) -> int:
    """Returns the seed of an environment's game by its number since `reset` with a seed."""
def games() -> list[Game]:
    """Lists the games, in the order of menus."""
def new(
    game: GameId, /, *, seed: _Seed | None = None, position: str | None = None, **options: Unpack[Options]
) -> Session:
    """Starts a game.

    Args:
        game: The id of the game; `games` lists them.
        seed: What all chance derives from: a number, or a number or a key as text.
        position: The position in which it begins, as `Session.position` gives it; None for the beginning.
        **options: The options of the rules, with `_` for `-`. An option that takes the contents of a file
            takes them as text or a path.

    Raises:
        ValueError: There is no such game, option or position.
    """
def replay(record: str, /, *, chance_nodes: bool = False) -> Session:
    """Plays a record again, to its last ply.

    With `chance_nodes` it becomes a session in which the caller is chance, as by `Session.with_chance_nodes`,
    also where the record ends while chance is to act.
    """
def _solver(game: GameId, threads: int, book: bool, options: dict[str, Any], /) -> Solver: ...
def _restore(record: str, ply: int, has_chance_nodes: bool = False, /) -> Session: ...
def simulate(
    game: GameId,
    agents: Player | list[Player] | tuple[Player, ...],
    *,
    games: SupportsIndex = 1000,
    seed: SupportsIndex = 0,
    positions: Sequence[str] | None = None,
    opening: SupportsIndex | None = None,
    plies: SupportsIndex = 100_000,
    threads: SupportsIndex | None = None,
    keep_rows: bool = True,
    shard: str | None = None,
    only: Sequence[_Range] | None = None,
    resume: Results | None = None,
    out: str | PathLike[str] | None = None,
    progress: _Progress | None = None,
    **options: Unpack[Options],
) -> Results:
    """Plays games between computer players on all cores, and returns the results.

    The same arguments give the same results on any number of threads, as long as players of your own depend
    on nothing but the session and the seed of `begin`. Game i of a run has a seed of its own,
    which is in its row: a session of that seed meets the same chance outcomes.

    Ctrl-C ends the work; without `out` the played games are lost.

    Args:
        game: The id of the game.
        agents: One player for all seats or a list with one for each. A player is a specification as the
            command line takes it, but for programs, which play there only; an `Agent`, a function of a
            session that returns an action, or an object with `choose(session)`, or with `begin(seed)` that
            makes the player of one game. An object has the name `custom:NAME` in results, by its `name` or
            that of the function or class.
        games: The number of games of the run.
        seed: What all chance derives from.
        positions: Positions in which games begin, in the game's notation; each game draws one by its seed.
        opening: Actions at the beginning that are drawn at random; None for the game's default, and for none
            in `positions`.
        plies: Plies after which a game is left.
        threads: The number of threads; None for all, or for one where players in Python play. On several, an
            object is asked from several threads at once, so that it must bear that; what `begin` returns is
            asked from one.
        keep_rows: Whether a row a game is kept.
        shard: The part of the run to play, as in `"2/8"`, for `merge`.
        only: The games to play instead, as pairs of a first one and the one behind the last.
        resume: Results of the same run, which are continued.
        out: A file that keeps the played games, every minute and whenever the work ends; an existing file is
            continued. Only their names distinguish players of your own.
        progress: Called from time to time and at the end with the number of wanted games that are played,
            those of before included, and the number of wanted games.
        **options: The options of the rules.

    Raises:
        ValueError: The arguments make no run, or `resume` or the file is of another.
        OSError: The file cannot be written; if the disk is full at the end, the call retries for ten minutes,
            and the error's `unsaved` is the results.
    """
@overload
def merge(parts: Sequence[Results], /) -> Results:
    """Merges the parts of a run, of a tournament or of a level's report, in any order.

    Raises:
        ValueError: They are not of one, have a game twice, or only some have rows.
    """
@overload
def merge(parts: Sequence[Standing], /) -> Standing: ...
@overload
def merge(parts: Sequence[LevelGames], /) -> LevelGames: ...
def tournament(
    game: GameId,
    agents: list[Player] | tuple[Player, ...],
    *,
    format: Literal["round-robin", "knock-out"] = "round-robin",
    seeds: SupportsIndex = 10,
    seed: SupportsIndex = 0,
    positions: Sequence[str] | None = None,
    opening: SupportsIndex | None = None,
    plies: SupportsIndex = 100_000,
    nodes: SupportsIndex | None = None,
    seconds: float | None = None,
    threads: SupportsIndex | None = None,
    only: Sequence[_GivenPairing] | None = None,
    resume: Standing | None = None,
    out: str | PathLike[str] | None = None,
    progress: _Progress | None = None,
    **options: Unpack[Options],
) -> Standing:
    """Plays a tournament of computer players, on the same seeds and openings and in both seats, and rates them.

    Ctrl-C ends the work; without `out` the played games are lost.

    Args:
        game: The id of the game.
        agents: The players, at least two, as in `simulate`.
        format: `"round-robin"`, in which all meet all, or `"knock-out"`.
        seeds: The seeds of a meeting; in a game for two each is played in both seats.
        seed: What all chance derives from.
        positions: Positions in which games begin, in the game's notation; each seed draws one.
        opening: Actions at the beginning that are drawn at random; None for the game's default, and for none
            in `positions`.
        plies: Plies after which a game is left.
        nodes: A bound of a player's search for an action, in place of limits of its own.
        seconds: The same in seconds; not both.
        threads: The number of threads; None for all, or for one where players in Python play.
        only: The games to play, as in `standing.missing()[:10]`, for `merge`.
        resume: A standing of the same tournament, which is continued.
        out: A file that keeps the played games, every minute and whenever the work ends; an existing file is
            continued.
        progress: Called from time to time and at the end with the number of wanted games that are played,
            those of before included, and the number of wanted games, of a whole knock-out as far as is known.
        **options: The options of the rules.

    Raises:
        ValueError: The arguments make no tournament, or `resume` or the file is of another.
        OSError: The file cannot be written; if the disk is full at the end, the call retries for ten minutes,
            and the error's `unsaved` is the standing.
    """
def level_games(
    level: str | PathLike[str],
    *,
    agents: Sequence[str] | None = None,
    games: SupportsIndex = 1000,
    seed: SupportsIndex = 0,
    success: float | None = None,
    threads: SupportsIndex | None = None,
    only: Sequence[_GivenLot] | None = None,
    resume: LevelGames | None = None,
    out: str | PathLike[str] | None = None,
    progress: _Progress | None = None,
) -> LevelGames:
    """Plays the games of a level's report; see `level_report`.

    `only`, as in `games.missing()[:1]`, plays these only, for `merge`; `progress` then counts these only.
    """
def level_report(
    level: str | PathLike[str],
    *,
    agents: Sequence[str] | None = None,
    games: SupportsIndex = 1000,
    seed: SupportsIndex = 0,
    success: float | None = None,
    threads: SupportsIndex | None = None,
    resume: LevelGames | None = None,
    out: str | PathLike[str] | None = None,
    progress: _Progress | None = None,
) -> dict[str, Any]:
    """Plays a level by players of several tiers, and reports the outcome of each: the object `report` of what
    `quincunx level report --json` writes.

    Ctrl-C ends the work; without `out` the played games are lost.

    Args:
        level: A path, a level's text, or the name of one that comes with the program.
        agents: Players in place of the default tiers.
        games: The games of each player that does not look ahead.
        seed: What all chance derives from.
        success: The share of attempts that the casual player is to win; the report then names the limit of
            moves for it.
        threads: The number of threads; None for all.
        resume: Games of the same report, which are continued.
        out: A file that keeps the played games, every minute and whenever the work ends; an existing file is
            continued.
        progress: Called from time to time and at the end with the work done, that of before included, and all
            work as far as is known, in units that weigh players by their time (`LevelGames.costs`).

    Raises:
        ValueError: The arguments make no report, or `resume` or the file is of another.
        OSError: The file cannot be written; if the disk is full at the end, the call retries for ten minutes,
            and the error's `unsaved` is the `LevelGames`.
    """
