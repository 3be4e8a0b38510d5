package edu.kit.informatik.matchthree.framework;

import edu.kit.informatik.matchthree.framework.interfaces.Board;

/** Gives tokens to the empty fields of a board. */
public interface FillingStrategy {
    /** Fills all empty fields. */
    void fill(Board board);
}
