package quincunx.bridge;

import edu.kit.informatik.matchthree.framework.Position;
import edu.kit.informatik.matchthree.framework.interfaces.Board;
import edu.kit.informatik.matchthree.framework.interfaces.Game;
import edu.kit.informatik.matchthree.framework.interfaces.Matcher;
import edu.kit.informatik.matchthree.framework.interfaces.Move;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A game that plays with any parts by their interfaces, and resolves matches of three or more. */
public class LocalGame implements Game {
    private static final int MIN_MATCH = 3;

    private final Board board;
    private Matcher matcher;
    private int score;

    /** Creates a game that goes on from a score. */
    public LocalGame(Board board, Matcher matcher, int score) {
        this.board = board;
        this.matcher = matcher;
        this.score = score;
    }

    @Override
    public void initializeBoardAndStart() {
        score = 0;
        board.moveTokensToBottom();
        board.fillWithTokens();
        Set<Position> all = new HashSet<>();
        for (int x = 0; x < board.getColumnCount(); x++) {
            for (int y = 0; y < board.getRowCount(); y++) {
                all.add(Position.at(x, y));
            }
        }
        resolve(all);
    }

    @Override
    public void acceptMove(Move move) {
        Set<Position> affected = move.getAffectedPositions(board);
        move.apply(board);
        resolve(affected);
    }

    @Override
    public int getScore() {
        return score;
    }

    @Override
    public void setMatcher(Matcher matcher) {
        this.matcher = matcher;
    }

    private void resolve(Set<Position> initial) {
        Set<Position> positions = initial;
        for (int factor = 1; true; factor++) {
            List<Set<Position>> matches = largest(matcher.matchAll(board, positions));
            if (matches.isEmpty()) {
                return;
            }
            int sum = 0;
            Set<Position> removed = new HashSet<>();
            for (Set<Position> match : matches) {
                sum += MIN_MATCH + 2 * (match.size() - MIN_MATCH);
                removed.addAll(match);
            }
            score += factor * matches.size() * sum;
            board.removeTokensAt(removed);
            positions = new HashSet<>(board.moveTokensToBottom());
            positions.addAll(emptyFields());
            board.fillWithTokens();
        }
    }

    private Set<Position> emptyFields() {
        Set<Position> empty = new HashSet<>();
        for (int x = 0; x < board.getColumnCount(); x++) {
            for (int y = 0; y < board.getRowCount(); y++) {
                if (board.getTokenAt(Position.at(x, y)) == null) {
                    empty.add(Position.at(x, y));
                }
            }
        }
        return empty;
    }

    /** Keeps matches of three or more that no other one contains. */
    private static List<Set<Position>> largest(Set<Set<Position>> found) {
        List<Set<Position>> matches = found.stream()
                .filter(match -> match.size() >= MIN_MATCH).distinct().collect(Collectors.toList());
        // One that contains another contains its first position.
        Map<Position, Set<Set<Position>>> holders = new HashMap<>();
        for (Set<Position> match : matches) {
            for (Position position : match) {
                holders.computeIfAbsent(position, key -> new HashSet<>()).add(match);
            }
        }
        return matches.stream()
                .filter(match -> holders.get(match.iterator().next()).stream()
                        .noneMatch(other -> other.size() > match.size() && other.containsAll(match)))
                .collect(Collectors.toList());
    }
}
