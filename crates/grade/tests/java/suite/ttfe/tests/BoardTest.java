package ttfe.tests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Random;
import org.junit.Test;
import ttfe.SimulatorInterface;
import ttfe.TTFEFactory;

public class BoardTest {
    private static final int[] STUCK = {2, 4, 2, 4, 4, 2, 4, 2, 2, 4, 2, 4, 4, 2, 4, 2};

    @Test
    public void newBoardCarriesTwoPieces() {
        SimulatorInterface game = Boards.fresh();
        int pieces = 0;
        for (int i = 0; i < 16; i++) {
            int piece = game.getPieceAt(i % 4, i / 4);
            assertTrue(piece == 0 || piece == 2 || piece == 4);
            pieces += piece == 0 ? 0 : 1;
        }
        assertEquals(2, pieces);
        assertEquals(2, game.getNumPieces());
    }

    @Test
    public void newBoardHasNoPointsAndMoves() {
        SimulatorInterface game = Boards.fresh();
        assertEquals(0, game.getPoints());
        assertEquals(0, game.getNumMoves());
    }

    @Test
    public void boardHasItsSize() {
        assertEquals(4, Boards.fresh().getBoardWidth());
        assertEquals(4, Boards.fresh().getBoardHeight());
    }

    @Test
    public void piecesAreSetAndRead() {
        SimulatorInterface game = Boards.of(new int[16]);
        game.setPieceAt(1, 2, 8);
        game.setPieceAt(3, 0, 16);
        Boards.check(game, 0, 0, 0, 16, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0);
    }

    @Test
    public void columnComesFirst() {
        SimulatorInterface game = Boards.of(new int[16]);
        game.setPieceAt(3, 0, 2);
        assertFalse(game.performMove(ttfe.MoveDirection.NORTH));
        assertTrue(game.performMove(ttfe.MoveDirection.SOUTH));
        assertEquals(2, game.getPieceAt(3, 3));
    }

    @Test
    public void piecesAreReplaced() {
        SimulatorInterface game = Boards.ofRow(2, 0, 0, 0);
        game.setPieceAt(0, 0, 8);
        Boards.checkRow(game, 8, 0, 0, 0);
        assertEquals(1, game.getNumPieces());
    }

    @Test
    public void zeroRemovesPieces() {
        SimulatorInterface game = Boards.ofRow(2, 4, 0, 0);
        game.setPieceAt(0, 0, 0);
        Boards.checkRow(game, 0, 4, 0, 0);
        assertEquals(1, game.getNumPieces());
    }

    @Test
    public void anyValueIsAllowed() {
        SimulatorInterface game = Boards.ofRow(3, 3, 5, 1);
        Boards.checkRow(game, 3, 3, 5, 1);
    }

    @Test
    public void settingIsNoMove() {
        assertEquals(0, Boards.ofRow(2, 2, 4, 8).getNumMoves());
    }

    @Test
    public void wrongFieldsAreRefused() {
        SimulatorInterface game = Boards.fresh();
        assertThrows(IllegalArgumentException.class, () -> game.getPieceAt(4, 0));
        assertThrows(IllegalArgumentException.class, () -> game.getPieceAt(0, -1));
        assertThrows(IllegalArgumentException.class, () -> game.setPieceAt(0, 4, 2));
        assertThrows(IllegalArgumentException.class, () -> game.setPieceAt(0, 0, -2));
    }

    @Test
    public void nullIsRefused() {
        SimulatorInterface game = Boards.fresh();
        assertThrows(IllegalArgumentException.class, () -> game.performMove(null));
        assertThrows(IllegalArgumentException.class, () -> game.isMovePossible(null));
        assertThrows(IllegalArgumentException.class, () -> game.run(null, null));
        assertThrows(IllegalArgumentException.class, () -> TTFEFactory.createSimulator(4, 4, null));
        assertThrows(IllegalArgumentException.class, () -> TTFEFactory.createSimulator(1, 4, new Random(0)));
    }

    @Test
    public void fullBoardTakesNoPiece() {
        assertThrows(IllegalStateException.class, () -> Boards.of(STUCK).addPiece());
    }

    @Test
    public void addedPieceIsTwoOrFour() {
        for (int i = 0; i < 16; i++) {
            SimulatorInterface game = Boards.of(STUCK);
            game.setPieceAt(i % 4, i / 4, 0);
            game.addPiece();
            int piece = game.getPieceAt(i % 4, i / 4);
            assertTrue(piece == 2 || piece == 4);
        }
    }

    @Test
    public void addingKeepsOtherPieces() {
        SimulatorInterface game = Boards.of(8, 16, 8, 16, 16, 8, 16, 8, 8, 16, 8, 16, 0, 0, 0, 0);
        for (int pieces = 13; pieces <= 16; pieces++) {
            game.addPiece();
            assertEquals(pieces, game.getNumPieces());
            for (int i = 0; i < 12; i++) {
                assertEquals((i % 4 + i / 4) % 2 == 0 ? 8 : 16, game.getPieceAt(i % 4, i / 4));
            }
        }
    }

    @Test
    public void spaceIsLeftIfFieldIsFree() {
        SimulatorInterface game = Boards.of(STUCK);
        assertFalse(game.isSpaceLeft());
        game.setPieceAt(2, 2, 0);
        assertTrue(game.isSpaceLeft());
        game.setPieceAt(3, 2, 0);
        assertTrue(game.isSpaceLeft());
    }

    @Test
    public void fullBoardWithMovesHasNoSpace() {
        assertFalse(Boards.of(2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2).isSpaceLeft());
    }

    @Test
    public void emptyBoardHasSpaceButNoMove() {
        SimulatorInterface game = Boards.of(new int[16]);
        assertTrue(game.isSpaceLeft());
        assertFalse(game.isMovePossible());
    }

    @Test
    public void equalPiecesAreCountedEach() {
        assertEquals(4, Boards.ofRow(2, 2, 2, 4).getNumPieces());
        assertEquals(16, Boards.of(STUCK).getNumPieces());
        assertEquals(0, Boards.of(new int[16]).getNumPieces());
    }
}
