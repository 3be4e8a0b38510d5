//! `quincunx merge PART…`: merges the parts of a run, a tournament or a level's report.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{ArgMatches, Command};
use quincunx_arena::{Results, Standing};
use quincunx_match3::levels::report::Experiment;

use crate::args::{check_output, files_arg, force_arg, json_arg, out_arg, path, paths};
use crate::charts;
use crate::files::results_file::{self, MAX_ROWS, OutputKind, ResultsFile};
use crate::files::rows::{self, ResultsFormat};
use crate::files::write;
use crate::output::tournament::TournamentPrinter;
use crate::output::{level_report, simulation};

const UNCHANGED: &str = "the parts are unchanged";

pub(crate) fn command(command: Command) -> Command {
    command
        .about("Merge the parts of a run, a tournament or a level's report")
        .long_about(
            "Merges parts in any order: the whole is byte for byte what one machine would have saved. Parts of different runs, or \
             with a game in common, are refused. A single part is printed, or written in another format.",
        )
        .after_help(
            "Examples:\n  \
             quincunx merge part-*.json --out run.json\n  \
             quincunx merge run.json --out games.parquet\n  \
             quincunx merge game-part-*.json --out tournament.json    parts of `tournament --shard`\n  \
             quincunx merge level-part-*.json --out games.json        parts of `level report --shard`\n  \
             quincunx merge games.json --out report.html",
        )
        .arg(files_arg(
            "part",
            "PART",
            "Results of `quincunx simulate`, `tournament` or `level report` with --out PART.json",
        ))
        .arg(out_arg("Merged results: .json, or a row per game as .csv or .parquet, or a level's page as .html"))
        .arg(force_arg("Replace FILE if it exists"))
        .arg(json_arg())
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let paths = paths(matches, "part");
    match ResultsFile::read(paths[0])? {
        ResultsFile::Run(first) => merge_run(&paths, first, matches)?,
        ResultsFile::Tournament(first) => merge_tournament(&paths, first, matches)?,
        ResultsFile::Level(first) => merge_level(&paths, first, matches)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn merge_run(paths: &[&Path], first: Results, matches: &ArgMatches) -> anyhow::Result<()> {
    let out = path(matches, "out");
    // Before all parts are read, which may take long.
    if let Some(out) = out {
        ResultsFormat::of(out, true)?;
        check_output(out, matches)?;
    }
    let results = results_file::merge(paths, first)?;
    if let Some(out) = out {
        let format = ResultsFormat::of(out, results.part.rows.is_some())?;
        let rows = results.part.rows.as_ref().map_or(0, Vec::len) as u64;
        if format == ResultsFormat::Json && rows > MAX_ROWS {
            bail_misuse!(
                "expected at most {MAX_ROWS} rows for a .json file, found {rows}: write .csv or .parquet"
            );
        }
        rows::save(out, format, &results.run, &results.part).context(UNCHANGED)?;
    }
    simulation::print(&results, matches.get_flag("json"))
}

fn merge_tournament(paths: &[&Path], first: Standing, matches: &ArgMatches) -> anyhow::Result<()> {
    let out = path(matches, "out");
    if let Some(out) = out {
        results_file::check_json(out)?;
        check_output(out, matches)?;
    }
    let standing = results_file::merge(paths, first)?;
    if let Some(out) = out {
        results_file::save(out, &standing).context(UNCHANGED)?;
    }
    TournamentPrinter::start(&standing, matches.get_flag("json"))?.finish(&standing)?;
    let left = standing.next_games().len();
    if left > 0 {
        eprintln!(
            "{left} games come next: `quincunx tournament` continues with the merged file as --out, or plays a --shard with \
             it as --from"
        );
    }
    Ok(())
}

fn merge_level(paths: &[&Path], first: Experiment, matches: &ArgMatches) -> anyhow::Result<()> {
    let out = path(matches, "out");
    let kind = out.map(OutputKind::of).transpose()?;
    if let Some(out) = out {
        check_output(out, matches)?;
    }
    let experiment = results_file::merge(paths, first)?;
    if let Some((out, OutputKind::Games)) = out.zip(kind) {
        results_file::save(out, &experiment).context(UNCHANGED)?;
    }
    let page: Option<&Path> = out.filter(|_| matches!(kind, Some(OutputKind::Page)));
    let report = experiment.report().into();
    if let Some(page) = page {
        write(page, &charts::level_report::page(&report))?;
    }
    level_report::print(&report, page, matches.get_flag("json"))?;
    let left = experiment.games_left();
    if left > 0 {
        eprintln!(
            "{left} games are missing: `quincunx level report` continues with the merged file as --out, or plays a --shard \
             with it as --from"
        );
    }
    Ok(())
}
