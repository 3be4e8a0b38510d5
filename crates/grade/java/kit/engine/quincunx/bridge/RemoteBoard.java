package quincunx.bridge;

import edu.kit.informatik.matchthree.framework.FillingStrategy;
import edu.kit.informatik.matchthree.framework.Position;
import edu.kit.informatik.matchthree.framework.Token;
import edu.kit.informatik.matchthree.framework.exceptions.BoardDimensionException;
import edu.kit.informatik.matchthree.framework.exceptions.IllegalTokenException;
import edu.kit.informatik.matchthree.framework.exceptions.NoFillingStrategyException;
import edu.kit.informatik.matchthree.framework.exceptions.TokenStringParseException;
import edu.kit.informatik.matchthree.framework.interfaces.Board;
import java.util.HashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A board that the engine's console keeps: every call is one command. */
public class RemoteBoard implements Board {
    private final ConsoleSession session = new ConsoleSession();
    private final Set<Token> valid;
    private final int columns;
    private final int rows;
    private FillingStrategy strategy;
    private boolean isPrepared;
    private String deltas = "";

    protected RemoteBoard(Set<Token> tokens, int columns, int rows) {
        valid = Set.copyOf(tokens);
        setTokens();
        change("board " + columns + " " + rows, RemoteBoard::dimensionFailure);
        this.columns = columns;
        this.rows = rows;
    }

    protected RemoteBoard(Set<Token> tokens, String tokenString) {
        valid = Set.copyOf(tokens);
        setTokens();
        if (tokenString.indexOf('\n') >= 0 || tokenString.indexOf('\r') >= 0) {
            throw new TokenStringParseException("the text has several lines");
        }
        change("load " + tokenString, TokenStringParseException::new);
        String[] lines = toTokenString().split(";", -1);
        columns = lines[0].codePointCount(0, lines[0].length());
        rows = lines.length;
    }

    private void setTokens() {
        String characters = valid.stream().sorted().map(Token::toString).collect(Collectors.joining());
        change("tokens " + characters, IllegalTokenException::new);
    }

    @Override
    public Set<Token> getAllValidTokens() {
        return valid;
    }

    @Override
    public int getColumnCount() {
        return columns;
    }

    @Override
    public int getRowCount() {
        return rows;
    }

    @Override
    public Token getTokenAt(Position position) {
        String answer = ask("get " + text(position), RemoteBoard::dimensionFailure);
        return answer.equals("null") ? null : new Token(answer);
    }

    @Override
    public void setTokenAt(Position position, Token newToken) {
        boolean isOnBoard = containsPosition(position);
        change("set " + text(position) + " " + newToken,
                isOnBoard ? IllegalTokenException::new : RemoteBoard::dimensionFailure);
    }

    @Override
    public boolean containsPosition(Position position) {
        return truth(query("contains " + text(position)));
    }

    @Override
    public Set<Position> moveTokensToBottom() {
        return positions(change("bottom", IllegalStateException::new));
    }

    @Override
    public void swapTokens(Position positionA, Position positionB) {
        change("swap " + text(positionA) + " " + text(positionB), RemoteBoard::dimensionFailure);
    }

    @Override
    public void removeTokensAt(Set<Position> positions) {
        if (!positions.isEmpty()) {
            change("remove " + text(positions), RemoteBoard::dimensionFailure);
        }
    }

    @Override
    public void setFillingStrategy(FillingStrategy strategy) {
        this.strategy = strategy;
        isPrepared = false;
    }

    @Override
    public void fillWithTokens() {
        prepareFilling();
        change("fillnow", RemoteBoard::fillingFailure);
    }

    @Override
    public String toTokenString() {
        return query("print");
    }

    /** Gives the console the tokens that the strategy has for each column; it cannot call the strategy. */
    public void prepareFilling() {
        if (strategy == null) {
            throw new NoFillingStrategyException("no filling strategy is set");
        }
        if (!isPrepared) {
            change("fill columns " + DrawnTokens.of(strategy, this), IllegalStateException::new);
            isPrepared = true;
        }
    }

    /** Sets the steps of the matcher that is used next. */
    void useDeltas(String words) {
        if (!deltas.equals(words)) {
            change("deltas " + words, IllegalStateException::new);
            deltas = words;
        }
    }

    /** Sends a command that changes something and returns its answer; a refusal becomes an exception. */
    public String change(String command, Function<String, RuntimeException> failure) {
        return accepted(session.change(command), failure);
    }

    /** Sends a query that is never refused and returns its answer. */
    public String query(String command) {
        return ask(command, IllegalStateException::new);
    }

    String ask(String command, Function<String, RuntimeException> failure) {
        return accepted(session.ask(command), failure);
    }

    List<String> askLines(String command) {
        List<String> lines = session.askLines(command);
        accepted(lines.get(0), RemoteBoard::dimensionFailure);
        return lines;
    }

    private static String accepted(String answer, Function<String, RuntimeException> failure) {
        if (ConsoleSession.isRefusal(answer)) {
            throw failure.apply(answer);
        }
        return answer;
    }

    /** Creates the exception of a position or size that does not fit. */
    public static RuntimeException dimensionFailure(String message) {
        return new BoardDimensionException(message);
    }

    /** Creates the exception of a strategy that has no more tokens. */
    public static RuntimeException fillingFailure(String message) {
        return new NoSuchElementException(message);
    }

    static boolean truth(String answer) {
        return switch (answer) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalStateException(answer);
        };
    }

    static String text(Position position) {
        return position.x + "," + position.y;
    }

    static String text(Set<Position> positions) {
        return positions.stream().map(RemoteBoard::text).collect(Collectors.joining(" "));
    }

    /** Reads positions with a blank between two of them. */
    static Set<Position> positions(String line) {
        Set<Position> positions = new HashSet<>();
        for (String word : line.isEmpty() ? new String[0] : line.split(" ")) {
            String[] pair = word.split(",");
            positions.add(Position.at(Integer.parseInt(pair[0]), Integer.parseInt(pair[1])));
        }
        return positions;
    }
}
