//! The binding behind the Python package `quincunx`: sessions, players, solvers and the laboratory.
//!
//! Everything stands on [`DynSession`](quincunx_core::DynSession) and the list of games; no rule is written
//! here, and no game is named. Errors of the library become `ValueError` with the same text. Whatever may
//! take long runs on a thread of its own while the interpreter's lock is released, and ends when a signal's
//! handler raises, as Ctrl-C does (`stop.rs`).

mod agent;
mod environment;
mod environments;
mod error;
mod exact;
mod file;
mod game;
mod kept;
mod laboratory;
mod level;
mod network;
mod options;
mod picture;
mod results;
mod session;
mod solver;
mod standing;
mod stop;

use pyo3::prelude::*;

/// The native half of the package `quincunx`.
#[pymodule(name = "_native")]
mod native {
    #[pymodule_export]
    use super::agent::{Agent, Analysis, Judgement};
    #[pymodule_export]
    use super::environment::Environment;
    #[pymodule_export]
    use super::environments::{Environments, Told, episode_seed};
    #[pymodule_export]
    use super::exact::{Table, Worth, exact, worth};
    #[pymodule_export]
    use super::file::{Claim, read, write};
    #[pymodule_export]
    use super::game::{AgentKind, Game, Option_, games};
    #[pymodule_export]
    use super::laboratory::{merge, simulate, tournament};
    #[pymodule_export]
    use super::level::{LevelGames, level_games, level_report};
    #[pymodule_export]
    use super::network::Network;
    #[pymodule_export]
    use super::picture::{Effect, Face, Tray, View};
    #[pymodule_export]
    use super::results::Results;
    #[pymodule_export]
    use super::session::{Outcome, Session, new, replay, restore};
    #[pymodule_export]
    use super::solver::Solver;
    #[pymodule_export]
    use super::standing::Standing;
    use quincunx_registry::tablebase;

    use super::{Bound, PyModule, PyModuleMethods, PyResult};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        if let Some(folder) = std::env::var_os(tablebase::FOLDER_VARIABLE).filter(|folder| !folder.is_empty())
        {
            // Whoever has named one before has decided.
            let _ = tablebase::set_folder(folder.into());
        }
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
