//! Charts as SVG within a page.
//!
//! Marks have classes and the page's style sheet defines their looks, so that a drawing follows the reader's
//! colour scheme. Series differ in dashes and letters, not in colour alone; looks repeat, letters do not.

use super::axis::Axis;
use super::details;
use super::letter;
use super::markup::{Attribute, Markup, element, line, text};
use crate::output::table::Table;

const STYLES: usize = 7;

/// The width of a chart, in units of which text is 12 high.
const WIDTH: f64 = 720.0;

/// The space above the field, with and without key and quantiles.
const ABOVE: [f64; 2] = [44.0, 8.0];

const CATEGORY: f64 = 26.0;

/// The space below the field, for labels and the name of the axis.
const BELOW: f64 = 44.0;

/// The space right of the field, for half a label.
const RIGHT: f64 = 28.0;

const LETTER: f64 = 7.5;

/// The distance of texts below each other.
const LINE: f64 = 14.0;

/// The most characters of a category beside the field.
const MAX_CATEGORY: usize = 28;

/// A point of a curve, with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spot {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) interval: (f64, f64),
}

pub(crate) struct Chart {
    x: Axis,
    y: Axis,
    left: f64,
    above: f64,
    height: f64,
    marks: Markup,
    /// The curves with letters, and where each letter belongs in the picture.
    key: Vec<(usize, (f64, f64))>,
}

fn px(length: f64) -> String {
    format!("{length:.1}")
}

fn class(kind: &str, series: usize) -> String {
    format!("{kind} s{}", series % STYLES)
}

impl Chart {
    pub(crate) fn new(x: Axis, y: Axis, height: f64) -> Self {
        let longest = y.ticks.iter().map(|(_, label)| label.chars().count()).max();
        Self {
            left: 30.0 + LETTER * longest.unwrap_or(0) as f64,
            above: ABOVE[0],
            x,
            y,
            height,
            marks: Markup::default(),
            key: Vec::new(),
        }
    }

    /// Creates a chart of categories below each other, for [`whisker`](Self::whisker)s. Long names are cut.
    pub(crate) fn of_categories<'n>(x: Axis, names: impl IntoIterator<Item = &'n str>) -> Self {
        let y = Axis::categories("", names.into_iter().map(shortened)).reversed();
        let height = CATEGORY * y.ticks.len() as f64;
        Self {
            above: ABOVE[1],
            ..Self::new(x, y, height)
        }
    }

    fn across(&self, x: f64) -> f64 {
        self.left + self.x.at(x) * (WIDTH - RIGHT - self.left)
    }

    fn down(&self, y: f64) -> f64 {
        self.above + (1.0 - self.y.at(y)) * self.height
    }

    /// Adds a curve to the key, and writes its letter right of one of its points.
    pub(crate) fn add_to_key(&mut self, series: usize, (x, y): (f64, f64)) {
        let at = (self.across(x), self.down(y));
        self.key.push((series, at));
    }

    pub(crate) fn bar(&mut self, series: usize, (from, to): (f64, f64), value: f64, hint: &str) {
        let (left, right, top) = (self.across(from), self.across(to), self.down(value));
        let size = ((right - left - 1.0).max(0.5), self.down(0.0) - top);
        self.add(rect(&class("bar", series), (left + 0.5, top), size, title(hint)));
    }

    /// Draws a box plot of five quantiles above the field, with a ring at the mean.
    pub(crate) fn strip(&mut self, series: usize, quantiles: [f64; 5], mean: Option<f64>) {
        let at = quantiles.map(|quantile| self.across(quantile));
        let (top, middle, bottom) = (self.above - 22.0, self.above - 15.0, self.above - 8.0);
        let whisker = class("whisker", series);
        self.add(stroke(&whisker, (at[0], middle), (at[4], middle)));
        for end in [at[0], at[4]] {
            self.add(stroke(&whisker, (end, top + 3.0), (end, bottom - 3.0)));
        }
        let size = (at[3] - at[1] + 2.0, bottom - top);
        self.add(rect(
            &class("box", series),
            (at[1] - 1.0, top),
            size,
            Markup::default(),
        ));
        self.add(stroke(&class("median", series), (at[2], top), (at[2], bottom)));
        if let Some(mean) = mean {
            let at = (self.across(mean), middle);
            self.add(ring(&class("mean", series), at, 4.0, "the mean"));
        }
    }

    pub(crate) fn curve(&mut self, series: usize, spots: &[Spot]) {
        let points = spots.iter().map(|spot| (spot.x, spot.y));
        self.path(&class("curve", series), points, "");
    }

    /// Draws the intervals of a curve; call it before the curves above them.
    pub(crate) fn band(&mut self, series: usize, spots: &[Spot]) {
        let lower = spots.iter().map(|spot| (spot.x, spot.interval.0));
        let upper = spots.iter().rev().map(|spot| (spot.x, spot.interval.1));
        self.path(&class("band", series), lower.chain(upper), "Z");
    }

    /// Draws a step function: each value holds up to the next number.
    pub(crate) fn stairs(&mut self, series: usize, steps: &[(f64, f64)]) {
        let mut before = None;
        let mut corners = Vec::with_capacity(2 * steps.len());
        for &(x, y) in steps {
            corners.extend(before.map(|before| (x, before)));
            corners.push((x, y));
            before = Some(y);
        }
        self.path(&class("curve", series), corners, "");
    }

    /// Draws an interval and its estimate in a category of the vertical axis.
    pub(crate) fn whisker(
        &mut self,
        series: usize,
        category: usize,
        value: f64,
        (low, high): (f64, f64),
        hint: &str,
    ) {
        let down = self.down(category as f64);
        let (low, high) = (self.across(low), self.across(high));
        let whisker = class("whisker", series);
        self.add(stroke(&whisker, (low, down), (high, down)));
        for end in [low, high] {
            self.add(stroke(&whisker, (end, down - 4.0), (end, down + 4.0)));
        }
        let at = self.across(value);
        self.add(ring(&class("estimate", series), (at, down), 4.5, hint));
    }

    pub(crate) fn point(&mut self, series: usize, (x, y): (f64, f64), hint: &str) {
        let at = (self.across(x), self.down(y));
        self.add(ring(&class("point", series), at, 3.5, hint));
    }

    /// Shades a region; call it before the marks above it.
    pub(crate) fn zone(&mut self, across: (f64, f64), along: (f64, f64), hint: &str) {
        let [left, right] = [across.0, across.1].map(|x| self.across(x));
        let [one, other] = [along.0, along.1].map(|y| self.down(y));
        let size = (right - left, (one - other).abs());
        self.add(rect("zone", (left, one.min(other)), size, title(hint)));
    }

    pub(crate) fn rule(&mut self, from: (f64, f64), to: (f64, f64)) {
        let [from, to] = [from, to].map(|(x, y)| (self.across(x), self.down(y)));
        self.add(stroke("rule", from, to));
    }

    /// Returns the figure with a title, a description for those who do not see it, a caption and a table.
    pub(crate) fn figure(self, title: &str, description: &str, caption: &str, table: Markup) -> Markup {
        let full = self.above + self.height + BELOW;
        let mut inside = Markup::from_iter([
            line(element("title", &[], text(title))),
            line(element("desc", &[], text(description))),
        ]);
        let (key, above) = self.key();
        let letters = self.letters();
        inside.extend([self.frame(), key, self.marks, letters]);
        let view = format!("0 {} {WIDTH} {}", 0.0 - above, full + above);
        let picture = element("svg", &[("role", &"img"), ("viewBox", &view)], inside);
        let plot: [Attribute<'_>; 4] = [
            ("class", &"wide"),
            ("role", &"group"),
            ("aria-label", &title),
            ("tabindex", &0),
        ];
        let content = [
            line(element("figcaption", &[], element("b", &[], text(title)))),
            line(element("div", &plot, picture)),
            line(element("p", &[("class", &"soft")], text(caption))),
            table,
        ];
        line(element("figure", &[], Markup::from_iter(content)))
    }

    pub(crate) fn figure_with_table(
        self,
        title: &str,
        description: &str,
        caption: &str,
        shown: &Table,
    ) -> Markup {
        self.figure(title, description, caption, details(title, shown))
    }

    fn frame(&self) -> Markup {
        let (top, bottom) = (self.above, self.above + self.height);
        let (left, right) = (self.left, WIDTH - RIGHT);
        let mut frame = Markup::default();
        // Of many labels only some have room.
        let each = |room: f64, axis: &Axis| {
            let longest = axis.ticks.iter().map(|(_, label)| label.chars().count()).max();
            let needed = LETTER * (longest.unwrap_or(0) + 1) as f64 * axis.ticks.len() as f64;
            ((needed / room).ceil() as usize).max(1)
        };
        for (at, label) in self.x.ticks.iter().step_by(each(right - left, &self.x)) {
            let across = self.across(*at);
            frame.extend([
                stroke("grid", (across, top), (across, bottom)),
                written("middle", (across, bottom + 16.0), label),
            ]);
        }
        for (at, label) in &self.y.ticks {
            let down = self.down(*at);
            frame.extend([
                stroke("grid", (left, down), (right, down)),
                written("end", (left - 6.0, down + 4.0), label),
            ]);
        }
        let middle = (left + right) / 2.0;
        frame.extend([
            stroke("axis", (left, bottom), (right, bottom)),
            written("middle", (middle, bottom + 36.0), &self.x.name),
        ]);
        let turn = format!("translate(12 {}) rotate(-90)", px((top + bottom) / 2.0));
        let name: [Attribute<'_>; 2] = [("text-anchor", &"middle"), ("transform", &turn)];
        frame.extend([line(element("text", &name, text(&self.y.name)))]);
        frame
    }

    fn path(&mut self, class: &str, points: impl IntoIterator<Item = (f64, f64)>, end: &str) {
        let mut drawn = String::new();
        for (x, y) in points {
            drawn.push(if drawn.is_empty() { 'M' } else { 'L' });
            drawn.push_str(&format!("{} {}", px(self.across(x)), px(self.down(y))));
        }
        drawn.push_str(end);
        let attributes: [Attribute<'_>; 2] = [("class", &class), ("d", &drawn)];
        self.add(element("path", &attributes, Markup::default()));
    }

    fn add(&mut self, mark: Markup) {
        self.marks.extend([line(mark)]);
    }

    /// Draws the key, and returns how far its lines go above the chart.
    fn key(&self) -> (Markup, f64) {
        let (mut left, mut row) = (self.left, 0_u32);
        let places = self.key.iter().map(|&(series, _)| {
            let name = letter(series);
            let width = 38.0 + LETTER * name.chars().count() as f64;
            if left + width > WIDTH - RIGHT {
                (left, row) = (self.left, row + 1);
            }
            let place = (left, row);
            left += width + 2.0 * LETTER;
            (series, name, place)
        });
        let places: Vec<_> = places.collect();
        let last = row;
        let key = places.into_iter().flat_map(|(series, name, (left, row))| {
            let down = 14.0 - LINE * f64::from(last - row);
            [
                stroke(&class("curve", series), (left, down), (left + 32.0, down)),
                written("start", (left + 38.0, down + 4.0), &name),
            ]
        });
        (key.collect(), LINE * f64::from(last))
    }

    /// Writes the letters of the curves, from the outside of the field, so that none covers another.
    fn letters(&self) -> Markup {
        let middle = self.above + self.height / 2.0;
        let mut key = self.key.clone();
        let from_middle = |(_, (_, down)): &(usize, (f64, f64))| (down - middle).abs();
        key.sort_by(|one, other| from_middle(other).total_cmp(&from_middle(one)));
        let mut taken: Vec<(f64, f64)> = Vec::new();
        let letters = key.into_iter().map(|(series, (across, mut down))| {
            let step = if down > middle { -LINE } else { LINE };
            let covers = |down: f64, other: &(f64, f64)| {
                (across - other.0).abs() < 2.0 * LETTER && (down - other.1).abs() < LINE
            };
            while taken.iter().any(|other| covers(down, other)) {
                down += step;
            }
            taken.push((across, down));
            written("start", (across + 4.0, down + 4.0), &letter(series))
        });
        letters.collect()
    }
}

/// Returns a name as it is written beside the field.
fn shortened(name: &str) -> String {
    if name.chars().count() <= MAX_CATEGORY {
        return name.to_owned();
    }
    name.chars().take(MAX_CATEGORY - 1).chain(['…']).collect()
}

fn stroke(class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> Markup {
    let ends = [("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2)];
    line(shape("line", class, ends, Markup::default()))
}

fn rect(class: &str, (x, y): (f64, f64), (width, height): (f64, f64), content: Markup) -> Markup {
    let sides = [("x", x), ("y", y), ("width", width), ("height", height)];
    shape("rect", class, sides, content)
}

fn shape(name: &str, class: &str, lengths: [(&str, f64); 4], content: Markup) -> Markup {
    let lengths = lengths.map(|(name, length)| (name, px(length)));
    let mut attributes: Vec<Attribute<'_>> = vec![("class", &class)];
    attributes.extend(lengths.iter().map(|(name, length)| (*name, length as _)));
    element(name, &attributes, content)
}

fn title(hint: &str) -> Markup {
    element("title", &[], text(hint))
}

fn ring(class: &str, (x, y): (f64, f64), radius: f64, hint: &str) -> Markup {
    let shape: [Attribute<'_>; 4] = [("class", &class), ("cx", &px(x)), ("cy", &px(y)), ("r", &radius)];
    element("circle", &shape, title(hint))
}

fn written(anchor: &str, (x, y): (f64, f64), label: &str) -> Markup {
    let place: [Attribute<'_>; 3] = [("text-anchor", &anchor), ("x", &px(x)), ("y", &px(y))];
    line(element("text", &place, text(label)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(chart: Chart) -> String {
        chart.figure("t", "d", "c", Markup::default()).to_string()
    }

    #[test]
    fn long_names_leave_room_for_the_field() {
        let name = "noisy:aim=goals,skill=0.5 ".repeat(20);
        let mut chart = Chart::of_categories(Axis::share("x", (0.0, 1.0)), [name.as_str()]);
        chart.zone((0.2, 0.6), (-0.5, 0.5), "band");
        let (low, high) = (chart.across(0.0), chart.across(1.0));
        assert!(high - low > 300.0, "{low} to {high}");
        let drawn = drawn(chart);
        assert!(drawn.contains("…<") && !drawn.contains("\"-"), "{drawn}");
    }

    #[test]
    fn every_curve_has_its_letter_within_the_picture() {
        let axis = |name| Axis::exact(name, (0.0, 10.0), 1.0);
        let mut chart = Chart::new(axis("x"), axis("y"), 240.0);
        // All end at the same place, so that letters and the key need room.
        for series in 0..12 {
            chart.add_to_key(series, (10.0, 0.0));
        }
        let (key, above) = chart.key();
        assert_eq!(above, LINE, "the key has two lines");
        let (key, letters) = (key.to_string(), chart.letters().to_string());
        let of = |text: &str, name: &str| -> Vec<f64> {
            let begin = format!(" {name}=\"");
            let values = text.split(begin.as_str()).skip(1);
            values
                .map(|rest| rest.split_once('"').expect("an end").0.parse().expect("a number"))
                .collect()
        };
        assert!(of(&key, "x").iter().all(|&x| x < WIDTH - RIGHT), "{key}");
        assert!(of(&key, "y").iter().all(|&y| y > -above), "{key}");
        let mut places = of(&letters, "y");
        places.sort_by(f64::total_cmp);
        assert_eq!(places.len(), 12);
        assert!(
            places[0] > 0.0 && places.windows(2).all(|pair| pair[1] - pair[0] >= LINE),
            "{places:?}"
        );
        assert!(
            of(&letters, "x").iter().all(|&x| x + 2.0 * LETTER <= WIDTH),
            "{letters}"
        );
        assert!(drawn(chart).contains("viewBox=\"0 -14 720 342\""));
    }
}
