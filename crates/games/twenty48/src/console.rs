//! The exact console: a board that input lines set, slide and query.

use std::io::{self, Read, Write};

use quincunx_core::notation::shorten;
use quincunx_core::{Cell, Direction, Notation, Options, Size};
use quincunx_search::{Limits, Player, Value};

use super::options::{MAX_SIDE, options_of};
use super::position::Scoring;
use super::rules::Twenty48;
use super::simulator::Simulator;
use quincunx_registry::RegisteredGame as _;
use quincunx_registry::console::{LineConsole, Refusal, digits, integer, pair, run, words, write_line};

/// Runs the console until the input ends or `quit`.
pub(super) fn console(_: &[&str], input: &mut dyn Read, output: &mut dyn Write) -> io::Result<()> {
    run(&mut Twenty48Console::new(), input, output)
}

/// The game that the commands act on.
pub(super) struct Twenty48Console {
    game: Simulator,
    /// The player that gives hints, created at the first hint: a network takes a second to be read.
    player: Option<Box<dyn Player<Twenty48>>>,
}

impl LineConsole for Twenty48Console {
    fn command(&mut self, line: &str, answer: &mut String) -> Result<(), Refusal> {
        match words(line)?.as_slice() {
            ["start", sizes @ ..] => {
                self.start(sizes)?;
                write_line(answer, "OK");
            }
            ["print"] => answer.push_str(&self.game.position().cells().to_string()),
            ["get", cell] => write_line(answer, self.game.position().cells()[self.cell(cell)?]),
            ["set", cell, value] => {
                self.set(cell, value)?;
                write_line(answer, "OK");
            }
            ["add"] => {
                self.game.add_piece()?;
                write_line(answer, "OK");
            }
            ["move", direction] => {
                let direction = self.direction(direction)?;
                write_line(answer, self.game.perform_move(direction)?);
            }
            ["play", direction] => {
                self.game.play(self.direction(direction)?)?;
                let is_over = !self.game.is_move_possible();
                write_line(answer, if is_over { "game over" } else { "OK" });
            }
            ["points"] => write_line(answer, self.game.position().points()),
            ["moves"] => write_line(answer, self.game.position().moves()),
            ["pieces"] => write_line(answer, self.game.position().pieces()),
            ["width"] => write_line(answer, self.game.position().size().columns()),
            ["height"] => write_line(answer, self.game.position().size().rows()),
            ["possible"] => write_line(answer, self.game.is_move_possible()),
            ["possible", direction] => {
                let direction = self.direction(direction)?;
                write_line(answer, self.game.is_possible(direction));
            }
            ["space"] => write_line(answer, self.game.is_space_left()),
            ["scoring", scoring] => {
                self.set_scoring(scoring)?;
                write_line(answer, "OK");
            }
            ["hint"] => write_line(answer, self.hint()?.word()),
            ["values"] => write_line(answer, self.values()?),
            [command, ..] => return Err(Refusal::new(usage(command))),
            [] => unreachable!("a line splits into at least one word"),
        }
        Ok(())
    }
}

fn usage(command: &str) -> &'static str {
    match command {
        "print" | "add" | "points" | "moves" | "pieces" | "width" | "height" | "space" | "hint"
        | "values" => "this command stands alone, with nothing after it",
        "get" => "a field is asked for by its column and row, as in `get 0;3`",
        "set" => "a field is set by its column, its row and a value, as in `set 0;3 2048`",
        "move" | "play" => "a move names its direction, as in `move left`",
        "possible" => "`possible` stands alone or with one direction, as in `possible left`",
        "scoring" => "the scoring is `scoring standard` or `scoring contest`",
        _ => {
            "there is no such command; there are start, print, get, set, add, move, play, points, moves, \
             pieces, width, height, possible, space, scoring, hint, values and quit"
        }
    }
}

impl Twenty48Console {
    pub(super) fn new() -> Self {
        Self {
            game: Simulator::new(Twenty48::default(), 0),
            player: None,
        }
    }

    pub(super) const fn game(&self) -> &Simulator {
        &self.game
    }

    pub(super) const fn game_mut(&mut self) -> &mut Simulator {
        &mut self.game
    }

    /// Starts a new game and keeps the scoring.
    fn start(&mut self, sizes: &[&str]) -> Result<(), Refusal> {
        let (size, seed) = match sizes {
            [] => (self::size("4", "4")?, 0),
            [width, height] => (self::size(width, height)?, 0),
            [width, height, seed] => (self::size(width, height)?, self::seed(seed)?),
            _ => {
                return Err(Refusal::new(
                    "a game is begun by `start`, `start WIDTH HEIGHT` or `start WIDTH HEIGHT SEED`",
                ));
            }
        };
        let rules = Twenty48::new(size, self.game.rules().scoring(), Twenty48::FOUR_RATE)?;
        self.game = Simulator::new(rules, seed);
        self.player = None;
        Ok(())
    }

    fn set(&mut self, cell: &str, value: &str) -> Result<(), Refusal> {
        let cell = self.cell(cell)?;
        let number = integer(value)?;
        let value = u64::try_from(number).map_err(|_| {
            Refusal::new(format_args!(
                "{number} is negative; values are from 0, for none, up"
            ))
        })?;
        Ok(self.game.set_piece_at(cell, value)?)
    }

    fn set_scoring(&mut self, word: &str) -> Result<(), Refusal> {
        let scoring = match word {
            "standard" => Scoring::Standard,
            "contest" => Scoring::Contest,
            _ => return Err(Refusal::new(usage("scoring"))),
        };
        self.game.set_scoring(scoring);
        self.player = None;
        Ok(())
    }

    /// Returns the player that gives hints, as on the page and for `quincunx analyze`.
    fn player(&mut self) -> &mut dyn Player<Twenty48> {
        let rules = self.game.rules();
        self.player.get_or_insert_with(|| strongest(rules)).as_mut()
    }

    fn hint(&mut self) -> Result<Direction, Refusal> {
        self.needs_a_move()?;
        let (rules, position) = (*self.game.rules(), self.game.position().clone());
        Ok(self.player().choose(&rules, &position, &Limits::default()))
    }

    /// Formats the value of each direction to the hinting player: the points still to come or, on boards
    /// other than 4×4, an ordinal value; `-` for an impossible direction, and `exact` at the end where the
    /// values are.
    fn values(&mut self) -> Result<String, Refusal> {
        self.needs_a_move()?;
        let (rules, position) = (*self.game.rules(), self.game.position().clone());
        let analysis = self
            .player()
            .analyze(&rules, &position, &Limits::default(), &mut |_| {});
        let mut words = Vec::new();
        for direction in Direction::ALL {
            let judged = analysis.actions.iter().find(|judged| judged.action == direction);
            words.push(direction.word().to_owned());
            words.push(match judged.map(|judged| judged.value) {
                None => "-".to_owned(),
                Some(Value::ExactPoints(points)) => format!("{points:.3}"),
                Some(value) => format!("{:.1}", value.expected()),
            });
        }
        if analysis.actions.iter().all(|judged| judged.value.is_exact()) {
            words.push("exact".to_owned());
        }
        Ok(words.join(" "))
    }

    fn needs_a_move(&self) -> Result<(), Refusal> {
        if !self.game.is_move_possible() {
            return Err(Refusal::new("there is no move to hint at: none is possible"));
        }
        Ok(())
    }

    fn direction(&self, word: &str) -> Result<Direction, Refusal> {
        Ok(self.game.rules().parse_action(word)?)
    }

    pub(super) fn cell(&self, word: &str) -> Result<Cell, Refusal> {
        let (x, y) = pair(word, ';')?;
        let size = self.game.position().size();
        let cell = u32::try_from(x).ok().zip(u32::try_from(y).ok());
        cell.map(|(column, row)| Cell::new(column, row))
            .filter(|&cell| size.contains(cell))
            .ok_or_else(|| {
                Refusal::new(format_args!(
                    "the field {x};{y} is off the board, whose columns are 0 to {} and rows 0 to {}",
                    size.columns() - 1,
                    size.rows() - 1
                ))
            })
    }
}

fn size(width: &str, height: &str) -> Result<Size, Refusal> {
    let side = |name: &str, word: &str| {
        let number = integer(word)?;
        u32::try_from(number)
            .ok()
            .filter(|&side| (2..=MAX_SIDE).contains(&u64::from(side)))
            .ok_or_else(|| Refusal::new(format_args!("the {name} is from 2 to {MAX_SIDE}, not {number}")))
    };
    let (columns, rows) = (side("width", width)?, side("height", height)?);
    Ok(Size::new(columns, rows)?)
}

/// Returns the strongest player, that of the last level. It evaluates boards by the heuristic where memory
/// does not suffice for its network.
fn strongest(rules: &Twenty48) -> Box<dyn Player<Twenty48>> {
    let name = Twenty48::LEVELS[4].agent;
    let mut agents = Twenty48::AGENTS.iter();
    let agent = agents
        .find(|agent| agent.name == name)
        .expect("the level's agent");
    let mut parameters = Options::defaults(agent.parameters);
    if Twenty48::check_player(&options_of(rules), name, &parameters).is_err() {
        let none = parameters.set("network", "none");
        none.expect("the parameter takes any text");
    }
    rules.player(name, &parameters)
}

/// Parses a seed, any integer of 64 bits; a negative one is that of its two's complement.
pub(super) fn seed(word: &str) -> Result<u64, Refusal> {
    digits(word)?;
    let seed = word.parse::<i64>().map(i64::cast_unsigned);
    let seed = seed.or_else(|_| word.parse());
    seed.map_err(|_| {
        let (least, most) = (i64::MIN, u64::MAX);
        Refusal::new(format_args!(
            "the seed {} is out of range: seeds are from {least} to {most}",
            shorten(word)
        ))
    })
}
