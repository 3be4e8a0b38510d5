//! The options of a report, and the plan that they describe.

use std::path::PathBuf;

use clap::{ArgMatches, Args};
use indicatif::ProgressBar;
use quincunx_arena::Shard;
use quincunx_match3::levels::report::{Plan, Tier, parse_share};
use quincunx_match3::levels::{Level, LevelGame};
use quincunx_registry::RegisteredGame as _;
use quincunx_search::AgentSpec;

use crate::args::game::level_options;
use crate::args::{value, whole_number};
use crate::output::failure::WrongUse;

const MAX_GAMES: u64 = 100_000;

#[derive(Args)]
pub(super) struct Options {
    /// The level: a file, the name of a shipped one, or saved games (.json) of the same options
    #[arg(value_name = "FILE")]
    pub(super) level: String,
    /// Print the differences of another level, or of its saved games, seed by seed
    #[arg(long, value_name = "OTHER")]
    pub(super) compare: Option<String>,
    /// Find the limit of moves for this success of the casual player, as 0.7 or 70%
    #[arg(long, value_name = "SHARE", value_parser = target, allow_negative_numbers = true)]
    pub(super) target_success: Option<f64>,
    /// Print how well the figures predict people's success, from a table with the columns level (a file, also
    /// of saved games, or a name), success (a share) and, if known, attempts; at least six rows
    #[arg(long, value_name = "CSV")]
    pub(super) calibrate: Option<PathBuf>,
    /// A player of `quincunx agents levels`; may be repeated [default: seven tiers]
    #[arg(long, value_name = "AGENT")]
    pub(super) agent: Vec<AgentSpec>,
    /// The player that stands for casual people [default: noisy:aim=goals]
    #[arg(long, value_name = "AGENT")]
    pub(super) casual: Option<AgentSpec>,
    /// Games of each player; of the usual tiers, those that look ahead play a part of them
    #[arg(long, value_name = "N", value_parser = whole_number(2..=MAX_GAMES), default_value = "1000")]
    #[arg(allow_negative_numbers = true)]
    pub(super) games: u64,
    /// Page with charts (.html), or the games, to continue and to merge (.json)
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Play only the I-th of N equal parts of all games, for `quincunx merge`
    #[arg(long, value_name = "I/N", requires = "out")]
    pub(super) shard: Option<Shard>,
    /// Play a part of what is missing besides the games in this file
    #[arg(long, value_name = "GAMES", requires = "shard")]
    pub(super) from: Option<PathBuf>,
    /// Begin anew if the games of --out exist
    #[arg(long)]
    pub(super) force: bool,
}

/// Parses a share other than 0 and 1, which any limit or none reaches.
fn target(text: &str) -> Result<f64, String> {
    parse_share(text)
        .filter(|share| *share > 0.0 && *share < 1.0)
        .ok_or_else(|| "expected a share between 0 and 1, as 0.7 or 70%".to_owned())
}

/// The unit of the progress bar: games of a player that looks at every move once; slower games count more.
pub(super) const UNIT: &str = "quick games";

/// Advances the bar, and lengthens it if more games are needed than planned.
pub(super) fn advance(progress: &ProgressBar, more: u64) {
    progress.inc(more);
    if progress
        .length()
        .is_some_and(|length| progress.position() > length)
    {
        progress.set_length(progress.position());
    }
}

pub(super) fn read(level: &str) -> anyhow::Result<Level> {
    let rules = LevelGame::from_options(&level_options(level)?).map_err(WrongUse::because)?;
    Ok(rules.level().clone())
}

impl Options {
    pub(super) fn plan(&self, matches: &ArgMatches) -> Plan {
        let tier = |agent: &AgentSpec| Tier {
            agent: agent.clone(),
            games: self.games,
        };
        let mut plan = Plan::usual(self.games, value(matches, "seed"));
        if !self.agent.is_empty() {
            plan.tiers = self.agent.iter().map(tier).collect();
        }
        if let Some(casual) = &self.casual {
            plan.casual = Some(tier(casual));
        }
        plan.target = self.target_success;
        plan
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_that_every_limit_or_none_reaches_are_refused() {
        assert!(target("0").is_err() && target("100%").is_err() && target("0.7").is_ok());
    }
}
