//! A level's report for people, in a terminal.

use std::io::{self, Write};

use quincunx_match3::levels::report::{
    Band, Best, Calibration, Differences, Figures, Luck, Measure, Prediction, Report, Skill, Target, Verdict,
};

use super::Told;
use crate::page::numbers::{decimal, interval, percent, percentage_points, percents, point_range, whole};
use crate::pluralize::pluralize;

/// A table: heads, and rows of as many cells.
pub(super) struct Table {
    pub(super) heads: Vec<&'static str>,
    pub(super) rows: Vec<Vec<String>>,
}

/// Tells all of it.
pub(super) fn tell(told: &Told, output: &mut dyn Write) -> io::Result<()> {
    of_report(&told.report, output)?;
    if let Some((other, differences)) = &told.other {
        writeln!(output)?;
        of_report(other, output)?;
        writeln!(
            output,
            "\n{} less {}, on the same seeds",
            name(other),
            name(&told.report)
        )?;
        for of_player in differences {
            writeln!(output, "\n{} ({} games)", of_player.agent, whole(of_player.games))?;
            different(of_player).write(output)?;
        }
    }
    if let Some((calibration, prediction)) = &told.calibration {
        writeln!(
            output,
            "\nhow well figures foretell people's success on {} levels",
            calibration.levels.len()
        )?;
        predictors(calibration).write(output)?;
        writeln!(output, "{}", against_baseline(calibration))?;
        writeln!(output)?;
        of_levels(calibration).write(output)?;
        if let Some(prediction) = prediction {
            writeln!(output, "\n{}", foretold(prediction))?;
        }
    }
    Ok(())
}

fn of_report(report: &Report, output: &mut dyn Write) -> io::Result<()> {
    writeln!(output, "{}", headline(report))?;
    if !report.is_whole {
        writeln!(output, "{NOT_WHOLE}")?;
    }
    for table in [success(report), moves_left(report), goals(report), play(report)] {
        writeln!(output)?;
        table.write(output)?;
    }
    if let Some(casual) = report.casual.as_ref().filter(|_| !report.bands.is_empty()) {
        writeln!(output, "\n{}", of_bands(casual))?;
        bands(&report.bands).write(output)?;
    }
    if let Some(skill) = &report.skill {
        writeln!(output)?;
        skills(skill).write(output)?;
        writeln!(output, "{}\n{}", sensitivity(skill), of_crowd(skill))?;
    }
    if let Some(luck) = &report.luck {
        writeln!(output, "\n{}", share_of_luck(luck))?;
    }
    if let Some(target) = &report.target {
        writeln!(output, "\n{}", limit_for(target))?;
    }
    Ok(())
}

/// What is told of a report that somebody ended.
pub(super) const NOT_WHOLE: &str = "not all games were played; what is missing is left out";

fn name(report: &Report) -> &str {
    match report.level.name.as_str() {
        "" => "a level",
        name => name,
    }
}

/// Says which level it is, and how it was played.
pub(super) fn headline(report: &Report) -> String {
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

fn of_tiers(report: &Report, heads: Vec<&'static str>, row: impl Fn(&Figures) -> Vec<String>) -> Table {
    let rows = report.tiers.iter().map(|tier| {
        let mut cells = vec![tier.agent.clone()];
        cells.extend(row(tier));
        cells
    });
    Table {
        heads,
        rows: rows.collect(),
    }
}

fn maybe<T>(value: Option<T>, tell: impl Fn(T) -> String) -> String {
    value.map_or_else(|| "–".to_owned(), tell)
}

/// Makes the table of success and attempts.
pub(super) fn success(report: &Report) -> Table {
    let heads = vec![
        "player",
        "games",
        "success",
        "95 % interval",
        "attempts",
        "median",
        "95 %",
        "near misses",
    ];
    of_tiers(report, heads, |tier| {
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

/// Makes the table of moves left.
pub(super) fn moves_left(report: &Report) -> Table {
    let heads = vec![
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
    of_tiers(report, heads, |tier| {
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

/// Tells the moves that the best games need, and their interval.
fn best(best: Best) -> [String; 2] {
    best.moves.map_or_else(
        || [format!("> {}", best.tried), "–".to_owned()],
        |moves| [decimal(moves.value), interval((moves.low, moves.high))],
    )
}

/// Makes the table of goals.
pub(super) fn goals(report: &Report) -> Table {
    let heads = vec![
        "goal",
        "player",
        "done",
        "last of those reached",
        "missed of those missed",
        "decides",
    ];
    let rows = report.tiers.iter().flat_map(|tier| {
        tier.goals.iter().map(|goal| {
            let of = |rate: quincunx_match3::levels::report::Rate| {
                maybe(Some(rate.value).filter(|_| rate.of > 0), percent)
            };
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
    Table { heads, rows }
}

/// Makes the table of what happens in games.
pub(super) fn play(report: &Report) -> Table {
    let heads = vec![
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

/// Says what the table of the bands is about.
pub(super) fn of_bands(casual: &str) -> String {
    format!(
        "what designers want of casual people: of {casual}, and for attempts and misses of a crowd of several skills"
    )
}

/// Makes the table of the bands.
pub(super) fn bands(bands: &[Band]) -> Table {
    let rows = bands.iter().map(|band| {
        let tell = |value: f64| of_band(band, value);
        let or_more = |from| match band.to {
            Some(to) => format!("{} to {}", tell(from), tell(to)),
            None => format!("{} or more", tell(from)),
        };
        let verdict = match band.verdict {
            Verdict::In => "yes",
            Verdict::Out => "no",
            Verdict::Undecided => "undecided",
        };
        vec![
            band.figure.to_owned(),
            maybe(band.value, tell),
            maybe(band.from, or_more),
            match band.is_below {
                true => format!("below {}", tell(band.high)),
                false => format!("{} to {}", tell(band.low), tell(band.high)),
            },
            verdict.to_owned(),
        ]
    });
    Table {
        heads: vec!["figure", "here", "95 % interval", "band", "in it"],
        rows: rows.collect(),
    }
}

/// Tells a value of a figure that should be in a band.
pub(super) fn of_band(band: &Band, value: f64) -> String {
    match (band.is_difference, band.is_share) {
        (true, _) => percentage_points(value),
        (false, true) => percent(value),
        (false, false) => whole(value as u64),
    }
}

/// Makes the table of success by skill.
pub(super) fn skills(skill: &Skill) -> Table {
    let rows = skill.by_skill.iter().map(|at| {
        vec![
            decimal(at.skill),
            percent(at.success.value),
            percents((at.success.low, at.success.high)),
        ]
    });
    Table {
        heads: vec!["skill", "success", "95 % interval"],
        rows: rows.collect(),
    }
}

/// Says how much skill counts.
pub(super) fn sensitivity(skill: &Skill) -> String {
    let rise = skill.sensitivity;
    let ends = [skill.by_skill.first(), skill.by_skill.last()];
    let [least, most] = ends.map(|at| maybe(at, |at| decimal(at.skill)));
    format!(
        "from skill {least} to {most} of {} success rises by {} ({})",
        skill.agent,
        percentage_points(rise.value),
        point_range((rise.low, rise.high))
    )
}

/// Says how a crowd of several skills does.
pub(super) fn of_crowd(skill: &Skill) -> String {
    let people = skill.people;
    let tell = |estimate: quincunx_match3::levels::report::Estimate| {
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
        "of people, equally many of each of these skills, {} succeed at once, {} miss three times in a row, and 95 % are through \
         after {through}",
        tell(people.success),
        tell(people.three_misses),
    )
}

/// Says how much luck counts at least: what comes in late in two games of one seed has nothing in common.
pub(super) fn share_of_luck(luck: &Luck) -> String {
    let tell = |share: Option<quincunx_match3::levels::report::Share>| {
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
         what the attempts at a game do not have in common, as what comes in late, is not counted as luck",
        whole(luck.games),
        luck.attempts,
        tell(luck.success),
        tell(luck.points)
    )
}

/// Says which limit is the one that is wanted.
pub(super) fn limit_for(target: &Target) -> String {
    let wanted = format!("{} success of {}", percent(target.success), target.agent);
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
            "limit for {wanted}: none was found up to {} moves, which give {}; with 95 % confidence {sure}",
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
        "; this player looks at the limit, so that was played under each limit itself"
    } else {
        ""
    };
    let at = at(limit);
    format!("limit for {wanted}: {limit} moves, which give {at}; with 95 % confidence it is {ends}{how}")
}

/// Makes the table of what is different for a player.
pub(super) fn different(of_player: &Differences) -> Table {
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
    Table {
        heads: vec!["figure", "the one", "the other", "difference", "95 % interval"],
        rows: rows.collect(),
    }
}

/// Names a figure that foretells.
pub(super) const fn measure(figure: Measure) -> &'static str {
    match figure {
        Measure::Success => "success (logit)",
        Measure::BestMovesLeft => "best 5 %: moves left",
    }
}

/// Makes the table of how well figures foretell.
pub(super) fn predictors(calibration: &Calibration) -> Table {
    let rows = calibration.predictors.iter().map(|one| {
        vec![
            one.agent.clone(),
            measure(one.figure).to_owned(),
            maybe(one.rank_correlation, decimal),
            percentage_points(one.error),
            percentage_points(one.left_out_error),
            decimal(one.intercept),
            decimal(one.slope),
        ]
    });
    Table {
        heads: vec![
            "player",
            "figure",
            "rank correlation",
            "error",
            "left out",
            "a",
            "b",
        ],
        rows: rows.collect(),
    }
}

/// Says how well people are foretold on levels that had no part in it.
pub(super) fn against_baseline(calibration: &Calibration) -> String {
    let verdict = if calibration.says_something() {
        ""
    } else {
        ": so these figures say nothing of people"
    };
    format!(
        "the figure that is best on all other levels, by the line through them, errs by {}; a level line through them errs by \
         {}{verdict}",
        percentage_points(calibration.error),
        percentage_points(calibration.baseline)
    )
}

/// Makes the table of levels with what the best figure says of each, and what is said by figure and line of the others.
pub(super) fn of_levels(calibration: &Calibration) -> Table {
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
    Table {
        heads: vec!["level", "people", "by the best figure", "by the other levels"],
        rows: rows.collect(),
    }
}

/// Says what is foretold of the level.
pub(super) fn foretold(prediction: &Prediction) -> String {
    let success = prediction.success;
    let others = if prediction.is_known {
        "; the level is one of the table, and was left out for this"
    } else {
        ""
    };
    format!(
        "people are foretold to succeed in {} ({}), by {} of {}{others}",
        percent(success.value),
        percents((success.low, success.high)),
        measure(prediction.figure),
        prediction.agent
    )
}

impl Table {
    /// Writes it in columns, the first to the left and all others to the right.
    fn write(&self, output: &mut dyn Write) -> io::Result<()> {
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| row[column].chars().count());
            let head = self.heads[column].chars().count();
            cells.fold(head, usize::max)
        };
        let widths: Vec<usize> = (0..self.heads.len()).map(width).collect();
        let mut line = |cells: &mut dyn Iterator<Item = &str>| {
            for (column, (cell, width)) in cells.zip(&widths).enumerate() {
                match column {
                    0 => write!(output, "{cell:width$}")?,
                    _ => write!(output, "  {cell:>width$}")?,
                }
            }
            writeln!(output)
        };
        line(&mut self.heads.iter().copied())?;
        for row in &self.rows {
            line(&mut row.iter().map(String::as_str))?;
        }
        Ok(())
    }
}
