//! A game in progress.

use std::borrow::Cow;

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyString, PyTuple};
use quincunx_core::{DynSession, Options, Outcome as End, PlayError, Record, Seed, Side, Token, Turn};
use quincunx_registry::DynGame;

use crate::error::value_error;
use crate::options::{GivenSeed, Whole, find, options_of, to_dict, whole};
use crate::picture::{Effect, Face, View};

/// A game in progress: positions, undo and redo, the effects of actions, and the record.
///
/// Players are 0 and 1; a single-player game has only 0. Actions are numbers, dense from 0, or texts in the
/// game's notation. The seed fixes the chance outcomes of ply n, so an action that is undone and played again
/// meets the same ones. Equal sessions have the same game, options, seed and plies. `copy.copy`,
/// `copy.deepcopy` and `pickle` make independent sessions.
#[pyclass(module = "quincunx", eq)]
pub(crate) struct Session {
    inner: Box<dyn DynSession>,
}

/// How a game ended.
#[pyclass(frozen, get_all, eq, hash, module = "quincunx")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Outcome {
    /// `win`, `draw`, `score` of a single-player game, or `goals` of one that has some.
    kind: Cow<'static, str>,
    /// The player who won; None where nobody did.
    winner: Option<usize>,
    /// Whether all goals were reached; None where the game has none.
    reached: Option<bool>,
    /// The points of a single-player game; None in a game for two.
    points: Option<u64>,
    /// The outcome in words.
    text: String,
}

/// Starts a game.
///
/// Args:
///     game: The id of the game; `games` lists them.
///     seed: What all chance derives from: a number, or a number or a key as text.
///     position: The position in which it begins, as `Session.position` gives it; None for the beginning.
///     **options: The options of the rules, with `_` for `-`. An option that takes the contents of a file
///         takes them as text or a path.
///
/// Raises:
///     ValueError: There is no such game, option or position.
#[pyfunction]
#[pyo3(signature = (game, /, *, seed = None, position = None, **options))]
pub(crate) fn new(
    game: &str,
    seed: Option<GivenSeed>,
    position: Option<&str>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Session> {
    let entry = find(game)?;
    Session::begin(
        entry,
        &options_of(entry, options, &["position", "seed"])?,
        seed,
        position,
    )
}

/// Plays a record again, to its last ply.
///
/// With `chance_nodes` it becomes a session in which the caller is chance, as by `Session.with_chance_nodes`,
/// also where the record ends while chance is to act.
#[pyfunction]
#[pyo3(signature = (record, /, *, chance_nodes = false))]
pub(crate) fn replay(py: Python<'_>, record: &str, chance_nodes: bool) -> PyResult<Session> {
    py.detach(|| replayed(record, chance_nodes))
}

fn replayed(record: &str, has_chance_nodes: bool) -> PyResult<Session> {
    let record = Record::parse(record).map_err(value_error)?;
    let entry = quincunx_catalog::find(&record.game).ok_or_else(|| value_error(record.unknown_game()))?;
    let inner = if has_chance_nodes {
        entry.replay_with_chance_nodes(&record)
    } else {
        entry.replay(&record)
    };
    Ok(Session {
        inner: inner.map_err(value_error)?,
    })
}

impl Session {
    pub(crate) fn of(inner: Box<dyn DynSession>) -> Self {
        Self { inner }
    }

    pub(crate) fn inner(&self) -> &dyn DynSession {
        &*self.inner
    }

    pub(crate) fn begin(
        entry: &dyn DynGame,
        options: &Options,
        seed: Option<GivenSeed>,
        position: Option<&str>,
    ) -> PyResult<Self> {
        let seed = seed.map_or(Seed::Number(0), |seed| seed.0);
        let inner = match position {
            None => entry.new_session(options, seed),
            Some(position) => entry.new_session_from(options, seed, position),
        };
        Ok(Self {
            inner: inner.map_err(value_error)?,
        })
    }

    /// Returns the entry of the session's game.
    pub(crate) fn entry(&self) -> &'static dyn DynGame {
        quincunx_catalog::find(self.inner.game()).expect("sessions are made by entries of the list")
    }

    /// Returns a session that begins at the present position of one, on a player's turn, for a search while
    /// others play on.
    pub(crate) fn on_turn(
        session: &Bound<'_, Self>,
    ) -> PyResult<(&'static dyn DynGame, Box<dyn DynSession>)> {
        let this = session.try_borrow()?;
        match this.inner.turn() {
            Turn::Player(_) => {}
            Turn::Chance => return Err(chance_acts()),
            Turn::Over(_) => return Err(value_error(PlayError::Over)),
        }
        let begun = this.inner.begun_at(this.inner.ply());
        Ok((this.entry(), begun.expect("the present ply has a position")))
    }

    /// Returns the position for a table of a game under some rules.
    pub(crate) fn position_under(&self, game: &str, options: &Options) -> PyResult<String> {
        if self.inner.game() != game || self.inner.options() != options {
            return Err(PyValueError::new_err(
                "the session is of another game or other rules than the table",
            ));
        }
        if self.inner.turn() == Turn::Chance {
            return Err(chance_acts());
        }
        Ok(self.inner.position_text())
    }

    /// Parses an action: its number, or its text.
    pub(crate) fn action_of(&self, action: &Bound<'_, PyAny>) -> PyResult<usize> {
        if let Ok(text) = action.cast::<PyString>() {
            return self.inner.parse_action(&text.to_cow()?).map_err(value_error);
        }
        action.extract::<usize>().or_else(|error| {
            if error.is_instance_of::<PyOverflowError>(action.py()) {
                // No game has an action of a number below zero or beyond `usize`.
                return Ok(usize::MAX);
            }
            Err(PyTypeError::new_err("an action is a whole number or a text"))
        })
    }

    /// Returns the error of an action that is not legal.
    fn illegal_action(&self, action: usize) -> PyErr {
        let text = self.inner.action_text(action);
        let named = text.map_or_else(String::new, |text| format!(" (`{text}`)"));
        let reason = self.inner.illegal_reason(action);
        let reason = reason.map_or_else(String::new, |reason| format!(": {reason}"));
        let number = match action {
            usize::MAX => "the action".to_owned(),
            action => format!("action {action}"),
        };
        let legal = legal_text(&*self.inner);
        PyValueError::new_err(format!("{number}{named} is not legal{reason}; legal are {legal}"))
    }

    fn valid_ply(&self, ply: Option<Whole<usize>>) -> PyResult<usize> {
        let ply = ply.map_or_else(|| self.inner.ply(), |ply| ply.0);
        match self.inner.ply_count() {
            plies if ply > plies => Err(PyValueError::new_err(format!(
                "there is no ply {ply}; the last is {plies}"
            ))),
            _ => Ok(ply),
        }
    }

    /// Returns a record of all plies, the undone ones included.
    fn whole_record(&self) -> String {
        let mut whole = self.inner.clone_box();
        whole.go_to(whole.ply_count());
        whole.record(Vec::new()).to_text()
    }
}

/// Lists the legal actions of a session for an error, of many only the first.
pub(crate) fn legal_text(session: &dyn DynSession) -> String {
    const SHOWN: usize = 20;
    let legal = session.legal_actions();
    match legal.get(..SHOWN) {
        Some(first) if legal.len() > SHOWN => format!("{first:?} and {} more", legal.len() - SHOWN),
        _ => format!("{legal:?}"),
    }
}

/// Returns the error of a player's action on chance's turn.
pub(crate) fn chance_acts() -> PyErr {
    PyValueError::new_err("it is chance's turn: `resolve_chance` or `draw_chance` ends it")
}

impl PartialEq for Session {
    fn eq(&self, other: &Self) -> bool {
        let (one, two) = (&self.inner, &other.inner);
        one.game() == two.game()
            && one.ply() == two.ply()
            && one.ply_count() == two.ply_count()
            && one.has_chance_nodes() == two.has_chance_nodes()
            && self.whole_record() == other.whole_record()
    }
}

getters! { Session, this:
    /// The id of the game.
    game: &'static str = this.inner.game();
    /// The number of players: 1 or 2.
    players: u8 = this.inner.players();
    /// The player who acts, 0 or 1; None when the game is over or chance acts.
    player: Option<usize> = this.inner.turn().player().map(Side::index);
    /// Whether the game is over.
    is_over: bool = matches!(this.inner.turn(), Turn::Over(_));
    /// How the game ended; None while it goes on.
    outcome: Option<Outcome> = this.inner.turn().outcome().map(Outcome::of);
    /// The most plies of a game of these rules; None without a limit, and beyond 64 bits.
    max_plies: Option<u64> = this.entry().max_plies(&*this.inner);
    /// The points of a single-player game so far; 0 in a game for two.
    points: u64 = this.inner.points();
    /// The number of actions, legal or not.
    action_count: usize = this.inner.action_count();
    /// Whether chance acts, in a session that stops there.
    is_chance_node: bool = this.inner.turn() == Turn::Chance;
    /// The number of plies, without the undone ones.
    ply: usize = this.inner.ply();
    /// The number of plies, the undone ones included.
    ply_count: usize = this.inner.ply_count();
}

#[pymethods]
impl Session {
    /// The options of the rules, all of them.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        to_dict(py, self.entry(), self.inner.options())
    }

    /// The seed: a number, or a key as text.
    #[getter]
    fn seed<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        match self.inner.seed() {
            Seed::Number(number) => PyInt::new(py, number).into_any(),
            key @ Seed::Key(_) => PyString::new(py, &key.to_string()).into_any(),
        }
    }

    /// Lists the legal actions, ascending; none when the game is over or chance acts.
    fn legal_actions(&self) -> Vec<usize> {
        self.inner.legal_actions()
    }

    /// Returns whether an action is legal; False for numbers that no action has.
    ///
    /// Raises:
    ///     ValueError: The text is no action.
    #[pyo3(signature = (action, /))]
    fn is_legal(&self, action: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.inner.is_legal(self.action_of(action)?))
    }

    /// Plays an action and lets chance act after it; undone plies are dropped.
    ///
    /// Raises:
    ///     ValueError: It is not legal, or the game is over; the session is unchanged.
    #[pyo3(signature = (action, /))]
    fn play(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let action = self.action_of(action)?;
        self.inner
            .play(action)
            .map_err(|error| match (&error, self.inner.turn()) {
                (_, Turn::Chance) => chance_acts(),
                (PlayError::Illegal, _) => self.illegal_action(action),
                _ => value_error(error),
            })
    }

    /// Returns a new session of the same game that stops where chance acts: `is_chance_node` is True there
    /// until `resolve_chance` or `draw_chance` ends chance's turn. Its own seed decides nothing. Games
    /// without chance never stop.
    ///
    /// `replay` reads a record that ends on chance's turn with `chance_nodes` only.
    fn with_chance_nodes(&self) -> Self {
        let inner = self.inner.with_chance_nodes();
        Self { inner }
    }

    /// Lists the possible chance outcomes, in the game's notation, each with its probability; none unless
    /// chance acts.
    ///
    /// Raises:
    ///     ValueError: The game has too many outcomes to list them (`Game.chance` is not `listed`).
    fn chance_outcomes(&self) -> PyResult<Vec<(String, f64)>> {
        let entry = self.entry();
        entry.chances(&*self.inner).ok_or_else(|| {
            PyValueError::new_err(format!(
                "{} has too many outcomes of chance to list them; `draw_chance` draws one",
                entry.id()
            ))
        })
    }

    /// Plays a chance outcome, in the game's notation; chance may act once more then.
    ///
    /// Raises:
    ///     ValueError: It is not possible, or chance does not act; the session is unchanged.
    #[pyo3(signature = (outcome, /))]
    fn resolve_chance(&mut self, outcome: &str) -> PyResult<()> {
        self.inner.resolve_chance(outcome).map_err(value_error)
    }

    /// Draws chance outcomes until a player acts or the game is over: as in this ply of a session of that
    /// seed where nothing of the ply is resolved yet, else by the same stream from its beginning. Does
    /// nothing unless chance acts.
    #[pyo3(signature = (seed, /))]
    fn draw_chance(&mut self, seed: GivenSeed) -> PyResult<()> {
        self.inner.draw_chance(seed.0).map_err(value_error)
    }

    /// Undoes one ply; False when there is none.
    fn undo(&mut self) -> bool {
        self.inner.undo()
    }

    /// Plays an undone ply again; False when there is none.
    fn redo(&mut self) -> bool {
        self.inner.redo()
    }

    /// Goes to the position after a ply, 0 for the opening; False when there is no such ply.
    #[pyo3(signature = (ply, /))]
    fn go_to(&mut self, ply: Whole<usize>) -> bool {
        self.inner.go_to(ply.0)
    }

    /// The player and the action of each ply, without the undone ones.
    #[getter]
    fn history(&self) -> Vec<(usize, usize)> {
        let actions = (1..=self.inner.ply()).filter_map(|ply| self.inner.action_of(ply));
        actions.map(|(player, action)| (player.index(), action)).collect()
    }

    /// The position, on one line. Setting it begins the session anew at that position, with the same options
    /// and seed.
    #[getter]
    fn position(&self) -> String {
        self.inner.position_text()
    }

    #[setter]
    fn set_position(&mut self, position: &str) -> PyResult<()> {
        let (options, seed) = (self.inner.options(), self.inner.seed());
        let begun = self.entry().new_session_from(options, seed, position);
        let begun = begun.map_err(value_error)?;
        self.inner = if self.inner.has_chance_nodes() {
            begun.with_chance_nodes()
        } else {
            begun
        };
        Ok(())
    }

    /// Returns the text of an action in the game's notation.
    #[pyo3(signature = (action, /))]
    fn action_text(&self, #[pyo3(from_py_with = whole)] action: usize) -> PyResult<String> {
        self.inner.action_text(action).ok_or_else(|| {
            let most = self.inner.action_count() - 1;
            PyValueError::new_err(format!("there is no action {action}; they are 0 to {most}"))
        })
    }

    /// Returns the number of an action from its text, legal or not.
    #[pyo3(signature = (text, /))]
    fn parse_action(&self, text: &str) -> PyResult<usize> {
        self.inner.parse_action(text).map_err(value_error)
    }

    /// Returns the record of the plies, without the undone ones, with named remarks. `replay`, the command
    /// line and the page read it.
    #[pyo3(signature = (**tags))]
    fn record(&self, tags: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let mut pairs = Vec::new();
        for (name, value) in tags.into_iter().flatten() {
            let name = name.extract::<String>()?.replace('_', "-");
            pairs.push((name, value.str()?.to_string()));
        }
        Ok(self.inner.record(pairs).to_text())
    }

    /// Returns the picture of the position after a ply, by default the present one.
    #[pyo3(signature = (ply = None))]
    fn view(&self, ply: Option<Whole<usize>>) -> PyResult<View> {
        let view = self.inner.view_at(self.valid_ply(ply)?);
        Ok(View::of(&view.expect("the ply is one of the session's")))
    }

    /// Returns the effects of a ply, by default the last one, as steps of simultaneous effects.
    #[pyo3(signature = (ply = None))]
    fn effects(&self, ply: Option<Whole<usize>>) -> PyResult<Vec<Vec<Effect>>> {
        let steps = self.inner.steps_of(self.valid_ply(ply)?);
        let effects = steps.iter().map(|step| step.iter().map(Effect::of).collect());
        Ok(effects.collect())
    }

    /// Returns the chance outcomes of a ply, by default the last one, in the game's notation.
    #[pyo3(signature = (ply = None))]
    fn chances(&self, ply: Option<Whole<usize>>) -> PyResult<Vec<String>> {
        Ok(self.inner.chances_of(self.valid_ply(ply)?))
    }

    /// Returns the face of a token in this position.
    #[pyo3(signature = (token, /))]
    fn face(&self, #[pyo3(from_py_with = whole)] token: u64) -> PyResult<Face> {
        // The games have faces only for tokens that occur.
        if !self.inner.view().tokens().any(|there| there == Token(token)) {
            let error = format!("no token {token} is in this position");
            return Err(PyValueError::new_err(error));
        }
        Ok(Face::of(self.inner.face(Token(token))))
    }

    /// The shape of an observation, planes, rows and columns, and the greatest number in it.
    #[getter]
    fn observation_shape(&self) -> PyResult<((usize, usize, usize), u8)> {
        let shape = self
            .entry()
            .observation_shape(&*self.inner)
            .map_err(value_error)?;
        Ok(((shape.planes, shape.rows, shape.columns), shape.most))
    }

    /// Returns a player's observation for learning: a byte a number, plane after plane, each row by row from
    /// the top. The default is the player who acts, or the first when the game is over.
    #[pyo3(signature = (player = None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        player: Option<Whole<usize>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let acts = self.inner.turn().player().map_or(0, Side::index);
        let side = Side::BOTH.get(player.map_or(acts, |player| player.0));
        let side = side.ok_or_else(|| PyValueError::new_err("players are 0 and 1"))?;
        let shape = self
            .entry()
            .observation_shape(&*self.inner)
            .map_err(value_error)?;
        PyBytes::new_with(py, shape.len(), |bytes| {
            let observed = self.entry().observe(&*self.inner, *side, bytes);
            observed.map_err(value_error)
        })
    }

    /// Returns an independent copy. It costs the same however long the game is: copies share plies.
    fn copy(&self) -> Self {
        let inner = self.inner.clone_box();
        Self { inner }
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    #[pyo3(signature = (_memo, /))]
    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (String, usize, bool))> {
        let restore = slf.py().import("quincunx._native")?.getattr("_restore")?;
        let this = slf.try_borrow()?;
        let (ply, has_chance_nodes) = (this.inner.ply(), this.inner.has_chance_nodes());
        Ok((restore.unbind(), (this.whole_record(), ply, has_chance_nodes)))
    }
}

#[pymethods]
impl Session {
    /// Draws the position as text.
    fn __str__(slf: &Bound<'_, Self>) -> PyResult<String> {
        Ok(draw(slf, "text")?.trim_end().to_owned())
    }

    /// Draws the position for notebooks.
    fn _repr_svg_(slf: &Bound<'_, Self>) -> PyResult<String> {
        draw(slf, "svg")
    }
}

/// Draws a session's position in one of the forms of `_drawing.py`.
fn draw(session: &Bound<'_, Session>, form: &str) -> PyResult<String> {
    let drawing = session.py().import("quincunx._drawing")?;
    let shown = drawing.call_method1("shown", (session,))?;
    let shown: &Bound<'_, PyTuple> = shown.cast()?;
    drawing.getattr(form)?.call1(shown)?.extract()
}

repr! { Session, this: "<quincunx.Session {} ply {}: {}>", this.game(), this.ply(), this.position() }

/// Restores a pickled session: its record, its ply, and whether it stops where chance acts.
#[pyfunction]
#[pyo3(name = "_restore", signature = (record, ply, has_chance_nodes = false, /))]
pub(crate) fn restore(py: Python<'_>, record: &str, ply: usize, has_chance_nodes: bool) -> PyResult<Session> {
    let mut session = py.detach(|| replayed(record, has_chance_nodes))?;
    session.inner.go_to(ply);
    Ok(session)
}

impl Outcome {
    fn of(end: End) -> Self {
        let (kind, winner, reached, points) = match end {
            End::Win(player) => ("win", Some(player.index()), None, None),
            End::Draw => ("draw", None, None, None),
            End::Score(points) => ("score", None, None, Some(points)),
            End::Goals { reached, points } => ("goals", None, Some(reached), Some(points)),
        };
        Self {
            kind: kind.into(),
            winner,
            reached,
            points,
            text: end.to_string(),
        }
    }
}

#[pymethods]
impl Outcome {
    fn __str__(&self) -> &str {
        &self.text
    }
}

pickled! { Outcome {
    kind: String, winner: Option<usize>, reached: Option<bool>, points: Option<u64>, text: String,
} }

repr! { Outcome, this: "<Outcome {}>", this.text }
