package edu.kit.informatik.matchthree.framework.interfaces;

import edu.kit.informatik.matchthree.framework.Position;
import java.util.Set;

/** A change of places on any board. */
public interface Move {
    boolean canBeApplied(Board board);

    void apply(Board board);

    Move reverse();

    Set<Position> getAffectedPositions(Board board);
}
