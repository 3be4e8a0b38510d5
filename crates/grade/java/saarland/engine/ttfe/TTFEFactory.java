package ttfe;

import java.util.Random;
import quincunx.bridge.RemoteSimulator;
import quincunx.bridge.TextInterface;

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

    /** Creates a user interface of text on standard input and output. */
    public static UserInterface createUserInterface(SimulatorInterface game) {
        if (game == null) {
            throw new IllegalArgumentException("expected a game, found null");
        }
        return new TextInterface();
    }

    /** Creates a player that asks the user interface, or one that plays as the engine would. */
    public static PlayerInterface createPlayer(boolean human) {
        return human ? (game, ui) -> ui.getUserMove() : (game, ui) -> RemoteSimulator.bestMove(game);
    }
}
