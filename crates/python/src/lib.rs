//! The binding behind the Python package `quincunx`: sessions, players, solvers and simulations.
//!
//! Everything stands on [`DynSession`](quincunx_core::DynSession) and the list of games. Errors of the
//! library become `ValueError` with the same text. Long work runs on a thread of its own without the
//! interpreter's lock, and ends when a signal's handler raises, as Ctrl-C does (`stop.rs`).

#![expect(
    clippy::needless_pass_by_value,
    clippy::too_many_arguments,
    reason = "Python functions own their arguments, and have a keyword for each option"
)]

/// Adds read-only attributes to a class: the name, the type and the value of each.
macro_rules! getters {
    ($class:ident, $this:ident: $($(#[$doc:meta])* $name:ident: $type:ty = $value:expr;)*) => {
        #[pymethods]
        impl $class {
            $(
                $(#[$doc])*
                #[getter]
                fn $name(&self) -> $type {
                    let $this = self;
                    $value
                }
            )*
        }
    };
}

/// Adds `__repr__` to a class, by the arguments of `format!`.
macro_rules! repr {
    ($class:ident, $this:ident: $($arguments:tt)*) => {
        #[pymethods]
        impl $class {
            fn __repr__(&self) -> String {
                let $this = self;
                format!($($arguments)*)
            }
        }
    };
}

/// Adds pickling to a class that is its fields, given with the types in which they are pickled.
macro_rules! pickled {
    ($class:ident { $($field:ident: $type:ty),* $(,)? }) => {
        #[pymethods]
        impl $class {
            #[staticmethod]
            #[pyo3(signature = (fields, /))]
            fn _restore(fields: ($($type,)*)) -> Self {
                let ($($field,)*) = fields;
                Self { $($field: $field.into()),* }
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (($($type,)*),))> {
                let this = slf.get();
                let fields = ($(this.$field.clone().into(),)*);
                Ok((slf.get_type().getattr("_restore")?, (fields,)))
            }
        }
    };
}

mod agent;
mod environment;
mod environments;
mod error;
mod exact;
mod file;
mod game;
mod installed;
mod level;
mod mcts;
mod network;
mod options;
mod picture;
mod played;
mod players;
mod results;
mod saved;
mod session;
mod sessions;
mod simulation;
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
    use super::environments::{BatchArrays, Environments, episode_seed};
    #[pymodule_export]
    use super::exact::{Table, Worth, exact, worth};
    #[pymodule_export]
    use super::file::{Claim, read, write};
    #[pymodule_export]
    use super::game::{AgentKind, Game, Option_, games};
    #[pymodule_export]
    use super::installed::{is_x86_64_v3_wanted, set_networks_folder};
    #[pymodule_export]
    use super::level::{LevelGames, level_games, level_report};
    #[pymodule_export]
    use super::mcts::{Mcts, Search};
    #[pymodule_export]
    use super::network::Network;
    #[pymodule_export]
    use super::options::check_options;
    #[pymodule_export]
    use super::picture::{Effect, Face, Tray, View};
    #[pymodule_export]
    use super::results::Results;
    #[pymodule_export]
    use super::session::{Outcome, Session, new, replay, restore};
    #[pymodule_export]
    use super::sessions::Sessions;
    #[pymodule_export]
    use super::simulation::{merge, simulate, tournament};
    #[pymodule_export]
    use super::solver::Solver;
    #[pymodule_export]
    use super::solver::restore as restore_solver;
    #[pymodule_export]
    use super::standing::Standing;
    use quincunx_registry::tablebase;

    use super::{Bound, PyModule, PyModuleMethods, PyResult};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        if let Some(folder) = std::env::var_os(tablebase::FOLDER_VARIABLE).filter(|folder| !folder.is_empty())
        {
            // The first to set the folder decides.
            let _ = tablebase::set_folder(folder.into());
        }
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
