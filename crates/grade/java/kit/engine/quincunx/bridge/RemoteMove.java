package quincunx.bridge;

import edu.kit.informatik.matchthree.framework.Position;
import edu.kit.informatik.matchthree.framework.interfaces.Board;
import edu.kit.informatik.matchthree.framework.interfaces.Move;
import java.util.Set;

/** A move that the engine's console makes, on its own boards or on copies of others. */
public final class RemoteMove implements Move {
    private final String forwards;
    private final boolean isReversed;

    /** Creates a move from its words on the console. */
    public RemoteMove(String forwards, boolean isReversed) {
        this.forwards = forwards;
        this.isReversed = isReversed;
    }

    /** Returns its words on the console. */
    public String text() {
        return isReversed ? "reverse " + forwards : forwards;
    }

    @Override
    public boolean canBeApplied(Board board) {
        return RemoteBoard.truth(Copies.of(board).query("can " + text()));
    }

    @Override
    public void apply(Board board) {
        RemoteBoard copy = Copies.of(board);
        copy.change("apply " + text(), RemoteBoard::dimensionFailure);
        Copies.bring(copy, board);
    }

    @Override
    public Move reverse() {
        return new RemoteMove(forwards, !isReversed);
    }

    @Override
    public Set<Position> getAffectedPositions(Board board) {
        return RemoteBoard.positions(
                Copies.of(board).ask("affected " + text(), RemoteBoard::dimensionFailure));
    }
}
