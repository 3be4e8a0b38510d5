package edu.kit.informatik.matchthree;

import edu.kit.informatik.matchthree.framework.interfaces.Board;
import edu.kit.informatik.matchthree.framework.interfaces.Matcher;
import quincunx.bridge.LocalGame;

/** A game that resolves matches of three or more. */
public class MatchThreeGame extends LocalGame {
    /** Creates a game that has not been started. */
    public MatchThreeGame(Board board, Matcher matcher) {
        super(board, matcher, 0);
    }
}
