package ttfe.tests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static ttfe.MoveDirection.EAST;
import static ttfe.MoveDirection.NORTH;
import static ttfe.MoveDirection.SOUTH;
import static ttfe.MoveDirection.WEST;

import org.junit.Test;
import ttfe.MoveDirection;
import ttfe.SimulatorInterface;

public class PossibleTest {
    private static SimulatorInterface stuck() {
        return Boards.of(2, 4, 2, 4, 4, 2, 4, 2, 2, 4, 2, 4, 4, 2, 4, 2);
    }

    private static MoveDirection firstPossible(SimulatorInterface game) {
        for (MoveDirection direction : MoveDirection.values()) {
            if (game.isMovePossible(direction)) {
                return direction;
            }
        }
        throw new AssertionError("no move is possible");
    }

    private static void checkDirections(
            SimulatorInterface game, boolean north, boolean east, boolean south, boolean west) {
        assertEquals(north, game.isMovePossible(NORTH));
        assertEquals(east, game.isMovePossible(EAST));
        assertEquals(south, game.isMovePossible(SOUTH));
        assertEquals(west, game.isMovePossible(WEST));
        assertEquals(north || east || south || west, game.isMovePossible());
    }

    @Test
    public void nothingIsPossibleOnStuckBoard() {
        checkDirections(stuck(), false, false, false, false);
    }

    @Test
    public void pairInRowCanMergeOnFullBoard() {
        SimulatorInterface game = stuck();
        game.setPieceAt(1, 0, 16);
        game.setPieceAt(2, 0, 16);
        checkDirections(game, false, true, false, true);
    }

    @Test
    public void pairInColumnCanMergeOnFullBoard() {
        SimulatorInterface game = stuck();
        game.setPieceAt(0, 1, 16);
        game.setPieceAt(0, 2, 16);
        checkDirections(game, true, false, true, false);
    }

    @Test
    public void cornerCanMoveAway() {
        checkDirections(Boards.ofRow(2, 0, 0, 0), false, true, true, false);
    }

    @Test
    public void otherCornerCanMoveAway() {
        SimulatorInterface game = Boards.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2);
        checkDirections(game, true, false, false, true);
    }

    @Test
    public void fullRowOfDifferentPiecesCanOnlyMoveDown() {
        checkDirections(Boards.ofRow(2, 4, 8, 16), false, false, true, false);
    }

    @Test
    public void askingChangesNothing() {
        SimulatorInterface game = Boards.ofRow(2, 2, 0, 4);
        for (MoveDirection direction : MoveDirection.values()) {
            game.isMovePossible(direction);
        }
        game.isMovePossible();
        Boards.checkRow(game, 2, 2, 0, 4);
        assertEquals(0, game.getNumMoves());
        assertEquals(0, game.getPoints());
    }

    @Test
    public void gameRunsUntilNoMoveIsPossible() {
        SimulatorInterface game = Boards.fresh();
        Screen screen = new Screen();
        game.run((simulator, ui) -> firstPossible(simulator), screen);
        assertFalse(game.isMovePossible());
        assertFalse(game.isSpaceLeft());
        assertTrue(screen.isOver);
        assertTrue(game.getNumMoves() > 10);
    }

    @Test
    public void playerMayTryMoves() {
        SimulatorInterface game = Boards.fresh();
        game.run((simulator, ui) -> {
            MoveDirection direction = firstPossible(simulator);
            if (simulator.getNumMoves() < 20) {
                simulator.performMove(direction);
                simulator.setPieceAt(3, 3, 4096);
            }
            return direction;
        }, new Screen());
        for (int i = 0; i < 16; i++) {
            assertTrue(game.getPieceAt(i % 4, i / 4) < 4096);
        }
    }
}
