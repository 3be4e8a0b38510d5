//! Players and proof that know no game.
