package quincunx.bridge;

import edu.kit.informatik.matchthree.MaximumDeltaMatcher;
import edu.kit.informatik.matchthree.framework.Delta;
import edu.kit.informatik.matchthree.framework.Position;
import edu.kit.informatik.matchthree.framework.interfaces.Board;
import edu.kit.informatik.matchthree.framework.interfaces.Matcher;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds what any of several matchers finds. */
final class UnionOfMatchers implements Matcher {
    private final List<Matcher> matchers;

    private UnionOfMatchers(List<Matcher> matchers) {
        this.matchers = matchers;
    }

    /** Creates the matchers of some words, with {@code |} between two of them. */
    static Matcher of(String[] words) {
        List<Set<Delta>> all = new ArrayList<>();
        all.add(new HashSet<>());
        for (String word : words) {
            if (word.equals("|")) {
                all.add(new HashSet<>());
            } else {
                Position step = Fields.position(word);
                all.get(all.size() - 1).add(Delta.dxy(step.x, step.y));
            }
        }
        List<Matcher> matchers = new ArrayList<>();
        for (Set<Delta> deltas : all) {
            matchers.add(new MaximumDeltaMatcher(deltas));
        }
        return matchers.size() == 1 ? matchers.get(0) : new UnionOfMatchers(matchers);
    }

    @Override
    public Set<Set<Position>> match(Board board, Position initial) {
        Set<Set<Position>> all = new HashSet<>();
        matchers.forEach(matcher -> all.addAll(matcher.match(board, initial)));
        return all;
    }

    @Override
    public Set<Set<Position>> matchAll(Board board, Set<Position> initial) {
        Set<Set<Position>> all = new HashSet<>();
        matchers.forEach(matcher -> all.addAll(matcher.matchAll(board, initial)));
        return all;
    }
}
