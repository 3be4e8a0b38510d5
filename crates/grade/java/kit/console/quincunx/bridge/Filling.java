package quincunx.bridge;

import edu.kit.informatik.matchthree.framework.FillingStrategy;
import edu.kit.informatik.matchthree.framework.Position;
import edu.kit.informatik.matchthree.framework.Token;
import edu.kit.informatik.matchthree.framework.interfaces.Board;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Fills by sequences for the columns, or at random. A fill that is not possible changes nothing. */
final class Filling implements FillingStrategy {
    private final List<List<Token>> sequences;
    private int[] used;
    private final Random random;

    private Filling(List<List<Token>> sequences, Random random) {
        this.sequences = sequences;
        this.random = random;
        used = new int[sequences.size()];
    }

    /** Reads a strategy for a board. */
    static Filling of(String kind, String source, Board board) {
        return switch (kind) {
            case "random" -> {
                BigInteger seed = Words.digits(source);
                yield new Filling(List.of(), new Random(seed.longValue()));
            }
            case "columns" -> new Filling(sequences(source, board), null);
            default -> throw new Refusal("there are two strategies, random and columns");
        };
    }

    private static List<List<Token>> sequences(String source, Board board) {
        String[] parts = source.split(";", -1);
        if (parts.length != board.getColumnCount()) {
            throw new Refusal("there is one sequence for each column");
        }
        List<List<Token>> sequences = new ArrayList<>();
        for (String part : parts) {
            List<Token> sequence = new ArrayList<>();
            part.codePoints().forEach(point -> sequence.add(Fields.token(Character.toString(point))));
            if (!board.getAllValidTokens().containsAll(sequence)) {
                throw new Refusal("a token is not valid for the board");
            }
            sequences.add(sequence);
        }
        return sequences;
    }

    /** Returns how far the sequences have been used. */
    int[] mark() {
        return used.clone();
    }

    /** Goes back to an earlier use. */
    void reset(int[] mark) {
        used = mark;
    }

    @Override
    public void fill(Board board) {
        List<Position> empty = new ArrayList<>();
        for (int x = 0; x < board.getColumnCount(); x++) {
            for (int y = board.getRowCount() - 1; y >= 0; y--) {
                Position position = Position.at(x, y);
                if (board.getTokenAt(position) == null) {
                    empty.add(position);
                }
            }
        }
        List<Token> tokens = new ArrayList<>();
        List<Token> valid = new ArrayList<>(board.getAllValidTokens());
        int[] next = used.clone();
        for (Position position : empty) {
            if (random != null) {
                tokens.add(valid.get(random.nextInt(valid.size())));
                continue;
            }
            List<Token> sequence = sequences.get(position.x);
            if (next[position.x] == sequence.size()) {
                throw new Refusal("the sequence of column " + position.x + " is exhausted");
            }
            tokens.add(sequence.get(next[position.x]++));
        }
        used = next;
        for (int i = 0; i < tokens.size(); i++) {
            board.setTokenAt(empty.get(i), tokens.get(i));
        }
    }
}
