package quincunx.bridge;

import edu.kit.informatik.matchthree.MatchThreeBoard;
import edu.kit.informatik.matchthree.MatchThreeGame;
import edu.kit.informatik.matchthree.framework.Position;
import edu.kit.informatik.matchthree.framework.Token;
import edu.kit.informatik.matchthree.framework.exceptions.BoardDimensionException;
import edu.kit.informatik.matchthree.framework.exceptions.IllegalTokenException;
import edu.kit.informatik.matchthree.framework.exceptions.MatcherInitializationException;
import edu.kit.informatik.matchthree.framework.exceptions.NoFillingStrategyException;
import edu.kit.informatik.matchthree.framework.exceptions.TokenStringParseException;
import edu.kit.informatik.matchthree.framework.interfaces.Board;
import edu.kit.informatik.matchthree.framework.interfaces.Game;
import edu.kit.informatik.matchthree.framework.interfaces.Matcher;
import edu.kit.informatik.matchthree.framework.interfaces.Move;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** Answers the commands of the Match Three console by the four parts of a submission. */
public final class MatchThreeConsole extends LineConsole {
    private static final long MAX_FIELDS = 1 << 24;

    private Set<Token> tokens;
    private Matcher matcher;
    private Board board;
    private Filling filling;
    /** The game on this board; null before a start. */
    private Game game;
    /** Points that refused moves made, as the interface has no way back. */
    private int lost;

    public static void main(String[] arguments) throws IOException {
        new MatchThreeConsole().run();
    }

    @Override
    boolean isDocumented(Throwable error, String command) {
        boolean isDimension = error instanceof BoardDimensionException;
        boolean isToken = error instanceof IllegalTokenException;
        boolean isFilling = error instanceof NoFillingStrategyException;
        return switch (command) {
            case "board", "get", "swap", "remove", "affected", "apply", "match", "matchall" -> isDimension;
            case "set" -> isDimension || isToken;
            case "load" -> isDimension || isToken || error instanceof TokenStringParseException;
            case "fillnow", "start" -> isFilling;
            case "accept" -> isFilling || isDimension;
            case "deltas" -> error instanceof MatcherInitializationException;
            default -> false;
        };
    }

    @Override
    void command(String line, StringBuilder answer) {
        if (line.startsWith("load ")) {
            begin(new MatchThreeBoard(tokens(), line.substring(5)));
            answer.append("OK\n");
            return;
        }
        String[] words = Words.split(line);
        if (!answerQuery(words, answer)) {
            carryOut(words);
            answer.append("OK\n");
        }
    }

    /** Answers a command with a result; returns false for others. */
    private boolean answerQuery(String[] words, StringBuilder answer) {
        switch (words[0]) {
            case "print" -> {
                Fields.expect(words, 1);
                answer.append(board().toTokenString());
            }
            case "get" -> {
                Fields.expect(words, 2);
                answer.append(board().getTokenAt(Fields.position(words[1])));
            }
            case "contains" -> {
                Fields.expect(words, 2);
                answer.append(board().containsPosition(Fields.position(words[1])));
            }
            case "bottom" -> {
                Fields.expect(words, 1);
                answer.append(Fields.line(board().moveTokensToBottom()));
            }
            case "match" -> {
                Fields.expect(words, 2);
                answer.append(Fields.lines(matcher().match(board(), onBoard(words).iterator().next())));
            }
            case "matchall" -> answer.append(Fields.lines(matcher().matchAll(board(), onBoard(words))));
            case "can" -> answer.append(Fields.move(words).canBeApplied(board()));
            case "affected" -> answer.append(Fields.line(Fields.move(words).getAffectedPositions(board())));
            case "score" -> {
                Fields.expect(words, 1);
                answer.append(game == null ? 0 : game.getScore() - lost);
            }
            default -> {
                return false;
            }
        }
        answer.append('\n');
        return true;
    }

    private void carryOut(String[] words) {
        switch (words[0]) {
            case "tokens" -> {
                Fields.expect(words, 2);
                setTokens(words[1]);
            }
            case "board" -> {
                Fields.expect(words, 3);
                begin(emptyBoard(Words.integer(words[1]), Words.integer(words[2])));
            }
            case "set" -> {
                Fields.expect(words, 3);
                Token token = words[2].equals("null") ? null : Fields.token(words[2]);
                board().setTokenAt(Fields.position(words[1]), token);
            }
            case "swap" -> {
                Fields.expect(words, 3);
                board().swapTokens(Fields.position(words[1]), Fields.position(words[2]));
            }
            case "remove" -> board().removeTokensAt(Fields.positions(words));
            case "fill" -> {
                Fields.expect(words, 3);
                Filling next = Filling.of(words[1], words[2], board());
                board.setFillingStrategy(next);
                filling = next;
            }
            case "fillnow" -> {
                Fields.expect(words, 1);
                attempt(board()::fillWithTokens);
            }
            case "deltas" -> {
                Matcher next = UnionOfMatchers.of(Arrays.copyOfRange(words, 1, words.length));
                if (game != null) {
                    game.setMatcher(next);
                }
                matcher = next;
            }
            case "apply" -> Fields.move(words).apply(board());
            case "start" -> {
                Fields.expect(words, 1);
                Game next = new MatchThreeGame(board(), matcher());
                attempt(next::initializeBoardAndStart);
                game = next;
                lost = 0;
            }
            case "accept" -> accept(Fields.move(words));
            default -> throw new Refusal("there is no such command");
        }
    }

    private void accept(Move move) {
        board();
        if (game == null) {
            throw new Refusal("the game has not been started");
        }
        int before = game.getScore();
        try {
            attempt(() -> game.acceptMove(move));
        } catch (RuntimeException e) {
            lost += game.getScore() - before;
            throw e;
        }
    }

    /** Does what may fail half-way; then board and filling are as before. */
    private void attempt(Runnable action) {
        Token[] before = Fields.read(board);
        int[] used = filling == null ? null : filling.mark();
        try {
            action.run();
        } catch (RuntimeException e) {
            Fields.write(board, before);
            if (filling != null) {
                filling.reset(used);
            }
            throw e;
        }
    }

    private void setTokens(String characters) {
        Set<Token> next = new HashSet<>();
        characters.codePoints().forEach(point -> next.add(Fields.token(Character.toString(point))));
        if (next.size() < 2) {
            throw new Refusal("there are at least two tokens");
        }
        tokens = next;
    }

    private Board emptyBoard(long columns, long rows) {
        boolean isLong = columns > MAX_FIELDS || rows > MAX_FIELDS;
        if (isLong || columns > 1 && rows > 1 && columns * rows > MAX_FIELDS) {
            throw new Refusal("the board is too large");
        }
        long least = Integer.MIN_VALUE;
        return new MatchThreeBoard(tokens(), (int) Math.max(least, columns), (int) Math.max(least, rows));
    }

    private void begin(Board next) {
        board = next;
        filling = null;
        game = null;
        lost = 0;
    }

    /** Returns positions that must be on the board. */
    private Set<Position> onBoard(String[] words) {
        Set<Position> positions = Fields.positions(words);
        for (Position position : positions) {
            if (!board().containsPosition(position)) {
                throw new Refusal("a position is off the board");
            }
        }
        return positions;
    }

    private Set<Token> tokens() {
        return needed(tokens, "no tokens are set");
    }

    private Board board() {
        return needed(board, "there is no board");
    }

    private Matcher matcher() {
        return needed(matcher, "no matcher is set");
    }

    private static <T> T needed(T part, String refusal) {
        if (part == null) {
            throw new Refusal(refusal);
        }
        return part;
    }
}
