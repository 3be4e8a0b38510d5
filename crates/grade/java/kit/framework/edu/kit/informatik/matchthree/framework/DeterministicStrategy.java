package edu.kit.informatik.matchthree.framework;

import edu.kit.informatik.matchthree.framework.interfaces.Board;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;

/** Fills the empty fields of each column from the bottom up by the next tokens of a sequence. */
public class DeterministicStrategy implements FillingStrategy {
    private final Map<Integer, Iterator<Token>> sequences = new HashMap<>();

    @SafeVarargs
    public DeterministicStrategy(Iterator<Token>... sequences) {
        for (int column = 0; column < sequences.length; column++) {
            setTokenIteratorForColumn(column, sequences[column]);
        }
    }

    /** Sets the sequence of a column. */
    public void setTokenIteratorForColumn(int column, Iterator<Token> sequence) {
        sequences.put(column, sequence);
    }

    @Override
    public void fill(Board board) {
        for (int x = 0; x < board.getColumnCount(); x++) {
            for (int y = board.getRowCount() - 1; y >= 0; y--) {
                Position position = Position.at(x, y);
                if (board.getTokenAt(position) == null) {
                    Iterator<Token> sequence = sequences.get(x);
                    if (sequence == null) {
                        throw new NoSuchElementException("column " + x + " has no sequence");
                    }
                    board.setTokenAt(position, sequence.next());
                }
            }
        }
    }
}
