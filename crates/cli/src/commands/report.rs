//! `quincunx report RESULT…`: a page of charts and tables about simulations and tournaments.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use clap::{ArgMatches, Command};

use crate::args::{files_arg, path_option, paths, value};
use crate::charts::report::{Event, Source, page};
use crate::files::results_file::ResultsFile;
use crate::files::{write, wrong_extension};

/// The most results of a page: each has a letter.
const MAX_RESULTS: usize = 26;

pub(crate) fn command(command: Command) -> Command {
    command
        .about("Write a page with charts and tables about simulations and tournaments")
        .long_about(
            "Writes a page about results of `quincunx simulate`, `quincunx tournament` or `quincunx merge`: outcomes, the \
             distributions of points, lengths and other figures, and how certain the means are. Results of one game are \
             drawn side by side; with one seed, the first is compared with each other game by game. A tournament has ratings \
             with their intervals, the cross table and the rounds. The page is a single file that needs no network, and \
             every chart is a table too.",
        )
        .after_help(
            "Examples:\n  \
             quincunx simulate 2048 --agent random --out a.json\n  \
             quincunx simulate 2048 --agent level:3 --out b.json\n  \
             quincunx report a.json b.json --out report.html\n  \
             quincunx tournament quartet --agents random greedy mcts --out t.json\n  \
             quincunx report t.json --out t.html",
        )
        .arg(files_arg("result", "RESULT", "Results that were saved as .json"))
        .arg(path_option("out", "FILE", "Page to write, .html; an existing one is replaced").required(true))
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let out: PathBuf = value(matches, "out");
    let shown = out.display();
    // Results must not be overwritten by a page.
    if out.extension().is_none_or(|extension| extension != "html") {
        return Err(wrong_extension(&out, ".html"));
    }
    let paths = paths(matches, "result");
    if paths.len() > MAX_RESULTS {
        let count = paths.len();
        bail_misuse!("expected at most {MAX_RESULTS} results, found {count}");
    }
    let (mut sources, mut events) = (Vec::new(), Vec::new());
    for path in paths {
        let name = path.display().to_string();
        match ResultsFile::read(path)? {
            ResultsFile::Run(results) => sources.push(Source {
                number: sources.len(),
                name,
                results,
            }),
            ResultsFile::Tournament(standing) => events.push(Event { name, standing }),
            ResultsFile::Level(_) => {
                bail!("{name} has games of a level: `quincunx merge {name} --out PAGE.html` makes their page")
            }
        }
    }
    write(&out, &page(&sources, &events))?;
    writeln!(crate::output::stdout(), "{shown} is written")?;
    Ok(ExitCode::SUCCESS)
}
