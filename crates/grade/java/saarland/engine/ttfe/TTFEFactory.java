package ttfe;

import java.util.Random;
import quincunx.bridge.RemoteSimulator;

/** Creates the parts of a game whose rules the engine carries out. */
public final class TTFEFactory {
    private TTFEFactory() {
    }

    /**
     * Creates a simulator. Its pieces depend on the next number of the generator.
     *
     * @throws IllegalArgumentException if a side is below 2 or the generator is null
     */
    public static SimulatorInterface createSimulator(int width, int height, Random r) {
        if (r == null) {
            throw new IllegalArgumentException("expected a generator of random numbers, found null");
        }
        return new RemoteSimulator(width, height, r.nextLong());
    }

    /** Creates a user interface that shows nothing and answers with the first possibility. */
    public static UserInterface createUserInterface(SimulatorInterface game) {
        if (game == null) {
            throw new IllegalArgumentException("expected a game, found null");
        }
        return new UserInterface() {
            @Override
            public String getUserInput(String question, String[] possibleAnswers) {
                return possibleAnswers[0];
            }

            @Override
            public MoveDirection getUserMove() {
                return firstPossible(game);
            }

            @Override
            public void showGameOverScreen(SimulatorInterface game) {
            }

            @Override
            public void showMessage(String message) {
            }

            @Override
            public void updateScreen(SimulatorInterface game) {
            }
        };
    }

    /** Creates a player that asks the user interface, or one that takes the first possible direction. */
    public static PlayerInterface createPlayer(boolean human) {
        return human ? (game, ui) -> ui.getUserMove() : (game, ui) -> firstPossible(game);
    }

    private static MoveDirection firstPossible(SimulatorInterface game) {
        for (MoveDirection direction : MoveDirection.values()) {
            if (game.isMovePossible(direction)) {
                return direction;
            }
        }
        return MoveDirection.NORTH;
    }
}
