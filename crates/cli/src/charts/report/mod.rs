//! The page about simulations and tournaments.
//!
//! ```text
//!   results ────▶ outcomes, quantity, curve, pairs ─┬─▶ page
//!   tournament ─▶ event ────────────────────────────┘
//! ```
//! The same results give the same bytes.

mod curve;
mod event;
mod histogram;
mod outcomes;
mod pairs;
mod quantity;
mod source;
#[cfg(test)]
mod tests;

use super::markup::Markup;
use super::{heading, paragraph};
use crate::output::numbers::whole;
use crate::output::simulation::options_text;
use crate::output::table::Table;
pub(crate) use event::Event;
pub(crate) use source::Source;
use source::{names, text_table};

pub(crate) fn page(sources: &[Source], events: &[Event]) -> String {
    let mut games: Vec<&str> = Vec::new();
    let of_events = events
        .iter()
        .map(|event| event.standing.tournament().game.as_str());
    for game in sources.iter().map(Source::game).chain(of_events) {
        if !games.contains(&game) {
            games.push(game);
        }
    }
    let title = format!("{}: results of simulated games", games.join(", "));
    let mut main = heading("h1", &title);
    if !sources.is_empty() {
        main.extend([overview(sources)]);
    }
    for game in games {
        let of_game: Vec<&Source> = sources.iter().filter(|source| source.game() == game).collect();
        if !of_game.is_empty() {
            main.extend([section(game, &of_game)]);
        }
    }
    main.extend(events.iter().map(event::section));
    let footer = "Made by quincunx report. Intervals have 95 % confidence; quantiles are exact below 4,096, and less than \
                  a 2,048th too low above.";
    super::page(&title, main, footer)
}

fn overview(sources: &[Source]) -> Markup {
    let row = |source: &Source| {
        let run = &source.results.run;
        let played = source.results.part.games.len();
        let games = match played == run.games {
            true => whole(played),
            false => format!("{} of {}", whole(played), whole(run.games)),
        };
        vec![
            source.letter(),
            run.game.clone(),
            run.agents.join(" against "),
            options_text(&run.game, &run.options),
            run.seed.to_string(),
            games,
            run.program.clone(),
            source.name.clone(),
        ]
    };
    let heads = "result|game|players|options|seed|games|program|file".split('|');
    text_table("The results", &Table::new(heads, sources.iter().map(row)))
}

fn section(game: &str, sources: &[&Source]) -> Markup {
    let mut section = heading("h2", game);
    if sources
        .iter()
        .all(|source| source.results.part.tally.games() == 0)
    {
        section.extend([paragraph("No game has been played.")]);
        return section;
    }
    section.extend([outcomes::section(sources)]);
    section.extend(names(sources).iter().map(|name| quantity::section(name, sources)));
    section.extend([pairs::section(sources)]);
    section
}
