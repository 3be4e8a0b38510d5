//! Where a tournament is held: who keeps it safe while it is played.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, anyhow};
use quincunx_arena::tournament::PartsError;
use quincunx_arena::{Pairing, Standing, Tournament};
use quincunx_core::DynSession;
use quincunx_search::StopToken;

use crate::merge::there_and_here;
use crate::results_file;
use crate::{record_file, whole_file};

/// Begins a tournament, or goes on with the one in a file that is there.
pub(super) fn begun(tournament: &Tournament, out: Option<&Path>, force: bool) -> anyhow::Result<Standing> {
    let Some(path) = out.filter(|path| path.exists() && !force) else {
        return Ok(Standing::new(tournament.clone()));
    };
    let before = read(tournament, path).with_context(|| {
        format!(
            "{} is there already, and stays as it is (--force writes over it)",
            path.display()
        )
    })?;
    eprintln!(
        "going on with {}, games so far: {}",
        path.display(),
        before.games().len()
    );
    Ok(before)
}

/// Reads games of a tournament.
pub(super) fn read(tournament: &Tournament, path: &Path) -> anyhow::Result<Standing> {
    let before = Standing::parse(&results_file::text(path)?).with_context(|| path.display().to_string())?;
    Standing::merge([Standing::new(tournament.clone()), before]).map_err(|error| match error {
        PartsError::Tournament { difference, .. } => anyhow!(
            "the games in {} are of another tournament: {}",
            path.display(),
            there_and_here(&difference)
        ),
        error => error.into(),
    })
}

/// Saves a tournament, whole or not at all.
pub(super) fn save(path: &Path, standing: &Standing) -> anyhow::Result<()> {
    whole_file::write_by(path, |file| standing.write(file))
        .with_context(|| format!("cannot save the tournament to {}", path.display()))
}

/// A folder of records.
pub(super) struct Records {
    folder: PathBuf,
    /// Ends the tournament when a record cannot be saved.
    stop: StopToken,
    failed: Mutex<Option<anyhow::Error>>,
}

impl Records {
    /// Makes the folder if need be; records of other games are not mixed with these unless that is wanted.
    pub(super) fn in_folder(folder: PathBuf, mixed: bool, stop: StopToken) -> anyhow::Result<Self> {
        let about = || folder.display().to_string();
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot make the folder {}", about()))?;
        for file in std::fs::read_dir(&folder).with_context(about)? {
            let path = file.with_context(about)?.path();
            if !mixed && path.extension().is_some_and(|extension| extension == "record") {
                anyhow::bail!("{} has records already; --force adds these to them", about());
            }
        }
        Ok(Self {
            folder,
            stop,
            failed: Mutex::default(),
        })
    }

    /// Saves a game; where that is not possible, what was played still counts.
    pub(super) fn save(&self, tournament: &Tournament, pairing: &Pairing, session: &dyn DynSession) {
        let players = (1..).zip(&pairing.seats);
        let mut tags: Vec<(String, String)> = players
            .map(|(seat, &agent)| (format!("player-{seat}"), tournament.agents[agent].clone()))
            .collect();
        let (round, seed) = (pairing.round + 1, pairing.number + 1);
        tags.push(("round".to_owned(), round.to_string()));
        tags.push(("opening".to_owned(), tournament.opening.to_string()));
        let seats: Vec<String> = pairing.seats.iter().map(|seat| (seat + 1).to_string()).collect();
        let name = format!(
            "{}-round-{round}-seed-{seed}-players-{}.record",
            tournament.game,
            seats.join("-")
        );
        if let Err(error) = record_file::save(&self.folder.join(name), &session.record(tags).to_text()) {
            let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
            failed.get_or_insert(error);
            self.stop.stop();
        }
    }

    /// Tells why a record could not be saved, if one could not.
    pub(super) fn failure(self) -> Option<anyhow::Error> {
        self.failed.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
