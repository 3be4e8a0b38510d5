//! A level's report as a page of charts and tables.

use quincunx_match3::levels::report::{
    ByMove, Calibration, Differences, Estimate, Figures, Prediction, Report, SUCCESS, Skill, Target,
};

use super::Told;
use super::wanted;
use super::words::{self, Table};
use crate::page;
use crate::page::axis::Axis;
use crate::page::chart::{Chart, Spot};
use crate::page::details;
use crate::page::markup::{Markup, element, line, table, text};
use crate::page::numbers::{decimal, interval, percent, percentage_points, percents, whole};

/// The heights of fields.
const HEIGHTS: [f64; 2] = [240.0, 360.0];

/// Rows of a curve's table.
const ROWS: usize = 12;

/// Writes the page.
pub(super) fn page(told: &Told) -> String {
    let title = match &told.other {
        None => format!("{}: what simulated players make of it", name(&told.report)),
        Some((other, _)) => format!("{} and {}", name(&told.report), name(other)),
    };
    let mut main = line(element("h1", &[], text(&title)));
    main.extend([of_report(&told.report)]);
    if let Some((other, differences)) = &told.other {
        main.extend([of_report(other), of_differences(&told.report, other, differences)]);
    }
    if let Some((calibration, prediction)) = &told.calibration {
        main.extend([of_calibration(calibration, prediction.as_ref())]);
    }
    let made = format!(
        "Made by quincunx level report, version {}. Intervals are of 95 % confidence.",
        told.report.program
    );
    page::whole(&title, main, &made)
}

fn name(report: &Report) -> &str {
    match report.level.name.as_str() {
        "" => "A level",
        name => name,
    }
}

/// Returns the letter by which a player is called.
pub(super) fn letter(tier: usize) -> String {
    ('A'..='Z')
        .nth(tier)
        .map_or_else(|| format!("#{}", tier + 1), String::from)
}

fn paragraph(told: &str) -> Markup {
    line(element("p", &[], text(told)))
}

fn heading(told: &str) -> Markup {
    line(element("h3", &[], text(told)))
}

/// Shows a table of the terminal's report.
pub(super) fn shown(caption: &str, shown: &Table) -> Markup {
    let heads: Vec<String> = shown.heads.iter().map(ToString::to_string).collect();
    table(caption, &heads, &shown.rows)
}

fn of_report(report: &Report) -> Markup {
    let mut section = line(element("h2", &[], text(name(report))));
    section.extend([paragraph(&words::headline(report))]);
    if !report.is_whole {
        section.extend([paragraph(words::NOT_WHOLE)]);
    }
    if report.tiers.is_empty() {
        return section;
    }
    section.extend([players(report), heading("Success"), wanted::success(report)]);
    section.extend([shown(
        "Success, and the attempts that one takes",
        &words::success(report),
    )]);
    section.extend([wanted::attempts(report)]);
    section.extend([by_move(
        report,
        "Goals reached by move",
        "share of the games",
        Some(SUCCESS),
        |at| at.reached.into(),
    )]);
    if let Some(casual) = report.casual.as_ref().filter(|_| !report.bands.is_empty()) {
        section.extend([heading("What designers want"), wanted::bands(report, casual)]);
    }
    section.extend([heading("Moves left"), moves_left(report)]);
    section.extend([shown("Moves left", &words::moves_left(report)), heading("Goals")]);
    for (goal, told) in report.level.goals.iter().enumerate() {
        let title = format!("Share of “{told}” done by move");
        section.extend([by_move(report, &title, "share done", None, |at| at.done[goal])]);
    }
    section.extend([
        shown("Which goal decides", &words::goals(report)),
        heading("Play"),
    ]);
    section.extend([
        points(report),
        wanted::deadlocks(report),
        shown("What happens in games", &words::play(report)),
    ]);
    section.extend(report.skill.as_ref().map(skill));
    if let Some(luck) = &report.luck {
        section.extend([heading("Luck"), paragraph(&words::share_of_luck(luck))]);
    }
    section.extend(report.target.as_ref().map(target));
    section
}

/// Says which letter is which player.
fn players(report: &Report) -> Markup {
    let rows: Vec<Vec<String>> = report
        .tiers
        .iter()
        .enumerate()
        .map(|(place, tier)| vec![letter(place), tier.agent.clone(), whole(tier.games)])
        .collect();
    let heads = ["letter", "player", "games"].map(str::to_owned);
    table("The players", &heads, &rows)
}

/// Makes a point of an estimate.
pub(super) fn spot(x: f64, estimate: Estimate) -> Spot {
    Spot {
        x,
        y: estimate.value,
        interval: (estimate.low, estimate.high),
    }
}

fn moves_left(report: &Report) -> Markup {
    let tiers: Vec<(usize, &Figures)> = report
        .tiers
        .iter()
        .enumerate()
        .filter(|(_, tier)| tier.moves_left.is_some())
        .collect();
    if tiers.is_empty() {
        return paragraph("No game reached the goals.");
    }
    let x = Axis::exact("moves left", (0.0, f64::from(report.level.limit)), 1.0);
    let names = tiers
        .iter()
        .map(|(place, tier)| format!("{}: {}", letter(*place), tier.agent));
    let mut chart = Chart::of_things(x, names);
    let mut told = Vec::new();
    for (line, (place, tier)) in tiers.iter().enumerate() {
        let Some(left) = tier.moves_left else { continue };
        let [low, median, high] = [left.p5, left.p50, left.p95].map(|moves| moves as f64);
        let hint = format!(
            "{}: {} in the middle, nine of ten from {} to {}",
            letter(*place),
            left.p50,
            left.p5,
            left.p95
        );
        let spot = Spot {
            x: 0.0,
            y: median,
            interval: (low, high),
        };
        chart.whisker(*place, line, &spot, &hint);
        told.push(hint);
    }
    chart.figure(
        "Moves left in the games that reached the goals",
        &format!("Medians with the quantiles of 5 and 95 %. {}.", told.join("; ")),
        "Dots are medians, lines go from the quantile of 5 % to that of 95 %: these are no intervals of confidence.",
        Markup::default(),
    )
}

/// Draws shares after each move, a curve for each player.
fn by_move(
    report: &Report,
    title: &str,
    y: &str,
    band: Option<(f64, f64)>,
    share: impl Fn(&ByMove) -> Estimate,
) -> Markup {
    let y = Axis::share(y, (0.0, 1.0));
    curves(report, title, y, band, share, percent, percents)
}

fn points(report: &Report) -> Markup {
    let ends = report.tiers.iter().filter_map(|tier| tier.by_move.last());
    let most = ends.map(|at| at.points.high).fold(1.0, f64::max);
    let y = Axis::round("points", (0.0, most), 1.0);
    curves(
        report,
        "Points by move",
        y,
        None,
        |at| at.points,
        decimal,
        interval,
    )
}

fn curves(
    report: &Report,
    title: &str,
    y: Axis,
    band: Option<(f64, f64)>,
    estimate: impl Fn(&ByMove) -> Estimate,
    tell: impl Fn(f64) -> String,
    tell_interval: impl Fn((f64, f64)) -> String,
) -> Markup {
    let limit = report.level.limit;
    let x = Axis::exact("moves", (0.0, f64::from(limit)), 1.0);
    let mut chart = Chart::new(x, y, HEIGHTS[0]);
    if let Some(band) = band {
        chart.zone((0.0, f64::from(limit)), band, "casual players should end here");
    }
    let spots = |tier: &Figures| -> Vec<Spot> {
        let by_move = tier.by_move.iter();
        by_move.map(|at| spot(at.moves.into(), estimate(at))).collect()
    };
    let all: Vec<Vec<Spot>> = report.tiers.iter().map(spots).collect();
    for (place, spots) in all.iter().enumerate() {
        chart.band(place, spots);
    }
    let mut told = Vec::new();
    for (place, spots) in all.iter().enumerate() {
        chart.name(place, &letter(place));
        chart.curve(place, spots);
        if let Some(last) = spots.last() {
            told.push(format!("{} ends at {}", letter(place), tell(last.y)));
        }
    }
    let step = (limit as usize).div_ceil(ROWS).max(1);
    let mut heads = vec!["moves".to_owned()];
    heads.extend((0..all.len()).map(letter));
    let rows: Vec<Vec<String>> = (0..=limit as usize)
        .filter(|moves| moves % step == 0 || *moves == limit as usize)
        .map(|moves| {
            let mut row = vec![moves.to_string()];
            row.extend(all.iter().map(|spots| {
                let Spot { y, interval, .. } = &spots[moves];
                format!("{} ({})", tell(*y), tell_interval(*interval))
            }));
            row
        })
        .collect();
    chart.figure(
        title,
        &format!("A curve for each player over the moves. {}.", told.join("; ")),
        "Means of all games, of which those that are over stay as they were; bands are their intervals, in the table in brackets.",
        details(title, &heads, &rows),
    )
}

fn skill(skill: &Skill) -> Markup {
    let x = Axis::exact("skill", (0.0, 1.0), 0.1);
    let mut chart = Chart::new(x, Axis::share("success", (0.0, 1.0)), HEIGHTS[0]);
    chart.zone((0.0, 1.0), SUCCESS, "casual players should be here");
    let spots: Vec<Spot> = skill
        .by_skill
        .iter()
        .map(|at| spot(at.skill, at.success.into()))
        .collect();
    chart.band(0, &spots);
    chart.curve(0, &spots);
    for at in &spots {
        chart.point(0, (at.x, at.y), &format!("{}: {}", decimal(at.x), percent(at.y)));
    }
    let told = words::sensitivity(skill);
    let mut section = heading("Skill");
    section.extend([chart.figure(
        "Success by skill",
        &format!("A curve over skill: {told}."),
        "Skill is the probability with which a move is noticed.",
        shown("Success by skill", &words::skills(skill)),
    )]);
    section.extend([paragraph(&told), paragraph(&words::of_crowd(skill))]);
    section
}

fn target(target: &Target) -> Markup {
    let x = Axis::exact("limit of moves", (1.0, f64::from(target.tried)), 1.0);
    let mut chart = Chart::new(x, Axis::share("success", (0.0, 1.0)), HEIGHTS[0]);
    let spots: Vec<Spot> = (1u32..)
        .zip(&target.by_limit)
        .map(|(limit, rate)| spot(limit.into(), (*rate).into()))
        .collect();
    chart.band(0, &spots);
    chart.rule((1.0, target.success), (f64::from(target.tried), target.success));
    chart.curve(0, &spots);
    for at in &target.played {
        let share = at.success.value;
        chart.point(
            0,
            (at.limit.into(), share),
            &format!("{} moves: {}", at.limit, percent(share)),
        );
    }
    let told = words::limit_for(target);
    let step = spots.len().div_ceil(ROWS).max(1);
    let rows: Vec<Vec<String>> = spots
        .iter()
        .step_by(step)
        .map(|at| vec![whole(at.x as u64), percent(at.y), percents(at.interval)])
        .collect();
    let heads = ["limit", "success", "95 % interval"].map(str::to_owned);
    let title = "Success by limit";
    let mut section = heading("The limit that is wanted");
    section.extend([chart.figure(
        title,
        &format!("A curve over the limit of moves. {told}."),
        "The dotted line is the success that is wanted. The curve is of games under the longest limit, counted within so many moves; dots are of games under a limit itself.",
        details(title, &heads, &rows),
    )]);
    section.extend([paragraph(&told)]);
    section
}

fn of_differences(one: &Report, other: &Report, differences: &[Differences]) -> Markup {
    let mut section = line(element("h2", &[], text("What is different")));
    section.extend([paragraph(&format!(
        "{} less {}, on the same seeds.",
        name(other),
        name(one)
    ))]);
    let shares: Vec<(&str, &Differences)> = differences.iter().map(|of| (of.agent.as_str(), of)).collect();
    let spots: Vec<Spot> = shares
        .iter()
        .filter_map(|(_, of)| of.figures.iter().find(|figure| figure.is_share))
        .map(|figure| spot(0.0, figure.difference))
        .collect();
    if !spots.is_empty() {
        let least = spots.iter().map(|spot| spot.interval.0).fold(0.0, f64::min);
        let most = spots.iter().map(|spot| spot.interval.1).fold(0.0, f64::max);
        let names = shares.iter().map(|(agent, _)| (*agent).to_owned());
        let mut chart = Chart::of_things(Axis::share("difference of success", (least, most)), names);
        chart.rule((0.0, -0.5), (0.0, shares.len() as f64 - 0.5));
        let mut told = Vec::new();
        for (place, spot) in spots.iter().enumerate() {
            let hint = format!(
                "{}: {}, {}",
                shares[place].0,
                percent(spot.y),
                percents(spot.interval)
            );
            chart.whisker(place, place, spot, &hint);
            told.push(hint);
        }
        section.extend([chart.figure(
            "Difference of success",
            &format!("Differences with their intervals. {}.", told.join("; ")),
            "Right of the dotted line the other level is easier.",
            Markup::default(),
        )]);
    }
    for of in differences {
        let caption = format!("{}, {} games", of.agent, whole(of.games));
        section.extend([shown(&caption, &words::different(of))]);
    }
    section
}

fn of_calibration(calibration: &Calibration, prediction: Option<&Prediction>) -> Markup {
    let mut section = line(element("h2", &[], text("What this says of people")));
    section.extend(prediction.map(|prediction| paragraph(&words::foretold(prediction))));
    if !calibration.predictors.is_empty() {
        let axis = |name: &str| Axis::share(name, (0.0, 1.0));
        let mut chart = Chart::new(axis("foretold by the other levels"), axis("people"), HEIGHTS[1]);
        chart.rule((0.0, 0.0), (1.0, 1.0));
        for ((level, success), &foretold) in calibration.levels.iter().zip(&calibration.foretold) {
            let hint = format!(
                "{level}: people {}, foretold {}",
                percent(*success),
                percent(foretold)
            );
            chart.point(0, (foretold, *success), &hint);
        }
        section.extend([chart.figure(
            "People's success, and what was foretold",
            &format!(
                "A point for each of {} levels; the error is {}.",
                calibration.levels.len(),
                percentage_points(calibration.error)
            ),
            "On the dotted line what was foretold is right. Each level is foretold by the figure and the line that are best on all others.",
            shown("The levels", &words::of_levels(calibration)),
        )]);
    }
    section.extend([shown(
        "How well each figure foretells",
        &words::predictors(calibration),
    )]);
    section.extend([paragraph(&words::against_baseline(calibration))]);
    section
}
