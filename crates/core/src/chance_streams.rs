//! The luck of one ply.

/// What chance draws from in one ply: a stream of the seed for each of the game's
/// [sources](crate::Game::chance_source).
///
/// Source `s` of ply `n` is the stream `n + s · 2^56`. Source 0, of which most games draw alone, is opened
/// with the ply, and others only when they are drawn from.
///
/// ```
/// use quincunx_core::{ChanceStreams, RandomSource, Seed};
/// let seed = Seed::Number(7);
/// let mut luck = ChanceStreams::new(3, seed.stream(3));
/// let word = luck.source(2, |stream| seed.stream(stream)).next_word();
/// assert_eq!(word, seed.stream(3 + (2 << 56)).next_word());
/// ```
#[derive(Clone, Debug)]
pub struct ChanceStreams<R> {
    ply: u64,
    usual: R,
    others: Vec<(u8, R)>,
}

impl<R> ChanceStreams<R> {
    /// Begins a ply, of whose number `usual` is the stream.
    #[inline]
    pub const fn new(ply: u64, usual: R) -> Self {
        Self {
            ply,
            usual,
            others: Vec::new(),
        }
    }

    /// Begins another ply.
    #[inline]
    pub fn begin(&mut self, ply: u64, usual: R) {
        self.ply = ply;
        self.usual = usual;
        self.others.clear();
    }

    /// Returns a source as far as it has been drawn from; `open` opens a stream.
    #[inline]
    pub fn source(&mut self, source: u8, open: impl FnOnce(u64) -> R) -> &mut R {
        if source == 0 {
            return &mut self.usual;
        }
        let known = self.others.iter().position(|(known, _)| *known == source);
        let place = known.unwrap_or_else(|| {
            self.others
                .push((source, open(self.ply | u64::from(source) << 56)));
            self.others.len() - 1
        });
        &mut self.others[place].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{RandomSource as _, Streams};

    #[test]
    fn what_is_drawn_from_one_source_changes_nothing_of_another() {
        let streams = Streams::new(5);
        let open = |stream| streams.get(stream);
        let mut luck = ChanceStreams::new(9, open(9));
        let mut alone = [0, 1, 2].map(|source: u64| open(9 | source << 56));
        // However they take turns, each goes on where it was.
        for source in [0, 1, 1, 2, 0, 2, 1] {
            let drawn = luck.source(source, open).next_word();
            assert_eq!(drawn, alone[usize::from(source)].next_word(), "{source}");
        }
        luck.begin(10, open(10));
        assert_eq!(luck.source(2, open).next_word(), open(10 | 2 << 56).next_word());
    }
}
