package edu.kit.informatik.matchthree.framework.interfaces;

import edu.kit.informatik.matchthree.framework.Position;
import java.util.Set;

/** Finds sets of positions that belong together. */
public interface Matcher {
    Set<Set<Position>> match(Board board, Position initial);

    Set<Set<Position>> matchAll(Board board, Set<Position> initial);
}
