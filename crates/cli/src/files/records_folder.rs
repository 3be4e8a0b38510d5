//! A folder with a record of every game of a tournament.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use anyhow::Context as _;
use quincunx_arena::atomic_file::check_writable;
use quincunx_arena::{Pairing, Tournament};
use quincunx_core::DynSession;
use quincunx_search::StopToken;

use super::record_file;

pub(crate) struct RecordsFolder {
    folder: PathBuf,
    /// Stops the tournament if a record cannot be saved.
    stop: StopToken,
    failed: Mutex<Option<anyhow::Error>>,
}

impl RecordsFolder {
    /// Creates the folder if necessary; if it has records already, new ones are added only if `mixed`.
    pub(crate) fn create(folder: PathBuf, mixed: bool, stop: StopToken) -> anyhow::Result<Self> {
        let about = || folder.display().to_string();
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot create the folder {}", about()))?;
        for file in std::fs::read_dir(&folder).with_context(about)? {
            let path = file.with_context(about)?.path();
            if !mixed && path.extension().is_some_and(|extension| extension == "record") {
                anyhow::bail!("{} already has records; --force adds to them", about());
            }
        }
        check_writable(&folder.join("record"))
            .with_context(|| format!("cannot save records in {}", about()))?;
        Ok(Self {
            folder,
            stop,
            failed: Mutex::default(),
        })
    }

    pub(crate) fn save(&self, tournament: &Tournament, pairing: &Pairing, session: &dyn DynSession) {
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

    pub(crate) fn finish(self) -> anyhow::Result<()> {
        let failed = self.failed.into_inner().unwrap_or_else(PoisonError::into_inner);
        failed.map_or(Ok(()), Err)
    }
}
