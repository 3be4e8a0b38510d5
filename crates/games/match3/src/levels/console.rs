//! The exact console: `start`, `move`, `moves`, `board`, `goals`, `levels`.

use std::io::{self, Read, Write};

use quincunx_core::notation::shorten;
use quincunx_core::{ActionSet, Game, Notation, Session, Turn};
use quincunx_registry::console::{LineConsole, Refusal, run, words, write_items, write_line};

use super::level::Level;
use super::rules::LevelGame;
use super::shipped::{SHIPPED, find};
use super::view::left_of;

/// Runs the console until the input ends or `quit`.
pub(super) fn console(_: &[&str], input: &mut dyn Read, output: &mut dyn Write) -> io::Result<()> {
    run(&mut LevelConsole::default(), input, output)
}

/// The state of the console: the level that is played, none before the first `start`.
#[derive(Debug, Default)]
struct LevelConsole {
    session: Option<Session<LevelGame>>,
}

impl LineConsole for LevelConsole {
    fn command(&mut self, line: &str, answer: &mut String) -> Result<(), Refusal> {
        match words(line)?.as_slice() {
            ["levels"] => {
                write_items(answer, SHIPPED.iter().map(|shipped| shipped.name));
                Ok(())
            }
            ["start", name] => self.start(name, "0", answer),
            ["start", name, seed] => self.start(name, seed, answer),
            ["start", ..] => Err(Refusal::new(
                "`start` takes a level and, if you like, a seed, as in `start first-steps 7`",
            )),
            ["move", step @ ..] => self.step(&step.join(" "), answer),
            ["moves"] => {
                let session = self.session()?;
                let legal = session.legal_actions();
                if legal.is_empty() {
                    return Err(Refusal::new("the level is over; begin another by `start`"));
                }
                for step in legal {
                    write_line(answer, step);
                }
                Ok(())
            }
            ["board"] => {
                answer.push_str(&self.session()?.state().board.to_board().to_string());
                Ok(())
            }
            ["goals"] => {
                let session = self.session()?;
                write_line(answer, format_args!("points {}", session.state().points));
                let moves_left = session.rules().moves_left(session.state());
                write_line(answer, format_args!("moves left {moves_left}"));
                for goal in session.rules().goals(session.state()) {
                    write_line(answer, format_args!("{} {}", left_of(goal), goal.left()));
                }
                Ok(())
            }
            ["levels" | "moves" | "board" | "goals", ..] => Err(Refusal::new(
                "`levels`, `moves`, `board` and `goals` take nothing after them",
            )),
            _ => Err(Refusal::new(
                "there is no such command; there are levels, start, move, moves, board, goals and quit",
            )),
        }
    }
}

impl LevelConsole {
    fn session(&self) -> Result<&Session<LevelGame>, Refusal> {
        self.session.as_ref().ok_or_else(not_begun)
    }

    fn start(&mut self, name: &str, seed: &str, answer: &mut String) -> Result<(), Refusal> {
        let shipped = find(name).ok_or_else(|| {
            let name = shorten(name);
            Refusal::new(format_args!("there is no level `{name}`; `levels` lists them"))
        })?;
        let seed = seed.parse::<u64>();
        let seed = seed.map_err(|_| Refusal::new("a seed is a whole number below 2^64"))?;
        let level = Level::read(shipped.text)?;
        self.session = Some(Session::new(LevelGame::new(level), seed)?);
        write_line(answer, "OK");
        Ok(())
    }

    /// Makes a move and prints the points that it won, or how the level ended.
    fn step(&mut self, text: &str, answer: &mut String) -> Result<(), Refusal> {
        let session = self.session.as_mut().ok_or_else(not_begun)?;
        let step = session.rules().parse_action(text)?;
        let before = session.state().points;
        session.play(step)?;
        write_line(answer, format_args!("+{}", session.state().points - before));
        if let Turn::Over(outcome) = session.rules().turn(session.state()) {
            write_line(answer, outcome);
        }
        Ok(())
    }
}

fn not_begun() -> Refusal {
    Refusal::new("no level has begun; begin one by `start` and its name")
}
