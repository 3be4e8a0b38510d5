//! `quincunx completions` and `quincunx man`: what an installed program brings beside itself.
//!
//! Both describe all commands, so they stand beside these.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use clap_complete::Shell;

use crate::output::stdout;

const COMPLETIONS: &str = "completions";
const MAN: &str = "man";

#[derive(Args)]
struct CompletionsOptions {
    /// Shell whose script to print
    #[arg(value_enum)]
    shell: Shell,
}

#[derive(Args)]
struct ManOptions {
    /// Folder for the pages; it is made if there is none
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Returns both commands.
pub(crate) fn commands() -> [Command; 2] {
    let completions = Command::new(COMPLETIONS)
        .about("Print a script with which a shell completes commands and options")
        .after_help(
            "Examples:\n  \
             quincunx completions bash > ~/.local/share/bash-completion/completions/quincunx\n  \
             quincunx completions zsh > ~/.zfunc/_quincunx\n  \
             quincunx completions fish > ~/.config/fish/completions/quincunx.fish",
        );
    let man = Command::new(MAN)
        .about("Write the manual pages of all commands")
        .after_help(
            "Examples:\n  \
             quincunx man --out ~/.local/share/man/man1\n  \
             man quincunx-serve",
        );
    [
        CompletionsOptions::augment_args(completions),
        ManOptions::augment_args(man),
    ]
}

/// Runs one of the commands on the whole program; `None` when the name is of neither.
pub(crate) fn run(
    name: &str,
    matches: &ArgMatches,
    program: fn() -> Command,
) -> Option<anyhow::Result<ExitCode>> {
    match name {
        COMPLETIONS => Some(print_completions(matches, program())),
        MAN => Some(write_pages(matches, program())),
        _ => None,
    }
}

fn print_completions(matches: &ArgMatches, mut program: Command) -> anyhow::Result<ExitCode> {
    let CompletionsOptions { shell } = CompletionsOptions::from_arg_matches(matches)?;
    let name = program.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut program, name, &mut script);
    stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

fn write_pages(matches: &ArgMatches, program: Command) -> anyhow::Result<ExitCode> {
    let ManOptions { out } = ManOptions::from_arg_matches(matches)?;
    let cannot = || format!("cannot write the manual pages to {}", out.display());
    fs::create_dir_all(&out).with_context(cannot)?;
    clap_mangen::generate_to(program, &out).with_context(cannot)?;
    Ok(ExitCode::SUCCESS)
}
