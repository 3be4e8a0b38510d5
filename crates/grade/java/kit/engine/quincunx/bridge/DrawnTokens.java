package quincunx.bridge;

import edu.kit.informatik.matchthree.framework.FillingStrategy;
import edu.kit.informatik.matchthree.framework.Position;
import edu.kit.informatik.matchthree.framework.Token;
import edu.kit.informatik.matchthree.framework.interfaces.Board;
import java.util.Set;

/** A board with one empty field, on which a strategy shows its next token for a column. */
final class DrawnTokens implements Board {
    private static final int MAX_TOKENS = 512;
    private static final int MAX_WORK = 20_000_000;

    private final Board original;
    private final Token filler;
    private int column;
    private Token drawn;

    private DrawnTokens(Board original) {
        this.original = original;
        filler = original.getAllValidTokens().iterator().next();
    }

    /** Draws the next tokens for each column, as many as there are, and writes them as the console reads them. */
    static String of(FillingStrategy strategy, Board original) {
        DrawnTokens board = new DrawnTokens(original);
        int columns = original.getColumnCount();
        long work = (long) columns * columns * original.getRowCount();
        int most = (int) Math.max(2L * original.getRowCount(), Math.min(MAX_TOKENS, MAX_WORK / work));
        StringBuilder text = new StringBuilder();
        for (board.column = 0; board.column < columns; board.column++) {
            text.append(board.column == 0 ? "" : ";");
            for (int i = 0; i < most && board.draw(strategy); i++) {
                text.append(board.drawn);
            }
        }
        return text.toString();
    }

    private boolean draw(FillingStrategy strategy) {
        drawn = null;
        try {
            strategy.fill(this);
        } catch (RuntimeException e) {
            // It has no more for this column.
            drawn = null;
        }
        return drawn != null;
    }

    @Override
    public Set<Token> getAllValidTokens() {
        return original.getAllValidTokens();
    }

    @Override
    public int getColumnCount() {
        return original.getColumnCount();
    }

    @Override
    public int getRowCount() {
        return original.getRowCount();
    }

    @Override
    public Token getTokenAt(Position position) {
        return isOpen(position) ? drawn : filler;
    }

    @Override
    public void setTokenAt(Position position, Token newToken) {
        if (isOpen(position)) {
            drawn = newToken;
        }
    }

    private boolean isOpen(Position position) {
        return position.x == column && position.y == 0;
    }

    @Override
    public boolean containsPosition(Position position) {
        boolean isColumn = position.x >= 0 && position.x < getColumnCount();
        return isColumn && position.y >= 0 && position.y < getRowCount();
    }

    @Override
    public Set<Position> moveTokensToBottom() {
        return Set.of();
    }

    @Override
    public void swapTokens(Position positionA, Position positionB) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void removeTokensAt(Set<Position> positions) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setFillingStrategy(FillingStrategy strategy) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void fillWithTokens() {
        throw new UnsupportedOperationException();
    }

    @Override
    public String toTokenString() {
        throw new UnsupportedOperationException();
    }
}
