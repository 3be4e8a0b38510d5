//! The report of a level as text for people, or as JSON.

use std::io::{self, Write};
use std::path::Path;

use quincunx_match3::levels::report::{
    Band, Best, Calibration, Differences, Estimate, Figures, Luck, Measure, Prediction, Rate, Report, Share,
    Skill, Target, Verdict,
};

use serde_json::json;

use super::numbers::{
    decimal, interval, percent, percentage_points, percents, pluralize, point_range, whole,
};
use super::print_json;
use super::table::Table;

/// The report of a level with its comparison and its calibration by people.
pub(crate) struct LevelReport {
    pub(crate) report: Report,
    /// Another level, and its differences.
    pub(crate) other: Option<(Report, Vec<Differences>)>,
    /// The calibration, and its prediction for the level.
    pub(crate) calibration: Option<(Calibration, Option<Prediction>)>,
}

impl From<Report> for LevelReport {
    fn from(report: Report) -> Self {
        Self {
            report,
            other: None,
            calibration: None,
        }
    }
}

/// Prints a report as text, with the page that was written, or as JSON.
pub(crate) fn print(report: &LevelReport, page: Option<&Path>, json: bool) -> anyhow::Result<()> {
    if !json {
        let mut output = io::stdout().lock();
        write_all(report, &mut output)?;
        if let Some(page) = page {
            writeln!(output, "\n{} is written", page.display())?;
        }
        return Ok(output.flush()?);
    }
    let (other, differences) = report
        .other
        .as_ref()
        .map(|(other, differences)| (other, differences))
        .unzip();
    let calibration = report.calibration.as_ref();
    let (calibration, prediction) = calibration.map(|(fit, prediction)| (fit, prediction)).unzip();
    print_json(&json!({
        "report": report.report,
        "other": other,
        "differences": differences,
        "calibration": calibration,
        "prediction": prediction,
    }))
}

fn write_all(all: &LevelReport, output: &mut dyn Write) -> io::Result<()> {
    write_report(&all.report, output)?;
    if let Some((other, differences)) = &all.other {
        writeln!(output)?;
        write_report(other, output)?;
        writeln!(
            output,
            "\n{} less {}, on the same seeds",
            name(other),
            name(&all.report)
        )?;
        for of_player in differences {
            writeln!(output, "\n{} ({} games)", of_player.agent, whole(of_player.games))?;
            differences_table(of_player).write(output)?;
        }
    }
    if let Some((calibration, prediction)) = &all.calibration {
        writeln!(
            output,
            "\ncalibration by people's success on {} levels",
            calibration.levels.len()
        )?;
        predictors(calibration).write(output)?;
        writeln!(output, "{}", describe_fit(calibration))?;
        writeln!(output)?;
        calibrated_levels(calibration).write(output)?;
        if let Some(prediction) = prediction {
            writeln!(output, "\n{}", describe_prediction(prediction))?;
        }
    }
    Ok(())
}

fn write_report(report: &Report, output: &mut dyn Write) -> io::Result<()> {
    writeln!(output, "{}", headline(report))?;
    if !report.is_whole {
        writeln!(output, "{INCOMPLETE}")?;
    }
    for table in [success(report), moves_left(report), goals(report), play(report)] {
        writeln!(output)?;
        table.write(output)?;
    }
    if let Some(casual) = report.casual.as_ref().filter(|_| !report.bands.is_empty()) {
        writeln!(output, "\n{}", bands_caption(casual))?;
        bands(&report.bands).write(output)?;
    }
    if let Some(skill) = &report.skill {
        writeln!(output)?;
        skills(skill).write(output)?;
        writeln!(
            output,
            "{}\n{}",
            describe_sensitivity(skill),
            describe_crowd(skill)
        )?;
    }
    if let Some(luck) = &report.luck {
        writeln!(output, "\n{}", describe_luck(luck))?;
    }
    if let Some(target) = &report.target {
        writeln!(output, "\n{}", describe_target(target))?;
    }
    Ok(())
}

/// The note on a report that was interrupted.
pub(crate) const INCOMPLETE: &str = "not all games were played; missing figures are left out";

fn name(report: &Report) -> &str {
    match report.level.name.as_str() {
        "" => "a level",
        name => name,
    }
}

/// Describes the level and its seed.
pub(crate) fn headline(report: &Report) -> String {
    let level = &report.level;
    format!(
        "{}: {}×{}, {}: {}; seed {}",
        name(report),
        level.columns,
        level.rows,
        pluralize(level.limit.into(), "move"),
        level.goals.join(", "),
        report.seed
    )
}

fn of_tiers(report: &Report, heads: &[&str], row: impl Fn(&Figures) -> Vec<String>) -> Table {
    let rows = report.tiers.iter().map(|tier| {
        let mut cells = vec![tier.agent.clone()];
        cells.extend(row(tier));
        cells
    });
    Table::new(heads.iter().copied(), rows)
}

fn maybe<T>(value: Option<T>, format: impl Fn(T) -> String) -> String {
    value.map_or_else(|| "–".to_owned(), format)
}

/// Returns the table of success and attempts.
pub(crate) fn success(report: &Report) -> Table {
    let heads = [
        "player",
        "games",
        "success",
        "95 % interval",
        "attempts",
        "median",
        "95 %",
        "near misses",
    ];
    of_tiers(report, &heads, |tier| {
        let attempts = tier.attempts;
        vec![
            whole(tier.games),
            percent(tier.success.value),
            percents((tier.success.low, tier.success.high)),
            attempts
                .mean
                .map_or_else(|| format!("> {}", decimal(attempts.low)), decimal),
            maybe(attempts.median, whole),
            attempts
                .p95
                .map_or_else(|| format!("≥ {}", whole(attempts.p95_low)), whole),
            percent(tier.near_misses.value),
        ]
    })
}

/// Returns the table of moves left.
pub(crate) fn moves_left(report: &Report) -> Table {
    let heads = [
        "moves left when reached",
        "least",
        "5 %",
        "25 %",
        "median",
        "75 %",
        "95 %",
        "most",
        "best 5 % need",
        "95 % interval",
    ];
    of_tiers(report, &heads, |tier| {
        let mut cells = match tier.moves_left {
            None => vec!["–".to_owned(); 7],
            Some(left) => [
                left.least, left.p5, left.p25, left.p50, left.p75, left.p95, left.most,
            ]
            .map(whole)
            .to_vec(),
        };
        cells.extend(best(tier.best));
        cells
    })
}

/// Formats the moves that the best games need, and their interval.
fn best(best: Best) -> [String; 2] {
    best.moves.map_or_else(
        || [format!("> {}", best.tried), "–".to_owned()],
        |moves| [decimal(moves.value), interval((moves.low, moves.high))],
    )
}

/// Returns the table of goals.
pub(crate) fn goals(report: &Report) -> Table {
    let heads = [
        "goal",
        "player",
        "done",
        "last of those reached",
        "missed of those missed",
        "decides",
    ];
    let rows = report.tiers.iter().flat_map(|tier| {
        tier.goals.iter().map(|goal| {
            let of = |rate: Rate| maybe(Some(rate.value).filter(|_| rate.of > 0), percent);
            vec![
                goal.goal.clone(),
                tier.agent.clone(),
                percent(goal.done.value),
                of(goal.last),
                of(goal.missed),
                of(goal.decides),
            ]
        })
    });
    let mut rows: Vec<Vec<String>> = rows.collect();
    // Players under each other for each goal; their order stays.
    rows.sort_by_key(|row| report.level.goals.iter().position(|goal| *goal == row[0]));
    Table::new(heads, rows)
}

/// Returns the table of play.
pub(crate) fn play(report: &Report) -> Table {
    let heads = [
        "player",
        "points",
        "steps a move",
        "chains",
        "specials made",
        "used",
        "moves to choose",
        "least",
        "deadlocks",
        "reshuffles",
        "stuck",
    ];
    of_tiers(report, &heads, |tier| {
        let cascades = tier.cascades.as_ref();
        vec![
            decimal(tier.points.mean.value),
            maybe(cascades, |cascades| decimal(cascades.steps.mean.value)),
            maybe(cascades, |cascades| percent(cascades.chains.value)),
            decimal(tier.specials_made.value),
            decimal(tier.specials_used.value),
            maybe(tier.legal, |legal| decimal(legal.mean.value)),
            maybe(tier.legal, |legal| whole(legal.least)),
            percent(tier.deadlocks.value),
            decimal(tier.shuffles.value),
            percent(tier.stuck.value),
        ]
    })
}

/// Returns the caption of the table of bands.
pub(crate) fn bands_caption(casual: &str) -> String {
    format!(
        "target bands for casual players: figures of {casual}, attempts and misses of players of several skills"
    )
}

/// Returns the table of the bands.
pub(crate) fn bands(bands: &[Band]) -> Table {
    let rows = bands.iter().map(|band| {
        let text = |value: f64| format_band(band, value);
        let or_more = |from| match band.to {
            Some(to) => format!("{} to {}", text(from), text(to)),
            None => format!("{} or more", text(from)),
        };
        let verdict = match band.verdict {
            Verdict::In => "yes",
            Verdict::Out => "no",
            Verdict::Undecided => "undecided",
        };
        vec![
            band.figure.to_owned(),
            maybe(band.value, text),
            maybe(band.from, or_more),
            match band.is_below {
                true => format!("below {}", text(band.high)),
                false => format!("{} to {}", text(band.low), text(band.high)),
            },
            verdict.to_owned(),
        ]
    });
    Table::new(["figure", "here", "95 % interval", "band", "in it"], rows)
}

/// Formats a value of a figure with a band.
pub(crate) fn format_band(band: &Band, value: f64) -> String {
    match (band.is_difference, band.is_share) {
        (true, _) => percentage_points(value),
        (false, true) => percent(value),
        (false, false) => whole(value as u64),
    }
}

/// Returns the table of success by skill.
pub(crate) fn skills(skill: &Skill) -> Table {
    let rows = skill.by_skill.iter().map(|at| {
        vec![
            decimal(at.skill),
            percent(at.success.value),
            percents((at.success.low, at.success.high)),
        ]
    });
    Table::new(["skill", "success", "95 % interval"], rows)
}

/// Describes the effect of skill.
pub(crate) fn describe_sensitivity(skill: &Skill) -> String {
    let rise = skill.sensitivity;
    let ends = [skill.by_skill.first(), skill.by_skill.last()];
    let [least, most] = ends.map(|at| maybe(at, |at| decimal(at.skill)));
    format!(
        "success of {} rises by {} ({}) from skill {least} to {most}",
        skill.agent,
        percentage_points(rise.value),
        point_range((rise.low, rise.high))
    )
}

/// Describes the success of players of several skills.
pub(crate) fn describe_crowd(skill: &Skill) -> String {
    let people = skill.people;
    let text = |estimate: Estimate| {
        format!(
            "{} ({})",
            percent(estimate.value),
            percents((estimate.low, estimate.high))
        )
    };
    let through = match (people.p95, people.p95_high) {
        (Some(p95), Some(high)) => format!("{p95} attempts ({} to {high})", people.p95_low),
        (Some(p95), None) => format!("{p95} attempts ({} or more)", people.p95_low),
        (None, _) => format!("at least {} attempts, if ever", people.p95_low),
    };
    format!(
        "of players spread evenly over these skills {} succeed at once, {} miss three times in a row, and 95 % pass \
         after {through}",
        text(people.success),
        text(people.three_misses),
    )
}

/// Describes the least share of luck: late spawns of two games of one seed are unrelated and not counted.
pub(crate) fn describe_luck(luck: &Luck) -> String {
    let text = |share: Option<Share>| {
        maybe(share, |share| {
            format!(
                "at least {} ({})",
                percent(share.share.value),
                percents((share.share.low, share.share.high))
            )
        })
    };
    format!(
        "share of luck, from {} games played {} times each by the casual player: in success {}, in points {}; \
         late spawns, which attempts at a game do not share, are not counted",
        whole(luck.games),
        luck.attempts,
        text(luck.success),
        text(luck.points)
    )
}

/// Describes the limit of moves for the target success.
pub(crate) fn describe_target(target: &Target) -> String {
    let target_text = format!("{} success of {}", percent(target.success), target.agent);
    let at = |limit| {
        maybe(target.success_under(limit), |at| {
            format!("{} ({})", percent(at.value), percents((at.low, at.high)))
        })
    };
    let Some(limit) = target.limit else {
        let sure = match target.low {
            Some(low) => format!("it may be {low} moves or more"),
            None => format!("it is more than {} moves, if there is one", target.tried),
        };
        return format!(
            "limit for {target_text}: none up to {} moves, which give {}; with 95 % confidence {sure}",
            target.tried,
            at(target.tried)
        );
    };
    let ends = match (target.low, target.high) {
        (Some(low), Some(high)) => format!("from {low} to {high}"),
        (Some(low), None) => format!("from {low} on"),
        _ => "any".to_owned(),
    };
    let how = if target.looks_at_limit {
        "; this player considers the limit, so each limit was played"
    } else {
        ""
    };
    let at = at(limit);
    format!("limit for {target_text}: {limit} moves, which give {at}; with 95 % confidence it is {ends}{how}")
}

/// Returns the table of differences of a player.
pub(crate) fn differences_table(of_player: &Differences) -> Table {
    let rows = of_player.figures.iter().map(|figure| {
        let one = if figure.is_share { percent } else { decimal };
        let apart = if figure.is_share {
            percentage_points
        } else {
            decimal
        };
        let ends = if figure.is_share { point_range } else { interval };
        vec![
            figure.figure.to_owned(),
            one(figure.one),
            one(figure.other),
            apart(figure.difference.value),
            ends((figure.difference.low, figure.difference.high)),
        ]
    });
    Table::new(["figure", "level", "other", "difference", "95 % interval"], rows)
}

/// Returns the name of a predicting figure.
pub(crate) const fn measure_name(figure: Measure) -> &'static str {
    match figure {
        Measure::Success => "success (logit)",
        Measure::BestMovesLeft => "best 5 %: moves left",
    }
}

/// Returns the table of predicting figures.
pub(crate) fn predictors(calibration: &Calibration) -> Table {
    let rows = calibration.predictors.iter().map(|one| {
        vec![
            one.agent.clone(),
            measure_name(one.figure).to_owned(),
            maybe(one.rank_correlation, decimal),
            percentage_points(one.error),
            percentage_points(one.left_out_error),
            decimal(one.intercept),
            decimal(one.slope),
        ]
    });
    Table::new(
        [
            "player",
            "figure",
            "rank correlation",
            "error",
            "left out",
            "a",
            "b",
        ],
        rows,
    )
}

/// Describes the errors of predictions for levels outside the fit.
pub(crate) fn describe_fit(calibration: &Calibration) -> String {
    let verdict = if calibration.beats_baseline() {
        ""
    } else {
        ": these figures do not predict people"
    };
    format!(
        "left-out error: {} by the best figure of the other levels, {} by their mean{verdict}",
        percentage_points(calibration.error),
        percentage_points(calibration.baseline)
    )
}

/// Returns the table of levels with their predictions by the best figure, and by the fit of the other levels.
pub(crate) fn calibrated_levels(calibration: &Calibration) -> Table {
    let best = calibration.predictors.first();
    let rows = calibration
        .levels
        .iter()
        .enumerate()
        .map(|(place, (level, success))| {
            vec![
                level.clone(),
                percent(*success),
                maybe(best, |best| percent(best.fitted[place])),
                percent(calibration.foretold[place]),
            ]
        });
    Table::new(["level", "people", "best figure", "other levels"], rows)
}

/// Describes the prediction for the level.
pub(crate) fn describe_prediction(prediction: &Prediction) -> String {
    let success = prediction.success;
    let others = if prediction.is_known {
        "; the level is in the table and was left out of this fit"
    } else {
        ""
    };
    format!(
        "predicted success of people: {} ({}), by {} of {}{others}",
        percent(success.value),
        percents((success.low, success.high)),
        measure_name(prediction.figure),
        prediction.agent
    )
}
