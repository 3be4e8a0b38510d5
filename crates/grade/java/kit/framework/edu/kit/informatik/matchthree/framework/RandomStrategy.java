package edu.kit.informatik.matchthree.framework;

import edu.kit.informatik.matchthree.framework.interfaces.Board;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Fills empty fields by any of the valid tokens. */
public class RandomStrategy implements FillingStrategy {
    private final Random random;

    public RandomStrategy() {
        this(new Random());
    }

    public RandomStrategy(Random random) {
        this.random = random;
    }

    @Override
    public void fill(Board board) {
        List<Token> tokens = new ArrayList<>(board.getAllValidTokens());
        for (int x = 0; x < board.getColumnCount(); x++) {
            for (int y = board.getRowCount() - 1; y >= 0; y--) {
                Position position = Position.at(x, y);
                if (board.getTokenAt(position) == null) {
                    board.setTokenAt(position, tokens.get(random.nextInt(tokens.size())));
                }
            }
        }
    }
}
