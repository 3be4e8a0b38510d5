//! The `quincunx` program.

fn main() {}
