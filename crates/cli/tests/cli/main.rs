//! The program as scripts, terminals and other programs meet it.

mod analyze;
mod book;
#[cfg(unix)]
mod cluster;
mod commands;
mod common;
mod exact;
mod external_players;
mod foreign_texts;
mod grade;
mod grade_classes;
#[cfg(unix)]
mod java;
#[cfg(unix)]
mod java_suites;
mod level_report;
mod report;
mod server;
mod simulate;
mod solve;
#[cfg(unix)]
mod suites;
#[cfg(unix)]
mod terminal;
mod tournament;
mod tournament_shares;
mod train;
mod weights;
