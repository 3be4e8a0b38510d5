//! The report of a level as text for people, or as JSON.

use std::io::{self, Write};
use std::path::Path;

use quincunx_match3::levels::report::{
    Band, Best, Calibration, Comparison, Differences, Estimate, Figures, Luck, Measure, Prediction, Rate,
    Report, Share, Skill, Target, Verdict,
};

use serde_json::json;

use super::numbers::{
    decimal, interval, percent, percentage_points, percents, pluralize, point_range, whole,
};
use super::print_json;
use super::table::Table;

pub(crate) struct LevelReport {
    pub(crate) report: Report,
    pub(crate) other: Option<Other>,
    pub(crate) calibration: Option<(Calibration, Option<Prediction>)>,
}

/// A level to compare with.
pub(crate) struct Other {
    pub(crate) report: Report,
    pub(crate) differences: Vec<Differences>,
    /// The names of both levels.
    pub(crate) names: [String; 2],
}

impl Other {
    /// Creates it from a comparison, with the names under which the levels were asked for where their own do
    /// not tell them apart; returns also the report of the first level.
    pub(crate) fn of(comparison: Comparison, asked: [&str; 2]) -> (Report, Self) {
        let Comparison {
            one,
            other,
            differences,
            ..
        } = comparison;
        let own = [&one, &other].map(|report| report.level.name.as_str());
        let differ = own[0] != own[1] && !own.contains(&"");
        let names = if differ { own } else { asked }.map(str::to_owned);
        let report = other;
        (
            one,
            Self {
                report,
                differences,
                names,
            },
        )
    }
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

pub(crate) fn print(report: &LevelReport, page: Option<&Path>, json: bool) -> anyhow::Result<()> {
    if !json {
        let mut output = crate::output::stdout();
        write_all(report, &mut output)?;
        if let Some(page) = page {
            writeln!(output, "\n{} is written", page.display())?;
        }
        return Ok(output.flush()?);
    }
    let other = report.other.as_ref();
    let (other, differences) = other.map(|other| (&other.report, &other.differences)).unzip();
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
    if let Some(other) = &all.other {
        writeln!(output)?;
        write_report(&other.report, output)?;
        let (differences, [one, other]) = (&other.differences, &other.names);
        writeln!(output, "\n{other} less {one}, on the same seeds")?;
        for of_player in differences {
            writeln!(
                output,
                "\n{} ({})",
                of_player.agent,
                pluralize(of_player.games, "game")
            )?;
            differences_table(of_player).write(output)?;
        }
    }
    if let Some((calibration, prediction)) = &all.calibration {
        let levels = calibration.levels.len();
        writeln!(output, "\ncalibration by people's success on {levels} levels")?;
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

pub(crate) const INCOMPLETE: &str = "not all games were played; missing figures are left out";

fn name(report: &Report) -> &str {
    match report.level.name.as_str() {
        "" => "a level",
        name => name,
    }
}

pub(crate) fn headline(report: &Report) -> String {
    let (name, level, seed) = (name(report), &report.level, report.seed);
    let (moves, goals) = (pluralize(level.limit.into(), "move"), level.goals.join(", "));
    format!(
        "{name}: {}×{}, {moves}: {goals}; seed {seed}",
        level.columns, level.rows
    )
}

fn of_tiers(report: &Report, heads: &str, row: impl Fn(&Figures) -> Vec<String>) -> Table {
    let rows = report
        .tiers
        .iter()
        .map(|tier| [vec![tier.agent.clone()], row(tier)].concat());
    Table::new(heads.split('|'), rows)
}

/// Formats a share with its interval.
fn share_text(estimate: impl Into<Estimate>) -> String {
    let Estimate { value, low, high } = estimate.into();
    format!("{} ({})", percent(value), percents((low, high)))
}

fn share_range(estimate: impl Into<Estimate>) -> String {
    let Estimate { low, high, .. } = estimate.into();
    percents((low, high))
}

fn maybe<T>(value: Option<T>, format: impl Fn(T) -> String) -> String {
    value.map_or_else(|| "–".to_owned(), format)
}

pub(crate) fn success(report: &Report) -> Table {
    let heads = "player|games|success|95 % interval|attempts|median|95 %|near misses";
    of_tiers(report, heads, |tier| {
        let attempts = tier.attempts;
        let (mean, p95) = (attempts.mean, attempts.p95);
        vec![
            whole(tier.games),
            percent(tier.success.value),
            share_range(tier.success),
            mean.map_or_else(|| format!("> {}", decimal(attempts.low)), decimal),
            maybe(attempts.median, whole),
            p95.map_or_else(|| format!("≥ {}", whole(attempts.p95_low)), whole),
            percent(tier.near_misses.value),
        ]
    })
}

pub(crate) fn moves_left(report: &Report) -> Table {
    let heads = "moves left when reached|least|5 %|25 %|median|75 %|95 %|most|best 5 % need|95 % interval";
    of_tiers(report, heads, |tier| {
        let mut cells = match tier.moves_left {
            None => vec!["–".to_owned(); 7],
            Some(left) => {
                let quantiles = [left.p5, left.p25, left.p50, left.p75, left.p95];
                [&[left.least], &quantiles[..], &[left.most]]
                    .concat()
                    .into_iter()
                    .map(whole)
                    .collect()
            }
        };
        cells.extend(best(tier.best));
        cells
    })
}

fn best(best: Option<Best>) -> [String; 2] {
    let moves = best.and_then(|best| best.moves);
    let interval_text = |moves: Estimate| interval((moves.low, moves.high));
    let tried = || maybe(best, |best| format!("> {}", best.tried));
    [
        moves.map_or_else(tried, |moves| decimal(moves.value)),
        maybe(moves, interval_text),
    ]
}

pub(crate) fn goals(report: &Report) -> Table {
    let heads = "goal|player|done|last of those reached|missed of those missed|decides".split('|');
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

pub(crate) fn play(report: &Report) -> Table {
    let heads = "player|points|steps a move|chains|specials made|used|moves to choose|least|deadlocks|reshuffles|stuck";
    of_tiers(report, heads, |tier| {
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

pub(crate) fn bands_caption(casual: &str) -> String {
    format!(
        "target bands for casual players: figures of {casual}, attempts and misses of players of several skills"
    )
}

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
    Table::new("figure|here|95 % interval|band|in it".split('|'), rows)
}

pub(crate) fn format_band(band: &Band, value: f64) -> String {
    match (band.is_difference, band.is_share) {
        (true, _) => percentage_points(value),
        (false, true) => percent(value),
        (false, false) => whole(value as u64),
    }
}

pub(crate) fn skills(skill: &Skill) -> Table {
    let rows = skill.by_skill.iter().map(|at| {
        vec![
            decimal(at.skill),
            percent(at.success.value),
            share_range(at.success),
        ]
    });
    Table::new(["skill", "success", "95 % interval"], rows)
}

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

pub(crate) fn describe_crowd(skill: &Skill) -> String {
    let people = skill.people;
    let attempts = |count| pluralize(count, "attempt");
    let through = match (people.p95, people.p95_high) {
        (Some(p95), Some(high)) => format!("{} ({} to {high})", attempts(p95), people.p95_low),
        (Some(p95), None) => format!("{} ({} or more)", attempts(p95), people.p95_low),
        (None, _) => format!("at least {}, if ever", attempts(people.p95_low)),
    };
    format!(
        "of players spread evenly over these skills {} succeed at once, {} miss three times in a row, and 95 % pass \
         after {through}",
        share_text(people.success),
        share_text(people.three_misses),
    )
}

/// Describes the least share of luck: late spawns of two games of one seed are unrelated and not counted.
pub(crate) fn describe_luck(luck: &Luck) -> String {
    let text = |share: Option<Share>| maybe(share, |share| format!("at least {}", share_text(share.share)));
    let (games, success, points) = (whole(luck.games), text(luck.success), text(luck.points));
    format!(
        "share of luck, from {games} games played {} times each by the casual player: in success {success}, in points \
         {points}; late spawns, which attempts at a game do not share, are not counted",
        luck.attempts
    )
}

pub(crate) fn describe_target(target: &Target) -> String {
    let target_text = format!("{} success of {}", percent(target.success), target.agent);
    let at = |limit| maybe(target.success_under(limit), share_text);
    let Some(limit) = target.limit else {
        let sure = match target.low {
            Some(low) => format!("it may be {} or more", pluralize(low.into(), "move")),
            None => format!("it is more than {} moves, if there is one", target.tried),
        };
        return format!(
            "limit for {target_text}: none up to {} moves, with {}; with 95 % confidence {sure}",
            target.tried,
            at(target.tried)
        );
    };
    let ends = match (target.low, target.high) {
        (Some(low), Some(high)) => format!("from {low} to {high}"),
        (Some(low), None) => format!("from {low} on"),
        _ => "any".to_owned(),
    };
    let how = match target.looks_at_limit {
        true => "; this player considers the limit, so each limit was played",
        false => "",
    };
    let (moves, at) = (pluralize(limit.into(), "move"), at(limit));
    format!("limit for {target_text}: {moves}, with {at}; with 95 % confidence it is {ends}{how}")
}

pub(crate) fn differences_table(of_player: &Differences) -> Table {
    type Format = (fn(f64) -> String, fn(f64) -> String, fn((f64, f64)) -> String);
    let rows = of_player.figures.iter().map(|figure| {
        let (one, apart, ends): Format = match figure.is_share {
            true => (percent, percentage_points, point_range),
            false => (decimal, decimal, interval),
        };
        vec![
            figure.figure.to_owned(),
            one(figure.one),
            one(figure.other),
            apart(figure.difference.value),
            ends((figure.difference.low, figure.difference.high)),
        ]
    });
    Table::new("figure|level|other|difference|95 % interval".split('|'), rows)
}

pub(crate) const fn measure_name(figure: Measure) -> &'static str {
    match figure {
        Measure::Success => "success (logit)",
        Measure::BestMovesLeft => "best 5 %: moves left",
    }
}

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
        "player|figure|rank correlation|error|left out|a|b".split('|'),
        rows,
    )
}

/// Describes the errors of predictions for levels outside the fit.
pub(crate) fn describe_fit(calibration: &Calibration) -> String {
    let [error, baseline] = [calibration.error, calibration.baseline].map(percentage_points);
    let verdict = match calibration.beats_baseline() {
        true => "",
        false => ": these figures do not predict people",
    };
    format!(
        "left-out error: {error} by the best figure of the other levels, {baseline} by their mean{verdict}"
    )
}

/// Returns the table of levels with their predictions by the best figure, and by the fit of the other levels.
pub(crate) fn calibrated_levels(calibration: &Calibration) -> Table {
    let best = calibration.predictors.first();
    let levels = calibration.levels.iter().enumerate();
    let rows = levels.map(|(place, (level, success))| {
        let fitted = maybe(best, |best| percent(best.fitted[place]));
        vec![
            level.clone(),
            percent(*success),
            fitted,
            percent(calibration.predictions[place]),
        ]
    });
    Table::new("level|people|best figure|other levels".split('|'), rows)
}

pub(crate) fn describe_prediction(prediction: &Prediction) -> String {
    let (figure, agent) = (measure_name(prediction.figure), &prediction.agent);
    let others = match prediction.is_known {
        true => "; the level is in the table and was left out of this fit",
        false => "",
    };
    let success = share_text(prediction.success);
    format!("predicted success of people: {success}, by {figure} of {agent}{others}")
}
