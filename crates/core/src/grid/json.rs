//! A grid as JSON: its columns, its rows and its cells in reading order.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{Grid, Size};

/// What a grid is in JSON.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Grid))]
pub(crate) struct GridJson<T> {
    /// Columns of the picture.
    columns: u32,
    /// Rows of the picture.
    rows: u32,
    /// What stands where, row by row from the top, `columns × rows` of them; null where a field is empty.
    cells: Vec<T>,
}

/// A place of the picture as `[column, row]`, both from 0, row 0 at the top.
#[cfg(feature = "openapi")]
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct CellJson(u32, u32);

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for super::Cell {}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for super::Cell {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        CellJson::schema()
    }
}

impl<T: Serialize> Serialize for Grid<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let json = GridJson {
            columns: self.size.columns(),
            rows: self.size.rows(),
            cells: self.values.iter().collect(),
        };
        json.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Grid<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let GridJson { columns, rows, cells } = GridJson::deserialize(deserializer)?;
        let size = Size::new(columns, rows).map_err(de::Error::custom)?;
        let count = cells.len();
        Self::from_values(size, cells)
            .ok_or_else(|| de::Error::custom(format!("a {size} grid has {} cells, not {count}", size.area())))
    }
}
