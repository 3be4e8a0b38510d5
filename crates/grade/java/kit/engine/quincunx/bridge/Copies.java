package quincunx.bridge;

import edu.kit.informatik.matchthree.framework.Position;
import edu.kit.informatik.matchthree.framework.interfaces.Board;

/** Copies of boards of others that the engine keeps. */
final class Copies {
    private Copies() {
    }

    /** Returns a board of the engine: the board itself or a copy. */
    static RemoteBoard of(Board board) {
        if (board instanceof RemoteBoard) {
            return (RemoteBoard) board;
        }
        RemoteBoard copy = new RemoteBoard(board.getAllValidTokens(), board.getColumnCount(), board.getRowCount());
        bring(board, copy);
        return copy;
    }

    /** Sets all fields of a board to those of another one, unless it is the same. */
    static void bring(Board from, Board to) {
        for (int i = 0; from != to && i < from.getColumnCount() * from.getRowCount(); i++) {
            Position position = Position.at(i % from.getColumnCount(), i / from.getColumnCount());
            to.setTokenAt(position, from.getTokenAt(position));
        }
    }
}
