//! The report of a level.

use serde::Serialize;
use utoipa::ToSchema;

use super::bands::Band;
use super::figures::Figures;
use super::skill::{Luck, Skill};
use super::target::Target;

/// The report of a level under simulated players.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[non_exhaustive]
pub struct Report {
    /// The version of the program; in another one players may choose otherwise.
    pub program: String,
    /// The level.
    pub level: Facts,
    /// The seed of all chance, in decimal digits: it has more than a JavaScript number keeps.
    #[serde(with = "quincunx_core::digits")]
    #[schema(value_type = String)]
    pub seed: u64,
    /// Whether all games of the plan were played; missing figures are left out.
    pub is_whole: bool,
    /// The figures under each player with at least two games, in the order of the plan.
    pub tiers: Vec<Figures>,
    /// The player that stands for casual people, as named among the tiers.
    #[schema(required)]
    pub casual: Option<String>,
    /// The effect of skill.
    #[schema(required)]
    pub skill: Option<Skill>,
    /// The share of luck for the casual player.
    #[schema(required)]
    pub luck: Option<Luck>,
    /// Figures with their target bands.
    pub bands: Vec<Band>,
    /// The limit for the target success of the casual player.
    #[schema(required)]
    pub target: Option<Target>,
}

/// A level in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[non_exhaustive]
pub struct Facts {
    /// The name.
    pub name: String,
    /// Columns of the picture.
    pub columns: u32,
    /// Rows of the picture.
    pub rows: u32,
    /// The limit of moves.
    pub limit: u32,
    /// The goals in words.
    pub goals: Vec<String>,
}
