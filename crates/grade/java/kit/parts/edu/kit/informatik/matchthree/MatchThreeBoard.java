package edu.kit.informatik.matchthree;

import edu.kit.informatik.matchthree.framework.FillingStrategy;
import edu.kit.informatik.matchthree.framework.Position;
import edu.kit.informatik.matchthree.framework.Token;
import edu.kit.informatik.matchthree.framework.exceptions.BoardDimensionException;
import edu.kit.informatik.matchthree.framework.exceptions.IllegalTokenException;
import edu.kit.informatik.matchthree.framework.exceptions.NoFillingStrategyException;
import edu.kit.informatik.matchthree.framework.exceptions.TokenStringParseException;
import edu.kit.informatik.matchthree.framework.interfaces.Board;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/** A board in an array, row by row. */
public class MatchThreeBoard implements Board {
    private final Set<Token> valid;
    private final int columns;
    private final int rows;
    private final Token[] fields;
    private FillingStrategy strategy;

    /** Creates an empty board. */
    public MatchThreeBoard(Set<Token> tokens, int columns, int rows) {
        if (columns < 2 || rows < 2) {
            throw new BoardDimensionException("a board has at least two columns and two rows");
        }
        if (tokens.size() < 2) {
            throw new IllegalTokenException("a board has at least two valid tokens");
        }
        this.columns = columns;
        this.rows = rows;
        valid = Collections.unmodifiableSet(new HashSet<>(tokens));
        fields = new Token[columns * rows];
    }

    /** Creates the board of a token string. */
    public MatchThreeBoard(Set<Token> tokens, String tokenString) {
        this(tokens, columnsOf(tokenString), rowsOf(tokenString));
        int next = 0;
        for (int point : tokenString.replace(";", "").codePoints().toArray()) {
            if (point != ' ') {
                if (Character.isWhitespace(point) || !valid.contains(new Token(Character.toString(point)))) {
                    throw new TokenStringParseException("not a valid token: " + Character.toString(point));
                }
                fields[next] = new Token(Character.toString(point));
            }
            next++;
        }
    }

    private static int columnsOf(String tokenString) {
        String[] lines = tokenString.split(";", -1);
        int columns = lines[0].codePointCount(0, lines[0].length());
        for (String line : lines) {
            if (line.codePointCount(0, line.length()) != columns) {
                throw new TokenStringParseException("the rows are not equally long");
            }
        }
        return atLeastTwo(columns);
    }

    private static int rowsOf(String tokenString) {
        return atLeastTwo(tokenString.split(";", -1).length);
    }

    private static int atLeastTwo(int side) {
        if (side < 2) {
            throw new TokenStringParseException("a board has at least two columns and two rows");
        }
        return side;
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
        return fields[index(position)];
    }

    @Override
    public void setTokenAt(Position position, Token newToken) {
        int index = index(position);
        if (newToken != null && !valid.contains(newToken)) {
            throw new IllegalTokenException("not a valid token: " + newToken);
        }
        fields[index] = newToken;
    }

    @Override
    public boolean containsPosition(Position position) {
        return position.x >= 0 && position.y >= 0 && position.x < columns && position.y < rows;
    }

    @Override
    public Set<Position> moveTokensToBottom() {
        Set<Position> moved = new HashSet<>();
        for (int x = 0; x < columns; x++) {
            int free = rows - 1;
            for (int y = rows - 1; y >= 0; y--) {
                Token token = fields[y * columns + x];
                if (token == null) {
                    continue;
                }
                if (y != free) {
                    fields[y * columns + x] = null;
                    fields[free * columns + x] = token;
                    moved.add(Position.at(x, y));
                    moved.add(Position.at(x, free));
                }
                free--;
            }
        }
        return moved;
    }

    @Override
    public void swapTokens(Position positionA, Position positionB) {
        int a = index(positionA);
        int b = index(positionB);
        Token token = fields[a];
        fields[a] = fields[b];
        fields[b] = token;
    }

    @Override
    public void removeTokensAt(Set<Position> positions) {
        positions.forEach(this::index);
        positions.forEach(position -> fields[index(position)] = null);
    }

    @Override
    public void setFillingStrategy(FillingStrategy strategy) {
        this.strategy = strategy;
    }

    @Override
    public void fillWithTokens() {
        if (strategy == null) {
            throw new NoFillingStrategyException("no filling strategy is set");
        }
        strategy.fill(this);
    }

    @Override
    public String toTokenString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < fields.length; i++) {
            text.append(i > 0 && i % columns == 0 ? ";" : "");
            text.append(fields[i] == null ? " " : fields[i].toString());
        }
        return text.toString();
    }

    private int index(Position position) {
        if (!containsPosition(position)) {
            throw new BoardDimensionException("not on the board: " + position.x + "," + position.y);
        }
        return position.y * columns + position.x;
    }
}
