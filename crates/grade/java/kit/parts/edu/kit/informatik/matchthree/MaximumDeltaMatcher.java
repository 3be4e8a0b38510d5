package edu.kit.informatik.matchthree;

import edu.kit.informatik.matchthree.framework.Delta;
import edu.kit.informatik.matchthree.framework.Position;
import edu.kit.informatik.matchthree.framework.Token;
import edu.kit.informatik.matchthree.framework.exceptions.BoardDimensionException;
import edu.kit.informatik.matchthree.framework.exceptions.MatcherInitializationException;
import edu.kit.informatik.matchthree.framework.interfaces.Board;
import edu.kit.informatik.matchthree.framework.interfaces.Matcher;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/** Finds the equal tokens that steps lead to, forwards and backwards. */
public class MaximumDeltaMatcher implements Matcher {
    private final Set<Delta> deltas = new HashSet<>();

    /** Creates the matcher of some steps. */
    public MaximumDeltaMatcher(Set<Delta> deltas) {
        if (deltas.isEmpty() || deltas.contains(Delta.dxy(0, 0))) {
            throw new MatcherInitializationException("expected steps that lead to other fields");
        }
        for (Delta delta : deltas) {
            this.deltas.add(delta);
            this.deltas.add(Delta.dxy(-delta.dx, -delta.dy));
        }
    }

    @Override
    public Set<Set<Position>> match(Board board, Position initial) {
        return matchAll(board, Set.of(initial));
    }

    @Override
    public Set<Set<Position>> matchAll(Board board, Set<Position> initial) {
        for (Position position : initial) {
            if (!board.containsPosition(position)) {
                throw new BoardDimensionException("not on the board: " + position.x + "," + position.y);
            }
        }
        Set<Set<Position>> matches = new HashSet<>();
        Set<Position> known = new HashSet<>();
        for (Position position : initial) {
            if (board.getTokenAt(position) != null && !known.contains(position)) {
                Set<Position> match = grow(board, position);
                known.addAll(match);
                matches.add(match);
            }
        }
        return matches;
    }

    private Set<Position> grow(Board board, Position initial) {
        Token token = board.getTokenAt(initial);
        Set<Position> match = new HashSet<>();
        Deque<Position> open = new ArrayDeque<>();
        match.add(initial);
        open.add(initial);
        while (!open.isEmpty()) {
            Position from = open.remove();
            for (Delta delta : deltas) {
                Position next = Position.at(from.x + delta.dx, from.y + delta.dy);
                if (board.containsPosition(next) && token.equals(board.getTokenAt(next)) && match.add(next)) {
                    open.add(next);
                }
            }
        }
        return match;
    }
}
