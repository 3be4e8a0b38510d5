package edu.kit.informatik.matchthree.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import edu.kit.informatik.matchthree.MatchThreeGame;
import edu.kit.informatik.matchthree.MaximumDeltaMatcher;
import edu.kit.informatik.matchthree.MoveFactoryImplementation;
import edu.kit.informatik.matchthree.framework.Delta;
import edu.kit.informatik.matchthree.framework.DeterministicStrategy;
import edu.kit.informatik.matchthree.framework.Position;
import edu.kit.informatik.matchthree.framework.Token;
import edu.kit.informatik.matchthree.framework.exceptions.BoardDimensionException;
import edu.kit.informatik.matchthree.framework.exceptions.NoFillingStrategyException;
import edu.kit.informatik.matchthree.framework.interfaces.Board;
import edu.kit.informatik.matchthree.framework.interfaces.Game;
import edu.kit.informatik.matchthree.framework.interfaces.Matcher;
import java.util.Iterator;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GameTest {
    private static final Matcher ROWS = new MaximumDeltaMatcher(Set.of(Delta.dxy(1, 0)));
    private static final Matcher LINES = new MaximumDeltaMatcher(Set.of(Delta.dxy(1, 0), Delta.dxy(0, 1)));

    private final MoveFactoryImplementation moves = new MoveFactoryImplementation();

    @SuppressWarnings("unchecked")
    private static Board board(String text, String... sequences) {
        Board board = PartsTest.board(text);
        Iterator<Token>[] tokens = new Iterator[sequences.length];
        for (int i = 0; i < sequences.length; i++) {
            tokens[i] = Token.iterator(sequences[i]);
        }
        board.setFillingStrategy(new DeterministicStrategy(tokens));
        return board;
    }

    private static void start(String text, Matcher matcher, String after, int score, String... sequences) {
        Board board = board(text, sequences);
        Game game = new MatchThreeGame(board, matcher);
        assertEquals(0, game.getScore());
        game.initializeBoardAndStart();
        assertEquals(after, board.toTokenString());
        assertEquals(score, game.getScore());
    }

    @Test
    void startFillsAndResolves() {
        start("AAA;BCB", ROWS, "DEF;BCB", 3, "D", "E", "F");
        start("A B;   ", ROWS, "DEF;AGB", 0, "D", "GE", "F");
    }

    @Test
    void matchersOfOthersPlayToo() {
        Matcher topRow = new Matcher() {
            @Override
            public Set<Set<Position>> match(Board board, Position position) {
                Set<Position> row = Set.of(Position.at(0, 0), Position.at(1, 0), Position.at(2, 0));
                return board.toTokenString().startsWith("AAA") ? Set.of(row) : Set.of();
            }

            @Override
            public Set<Set<Position>> matchAll(Board board, Set<Position> positions) {
                return match(board, Position.at(0, 0));
            }
        };
        start("AAA;BCB", topRow, "DEF;BCB", 3, "D", "E", "F");
        Game game = new MatchThreeGame(board("ABA;BAB", "CD", "EF", "GH"), ROWS);
        game.initializeBoardAndStart();
        game.setMatcher(topRow);
        game.acceptMove(moves.flipDown(Position.at(1, 0)));
        assertEquals(3, game.getScore());
    }

    @Test
    void threeOrMoreMatch() {
        start("AAB;BCC", ROWS, "AAB;BCC", 0, "", "", "");
        start("AAAA;BCBC", ROWS, "DEFG;BCBC", 5, "D", "E", "F", "G");
        start("AAAAA;BCBCB", ROWS, "DEFGH;BCBCB", 7, "D", "E", "F", "G", "H");
    }

    @Test
    void matchesOfStepMultiply() {
        start("AAA;BCB;DDD", ROWS, "EFG;HIH;BCB", 12, "HE", "IF", "HG");
        start("AAABBBB;CDCDCDC", ROWS, "EFGHIEF;CDCDCDC", 16, "E", "F", "G", "H", "I", "E", "F");
    }

    @Test
    void filledTokensMatch() {
        start("AAA;BCB", ROWS, "EFG;BCB", 9, "DE", "DF", "DG");
        start("AAA;BCB", ROWS, "FGH;BCB", 18, "DEF", "DEG", "DEH");
    }

    @Test
    void fallenTokensMatch() {
        start("BCD;AAA;BEF;BGH", LINES, "GFE;DCD;CEF;IGH", 9, "ICDG", "F", "E");
    }

    @Test
    void untouchedFieldsDoNotMatchLater() {
        Board board = board("BCDB;EFGE;HAAG;CDEA", "", "GF", "HE", "ID");
        Game game = new MatchThreeGame(board, ROWS);
        game.initializeBoardAndStart();
        for (int x = 0; x < 3; x++) {
            board.setTokenAt(Position.at(x, 3), new Token('I'));
        }
        game.acceptMove(moves.flipDown(Position.at(3, 2)));
        assertEquals("BGHI;ECDB;HFGE;IIIG", board.toTokenString());
        assertEquals(3, game.getScore());
    }

    @Test
    void acceptedMovesResolve() {
        Board board = board("ABA;BAB", "CD", "EF", "GH");
        Game game = new MatchThreeGame(board, ROWS);
        game.initializeBoardAndStart();
        assertEquals(0, game.getScore());
        game.acceptMove(moves.flipDown(Position.at(1, 0)));
        assertEquals(12, game.getScore());
        assertEquals("DFH;CEG", board.toTokenString());
    }

    @Test
    void onlyAffectedFieldsMatch() {
        Board board = board("ABCD;EFGH", "D", "E", "F", "G");
        Game game = new MatchThreeGame(board, ROWS);
        game.initializeBoardAndStart();
        for (int x = 0; x < 3; x++) {
            board.setTokenAt(Position.at(x, 0), new Token('I'));
        }
        game.acceptMove(moves.flipDown(Position.at(3, 0)));
        assertEquals("IIIH;EFGD", board.toTokenString());
        assertEquals(0, game.getScore());
        game.acceptMove(moves.flipRight(Position.at(0, 0)));
        assertEquals("DEFH;EFGD", board.toTokenString());
        assertEquals(3, game.getScore());
    }

    @Test
    void scoresAddUp() {
        Board board = board("AAA;BCB", "DG", "EH", "FG");
        Game game = new MatchThreeGame(board, ROWS);
        game.initializeBoardAndStart();
        assertEquals(3, game.getScore());
        for (int x = 0; x < 3; x++) {
            board.setTokenAt(Position.at(x, 0), new Token('I'));
        }
        game.acceptMove(moves.flipRight(Position.at(0, 0)));
        assertEquals("GHG;BCB", board.toTokenString());
        assertEquals(6, game.getScore());
    }

    @Test
    void matcherCanBeExchanged() {
        Board board = board("AAB;ACD;AEF", "GHI", "", "");
        Game game = new MatchThreeGame(board, ROWS);
        game.initializeBoardAndStart();
        assertEquals(0, game.getScore());
        game.setMatcher(new MaximumDeltaMatcher(Set.of(Delta.dxy(0, 1))));
        game.acceptMove(moves.rotateColumnDown(0));
        assertEquals(3, game.getScore());
        assertEquals("IAB;HCD;GEF", board.toTokenString());
    }

    @Test
    void whatDoesNotFitIsRefused() {
        Board board = board("ABA;BAB", "CD", "EF", "GH");
        Game game = new MatchThreeGame(board, ROWS);
        game.initializeBoardAndStart();
        assertThrows(BoardDimensionException.class, () -> game.acceptMove(moves.flipRight(Position.at(2, 0))));
        assertEquals("ABA;BAB", board.toTokenString());
        Game other = new MatchThreeGame(PartsTest.board("AB;BA"), ROWS);
        assertThrows(NoFillingStrategyException.class, other::initializeBoardAndStart);
    }
}
