//! `quincunx report RESULT…`: one page of charts and tables about simulations and tournaments, to be read without a network.
//!
//! ```text
//!   results ────▶ outcomes, quantity, curve, pairs ─┬─▶ crate::page
//!   tournament ─▶ event ────────────────────────────┘
//! ```
//! The same results are the same bytes.

mod curve;
mod event;
mod histogram;
mod outcomes;
mod pairs;
mod quantity;
mod source;
#[cfg(test)]
mod tests;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::{Arg, ArgMatches, Command, value_parser};

use crate::failure::WrongUse;
use crate::page;
use crate::page::markup::{Markup, element, line, table, text};
use crate::page::numbers;
use crate::results_file::Saved;
use crate::{simulate, whole_file};
use event::Event;
use source::Source;

pub(crate) const NAME: &str = "report";

/// Results of which a page can tell: there is a letter for each.
const MOST: usize = 26;

pub(crate) fn command() -> Command {
    Command::new(NAME)
        .about("Write a page with charts and tables about simulations and tournaments")
        .long_about(
            "Writes one page with charts and tables about results that `quincunx simulate --out RESULT.json` or `quincunx merge` \
             has saved: how games ended, how points, lengths and what the game reports are distributed, and how certain the \
             means are. Results of one game are drawn side by side; where they have one seed, the first is compared with each \
             other game by game. Of a tournament that `quincunx tournament --out RESULT.json` has saved it tells strengths with \
             their intervals, the cross table and the rounds. The page is a single file that needs no network, in the reader's colour scheme, and all \
             charts are tables too.",
        )
        .after_help(
            "Examples:\n  \
             quincunx simulate 2048 --agent random --out a.json\n  \
             quincunx simulate 2048 --agent level:3 --out b.json\n  \
             quincunx report a.json b.json --out report.html\n  \
             quincunx tournament quartet --agents random greedy mcts --out t.json\n  \
             quincunx report t.json --out t.html",
        )
        .arg(
            Arg::new("result")
                .value_name("RESULT")
                .required(true)
                .num_args(1..)
                .value_parser(value_parser!(PathBuf))
                .help("Results that were saved as .json"),
        )
        .arg(
            Arg::new("out")
                .long("out")
                .value_name("FILE")
                .required(true)
                .value_parser(value_parser!(PathBuf))
                .help("The page to write: its name ends in .html; one that is there is written anew"),
        )
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<()> {
    let out = matches.get_one::<PathBuf>("out").expect("it is required");
    if out.extension().is_none_or(|extension| extension != "html") {
        // Results must not be overwritten by a page.
        let out = out.display();
        return Err(WrongUse(format!("{out}: its name should end in .html")).into());
    }
    let paths: Vec<&PathBuf> = simulate::paths(matches, "result").collect();
    if paths.len() > MOST {
        let count = paths.len();
        return Err(WrongUse(format!("a page tells of {MOST} results at most, not of {count}")).into());
    }
    let mut told = Told::default();
    for path in paths {
        told.read(path)?;
    }
    whole_file::write(out, page(&told).as_bytes())
        .with_context(|| format!("cannot write {}", out.display()))?;
    Ok(writeln!(io::stdout(), "{} is written", out.display())?)
}

/// What a page tells of.
#[derive(Default)]
struct Told {
    sources: Vec<Source>,
    events: Vec<Event>,
}

impl Told {
    /// Reads results or a tournament.
    fn read(&mut self, path: &Path) -> anyhow::Result<()> {
        let name = path.display().to_string();
        match Saved::read(path)? {
            Saved::Run(results) => self.sources.push(Source {
                number: self.sources.len(),
                name,
                results,
            }),
            Saved::Tournament(standing) => self.events.push(Event { name, standing }),
            Saved::Level(_) => {
                bail!(
                    "{name} holds a level's games: `quincunx merge {name} --out PAGE.html` makes their page"
                )
            }
        }
        Ok(())
    }
}

/// Writes the page.
fn page(Told { sources, events }: &Told) -> String {
    let mut games: Vec<&str> = Vec::new();
    for source in sources {
        if !games.contains(&source.results.run.game.as_str()) {
            games.push(&source.results.run.game);
        }
    }
    let mut all = games.clone();
    for event in events {
        let game = event.standing.tournament().game.as_str();
        if !all.contains(&game) {
            all.push(game);
        }
    }
    let title = format!("{}: what simulated games gave", all.join(", "));
    let mut main = line(element("h1", &[], text(&title)));
    if !sources.is_empty() {
        main.extend([overview(sources)]);
    }
    for game in games {
        let of_game: Vec<&Source> = sources
            .iter()
            .filter(|source| source.results.run.game == game)
            .collect();
        main.extend([section(game, &of_game)]);
    }
    main.extend(events.iter().map(event::section));
    let made = "Made by quincunx report. Intervals are of 95 % confidence; quantiles are exact below 4,096, and above, less than a \
                2,048th too low.";
    page::whole(&title, main, made)
}

/// Tells which results there are.
fn overview(sources: &[Source]) -> Markup {
    let heads = [
        "result", "game", "players", "options", "seed", "games", "program", "file",
    ]
    .map(str::to_owned);
    let row = |source: &Source| {
        let run = &source.results.run;
        let options: Vec<String> = run
            .options
            .iter()
            .map(|(name, value)| match value.lines().count() {
                // A whole file, as a level's; what it says stands in the results.
                lines @ 2.. => format!("{name}=({lines} lines)"),
                _ => format!("{name}={value}"),
            })
            .collect();
        let played = source.results.part.games.len();
        let games = if played == run.games {
            numbers::whole(played)
        } else {
            format!("{} of {}", numbers::whole(played), numbers::whole(run.games))
        };
        vec![
            source.letter(),
            run.game.clone(),
            run.agents.join(" against "),
            options.join(" "),
            run.seed.to_string(),
            games,
            run.program.clone(),
            source.name.clone(),
        ]
    };
    let rows: Vec<Vec<String>> = sources.iter().map(row).collect();
    line(element(
        "div",
        &[("class", &"words")],
        table("The results", &heads, &rows),
    ))
}

/// Tells of all results of a game.
fn section(game: &str, sources: &[&Source]) -> Markup {
    let mut section = line(element("h2", &[], text(game)));
    if sources
        .iter()
        .all(|source| source.results.part.tally.games() == 0)
    {
        section.extend([element("p", &[], text("No game has been played."))]);
        return section;
    }
    section.extend([outcomes::section(sources)]);
    section.extend(names(sources).iter().map(|name| quantity::section(name, sources)));
    section.extend([pairs::section(sources)]);
    section
}

/// Names what any of these results has counted, each thing once.
fn names(sources: &[&Source]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for source in sources {
        for (name, _) in simulate::counted(&source.results) {
            if !names.iter().any(|other| other == name) {
                names.push(name.to_owned());
            }
        }
    }
    names
}
