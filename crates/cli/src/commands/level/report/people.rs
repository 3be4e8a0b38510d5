//! Tables of people's success.

use std::path::Path;

use anyhow::Context as _;
use quincunx_arena::text_file;
use quincunx_match3::levels::SHIPPED;
use quincunx_match3::levels::report::{Calibration, CalibrationError, Experiment, Plan, Sample};

use super::games;
use super::options::share;
use crate::output::failure::WrongUse;

pub(super) struct Known {
    pub(super) experiment: Experiment,
    name: String,
    success: f64,
    attempts: Option<u64>,
}

impl Known {
    pub(super) fn sample(self) -> Sample {
        Sample {
            figures: self.experiment.report().tiers,
            level: self.name,
            success: self.success,
            attempts: self.attempts,
        }
    }
}

/// Reads a table with the columns `level` (a name, or a path relative to the table), `success` and, if known,
/// `attempts`. Saved games must be of the plan but for its target; other levels play its tiers alone.
pub(super) fn read(path: &Path, plan: &Plan) -> anyhow::Result<Vec<Known>> {
    let tiers = plan.of_tiers_alone().map_err(WrongUse::because)?;
    let wrong = |line: u64, what: &str| WrongUse::error(format!("{}:{line}: {what}", path.display()));
    let text = text_file::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut reader = csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let heads = reader
        .headers()
        .map_err(|error| wrong(1, &error.to_string()))?
        .clone();
    let column = |name: &str| heads.iter().position(|head| head.eq_ignore_ascii_case(name));
    let needed = |name: &str| {
        column(name).ok_or_else(|| {
            let heads: Vec<&str> = heads.iter().collect();
            let heads = heads.join(", ");
            wrong(1, &format!("there is no column `{name}` among [{heads}]; there should be level and success, and attempts if known"))
        })
    };
    let (level, success) = (needed("level")?, needed("success")?);
    let attempts = column("attempts");
    let mut known: Vec<Known> = Vec::new();
    let mut lines = Vec::new();
    for row in reader.records() {
        let row = row.map_err(|error| WrongUse::error(format!("{}: {error}", path.display())))?;
        let line = row.position().map_or(0, csv::Position::line);
        let value = |column: usize| row.get(column).unwrap_or("");
        let name = value(level);
        let experiment = if SHIPPED.iter().any(|shipped| shipped.name == name) {
            games::experiment(name, &tiers)
        } else {
            let beside = path.parent().unwrap_or(Path::new("")).join(name);
            let plan = if games::are_in(&beside) { plan } else { &tiers };
            games::other_experiment(&beside.display().to_string(), plan)
        };
        let of_attempts = attempts.map(value).filter(|text| !text.is_empty());
        let of_attempts = of_attempts.map(|text| {
            let number: Option<u64> = text.parse().ok().filter(|&number| number > 0);
            number.ok_or_else(|| {
                wrong(
                    line,
                    &format!("attempts are `{text}`, and should be a whole number above 0"),
                )
            })
        });
        let experiment = experiment.map_err(|error| wrong(line, &format!("{error:#}")))?;
        if let Some(twin) = known
            .iter()
            .position(|other| other.experiment.level() == experiment.level())
        {
            // A level that is also in the fit tests nothing when it is left out.
            let first = lines[twin];
            return Err(wrong(
                line,
                &format!(
                    "`{name}` is the level of line {first} again, and should have one line with all attempts"
                ),
            ));
        }
        lines.push(line);
        known.push(Known {
            experiment,
            name: name.to_owned(),
            success: share(value(success)).ok_or_else(|| {
                let text = value(success);
                wrong(
                    line,
                    &format!("success is `{text}`, and should be a share from 0 to 1, as 0.63 or 63%"),
                )
            })?,
            attempts: of_attempts.transpose()?,
        });
    }
    if known.len() < Calibration::LEAST {
        // Before hours of playing.
        return Err(WrongUse::because(CalibrationError::TooFew(known.len())));
    }
    Ok(known)
}
