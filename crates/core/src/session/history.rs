//! A sequence that grows at its end and shares its beginning with what it was copied from.

use std::fmt;
use std::sync::Arc;

/// A sequence of items, numbered from 0, that grows at its end.
///
/// A copy costs the same whatever the length; all that have a beginning in common hold it once. Each item
/// knows the one before it, and each eighth also the one whose number is its own without the lowest bit, so
/// that an item is found in some log² steps.
///
/// ```text
///   item            8   16   24   32   40   48   56   64
///   further back    0    0   16    0   32   32   48    0
/// ```
pub(super) struct History<T>(Option<Arc<Item<T>>>);

struct Item<T> {
    value: T,
    number: usize,
    /// All before it.
    before: History<T>,
    /// What ends with the item that it knows further back; nothing where it knows none.
    back: History<T>,
}

/// Which items know one that is further back: those of whose numbers this is a divisor. To know one costs
/// some nanoseconds.
const STRIDE: usize = 8;

impl<T> History<T> {
    /// Makes the sequence of no item.
    pub(super) const fn empty() -> Self {
        Self(None)
    }

    /// Makes the sequence of one item.
    pub(super) fn of(value: T) -> Self {
        let mut past = Self::empty();
        past.push(value);
        past
    }

    /// Puts an item behind the others.
    pub(super) fn push(&mut self, value: T) {
        let number = self.len();
        let further = (number > 0 && number.is_multiple_of(STRIDE)).then(|| number & (number - 1));
        let back = further.and_then(|further| self.up_to(further));
        let back = back.cloned().unwrap_or(Self::empty());
        *self = Self(Some(Arc::new(Item {
            value,
            number,
            before: Self(self.0.take()),
            back,
        })));
    }

    /// Returns how many items there are.
    pub(super) fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |item| item.number + 1)
    }

    /// Returns the last item; `None` where there is none.
    pub(super) fn last(&self) -> Option<&T> {
        self.0.as_ref().map(|item| &item.value)
    }

    /// Returns the sequence without its last item; `None` where there is none.
    pub(super) fn before(&self) -> Option<&Self> {
        self.0.as_ref().map(|item| &item.before)
    }

    /// Returns the sequence up to the item of a number, that one included; `None` past the end.
    pub(super) fn up_to(&self, number: usize) -> Option<&Self> {
        let mut at = self;
        while at.len() > number.saturating_add(1) {
            at = at.nearer(number)?;
        }
        (at.len() == number.saturating_add(1)).then_some(at)
    }

    /// Lists the items, the first first.
    pub(super) fn items(&self) -> Vec<&T> {
        let all = std::iter::successors(Some(self), |past| past.before());
        let mut items: Vec<&T> = all.filter_map(Self::last).collect();
        items.reverse();
        items
    }

    /// Goes a step towards an item before the last one.
    fn nearer(&self, number: usize) -> Option<&Self> {
        let item = self.0.as_ref()?;
        let is_behind = item.back.len() <= number;
        Some(if is_behind { &item.before } else { &item.back })
    }
}

impl<T> Clone for History<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: fmt::Debug> fmt::Debug for History<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.items()).finish()
    }
}

impl<T> Drop for Item<T> {
    /// Lets go of what nobody else holds, one item after the other: a long past would need a deep stack if
    /// each did so with the one before. What is further back is let go of first, while what lies between
    /// holds it as well.
    fn drop(&mut self) {
        let mut before = self.before.0.take();
        self.back.0 = None;
        while let Some(mut item) = before.and_then(Arc::into_inner) {
            before = item.before.0.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(numbers: std::ops::Range<usize>) -> History<usize> {
        let mut past = History::empty();
        numbers.for_each(|number| past.push(number));
        past
    }

    #[test]
    fn every_item_is_found() {
        for length in 0..70 {
            let past = of(0..length);
            assert_eq!(
                (past.len(), past.last().copied()),
                (length, length.checked_sub(1))
            );
            assert!(past.items().into_iter().copied().eq(0..length));
            for number in 0..length {
                let found = past.up_to(number).expect("it is there");
                assert_eq!((found.len(), found.last()), (number + 1, Some(&number)));
            }
            assert!(past.up_to(length).is_none() && past.up_to(usize::MAX).is_none());
        }
    }

    #[test]
    fn items_are_found_in_few_steps() {
        let past = of(0..100_000);
        for number in (0..100_000).step_by(997) {
            let (mut at, mut steps) = (&past, 0);
            while at.len() > number + 1 {
                at = at.nearer(number).expect("it is not the first");
                steps += 1;
            }
            assert!(steps <= 17 * (17 + STRIDE), "{number}: {steps}");
        }
    }

    #[test]
    fn what_is_in_common_is_held_once() {
        let trunk = of(0..10);
        let (mut left, mut right) = (trunk.clone(), trunk.clone());
        left.push(100);
        right.push(200);
        assert_eq!(
            (left.last(), right.last(), trunk.last()),
            (Some(&100), Some(&200), Some(&9))
        );
        let values = [&left, &right, &trunk].map(|past| past.up_to(9).and_then(History::last));
        assert!(
            values
                .iter()
                .all(|value| value.is_some_and(|value| std::ptr::eq(value, values[2].expect("the trunk"))))
        );
        assert_eq!(format!("{:?}", of(3..6)), "[3, 4, 5]");
    }

    #[test]
    fn a_long_past_is_let_go_of_with_a_small_stack() {
        let work = || {
            let past = of(0..1_000_000);
            let mut branch = past.up_to(500_000).expect("it is there").clone();
            branch.push(7);
            drop(past);
            assert_eq!(branch.up_to(3).and_then(History::last), Some(&3));
        };
        let thread = std::thread::Builder::new().stack_size(64 << 10).spawn(work);
        thread.expect("a thread").join().expect("no overflow");
    }
}
