//! The page about a level's report.

mod bands;

use quincunx_match3::levels::report::{
    ByMove, Calibration, Estimate as Interval, Figures, Prediction, Report, SUCCESS, Skill, Target,
};

use super::axis::Axis;
use super::chart::{Chart, Spot};
use super::estimates::{self, Estimate};
use super::markup::{Markup, table};
use super::{heading, letter, paragraph};
use crate::output::level_report::{self as tables, LevelReport, Other};
use crate::output::numbers::{
    decimal, interval, percent, percentage_points, percents, pluralize, point_range, whole,
};
use crate::output::table::Table;

const HEIGHTS: [f64; 2] = [240.0, 360.0];

const ROWS: usize = 12;

pub(crate) fn page(all: &LevelReport) -> String {
    let LevelReport {
        report,
        other,
        calibration,
    } = all;
    let (title, one) = match other {
        None => {
            let name = name(report);
            (format!("{name}: the report of simulated players"), name)
        }
        Some(Other { names, .. }) => (names.join(" and "), names[0].as_str()),
    };
    let mut main = heading("h1", &title);
    main.extend([section(report, one)]);
    if let Some(other) = other {
        main.extend([
            section(&other.report, &other.names[1]),
            differences_section(other),
        ]);
    }
    if let Some((calibration, prediction)) = calibration {
        main.extend([calibration_section(calibration, prediction.as_ref())]);
    }
    let version = &report.program;
    let footer = format!("Made by quincunx level report, version {version}. Intervals have 95 % confidence.");
    super::page(&title, main, &footer)
}

fn name(report: &Report) -> &str {
    match report.level.name.as_str() {
        "" => "A level",
        name => name,
    }
}

fn section(report: &Report, name: &str) -> Markup {
    let mut section = heading("h2", name);
    section.extend([paragraph(tables::headline(report))]);
    if !report.is_whole {
        section.extend([paragraph(tables::INCOMPLETE)]);
    }
    if report.tiers.is_empty() {
        return section;
    }
    let reached = |at: &ByMove| at.reached.into();
    section.extend([
        players(report),
        heading("h3", "Success"),
        bands::success(report),
        table("Success and attempts", &tables::success(report)),
        bands::attempts(report),
        by_move(
            report,
            "Goals reached by move",
            "share of the games",
            Some(SUCCESS),
            reached,
        ),
    ]);
    if let Some(casual) = report.casual.as_ref().filter(|_| !report.bands.is_empty()) {
        section.extend([heading("h3", "Target bands"), bands::figures(report, casual)]);
    }
    section.extend([
        heading("h3", "Moves left"),
        moves_left(report),
        table("Moves left", &tables::moves_left(report)),
        heading("h3", "Goals"),
    ]);
    for (number, goal) in report.level.goals.iter().enumerate() {
        let title = format!("Share of “{goal}” done by move");
        section.extend([by_move(report, &title, "share done", None, |at| at.done[number])]);
    }
    section.extend([
        table("Which goal decides", &tables::goals(report)),
        heading("h3", "Play"),
        points(report),
        bands::deadlocks(report),
        table("Play", &tables::play(report)),
    ]);
    section.extend(report.skill.as_ref().map(skill));
    if let Some(luck) = &report.luck {
        section.extend([heading("h3", "Luck"), paragraph(tables::describe_luck(luck))]);
    }
    section.extend(report.target.as_ref().map(target));
    section
}

fn players(report: &Report) -> Markup {
    let tiers = report.tiers.iter().enumerate();
    let rows = tiers.map(|(place, tier)| vec![letter(place), tier.agent.clone(), whole(tier.games)]);
    table("The players", &Table::new(["letter", "player", "games"], rows))
}

fn spot(x: f64, Interval { value, low, high }: Interval) -> Spot {
    Spot {
        x,
        y: value,
        interval: (low, high),
    }
}

fn player_name(place: usize, tier: &Figures) -> String {
    format!("{}: {}", letter(place), tier.agent)
}

fn moves_left(report: &Report) -> Markup {
    let rows = report.tiers.iter().enumerate().filter_map(|(place, tier)| {
        let left = tier.moves_left?;
        let [low, median, high] = [left.p5, left.p50, left.p95].map(|moves| moves as f64);
        let (p5, p50, p95) = (left.p5, left.p50, left.p95);
        let text = format!("{p50} in the middle, nine of ten from {p5} to {p95}");
        Some(Estimate::new(
            place,
            player_name(place, tier),
            median,
            (low, high),
            text,
        ))
    });
    let rows: Vec<Estimate> = rows.collect();
    if rows.is_empty() {
        return paragraph("No game reached the goals.");
    }
    estimates::figure(
        "Moves left in the games that reached the goals",
        (
            Axis::exact("moves left", (0.0, f64::from(report.level.limit)), 1.0),
            None,
        ),
        &rows,
        (
            "Medians with the quantiles of 5 and 95 %",
            "Dots are medians, lines go from the quantile of 5 % to that of 95 %: they are not intervals of confidence.",
        ),
        Markup::default(),
    )
}

fn by_move(
    report: &Report,
    title: &str,
    y: &str,
    band: Option<(f64, f64)>,
    share: impl Fn(&ByMove) -> Interval,
) -> Markup {
    let y = Axis::share(y, (0.0, 1.0));
    curves(report, title, (y, band), share, (percent, percents))
}

fn points(report: &Report) -> Markup {
    let ends = report.tiers.iter().filter_map(|tier| tier.by_move.last());
    let most = ends.map(|at| at.points.high).fold(1.0, f64::max);
    let y = Axis::round("points", (0.0, most), 1.0);
    curves(
        report,
        "Points by move",
        (y, None),
        |at| at.points,
        (decimal, interval),
    )
}

fn curves(
    report: &Report,
    title: &str,
    (y, band): (Axis, Option<(f64, f64)>),
    estimate: impl Fn(&ByMove) -> Interval,
    (format, format_interval): (impl Fn(f64) -> String, impl Fn((f64, f64)) -> String),
) -> Markup {
    let limit = report.level.limit;
    let x = Axis::exact("moves", (0.0, f64::from(limit)), 1.0);
    let mut chart = Chart::new(x, y, HEIGHTS[0]);
    if let Some(band) = band {
        chart.zone((0.0, f64::from(limit)), band, "target band of casual players");
    }
    let spots = |tier: &Figures| -> Vec<Spot> {
        let by_move = tier.by_move.iter();
        by_move.map(|at| spot(at.moves.into(), estimate(at))).collect()
    };
    let all: Vec<Vec<Spot>> = report.tiers.iter().map(spots).collect();
    for (place, spots) in all.iter().enumerate() {
        chart.band(place, spots);
    }
    let mut ends = Vec::new();
    for (place, spots) in all.iter().enumerate() {
        chart.curve(place, spots);
        if let Some(last) = spots.last() {
            chart.add_to_key(place, (last.x, last.y));
            ends.push(format!("{} ends at {}", letter(place), format(last.y)));
        }
    }
    let limit = limit as usize;
    let step = limit.div_ceil(ROWS).max(1);
    let listed = (0..=limit).filter(|moves| moves % step == 0 || *moves == limit);
    let rows = listed.map(|moves| {
        let cells = all.iter().map(|spots| {
            let Spot { y, interval, .. } = spots[moves];
            format!("{} ({})", format(y), format_interval(interval))
        });
        [moves.to_string()].into_iter().chain(cells).collect()
    });
    chart.figure_with_table(
        title,
        &format!("A curve per player over the moves. {}.", ends.join("; ")),
        "Means of all games, of which finished ones keep their value; bands are their intervals, in the table in brackets.",
        &Table::new(["moves".to_owned()].into_iter().chain((0..all.len()).map(letter)), rows),
    )
}

fn skill(skill: &Skill) -> Markup {
    let x = Axis::exact("skill", (0.0, 1.0), 0.1);
    let mut chart = Chart::new(x, Axis::share("success", (0.0, 1.0)), HEIGHTS[0]);
    chart.zone((0.0, 1.0), SUCCESS, "target band of casual players");
    let spots = skill.by_skill.iter().map(|at| spot(at.skill, at.success.into()));
    let spots: Vec<Spot> = spots.collect();
    chart.band(0, &spots);
    chart.curve(0, &spots);
    for at in &spots {
        chart.point(0, (at.x, at.y), &format!("{}: {}", decimal(at.x), percent(at.y)));
    }
    let sensitivity = tables::describe_sensitivity(skill);
    let title = "Success by skill";
    let figure = chart.figure(
        title,
        &format!("A curve over skill: {sensitivity}."),
        "Skill is the probability with which a move is noticed.",
        table(title, &tables::skills(skill)),
    );
    let crowd = paragraph(tables::describe_crowd(skill));
    Markup::from_iter([heading("h3", "Skill"), figure, paragraph(sensitivity), crowd])
}

fn target(target: &Target) -> Markup {
    let x = Axis::exact("limit of moves", (1.0, f64::from(target.tried)), 1.0);
    let mut chart = Chart::new(x, Axis::share("success", (0.0, 1.0)), HEIGHTS[0]);
    let limits = (1u32..).zip(&target.by_limit);
    let spots = limits.map(|(limit, rate)| spot(limit.into(), (*rate).into()));
    let spots: Vec<Spot> = spots.collect();
    chart.band(0, &spots);
    chart.rule((1.0, target.success), (f64::from(target.tried), target.success));
    chart.curve(0, &spots);
    for at in &target.played {
        let share = at.success.value;
        let hint = format!("{}: {}", pluralize(at.limit.into(), "move"), percent(share));
        chart.point(0, (at.limit.into(), share), &hint);
    }
    let step = spots.len().div_ceil(ROWS).max(1);
    let rows = spots.iter().step_by(step);
    let rows = rows.map(|at| vec![whole(at.x as u64), percent(at.y), percents(at.interval)]);
    let limit = tables::describe_target(target);
    let figure = chart.figure_with_table(
        "Success by limit",
        &format!("A curve over the limit of moves. {limit}."),
        "The dotted line is the target success. The curve counts games under the longest limit within so many moves; dots are \
         games under the limit itself.",
        &Table::new(["limit", "success", "95 % interval"], rows),
    );
    Markup::from_iter([
        heading("h3", "Limit for the target success"),
        figure,
        paragraph(limit),
    ])
}

fn differences_section(other: &Other) -> Markup {
    let Other {
        differences,
        names: [one, other],
        ..
    } = other;
    let mut section = heading("h2", "Differences");
    section.extend([paragraph(format!("{other} less {one}, on the same seeds."))]);
    let shares = differences.iter().filter_map(|of| {
        let figure = of.figures.iter().find(|figure| figure.is_share)?;
        Some((&of.agent, figure.difference))
    });
    let row = |(place, (agent, Interval { value, low, high })): (usize, (&String, Interval))| {
        let text = format!("{}, {}", percentage_points(value), point_range((low, high)));
        Estimate::new(place, agent.clone(), value, (low, high), text)
    };
    let rows: Vec<Estimate> = shares.enumerate().map(row).collect();
    if !rows.is_empty() {
        let (least, most) = estimates::range(&rows);
        let axis = Axis::share("difference of success", (least.min(0.0), most.max(0.0)));
        section.extend([estimates::figure(
            "Difference of success",
            (axis, Some(0.0)),
            &rows,
            (
                "Differences with their intervals",
                "Right of the dotted line the other level is easier.",
            ),
            Markup::default(),
        )]);
    }
    for of in differences {
        let caption = format!("{}, {}", of.agent, pluralize(of.games, "game"));
        section.extend([table(&caption, &tables::differences_table(of))]);
    }
    section
}

fn calibration_section(calibration: &Calibration, prediction: Option<&Prediction>) -> Markup {
    let mut section = heading("h2", "Calibration by people");
    section.extend(prediction.map(|prediction| paragraph(tables::describe_prediction(prediction))));
    if !calibration.predictors.is_empty() {
        let axis = |name: &str| Axis::share(name, (0.0, 1.0));
        let mut chart = Chart::new(
            axis("predicted from the other levels"),
            axis("people"),
            HEIGHTS[1],
        );
        chart.rule((0.0, 0.0), (1.0, 1.0));
        for ((level, success), &predicted) in calibration.levels.iter().zip(&calibration.predictions) {
            let [people, from_others] = [*success, predicted].map(percent);
            let hint = format!("{level}: people {people}, predicted {from_others}");
            chart.point(0, (predicted, *success), &hint);
        }
        let (levels, error) = (calibration.levels.len(), percentage_points(calibration.error));
        section.extend([chart.figure(
            "Success of people and its prediction",
            &format!("A point for each of {levels} levels; the error is {error}."),
            "On the dotted line predictions are right. Each level is predicted by the best figure and fit of all others.",
            table("The levels", &tables::calibrated_levels(calibration)),
        )]);
    }
    section.extend([
        table("Predicting figures", &tables::predictors(calibration)),
        paragraph(tables::describe_fit(calibration)),
    ]);
    section
}
