//! Gravity on grids.

use quincunx_core::{Cell, Grid};

/// Lets everything fall as far as it can inside its column, past cells that are no fields.
///
/// Calls `moved` with the old and the new cell of each value that falls: columns from the left, each from the
/// bottom up. What stands on the grid must stand on fields.
pub(crate) fn drop_all<T: Copy>(
    grid: &mut Grid<T>,
    is_occupied: impl Fn(T) -> bool,
    is_field: impl Fn(Cell) -> bool,
    mut moved: impl FnMut(Cell, Cell, T),
) {
    let (size, columns) = (grid.size(), grid.size().columns() as usize);
    let values = grid.values_mut();
    for column in 0..size.columns() {
        let mut floor = size.rows();
        for row in (0..size.rows()).rev() {
            let from = row as usize * columns + column as usize;
            if !is_occupied(values[from]) {
                continue;
            }
            floor -= 1;
            while !is_field(Cell::new(column, floor)) {
                floor -= 1;
            }
            if floor != row {
                values.swap(from, floor as usize * columns + column as usize);
                moved(
                    Cell::new(column, row),
                    Cell::new(column, floor),
                    values[floor as usize * columns + column as usize],
                );
            }
        }
    }
}
