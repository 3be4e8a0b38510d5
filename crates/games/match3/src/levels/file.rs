//! The text of a level: TOML in, a level or its errors out.

use quincunx_core::notation::shorten;
use quincunx_core::{Cell, Grid, Size};

use super::feasibility::Feasibility;
use super::level::{COLOURS, Field, Goals, Level, Matching, MoveName};
use super::prepared::PreparedLevel;
use super::problem::{LevelError, LevelErrors, LevelProblem};
use super::reader::{BREAKS, Found, Reader, Section, Text, printable};
use crate::engine::{
    Board, Colour, Element, Kind, Letter, PackedBoard, ParseBoardError, Token, TokenSet, TokenStringError,
    UnionMatcher, WhenStuck, cells_of, parse_fields, read_matchers, two_wholes,
};

/// The JSON schema of level files, for editors that complete and check TOML.
///
/// It describes single fields, not what they must be together; [`Level::read`] decides.
pub const SCHEMA: &str = include_str!("schema.json");

/// A level with every field explained.
pub const TEMPLATE: &str = include_str!("template.toml");

/// The tokens that stand for the colours where a start is written as a token string.
const TOKENS: &str = "ABCDEF";

/// The names of the combinations, in the order in which they are looked for.
pub(super) const KIND_NAMES: [&str; 4] = ["five", "corner", "four", "three"];

/// The names of the fields outside tables.
pub(super) const ROOT: &[&str] = &[
    "name", "about", "columns", "rows", "fields", "start", "colours", "moves", "matchers", "specials",
    "refill", "stuck", "limit", "seed", "goals", "spawn",
];

impl Level {
    /// Parses a level.
    ///
    /// ```
    /// use quincunx_match3::levels::Level;
    ///
    /// let level = Level::read("columns = 8\nrows = 8\nlimit = 20\n[goals]\nscore = 1000\n")?;
    /// assert_eq!((level.size().columns(), level.limit()), (8, 20));
    /// let errors = Level::read("columns = 2\nrows = 8\nlimit = 20\n[goals]\nscore = 1000\n").expect_err("too narrow");
    /// assert_eq!(errors.to_string(), "line 1: `columns` takes a whole number from 3 to 42, not 2");
    /// # Ok::<(), quincunx_match3::levels::LevelErrors>(())
    /// ```
    ///
    /// # Errors
    /// When the text is not the text of a level that can be played.
    pub fn read(text: &str) -> Result<Self, LevelErrors> {
        match Self::sketch(text) {
            (Some(level), errors) if errors.is_empty() => Ok(level),
            (_, errors) => Err(LevelErrors(errors)),
        }
    }

    /// Parses a level. Returns it with the errors of the level as a whole, or `None` with those of single
    /// fields.
    pub(super) fn sketch(text: &str) -> (Option<Self>, Vec<LevelError>) {
        if text.len() > Self::MAX_BYTES {
            let (found, most) = (text.len(), Self::MAX_BYTES);
            let problem = LevelProblem::TooLong { found, most };
            return (None, vec![LevelError::new(1, "", problem)]);
        }
        let (mut reader, mut root) = Reader::begin(text);
        let level = read(&mut reader, &mut root);
        (level, reader.into_errors())
    }
}

/// Parses all fields, and checks the level as a whole when each of them is right; `None` when one is not.
fn read<'t>(reader: &mut Reader<'t>, root: &mut Section<'t>) -> Option<Level> {
    let name = line(reader, root, "name");
    let about = line(reader, root, "about");
    let fields = fields(reader, root);
    let start = reader.text(root, "start");
    let colours = reader.integer(root, "colours", 2..=COLOURS as u64).unwrap_or(6) as usize;
    let moves = moves(reader, root);
    let matching = matching(reader, root, fields.as_ref().map(Grid::size));
    let specials_at = root.place_of("specials");
    let specials = reader.boolean(root, "specials");
    let refill = reader.boolean(root, "refill").unwrap_or(true);
    let stuck = root.take("stuck");
    let stuck = stuck
        .and_then(|found| reader.word_of(&found, &["reshuffle", "end"]))
        .unwrap_or(0);
    let limit = reader.required(root, "limit", 1..=u64::from(Level::MAX_MOVES));
    let seed = reader.integer(root, "seed", 0..=i64::MAX as u64);
    let mut goal_fields = reader.section(root, "goals");
    let (goals, places) = goals(reader, &mut goal_fields);
    let columns = fields.as_ref().map(|fields| fields.size().columns());
    let weights = weights(reader, root, colours, columns);
    let goals_at = goal_fields.at;
    reader.finish(&mut goal_fields, &["score", "collect", "clear"]);
    reader.finish(root, ROOT);

    let (fields, matching) = (fields?, matching?);
    let by_deltas = matches!(matching, Matching::Deltas(_));
    if let (true, Some(true), Some(at)) = (by_deltas, specials, specials_at) {
        reader.report(at, "specials", LevelProblem::SpecialsByDeltas {});
    }
    let specials = specials.unwrap_or(!by_deltas);
    let board = match &start {
        None => Board::empty(fields.size()),
        Some(text) => start_board(reader, text, &fields, specials)?,
    };
    let (weights, spawn) = weights?;
    let level = Level {
        name,
        about,
        fields,
        start: board,
        weights,
        moves: moves?,
        matching,
        specials,
        refill,
        when_stuck: [WhenStuck::Reshuffle, WhenStuck::End][stuck],
        limit: limit? as u32,
        goals,
        seed,
    };
    if !reader.is_clean() {
        return None;
    }
    let place_of = |name: &str| {
        let place = places.iter().find(|(known, _)| known == name);
        place.map_or(goals_at, |&(_, at)| at)
    };
    check_goals(reader, place_of, &level);
    check_play(reader, start.as_ref(), &level, spawn);
    Some(level)
}

/// Takes a text of one line, empty where there is none.
fn line<'t>(reader: &mut Reader<'t>, root: &mut Section<'t>, name: &str) -> String {
    const MAX_LENGTH: usize = 200;
    let Some(Text { text, line, .. }) = reader.text(root, name) else {
        return String::new();
    };
    if text.contains(char::is_control) || text.chars().count() > MAX_LENGTH {
        let problem = LevelProblem::NotALine {
            name: name.to_owned(),
            most: MAX_LENGTH,
        };
        reader.report_line(line, name, problem);
    }
    text
}

/// Parses the cells of the picture: drawn, or a number of columns and rows.
fn fields<'t>(reader: &mut Reader<'t>, root: &mut Section<'t>) -> Option<Grid<Field>> {
    let sides = u64::from(Level::MIN_SIDE)..=u64::from(Level::MAX_SIDE);
    let Some(picture) = reader.text(root, "fields") else {
        let place = root.place_of("columns");
        let columns = reader.required(root, "columns", sides.clone());
        let rows = reader.required(root, "rows", sides);
        let size = Size::new(columns? as u32, rows? as u32).expect("the ranges allow no others");
        let (found, most) = (size.area(), Level::MAX_CELLS);
        if found > most {
            let problem = LevelProblem::TooManyCells { found, most };
            reader.report(place.unwrap_or(root.at), "columns", problem);
            return None;
        }
        return Some(Grid::filled(size, Field::Plain));
    };
    // Sizes must agree with the picture; they are taken first, so that they are known when the picture is
    // wrong.
    let given = ["columns", "rows"].map(|name| {
        let at = root.place_of(name);
        (name, at, reader.integer(root, name, sides.clone()))
    });
    let lines = picture.lines();
    let columns = lines.first().map_or(0, |(_, line)| line.chars().count());
    let mut cells = Vec::new();
    let mut is_right = true;
    for &(number, line) in &lines {
        let found = line.chars().count();
        if found != columns {
            is_right = false;
            let problem = LevelProblem::RaggedFields {
                found,
                expected: columns,
            };
            reader.report_line(number, "fields", problem);
        }
        for character in line.chars() {
            cells.push(Field::from_character(character).unwrap_or_else(|| {
                is_right = false;
                let found = printable(&character.to_string());
                reader.report_line(number, "fields", LevelProblem::NotAField { found });
                Field::Plain
            }));
        }
    }
    if !is_right {
        return None;
    }
    let rows = lines.len();
    let is_size = [columns, rows].iter().all(|&side| sides.contains(&(side as u64)));
    if !is_size || columns * rows > Level::MAX_CELLS {
        let problem = LevelProblem::FieldsSize {
            columns,
            rows,
            least: *sides.start(),
            most: *sides.end(),
            cells: Level::MAX_CELLS,
        };
        reader.report_line(picture.line, "fields", problem);
        return None;
    }
    for ((name, at, given), drawn) in given.into_iter().zip([columns, rows]) {
        if let (Some(at), Some(given)) = (at, given.filter(|&given| given != drawn as u64)) {
            let problem = LevelProblem::SizeDisagrees {
                name: name.to_owned(),
                given,
                drawn,
            };
            reader.report(at, name, problem);
        }
    }
    let size = Size::new(columns as u32, rows as u32).expect("the ranges allow no others");
    let grid = Grid::from_values(size, cells).expect("as many cells as the size has");
    if grid.values().iter().all(|&field| field == Field::Hole) {
        reader.report_line(picture.line, "fields", LevelProblem::HolesOnly {});
        return None;
    }
    Some(grid)
}

/// Parses the board to begin with: a token string if it has semicolons, else rows of squares.
fn start_board(reader: &mut Reader<'_>, text: &Text, fields: &Grid<Field>, specials: bool) -> Option<Board> {
    let separator = start_separator(text);
    let board = if separator == ';' {
        let tokens = TokenSet::new(TOKENS).expect("six different tokens");
        // Line breaks between the rows are for the eye.
        let rows = text.text.trim_matches(BREAKS).split(';');
        let rows: Vec<&str> = rows.map(|row| row.trim_matches(BREAKS)).collect();
        let fields = parse_fields(&rows.join(";"), &tokens);
        fields.map(|fields| of_tokens(&fields)).map_err(|error| {
            let line = text.line_of_row(row_of_error(&rows, &error), ';');
            let problem = LevelProblem::NotATokenString {
                tokens: TOKENS.to_owned(),
                reason: printable(&error.to_string()),
            };
            (line, problem)
        })
    } else {
        text.text.parse::<Board>().map_err(|error| {
            let reason = printable(&error.to_string());
            (line_of_error(text, &error), LevelProblem::NotABoard { reason })
        })
    };
    let board = match board {
        Ok(board) => board,
        Err((line, problem)) => {
            reader.report_line(line, "start", problem);
            return None;
        }
    };
    if board.size() != fields.size() {
        let (found, expected) = (board.size().to_string(), fields.size().to_string());
        let problem = LevelProblem::StartSize { found, expected };
        reader.report_line(text.line_of_row(0, separator), "start", problem);
        return None;
    }
    for (cell, square) in board.squares() {
        let Some(element) = square.0 else { continue };
        let Cell { column, row } = cell;
        let (letter, colour) = (element.letter, element.colour.number());
        let element = element.to_string();
        let line = text.line_of_row(row as usize, separator);
        if fields[cell] == Field::Hole {
            let element = element.clone();
            let problem = LevelProblem::StartInHole { element, column, row };
            reader.report_line(line, "start", problem);
        }
        if letter.is_special() && !specials {
            let problem = LevelProblem::StartSpecial {
                element,
                column,
                row,
                colour,
            };
            reader.report_line(line, "start", problem);
        }
    }
    Some(board)
}

/// Returns the separator of rows in one line.
fn start_separator(text: &Text) -> char {
    if text.text.contains(';') { ';' } else { '/' }
}

/// Returns the row of the error in a token string.
fn row_of_error(rows: &[&str], error: &TokenStringError) -> usize {
    match error {
        TokenStringError::UnequalRows { row, .. } => *row,
        TokenStringError::NotAToken(_) | TokenStringError::Token(_) => {
            let is_wrong =
                |row: &&str| row.contains(|character| character != ' ' && !TOKENS.contains(character));
            rows.iter().position(is_wrong).unwrap_or(0)
        }
        TokenStringError::Dimension(_) => 0,
    }
}

/// Returns the line of the error in a start of squares.
fn line_of_error(text: &Text, error: &ParseBoardError) -> usize {
    match error {
        ParseBoardError::Ragged { row, .. } | ParseBoardError::Element { row, .. } => {
            text.line_of_row(row - 1, '/')
        }
        ParseBoardError::Size => text.line,
    }
}

/// Returns the board of regular elements that a token string stands for.
fn of_tokens(fields: &Grid<Option<Token>>) -> Board {
    let mut board = Board::empty(fields.size());
    for (cell, token) in fields.iter() {
        let colour = token.and_then(|token| TOKENS.find(token.character()));
        let element = colour.map(|colour| Element::new(Letter::Regular, Colour::ALL[colour]));
        board.set(cell, element);
    }
    board
}

fn moves<'t>(reader: &mut Reader<'t>, root: &mut Section<'t>) -> Option<Vec<MoveName>> {
    let Some(found) = root.take("moves") else {
        return Some(vec![MoveName::Swap]);
    };
    let (_, items) = reader.list_of(found)?;
    let name = |item: &Found<'_>| Some(MoveName::ALL[reader.word_of(item, &MoveName::NAMES)?]);
    let names: Vec<_> = items.iter().map(name).collect();
    let mut names: Vec<_> = names.into_iter().collect::<Option<_>>()?;
    names.sort_unstable();
    names.dedup();
    Some(names)
}

/// Parses the matchers, and checks their deltas on a board of a known size.
fn matching<'t>(reader: &mut Reader<'t>, root: &mut Section<'t>, size: Option<Size>) -> Option<Matching> {
    let Some(found) = root.take("matchers") else {
        return Some(Matching::Combinations(Kind::ALL.to_vec()));
    };
    let (at, items) = reader.list_of(found)?;
    let is_kind = |item: &Found<'_>| item.as_str().is_some_and(|text| KIND_NAMES.contains(&text));
    if items.iter().all(is_kind) {
        let is_named = |&kind: &Kind| {
            let name = Some(KIND_NAMES[kind as usize]);
            items.iter().any(|item| item.as_str() == name)
        };
        let kinds = Kind::ALL.into_iter().filter(is_named);
        return Some(Matching::Combinations(kinds.collect()));
    }
    if items.iter().any(is_kind) {
        reader.report(at, "matchers", LevelProblem::MixedMatchers {});
        return None;
    }
    let mut words: Vec<&str> = Vec::new();
    for (number, item) in items.iter().enumerate() {
        let deltas: Vec<&str> = item.as_str().unwrap_or_default().split_whitespace().collect();
        if deltas.contains(&"|") {
            reader.expect(item, |name, found| LevelProblem::NotOneMatcher { name, found });
            return None;
        }
        if let Err(error) = read_matchers(&deltas) {
            let reason = printable(&error.to_string());
            reader.expect(item, |name, found| LevelProblem::NotAMatcher {
                name,
                reason,
                found,
            });
            return None;
        }
        if let Some(size) = size {
            check_deltas(reader, item, &deltas, size);
        }
        words.extend((number > 0).then_some("|"));
        words.extend(deltas);
    }
    let matcher = read_matchers(&words).expect("each of them was read");
    let (found, most) = (matcher.delta_count(), UnionMatcher::MAX_DELTAS);
    if found > most {
        reader.report(at, "matchers", LevelProblem::TooManyDeltas { found, most });
        return None;
    }
    Some(Matching::Deltas(matcher))
}

/// Rejects deltas that lead off the board from every field, by which nothing ever matches.
fn check_deltas(reader: &mut Reader<'_>, item: &Found<'_>, deltas: &[&str], size: Size) {
    let leads_off = |delta: &str| {
        two_wholes(delta).is_ok_and(|(columns, rows)| {
            columns.unsigned_abs() >= size.columns().into() || rows.unsigned_abs() >= size.rows().into()
        })
    };
    for delta in deltas.iter().filter(|delta| leads_off(delta)) {
        let (delta, size) = (printable(&shorten(delta)), size.to_string());
        reader.report(item.at, "matchers", LevelProblem::DeltaOffBoard { delta, size });
    }
}

/// Parses the goals; returns also where each field is, by its full name.
fn goals<'t>(reader: &mut Reader<'t>, section: &mut Section<'t>) -> (Goals, Vec<(String, usize)>) {
    let mut places = section.places();
    let score = reader.integer(section, "score", 1..=1_000_000_000);
    let clear = reader.boolean(section, "clear").unwrap_or(false);
    let mut wanted = reader.section(section, "collect");
    places.extend(wanted.places());
    let mut collect = [0; COLOURS];
    let names = Colour::ALL.map(|colour| colour.to_string());
    for (count, name) in collect.iter_mut().zip(&names) {
        *count = reader.integer(&mut wanted, name, 1..=10_000).unwrap_or(0) as u32;
    }
    reader.finish(&mut wanted, &names.each_ref().map(String::as_str));
    let goals = Goals {
        score,
        collect,
        clear,
    };
    (goals, places)
}

/// How the weights of colours are given.
#[derive(Clone, Copy)]
struct Spawn {
    /// The weights of all colours alike.
    alike: [u32; COLOURS],
    /// The field with other weights, and its place.
    given: (&'static str, usize),
}

/// Parses the weights of the colours in each column; equal ones where none are given.
fn weights<'t>(
    reader: &mut Reader<'t>,
    root: &mut Section<'t>,
    colours: usize,
    columns: Option<u32>,
) -> Option<(Vec<[u32; COLOURS]>, Spawn)> {
    let mut spawn = reader.section(root, "spawn");
    let mut alike = [0; COLOURS];
    alike[..colours].fill(1);
    let mut given = None;
    let everywhere = match spawn.take("weights") {
        None => Some(alike),
        Some(found) => {
            given = Some(("spawn.weights", found.at));
            weights_of(reader, found, colours)
        }
    };
    let mut single = reader.section(&mut spawn, "columns");
    let given = given.unwrap_or(("spawn.columns", single.at));
    let mut weights = vec![everywhere.unwrap_or(alike); columns.unwrap_or(0) as usize];
    for found in single.take_all() {
        let mut places = 0..weights.len();
        if let Some(place) = places.find(|place| place.to_string() == single.short(&found)) {
            if let Some(own) = weights_of(reader, found, colours) {
                weights[place] = own;
            }
        } else if let Some(columns) = columns {
            let (name, last) = (printable(&found.name), columns - 1);
            reader.report(found.at, &found.name, LevelProblem::UnknownColumn { name, last });
        }
    }
    reader.finish(&mut spawn, &["weights", "columns"]);
    columns.map(|_| (weights, Spawn { alike, given }))
}

/// Parses one weight for each colour, not all of them 0.
fn weights_of<'t>(reader: &mut Reader<'t>, found: Found<'t>, colours: usize) -> Option<[u32; COLOURS]> {
    let name = found.name.clone();
    let (at, items) = reader.list_of(found)?;
    let found = items.len();
    if found != colours {
        let problem = LevelProblem::WeightCount {
            name: printable(&name),
            found,
            colours,
        };
        reader.report(at, &name, problem);
        return None;
    }
    let mut weights = [0; COLOURS];
    for (weight, item) in weights.iter_mut().zip(&items) {
        *weight = reader.integer_in(item, 0..=1000)? as u32;
    }
    if weights.iter().all(|&weight| weight == 0) {
        let problem = LevelProblem::ZeroWeights {
            name: printable(&name),
        };
        reader.report(at, &name, problem);
        return None;
    }
    Some(weights)
}

/// Rejects goals that mean nothing or cannot be reached, at the places of their fields.
fn check_goals(reader: &mut Reader<'_>, place_of: impl Fn(&str) -> usize, level: &Level) {
    let report = |reader: &mut Reader<'_>, name: &str, problem| reader.report(place_of(name), name, problem);
    let goals = &level.goals;
    let marked = level.fields.values().contains(&Field::Marked);
    if goals.score.is_none() && !goals.clear && goals.collect == [0; COLOURS] {
        report(reader, "goals", LevelProblem::NoGoal {});
    }
    if goals.clear && !marked {
        report(reader, "goals.clear", LevelProblem::NothingToClear {});
    }
    if marked && !goals.clear {
        report(reader, "goals.clear", LevelProblem::ClearNotSet {});
    }
    let feasibility = Feasibility::of(level);
    let count = reader.count();
    for colour in Colour::ALL {
        let wanted = u64::from(goals.collect[colour as usize]);
        let most = feasibility.max_of_colour(colour);
        if wanted <= most {
            continue;
        }
        let name = format!("goals.collect.{colour}");
        let colour = colour.to_string();
        let problem = if most == 0 {
            LevelProblem::ColourNeverComes { colour }
        } else {
            LevelProblem::TooManyOfColour { colour, wanted, most }
        };
        report(reader, &name, problem);
    }
    let wanted: u64 = goals.collect.iter().map(|&count| u64::from(count)).sum();
    let most = feasibility.max_elements();
    if wanted > most && reader.count() == count {
        let fields = feasibility.field_count();
        let problem = LevelProblem::TooManyToCollect { wanted, fields, most };
        report(reader, "goals.collect", problem);
    }
    let most = feasibility.max_points();
    if let Some(wanted) = goals.score.filter(|&wanted| wanted > most) {
        report(reader, "goals.score", LevelProblem::ScoreTooHigh { wanted, most });
    }
    if let (true, Some(Cell { column, row })) = (goals.clear, feasibility.never_cleared()) {
        report(
            reader,
            "goals.clear",
            LevelProblem::FieldNeverCleared { column, row },
        );
    }
}

/// Rejects a start that is not at rest, and a level of which no board can be dealt.
fn check_play(reader: &mut Reader<'_>, start: Option<&Text>, level: &Level, spawn: Spawn) {
    if !reader.is_clean() {
        return;
    }
    let prepared = PreparedLevel::new(level.clone());
    let matching = prepared.first_removed(&PackedBoard::new(&level.start));
    if let (Some(text), 1..) = (start, matching) {
        let rows = cells_of(level.size(), matching).map(|cell| cell.row);
        let line = text.line_of_row(rows.min().unwrap_or(0) as usize, start_separator(text));
        reader.report_line(line, "start", LevelProblem::StartNotAtRest {});
    } else if !prepared.can_be_dealt() {
        let mut even = level.clone();
        even.weights.fill(spawn.alike);
        // Where equal weights allow a board, the weights are the mistake.
        if even != *level && PreparedLevel::new(even).can_be_dealt() {
            let (field, at) = spawn.given;
            let name = field.to_owned();
            reader.report(at, field, LevelProblem::NoBoardByWeights { name });
            return;
        }
        let (line, field) = start.map_or((1, ""), |text| (text.line, "start"));
        reader.report_line(line, field, LevelProblem::NoBoard {});
    }
}
