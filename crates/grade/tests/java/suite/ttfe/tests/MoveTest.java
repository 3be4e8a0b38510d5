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

public class MoveTest {
    private static SimulatorInterface diagonal() {
        return Boards.of(0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0);
    }

    @Test
    public void northSlidesUp() {
        SimulatorInterface game = diagonal();
        assertTrue(game.performMove(NORTH));
        Boards.check(game, 0, 2, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    @Test
    public void southSlidesDown() {
        SimulatorInterface game = diagonal();
        assertTrue(game.performMove(SOUTH));
        Boards.check(game, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 4, 0);
    }

    @Test
    public void eastSlidesRight() {
        SimulatorInterface game = diagonal();
        assertTrue(game.performMove(EAST));
        Boards.check(game, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0, 0);
    }

    @Test
    public void westSlidesLeft() {
        SimulatorInterface game = diagonal();
        assertTrue(game.performMove(WEST));
        Boards.check(game, 0, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0);
    }

    @Test
    public void piecesSlideAsFarAsTheyCan() {
        SimulatorInterface game = Boards.ofRow(0, 2, 0, 4);
        game.performMove(WEST);
        Boards.checkRow(game, 2, 4, 0, 0);
    }

    @Test
    public void allLinesSlide() {
        SimulatorInterface game = Boards.of(0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0, 8, 0, 0, 0, 16);
        game.performMove(WEST);
        Boards.check(game, 2, 0, 0, 0, 4, 0, 0, 0, 8, 0, 0, 0, 16, 0, 0, 0);
        game = Boards.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 4, 8, 16);
        game.performMove(NORTH);
        Boards.check(game, 2, 4, 8, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    @Test
    public void neighboursMerge() {
        SimulatorInterface game = Boards.ofRow(2, 2, 0, 0);
        assertTrue(game.performMove(WEST));
        Boards.checkRow(game, 4, 0, 0, 0);
    }

    @Test
    public void piecesMergeOverGaps() {
        SimulatorInterface game = Boards.ofRow(2, 0, 0, 2);
        assertTrue(game.performMove(EAST));
        Boards.checkRow(game, 0, 0, 0, 4);
    }

    @Test
    public void differentPiecesStayApart() {
        SimulatorInterface game = Boards.ofRow(2, 4, 2, 8);
        assertFalse(game.performMove(WEST));
        assertFalse(game.performMove(EAST));
        Boards.checkRow(game, 2, 4, 2, 8);
    }

    @Test
    public void piecesBehindMergeSlideUp() {
        SimulatorInterface game = Boards.ofRow(2, 2, 4, 8);
        game.performMove(WEST);
        Boards.checkRow(game, 4, 4, 8, 0);
    }

    @Test
    public void mergedPieceDoesNotMergeAgain() {
        SimulatorInterface game = Boards.ofRow(4, 2, 2, 0);
        game.performMove(WEST);
        Boards.checkRow(game, 4, 4, 0, 0);
        game = Boards.ofRow(2, 2, 4, 0);
        game.performMove(WEST);
        Boards.checkRow(game, 4, 4, 0, 0);
    }

    @Test
    public void twoPairsMerge() {
        SimulatorInterface game = Boards.ofRow(2, 2, 4, 4);
        game.performMove(EAST);
        Boards.checkRow(game, 0, 0, 4, 8);
    }

    @Test
    public void fourEqualPiecesMakeTwo() {
        SimulatorInterface game = Boards.ofRow(2, 2, 2, 2);
        game.performMove(WEST);
        Boards.checkRow(game, 4, 4, 0, 0);
    }

    @Test
    public void threeEqualPiecesMergeFromTheEnd() {
        SimulatorInterface game = Boards.ofRow(2, 2, 2, 0);
        game.performMove(EAST);
        Boards.checkRow(game, 0, 0, 2, 4);
        game = Boards.ofRow(0, 2, 2, 2);
        game.performMove(WEST);
        Boards.checkRow(game, 4, 2, 0, 0);
    }

    @Test
    public void columnsMergeFromTheEnd() {
        SimulatorInterface game = Boards.of(2, 0, 0, 4, 2, 0, 0, 4, 2, 0, 0, 4, 0, 0, 0, 8);
        game.performMove(SOUTH);
        Boards.check(game, 0, 0, 0, 0, 0, 0, 0, 4, 2, 0, 0, 8, 4, 0, 0, 8);
    }

    @Test
    public void moveAddsNoPiece() {
        SimulatorInterface game = Boards.ofRow(0, 2, 0, 0);
        game.performMove(WEST);
        assertEquals(1, game.getNumPieces());
        Boards.checkRow(game, 2, 0, 0, 0);
    }

    @Test
    public void moveThatOnlySlidesIsPerformed() {
        assertTrue(Boards.ofRow(0, 2, 0, 0).performMove(WEST));
    }

    @Test
    public void moveThatOnlyMergesIsPerformed() {
        assertTrue(Boards.ofRow(2, 2, 0, 0).performMove(WEST));
        assertTrue(Boards.ofRow(2, 2, 4, 8).performMove(WEST));
        assertTrue(Boards.ofRow(4, 8, 2, 2).performMove(WEST));
    }

    @Test
    public void moveWithoutChangeIsNotPerformed() {
        SimulatorInterface game = Boards.ofRow(2, 4, 0, 0);
        assertFalse(game.performMove(WEST));
        assertFalse(game.performMove(NORTH));
        assertEquals(0, game.getNumMoves());
        Boards.checkRow(game, 2, 4, 0, 0);
    }

    @Test
    public void performedMovesAreCounted() {
        SimulatorInterface game = Boards.ofRow(2, 2, 4, 4);
        game.performMove(WEST);
        assertEquals(1, game.getNumMoves());
        game.performMove(SOUTH);
        assertEquals(2, game.getNumMoves());
    }

    @Test
    public void slidingIsCounted() {
        SimulatorInterface game = Boards.ofRow(0, 2, 0, 0);
        game.performMove(WEST);
        assertEquals(1, game.getNumMoves());
    }

    @Test
    public void pointsAreTheMergedValues() {
        SimulatorInterface game = Boards.ofRow(2, 2, 0, 0);
        game.performMove(WEST);
        assertEquals(4, game.getPoints());
    }

    @Test
    public void allMergesOfMoveScore() {
        SimulatorInterface game = Boards.of(2, 2, 4, 4, 8, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        game.performMove(WEST);
        assertEquals(28, game.getPoints());
    }

    @Test
    public void pointsAddUp() {
        SimulatorInterface game = Boards.ofRow(2, 2, 2, 2);
        game.performMove(WEST);
        assertEquals(8, game.getPoints());
        game.performMove(WEST);
        assertEquals(16, game.getPoints());
        game.performMove(EAST);
        assertEquals(16, game.getPoints());
    }

    @Test
    public void slidingScoresNothing() {
        SimulatorInterface game = Boards.ofRow(0, 2, 0, 4);
        game.performMove(WEST);
        assertEquals(0, game.getPoints());
    }

    @Test
    public void mergedPiecesAreNoLongerCounted() {
        SimulatorInterface game = Boards.ofRow(2, 2, 4, 0);
        game.performMove(WEST);
        assertEquals(2, game.getNumPieces());
    }

    @Test
    public void directionsCanBeRepeated() {
        SimulatorInterface game = Boards.ofRow(2, 2, 2, 2);
        for (MoveDirection direction : new MoveDirection[] {WEST, WEST, SOUTH, EAST}) {
            assertTrue(game.performMove(direction));
        }
        Boards.check(game, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8);
    }
}
