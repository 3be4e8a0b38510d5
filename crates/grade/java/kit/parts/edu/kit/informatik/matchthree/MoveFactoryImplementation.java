package edu.kit.informatik.matchthree;

import edu.kit.informatik.matchthree.framework.Position;
import edu.kit.informatik.matchthree.framework.Token;
import edu.kit.informatik.matchthree.framework.exceptions.BoardDimensionException;
import edu.kit.informatik.matchthree.framework.interfaces.Board;
import edu.kit.informatik.matchthree.framework.interfaces.Move;
import edu.kit.informatik.matchthree.framework.interfaces.MoveFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Creates moves that pass tokens on along a cycle of fields. */
public class MoveFactoryImplementation implements MoveFactory {
    /** Creates a factory. */
    public MoveFactoryImplementation() {
    }

    @Override
    public Move flipRight(Position position) {
        return fixed(position, Position.at(position.x + 1, position.y));
    }

    @Override
    public Move flipDown(Position position) {
        return fixed(position, Position.at(position.x, position.y + 1));
    }

    @Override
    public Move rotateSquareClockwise(Position position) {
        int x = position.x;
        int y = position.y;
        return fixed(position, Position.at(x + 1, y), Position.at(x + 1, y + 1), Position.at(x, y + 1));
    }

    @Override
    public Move rotateColumnDown(int columnIndex) {
        return new Cycle(board -> {
            List<Position> fields = new ArrayList<>();
            for (int y = 0; y < board.getRowCount(); y++) {
                fields.add(Position.at(columnIndex, y));
            }
            return fields;
        }, false);
    }

    @Override
    public Move rotateRowRight(int rowIndex) {
        return new Cycle(board -> {
            List<Position> fields = new ArrayList<>();
            for (int x = 0; x < board.getColumnCount(); x++) {
                fields.add(Position.at(x, rowIndex));
            }
            return fields;
        }, false);
    }

    private static Move fixed(Position... fields) {
        return new Cycle(board -> List.of(fields), false);
    }

    /** Gives the token of each field to the next one, and that of the last to the first. */
    private static final class Cycle implements Move {
        private final Function<Board, List<Position>> fields;
        private final boolean isReversed;

        Cycle(Function<Board, List<Position>> fields, boolean isReversed) {
            this.fields = fields;
            this.isReversed = isReversed;
        }

        @Override
        public boolean canBeApplied(Board board) {
            return fields.apply(board).stream().allMatch(board::containsPosition);
        }

        @Override
        public void apply(Board board) {
            List<Position> cycle = fitting(board);
            if (isReversed) {
                Collections.reverse(cycle);
            }
            Token carried = board.getTokenAt(cycle.get(cycle.size() - 1));
            for (Position position : cycle) {
                Token token = board.getTokenAt(position);
                board.setTokenAt(position, carried);
                carried = token;
            }
        }

        @Override
        public Move reverse() {
            return new Cycle(fields, !isReversed);
        }

        @Override
        public Set<Position> getAffectedPositions(Board board) {
            return new HashSet<>(fitting(board));
        }

        private List<Position> fitting(Board board) {
            if (!canBeApplied(board)) {
                throw new BoardDimensionException("the move does not fit the board");
            }
            return new ArrayList<>(fields.apply(board));
        }
    }
}
