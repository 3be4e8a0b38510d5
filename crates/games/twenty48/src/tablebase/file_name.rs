//! The names of tablebase files.

use crate::position::Scoring;
use crate::rules::Twenty48;

const PREFIX: &str = "2048-";
const SUFFIX: &str = ".exact";

/// Returns the file name for some rules, the same for a board and its transpose, which have one tablebase.
pub(super) fn file_name(rules: &Twenty48) -> String {
    let size = rules.size();
    let (longer, shorter) = (size.columns().max(size.rows()), size.columns().min(size.rows()));
    let scoring = match rules.scoring() {
        Scoring::Standard => "",
        Scoring::Contest => "-contest",
    };
    let four_rate = match rules.four_rate() {
        Twenty48::FOUR_RATE => String::new(),
        rate => format!("-four-rate-{rate}"),
    };
    format!("{PREFIX}{longer}x{shorter}{scoring}{four_rate}{SUFFIX}")
}

/// Returns whether a name is that of a tablebase file.
pub(super) fn is_file_name(name: &str) -> bool {
    name.starts_with(PREFIX) && name.ends_with(SUFFIX)
}
