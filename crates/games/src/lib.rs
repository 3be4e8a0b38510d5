//! Five grid-token games, one folder each.
