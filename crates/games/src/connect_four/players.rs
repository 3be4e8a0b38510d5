//! The options, the computer players and their levels.

use quincunx_core::{OptionError, OptionKind, OptionSpec, Options};
use quincunx_search::{AgentKind, Analysis, Judged, Limits, Meter, Player, Value};

use super::rules::{Column, ConnectFour, Position};
use super::solver::{Bounds, Solver, value_of_score};
use crate::entry::{Level, Listed};

impl Listed for ConnectFour {
    const ID: &'static str = "connect-four";

    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "columns",
            kind: OptionKind::Integer(Self::LEAST_SIDE as u64, Self::MOST_SIDE as u64),
            default: "7",
            help: "the number of columns",
        },
        OptionSpec {
            name: "rows",
            kind: OptionKind::Integer(Self::LEAST_SIDE as u64, Self::MOST_SIDE as u64),
            default: "6",
            help: "the number of rows",
        },
    ];

    const AGENTS: &'static [AgentKind] = &[AgentKind {
        name: "solver",
        help: "plays perfectly where it can prove the scores within its limits",
        parameters: &[],
    }];

    const LEVELS: [Level; 5] = [Level {
        name: "solver",
        agent: "solver",
    }; 5];

    fn from_options(options: &Options) -> Result<Self, OptionError> {
        let (columns, rows) = (options.integer("columns"), options.integer("rows"));
        Self::new(columns, rows).map_err(|error| OptionError::value("columns", columns, error.to_string()))
    }

    fn player(&self, _: &str, _: &Options) -> Box<dyn Player<Self>> {
        Box::new(Exact {
            solver: Solver::new(*self),
        })
    }
}

/// Plays by the solver.
struct Exact {
    solver: Solver,
}

impl Player<ConnectFour> for Exact {
    fn analyze(
        &mut self,
        rules: &ConnectFour,
        position: &Position,
        limits: &Limits,
        _: &mut dyn FnMut(&Analysis<Column>),
    ) -> Analysis<Column> {
        let mut meter = Meter::start(limits);
        let area = rules.size().area() as u32;
        let judged = (0..)
            .map(Column)
            .zip(self.solver.solve_drops(position, &mut meter))
            .filter_map(|(action, bounds)| {
                let value = match bounds? {
                    Bounds { low, high } if low == high => value_of_score(area, position.stones(), low),
                    Bounds { low: 1.., .. } => Value::Estimate(0.99),
                    Bounds { high: ..=-1, .. } => Value::Estimate(-0.99),
                    _ => Value::Estimate(0.0),
                };
                Some(Judged { action, value })
            });
        Analysis::new(judged.collect(), 0, meter.nodes())
    }
}
