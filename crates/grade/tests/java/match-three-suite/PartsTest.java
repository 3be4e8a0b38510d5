package edu.kit.informatik.matchthree.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import edu.kit.informatik.matchthree.MatchThreeBoard;
import edu.kit.informatik.matchthree.MaximumDeltaMatcher;
import edu.kit.informatik.matchthree.MoveFactoryImplementation;
import edu.kit.informatik.matchthree.framework.Delta;
import edu.kit.informatik.matchthree.framework.DeterministicStrategy;
import edu.kit.informatik.matchthree.framework.Position;
import edu.kit.informatik.matchthree.framework.Token;
import edu.kit.informatik.matchthree.framework.exceptions.BoardDimensionException;
import edu.kit.informatik.matchthree.framework.exceptions.IllegalTokenException;
import edu.kit.informatik.matchthree.framework.exceptions.MatcherInitializationException;
import edu.kit.informatik.matchthree.framework.exceptions.NoFillingStrategyException;
import edu.kit.informatik.matchthree.framework.exceptions.TokenStringParseException;
import edu.kit.informatik.matchthree.framework.interfaces.Board;
import edu.kit.informatik.matchthree.framework.interfaces.Matcher;
import edu.kit.informatik.matchthree.framework.interfaces.Move;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PartsTest {
    private static final Set<Token> TOKENS = Token.set("ABCDEFGHI");
    private static final String SQUARE = "ABC;DEF;GHI";

    private final MoveFactoryImplementation moves = new MoveFactoryImplementation();

    static Board board(String text) {
        return new MatchThreeBoard(TOKENS, text);
    }

    static Set<Position> at(int... numbers) {
        Set<Position> positions = new HashSet<>();
        for (int i = 0; i < numbers.length; i += 2) {
            positions.add(Position.at(numbers[i], numbers[i + 1]));
        }
        return positions;
    }

    private static Matcher matcher(Delta... deltas) {
        return new MaximumDeltaMatcher(new HashSet<>(Arrays.asList(deltas)));
    }

    @Test
    void sizesAreThoseGiven() {
        Board board = new MatchThreeBoard(TOKENS, 3, 2);
        assertEquals("   ;   ", board.toTokenString());
        assertEquals(3, board.getColumnCount());
        assertEquals(2, board.getRowCount());
        assertThrows(BoardDimensionException.class, () -> new MatchThreeBoard(TOKENS, 1, 2));
        assertThrows(BoardDimensionException.class, () -> new MatchThreeBoard(TOKENS, 2, 1));
    }

    @Test
    void tokenStringsAreReadAndWritten() {
        for (String text : new String[] {SQUARE, "  ;  ", "A ; B", " A;B "}) {
            assertEquals(text, board(text).toTokenString());
        }
    }

    @Test
    void wrongTokenStringsAreRefused() {
        for (String text : new String[] {"AB", "A;B", "AB;A", "A;AB", "AB;BA;", "AB;BX", "", "AB;;BA"}) {
            assertThrows(TokenStringParseException.class, () -> board(text), text);
        }
    }

    @Test
    void fieldsAreReadAndSet() {
        Board board = board("AB;C ");
        assertEquals(new Token('B'), board.getTokenAt(Position.at(1, 0)));
        assertEquals(new Token('C'), board.getTokenAt(Position.at(0, 1)));
        assertNull(board.getTokenAt(Position.at(1, 1)));
        board.setTokenAt(Position.at(1, 1), new Token('D'));
        board.setTokenAt(Position.at(0, 0), new Token('E'));
        board.setTokenAt(Position.at(1, 0), null);
        assertEquals("E ;CD", board.toTokenString());
        assertThrows(IllegalTokenException.class, () -> board.setTokenAt(Position.at(0, 0), new Token('x')));
        assertEquals("E ;CD", board.toTokenString());
    }

    @Test
    void positionsOffTheBoardAreRefused() {
        Board board = board("AB;CD");
        assertTrue(board.containsPosition(Position.at(1, 1)));
        for (Position off : at(2, 0, 0, 2, -1, 0, 0, -1)) {
            assertFalse(board.containsPosition(off));
            assertThrows(BoardDimensionException.class, () -> board.getTokenAt(off));
            assertThrows(BoardDimensionException.class, () -> board.setTokenAt(off, null));
            assertThrows(BoardDimensionException.class, () -> board.swapTokens(off, Position.at(0, 0)));
            Set<Position> positions = at(0, 0, 1, 0, 0, 1);
            positions.add(off);
            assertThrows(BoardDimensionException.class, () -> board.removeTokensAt(positions));
        }
        assertEquals("AB;CD", board.toTokenString());
    }

    @Test
    void tokensSwap() {
        Board board = board("AB;C ");
        board.swapTokens(Position.at(0, 0), Position.at(1, 0));
        assertEquals("BA;C ", board.toTokenString());
        board.swapTokens(Position.at(1, 1), Position.at(0, 1));
        assertEquals("BA; C", board.toTokenString());
    }

    @Test
    void tokensAreRemoved() {
        Board board = board("ABC;DEF");
        board.removeTokensAt(at(0, 0, 1, 0));
        assertEquals("  C;DEF", board.toTokenString());
        board.removeTokensAt(at(2, 1));
        assertEquals("  C;DE ", board.toTokenString());
    }

    @Test
    void tokensFall() {
        Board board = board("AA ;B  ;   ; A ");
        assertEquals(at(0, 0, 0, 2, 0, 1, 0, 3, 1, 0, 1, 2), board.moveTokensToBottom());
        assertEquals("   ;   ;AA ;BA ", board.toTokenString());
        assertEquals(at(), board.moveTokensToBottom());
        assertEquals(at(0, 0, 0, 1, 0, 2), board("AB;AB; B").moveTokensToBottom());
    }

    @Test
    void columnsAreFilledFromTheBottom() {
        Board board = board("A ;  ;B ");
        assertThrows(NoFillingStrategyException.class, board::fillWithTokens);
        board.setFillingStrategy(new DeterministicStrategy(Token.iterator("CDEF"), Token.iterator("FGHI")));
        board.fillWithTokens();
        assertEquals("AH;CG;BF", board.toTokenString());
        board.removeTokensAt(at(0, 0, 0, 2, 1, 1));
        board.fillWithTokens();
        assertEquals("EH;CI;DF", board.toTokenString());
        board.removeTokensAt(at(0, 0, 1, 1));
        assertThrows(RuntimeException.class, board::fillWithTokens);
    }

    @Test
    void movesChangeBoards() {
        checkMove(moves.flipRight(Position.at(1, 2)), "ABC;DEF;GIH", at(1, 2, 2, 2));
        checkMove(moves.flipDown(Position.at(0, 0)), "DBC;AEF;GHI", at(0, 0, 0, 1));
        checkMove(moves.rotateSquareClockwise(Position.at(1, 0)), "AEB;DFC;GHI", at(1, 0, 2, 0, 1, 1, 2, 1));
        checkMove(moves.rotateColumnDown(1), "AHC;DBF;GEI", at(1, 0, 1, 1, 1, 2));
        checkMove(moves.rotateRowRight(2), "ABC;DEF;IGH", at(0, 2, 1, 2, 2, 2));
    }

    private static void checkMove(Move move, String expected, Set<Position> affected) {
        Board board = board(SQUARE);
        assertTrue(move.canBeApplied(board));
        assertEquals(affected, move.getAffectedPositions(board));
        assertEquals(SQUARE, board.toTokenString());
        move.apply(board);
        assertEquals(expected, board.toTokenString());
        move.reverse().apply(board);
        assertEquals(SQUARE, board.toTokenString());
        Board other = board("A  ; B ;   ");
        assertEquals(affected, move.getAffectedPositions(other));
        move.reverse().apply(other);
        move.apply(other);
        assertEquals("A  ; B ;   ", other.toTokenString());
    }

    @Test
    void emptyFieldsMoveToo() {
        Board board = board("A B;C  ");
        moves.rotateRowRight(0).apply(board);
        assertEquals("BA ;C  ", board.toTokenString());
        moves.rotateColumnDown(1).apply(board);
        assertEquals("B  ;CA ", board.toTokenString());
        moves.rotateSquareClockwise(Position.at(0, 0)).apply(board);
        assertEquals("CB ;A  ", board.toTokenString());
    }

    @Test
    void movesThatDoNotFitAreRefused() {
        Board board = board("AAB;CCD");
        for (Move move : new Move[] {
            moves.flipRight(Position.at(2, 0)), moves.flipDown(Position.at(0, 1)), moves.flipRight(Position.at(-1, 0)),
            moves.rotateSquareClockwise(Position.at(2, 0)), moves.rotateSquareClockwise(Position.at(0, 1)),
            moves.rotateColumnDown(3), moves.rotateRowRight(2), moves.rotateRowRight(-1)}) {
            assertFalse(move.canBeApplied(board));
            assertFalse(move.reverse().canBeApplied(board));
            assertThrows(BoardDimensionException.class, () -> move.apply(board));
            assertThrows(BoardDimensionException.class, () -> move.getAffectedPositions(board));
        }
        assertEquals("AAB;CCD", board.toTokenString());
    }

    @Test
    void matchesGrowBothWays() {
        Board board = board("AAAB;BAB ;AABB");
        assertEquals(Set.of(at(0, 0, 1, 0, 2, 0)), matcher(Delta.dxy(1, 0)).match(board, Position.at(1, 0)));
        assertEquals(Set.of(at(1, 0, 1, 1, 1, 2)), matcher(Delta.dxy(0, -1)).match(board, Position.at(1, 1)));
        assertEquals(Set.of(at(0, 0, 1, 0, 2, 0, 1, 1, 1, 2, 0, 2)),
                matcher(Delta.dxy(1, 0), Delta.dxy(0, 1)).match(board, Position.at(0, 2)));
        assertEquals(Set.of(at(0, 1)), matcher(Delta.dxy(1, 0)).match(board, Position.at(0, 1)));
        assertEquals(Set.of(), matcher(Delta.dxy(1, 0)).match(board, Position.at(3, 1)));
        assertEquals(Set.of(at(3, 0), at(0, 1), at(2, 2, 3, 2)),
                matcher(Delta.dxy(1, 0)).matchAll(board, at(3, 0, 0, 1, 3, 2, 2, 2, 3, 1)));
    }

    @Test
    void matchersLeapOverFields() {
        assertEquals(Set.of(at(0, 0, 2, 0, 4, 0)), matcher(Delta.dxy(2, 0)).match(board("ABABA;BBBBB"), Position.at(2, 0)));
        assertEquals(Set.of(at(0, 0, 1, 1)), matcher(Delta.dxy(1, 1)).match(board("AB;BA"), Position.at(1, 1)));
    }

    @Test
    void matchersNeedSteps() {
        assertThrows(MatcherInitializationException.class, () -> matcher());
        assertThrows(MatcherInitializationException.class, () -> matcher(Delta.dxy(0, 0)));
        assertThrows(MatcherInitializationException.class, () -> matcher(Delta.dxy(1, 0), Delta.dxy(0, 0)));
    }
}
