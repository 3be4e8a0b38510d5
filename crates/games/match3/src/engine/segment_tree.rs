//! A segment tree: the largest of many keys, with cheap changes of single ones.

/// Keys numbered from 0, and the largest of them.
///
/// A complete binary tree in an array: a node's key is the larger of its two children's, the leaves are the
/// keys.
#[derive(Clone, Debug)]
pub(super) struct SegmentTree {
    /// Node 1 is the root, the children of node n are 2n and 2n + 1; the leaves are the last half.
    nodes: Vec<u64>,
}

impl SegmentTree {
    /// Creates a tree of `count` keys, all 0.
    pub(super) fn new(count: usize) -> Self {
        Self {
            nodes: vec![0; 2 * count.next_power_of_two()],
        }
    }

    pub(super) fn set(&mut self, number: usize, key: u64) {
        let mut node = self.nodes.len() / 2 + number;
        self.nodes[node] = key;
        while node > 1 {
            let largest = self.nodes[node].max(self.nodes[node ^ 1]);
            node /= 2;
            if self.nodes[node] == largest {
                return;
            }
            self.nodes[node] = largest;
        }
    }

    /// Returns the largest key with its number, the lowest number where several are largest; `None` when all
    /// are 0.
    pub(super) fn largest(&self) -> Option<(usize, u64)> {
        let key = self.nodes[1];
        if key == 0 {
            return None;
        }
        let mut node = 1;
        while node < self.nodes.len() / 2 {
            node *= 2;
            if self.nodes[node] != key {
                node += 1;
            }
        }
        Some((node - self.nodes.len() / 2, key))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn agrees_with_a_list(
            count in 1_usize..20,
            changes in prop::collection::vec((any::<prop::sample::Index>(), 0_u64..5), 0..60),
        ) {
            let mut keys = vec![0; count];
            let mut tree = SegmentTree::new(count);
            for (number, key) in changes {
                let number = number.index(count);
                keys[number] = key;
                tree.set(number, key);
                let largest = keys.iter().copied().max().filter(|&key| key > 0);
                let first = keys.iter().position(|&key| Some(key) == largest);
                prop_assert_eq!(tree.largest(), first.zip(largest));
            }
        }
    }
}
