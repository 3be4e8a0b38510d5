//! The symmetries of the square, and those of a tuple.

use super::spec::PLANES;

/// The number of images of a board under the symmetries of the square.
pub(super) const IMAGES: usize = 8;

/// The image of the square, if any, that maps the cells of a tuple to each other.
///
/// Such an image shows each board on the tuple twice, as 45689a and as 89a456. Both entries always occur
/// together and learn the same, so the lesser index serves for both, and half of the entries are in use. The
/// first image counts if there are several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TupleSymmetry {
    /// For each cell of the tuple the place in the tuple of its image; empty without symmetry.
    order: Vec<usize>,
    /// For each image of a board the one that shows the same tuple so; without symmetry the image itself.
    pub(super) twins: [u8; IMAGES],
}

impl TupleSymmetry {
    /// The images that are their own inverse: mirrored, flipped, turned by half, and along both diagonals.
    const MIRRORS: [usize; 5] = [1, 2, 3, 4, 7];

    /// Finds the first symmetry of a tuple.
    pub(super) fn of(fields: &[u32]) -> Self {
        let order_in = |mirror: usize| {
            let place = |&field: &u32| fields.iter().position(|&other| other == source(mirror, field));
            fields.iter().map(place).collect::<Option<Vec<usize>>>()
        };
        let found = Self::MIRRORS.into_iter().find_map(|mirror| {
            let order = order_in(mirror)?;
            // Cells on the axis of a mirror are not exchanged.
            (!order.is_sorted()).then_some((mirror, order))
        });
        let (mirror, order) = found.unwrap_or_default();
        let twin = |image: usize| {
            let is_twin = |&twin: &usize| {
                (0..16).all(|field| source(twin, field) == source(image, source(mirror, field)))
            };
            let twin = (0..IMAGES).find(is_twin);
            twin.expect("the image of an image is one") as u8
        };
        Self {
            order,
            twins: std::array::from_fn(twin),
        }
    }

    /// Returns whether there is one.
    pub(super) const fn is_some(&self) -> bool {
        !self.order.is_empty()
    }

    /// Returns the entry of the tuple that is in use for an entry.
    pub(super) fn in_use_for(&self, entry: u32) -> u32 {
        let fields = self.order.len();
        if fields == 0 {
            return entry;
        }
        let bit = |plane: usize, field: usize| entry >> (plane * fields + self.order[field]) & 1;
        let bits = (0..PLANES).flat_map(|plane| (0..fields).map(move |field| (plane, field)));
        let twin = bits.map(|(plane, field)| bit(plane, field) << (plane * fields + field));
        entry.min(twin.sum())
    }
}

/// Returns the cell of the board that an image shows on a cell. Odd images are mirrored, every other two
/// flipped, the last four transposed.
pub(super) const fn source(image: usize, field: u32) -> u32 {
    let field = if image & 4 != 0 {
        field % 4 * 4 + field / 4
    } else {
        field
    };
    let mirrored = if image & 1 != 0 { 3 } else { 0 };
    let flipped = if image & 2 != 0 { 12 } else { 0 };
    field ^ mirrored ^ flipped
}
