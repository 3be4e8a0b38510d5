//! The outcomes of chance that a tree search has drawn, and the nodes to which they lead.
//!
//! The outcomes of one node of the tree form a list, of which the node keeps the first.

/// No outcome.
pub(crate) const NO_OUTCOME: u32 = u32::MAX;

/// An outcome of chance that has been drawn.
#[derive(Clone, Copy, Debug)]
struct Drawn {
    /// The seed that draws it.
    seed: u64,
    /// The hash of the position it leads to.
    position: u64,
    /// How often it was drawn.
    times: u32,
    /// The node of that position.
    node: u32,
    /// The outcome drawn before this one at the same node.
    next: u32,
}

/// The outcomes of all nodes of a tree.
#[derive(Clone, Debug, Default)]
pub(crate) struct SampledOutcomes(Vec<Drawn>);

impl SampledOutcomes {
    /// Returns the outcome whose share of the visits lags farthest behind its share of the draws: the seed
    /// that draws it, and its node. `first` begins the list of a node with at least one outcome.
    pub(crate) fn most_lagging(&self, first: u32, visits_of: impl Fn(u32) -> u32) -> (u64, u32) {
        let mut lagging = self.0[first as usize];
        let mut next = first;
        while next != NO_OUTCOME {
            let drawn = self.0[next as usize];
            let [visits, lagging_visits] = [drawn, lagging].map(|drawn| u64::from(visits_of(drawn.node)));
            if visits * u64::from(lagging.times) < lagging_visits * u64::from(drawn.times) {
                lagging = drawn;
            }
            next = drawn.next;
        }
        (lagging.seed, lagging.node)
    }

    /// Counts that an outcome was drawn again and returns its node; `None` when the list has no outcome that
    /// leads to the position of this hash.
    pub(crate) fn draw_again(&mut self, first: u32, position: u64) -> Option<u32> {
        let mut next = first;
        while next != NO_OUTCOME {
            let drawn = &mut self.0[next as usize];
            if drawn.position == position {
                drawn.times += 1;
                return Some(drawn.node);
            }
            next = drawn.next;
        }
        None
    }

    /// Puts a new outcome before a list and returns where the list begins now.
    pub(crate) fn add(&mut self, first: u32, seed: u64, position: u64, node: u32) -> u32 {
        let index = u32::try_from(self.0.len()).expect("there are not more outcomes than nodes");
        self.0.push(Drawn {
            seed,
            position,
            times: 1,
            node,
            next: first,
        });
        index
    }
}
