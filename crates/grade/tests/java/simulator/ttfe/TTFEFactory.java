package ttfe;

import java.util.Random;

/** Creates the parts of a game. */
public final class TTFEFactory {
    private TTFEFactory() {
    }

    /** Creates a simulator. */
    public static SimulatorInterface createSimulator(int width, int height, Random r) {
        return new Simulator(width, height, r);
    }
}
