package quincunx.bridge;

import edu.kit.informatik.matchthree.framework.Delta;
import edu.kit.informatik.matchthree.framework.Position;
import edu.kit.informatik.matchthree.framework.exceptions.MatcherInitializationException;
import edu.kit.informatik.matchthree.framework.interfaces.Board;
import edu.kit.informatik.matchthree.framework.interfaces.Matcher;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** A matcher that asks the engine's console, about its own boards or copies of others. */
public class RemoteMatcher implements Matcher {
    private final String deltas;

    protected RemoteMatcher(Set<Delta> deltas) {
        this.deltas = deltas.stream().map(delta -> delta.dx + "," + delta.dy).collect(Collectors.joining(" "));
        String answer = new ConsoleSession().ask(this.deltas.isEmpty() ? "deltas" : "deltas " + this.deltas);
        if (ConsoleSession.isRefusal(answer)) {
            throw new MatcherInitializationException(answer);
        }
    }

    /** Makes it the matcher of a board of the engine. */
    public final void use(RemoteBoard board) {
        board.useDeltas(deltas);
    }

    @Override
    public Set<Set<Position>> match(Board board, Position initial) {
        return ask(board, "match " + RemoteBoard.text(initial));
    }

    @Override
    public Set<Set<Position>> matchAll(Board board, Set<Position> initial) {
        return initial.isEmpty() ? new HashSet<>() : ask(board, "matchall " + RemoteBoard.text(initial));
    }

    private Set<Set<Position>> ask(Board board, String command) {
        RemoteBoard copy = Copies.of(board);
        use(copy);
        Set<Set<Position>> matches = new HashSet<>();
        for (String line : copy.askLines(command)) {
            if (!line.isEmpty()) {
                matches.add(RemoteBoard.positions(line));
            }
        }
        return matches;
    }
}
