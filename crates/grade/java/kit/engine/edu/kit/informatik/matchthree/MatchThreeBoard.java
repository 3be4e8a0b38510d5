package edu.kit.informatik.matchthree;

import edu.kit.informatik.matchthree.framework.Token;
import java.util.Set;
import quincunx.bridge.RemoteBoard;

/** A board that the engine keeps. */
public class MatchThreeBoard extends RemoteBoard {
    /** Creates an empty board. */
    public MatchThreeBoard(Set<Token> tokens, int columns, int rows) {
        super(tokens, columns, rows);
    }

    /** Creates the board of a token string. */
    public MatchThreeBoard(Set<Token> tokens, String tokenString) {
        super(tokens, tokenString);
    }
}
