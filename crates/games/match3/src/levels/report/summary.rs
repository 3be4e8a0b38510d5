//! The report of a level.

use serde::Serialize;
use utoipa::ToSchema;

use super::bands::Band;
use super::figures::Figures;
use super::skill::{Luck, Skill};
use super::target::Target;

/// What simulated players make of a level.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Report {
    /// The version of the program: in another, players may choose otherwise.
    pub program: String,
    /// The level.
    pub level: Facts,
    /// The seed of all luck.
    pub seed: u64,
    /// Whether all games of the plan were played; if not, somebody ended the work, and what is missing is
    /// left out.
    pub is_whole: bool,
    /// The figures under each player, in the order of the plan; players of fewer than two games are left
    /// out.
    pub tiers: Vec<Figures>,
    /// The player that stands for casual people, as named among the tiers.
    pub casual: Option<String>,
    /// How much skill counts.
    pub skill: Option<Skill>,
    /// How much luck counts, by the casual player.
    pub luck: Option<Luck>,
    /// Which figures of the casual player, and of people of several skills, are in the bands that designers
    /// use.
    pub bands: Vec<Band>,
    /// The limit for the success that is wanted of the casual player.
    pub target: Option<Target>,
}

/// What a level is, in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Facts {
    /// The name for people.
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
