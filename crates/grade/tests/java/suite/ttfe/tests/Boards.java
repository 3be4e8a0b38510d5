package ttfe.tests;

import static org.junit.Assert.assertEquals;

import java.util.Random;
import ttfe.SimulatorInterface;
import ttfe.TTFEFactory;

/** Boards of four rows, and what they look like. */
final class Boards {
    private Boards() {
    }

    /** Creates a simulator on which nothing has been set. */
    static SimulatorInterface fresh() {
        return TTFEFactory.createSimulator(4, 4, new Random(42));
    }

    /** Creates a simulator with 16 values, row by row. */
    static SimulatorInterface of(int... values) {
        SimulatorInterface game = fresh();
        for (int i = 0; i < 16; i++) {
            game.setPieceAt(i % 4, i / 4, 0);
        }
        for (int i = 0; i < 16; i++) {
            if (values[i] != 0) {
                game.setPieceAt(i % 4, i / 4, values[i]);
            }
        }
        return game;
    }

    /** Creates a simulator with a row at the top of an empty board. */
    static SimulatorInterface ofRow(int a, int b, int c, int d) {
        return of(a, b, c, d, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    /** Checks 16 values, row by row. */
    static void check(SimulatorInterface game, int... values) {
        for (int i = 0; i < 16; i++) {
            assertEquals("at " + i % 4 + "," + i / 4, values[i], game.getPieceAt(i % 4, i / 4));
        }
    }

    /** Checks the row at the top. */
    static void checkRow(SimulatorInterface game, int a, int b, int c, int d) {
        check(game, a, b, c, d, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }
}
