//! Programs and test suites of others, held against the rules of the games.
