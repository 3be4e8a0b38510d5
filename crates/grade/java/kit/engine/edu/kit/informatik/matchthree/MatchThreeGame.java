package edu.kit.informatik.matchthree;

import edu.kit.informatik.matchthree.framework.interfaces.Board;
import edu.kit.informatik.matchthree.framework.interfaces.Game;
import edu.kit.informatik.matchthree.framework.interfaces.Matcher;
import edu.kit.informatik.matchthree.framework.interfaces.Move;
import quincunx.bridge.LocalGame;
import quincunx.bridge.RemoteBoard;
import quincunx.bridge.RemoteMatcher;
import quincunx.bridge.RemoteMove;

/** A game that the engine plays, as long as its board, matcher and moves are those of the engine. */
public class MatchThreeGame implements Game {
    private final Board board;
    private Matcher matcher;
    /** Plays with parts of others by their interfaces; null while the engine plays. */
    private LocalGame local;

    /** Creates a game that has not been started. */
    public MatchThreeGame(Board board, Matcher matcher) {
        this.board = board;
        this.matcher = matcher;
        if (!(board instanceof RemoteBoard && matcher instanceof RemoteMatcher)) {
            local = new LocalGame(board, matcher, 0);
        }
    }

    @Override
    public void initializeBoardAndStart() {
        if (local != null) {
            local.initializeBoardAndStart();
            return;
        }
        prepared().change("start", RemoteBoard::fillingFailure);
    }

    @Override
    public void acceptMove(Move move) {
        if (local == null && !(move instanceof RemoteMove)) {
            local = new LocalGame(board, matcher, getScore());
        }
        if (local != null) {
            local.acceptMove(move);
            return;
        }
        RemoteBoard prepared = prepared();
        boolean fits = move.canBeApplied(board);
        prepared.change("accept " + ((RemoteMove) move).text(),
                fits ? RemoteBoard::fillingFailure : RemoteBoard::dimensionFailure);
    }

    @Override
    public int getScore() {
        return local != null ? local.getScore() : Integer.parseInt(((RemoteBoard) board).query("score"));
    }

    @Override
    public void setMatcher(Matcher matcher) {
        this.matcher = matcher;
        if (local != null) {
            local.setMatcher(matcher);
        } else if (!(matcher instanceof RemoteMatcher)) {
            local = new LocalGame(board, matcher, getScore());
        }
    }

    /** Returns the board of the engine with the matcher and the tokens that it needs. */
    private RemoteBoard prepared() {
        RemoteBoard own = (RemoteBoard) board;
        ((RemoteMatcher) matcher).use(own);
        own.prepareFilling();
        return own;
    }
}
