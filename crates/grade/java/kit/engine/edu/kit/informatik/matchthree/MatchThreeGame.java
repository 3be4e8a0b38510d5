package edu.kit.informatik.matchthree;

import edu.kit.informatik.matchthree.framework.interfaces.Board;
import edu.kit.informatik.matchthree.framework.interfaces.Game;
import edu.kit.informatik.matchthree.framework.interfaces.Matcher;
import edu.kit.informatik.matchthree.framework.interfaces.Move;
import quincunx.bridge.RemoteBoard;
import quincunx.bridge.RemoteMatcher;
import quincunx.bridge.RemoteMove;

/** A game that the engine plays. Its board, matcher and moves are those of the engine too. */
public class MatchThreeGame implements Game {
    private final RemoteBoard board;
    private RemoteMatcher matcher;

    /** Creates a game that has not been started. */
    public MatchThreeGame(Board board, Matcher matcher) {
        this.board = own(board, RemoteBoard.class);
        this.matcher = own(matcher, RemoteMatcher.class);
    }

    @Override
    public void initializeBoardAndStart() {
        matcher.use(board);
        board.prepareFilling();
        board.change("start", RemoteBoard::fillingFailure);
    }

    @Override
    public void acceptMove(Move move) {
        matcher.use(board);
        board.prepareFilling();
        String text = own(move, RemoteMove.class).text();
        boolean fits = move.canBeApplied(board);
        board.change("accept " + text, fits ? RemoteBoard::fillingFailure : RemoteBoard::dimensionFailure);
    }

    @Override
    public int getScore() {
        return Integer.parseInt(board.query("score"));
    }

    @Override
    public void setMatcher(Matcher matcher) {
        this.matcher = own(matcher, RemoteMatcher.class);
    }

    private static <T> T own(Object part, Class<T> kind) {
        if (!kind.isInstance(part)) {
            throw new UnsupportedOperationException("the engine plays with its own parts only, not with " + part);
        }
        return kind.cast(part);
    }
}
