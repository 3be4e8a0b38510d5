package quincunx.bridge;

import edu.kit.informatik.matchthree.MoveFactoryImplementation;
import edu.kit.informatik.matchthree.framework.Position;
import edu.kit.informatik.matchthree.framework.Token;
import edu.kit.informatik.matchthree.framework.interfaces.Board;
import edu.kit.informatik.matchthree.framework.interfaces.Move;
import edu.kit.informatik.matchthree.framework.interfaces.MoveFactory;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Reads and writes positions, tokens and moves. */
final class Fields {
    private static final Comparator<Position> BY_COLUMN =
            Comparator.<Position>comparingInt(at -> at.x).thenComparingInt(at -> at.y);

    private Fields() {
    }

    static void expect(String[] words, int count) {
        if (words.length != count) {
            throw new Refusal("`" + words[0] + "` has another number of words");
        }
    }

    static Position position(String word) {
        String[] pair = Words.pair(word, ',');
        return Position.at(Words.nearestInt(pair[0]), Words.nearestInt(pair[1]));
    }

    /** Reads the positions after the first word. */
    static Set<Position> positions(String[] words) {
        if (words.length < 2) {
            throw new Refusal("`" + words[0] + "` needs a position");
        }
        Set<Position> positions = new LinkedHashSet<>();
        for (int i = 1; i < words.length; i++) {
            positions.add(position(words[i]));
        }
        return positions;
    }

    static Token token(String word) {
        boolean isCharacter = word.codePointCount(0, word.length()) == 1;
        if (!isCharacter || word.equals(";") || isSpace(word.codePointAt(0))) {
            throw new Refusal("a token is one character, neither ; nor white space");
        }
        return new Token(word);
    }

    private static boolean isSpace(int point) {
        return Character.isWhitespace(point) || Character.isSpaceChar(point) || point == 0x85;
    }

    /** Reads the move after the first word. */
    static Move move(String[] words) {
        int start = words.length > 1 && words[1].equals("reverse") ? 2 : 1;
        expectMove(words.length == start + 2);
        MoveFactory factory = new MoveFactoryImplementation();
        String word = words[start + 1];
        Move move = switch (words[start]) {
            case "flipRight" -> factory.flipRight(position(word));
            case "flipDown" -> factory.flipDown(position(word));
            case "rotateSquareClockwise" -> factory.rotateSquareClockwise(position(word));
            case "rotateColumnDown" -> factory.rotateColumnDown(Words.nearestInt(word));
            case "rotateRowRight" -> factory.rotateRowRight(Words.nearestInt(word));
            default -> throw new Refusal("that is not a move");
        };
        return start == 2 ? move.reverse() : move;
    }

    private static void expectMove(boolean isMove) {
        if (!isMove) {
            throw new Refusal("that is not a move");
        }
    }

    /** Writes positions by column, then by row. */
    static String line(Set<Position> positions) {
        return sorted(positions).stream().map(at -> at.x + "," + at.y).collect(Collectors.joining(" "));
    }

    /** Writes a line for each match. */
    static String lines(Set<Set<Position>> matches) {
        TreeSet<List<Position>> lists = new TreeSet<>(Fields::compare);
        matches.forEach(match -> lists.add(sorted(match)));
        return lists.stream()
                .map(match -> match.stream().map(at -> at.x + "," + at.y).collect(Collectors.joining(" ")))
                .collect(Collectors.joining("\n"));
    }

    private static List<Position> sorted(Set<Position> positions) {
        return positions.stream().sorted(BY_COLUMN).collect(Collectors.toList());
    }

    private static int compare(List<Position> a, List<Position> b) {
        for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
            int order = BY_COLUMN.compare(a.get(i), b.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.size(), b.size());
    }

    /** Reads all fields, row by row. */
    static Token[] read(Board board) {
        int columns = board.getColumnCount();
        Token[] tokens = new Token[columns * board.getRowCount()];
        for (int i = 0; i < tokens.length; i++) {
            tokens[i] = board.getTokenAt(Position.at(i % columns, i / columns));
        }
        return tokens;
    }

    /** Sets all fields, row by row. */
    static void write(Board board, Token[] tokens) {
        int columns = board.getColumnCount();
        for (int i = 0; i < tokens.length; i++) {
            board.setTokenAt(Position.at(i % columns, i / columns), tokens[i]);
        }
    }
}
