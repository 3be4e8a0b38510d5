//! Tables of people's success.

use std::path::Path;

use anyhow::Context as _;
use quincunx_arena::text_file;
use quincunx_match3::levels::SHIPPED;
use quincunx_match3::levels::report::{
    Calibration, CalibrationError, Experiment, KnownSuccess, Plan, Sample, TableError,
};

use super::games;
use crate::output::failure::WrongUse;

pub(super) struct Known {
    pub(super) experiment: Experiment,
    row: KnownSuccess,
}

impl Known {
    pub(super) fn sample(self) -> Sample {
        Sample {
            figures: self.experiment.report().tiers,
            level: self.row.level,
            success: self.row.success,
            attempts: self.row.attempts,
        }
    }
}

/// Reads a [table](KnownSuccess::parse_table), whose levels are names, or paths relative to it. Saved games
/// must be of the plan but for its target; other levels play its tiers alone.
pub(super) fn read(path: &Path, plan: &Plan) -> anyhow::Result<Vec<Known>> {
    let tiers = plan.of_tiers_alone().map_err(WrongUse::because)?;
    let file = path.display();
    let wrong = |line: u64, what: &str| WrongUse::error(format!("{file}:{line}: {what}"));
    let text = text_file::read(path).with_context(|| format!("cannot read {file}"))?;
    let rows = KnownSuccess::parse_table(&text).map_err(|error| match error {
        TableError::Line { line, reason } => wrong(line, &reason),
        error => WrongUse::error(format!("{file}: {error}")),
    })?;
    let mut known: Vec<Known> = Vec::new();
    for row in rows {
        let (line, name) = (row.line, &row.level);
        let experiment = if SHIPPED.iter().any(|shipped| shipped.name == *name) {
            games::experiment(name, &tiers)
        } else {
            let beside = path.parent().unwrap_or(Path::new("")).join(name);
            let plan = if games::are_in(&beside) { plan } else { &tiers };
            games::other_experiment(&beside.display().to_string(), plan)
        };
        let experiment = experiment.map_err(|error| wrong(line, &format!("{error:#}")))?;
        if let Some(twin) = known
            .iter()
            .find(|other| other.experiment.level().plays_like(experiment.level()))
        {
            // A level that is also in the fit tests nothing when it is left out.
            let first = twin.row.line;
            return Err(wrong(
                line,
                &format!(
                    "`{name}` is the level of line {first} again, and should have one line with all attempts"
                ),
            ));
        }
        known.push(Known { experiment, row });
    }
    if known.len() < Calibration::MIN_LEVELS {
        // Before hours of playing.
        let error = CalibrationError::TooFew(known.len());
        return Err(WrongUse::error(format!("{file}: {error}")));
    }
    Ok(known)
}
