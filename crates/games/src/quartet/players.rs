//! The options, the computer players and their levels.

use quincunx_core::Game;
use quincunx_core::{
    ActionSet, OptionError, OptionKind, OptionSpec, Options, Random, RandomSource, Topology,
};
use quincunx_search::{AgentKind, Analysis, Judged, Limits, Player, Value};

use super::piece::Action;
use super::rules::{Quartet, State};
use crate::entry::{Level, Listed};

impl Listed for Quartet {
    const ID: &'static str = "quartet";

    const OPTIONS: &'static [OptionSpec] = &[OptionSpec {
        name: "topology",
        kind: OptionKind::Choice(&["standard", "torus"]),
        default: "standard",
        help: "whether the board ends at its edges or they are joined",
    }];

    const AGENTS: &'static [AgentKind] = &[AgentKind {
        name: "random",
        help: "plays any legal action",
        parameters: &[],
    }];

    const LEVELS: [Level; 5] = [Level {
        name: "plays anything",
        agent: "random",
    }; 5];

    fn from_options(options: &Options) -> Result<Self, OptionError> {
        Ok(Self::new(match options.text("topology") {
            "torus" => Topology::Torus,
            _ => Topology::Plane,
        }))
    }

    fn player(&self, _: &str, _: &Options) -> Box<dyn Player<Self>> {
        Box::new(Anything(Random::new(0)))
    }
}

struct Anything(Random);

impl Player<Quartet> for Anything {
    fn analyze(
        &mut self,
        rules: &Quartet,
        state: &State,
        _: &Limits,
        _: &mut dyn FnMut(&Analysis<Action>),
    ) -> Analysis<Action> {
        let legal = rules.legal_actions(state);
        let favourite = self.0.index(legal.len());
        let judged = legal.into_iter().enumerate().map(|(n, action)| Judged {
            action,
            value: Value::Estimate(if n == favourite { 0.0 } else { -0.5 }),
        });
        Analysis::new(judged.collect(), 0, 1)
    }
}
