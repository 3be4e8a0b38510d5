package quincunx.bridge;

import java.util.List;
import ttfe.MoveDirection;
import ttfe.PlayerInterface;
import ttfe.SimulatorInterface;
import ttfe.UserInterface;

/**
 * A simulator whose game is played by the engine's console.
 *
 * Every call is one command, so that what the console does wrong is seen here as well.
 */
public final class RemoteSimulator implements SimulatorInterface {
    /** In the order of {@link MoveDirection}. */
    private static final List<String> DIRECTIONS = List.of("up", "right", "down", "left");

    private final ConsoleSession session = new ConsoleSession();

    /** Starts a game; the console's pieces depend on the seed. */
    public RemoteSimulator(int width, int height, long seed) {
        String answer = session.change("start " + width + " " + height + " " + seed);
        if (ConsoleSession.isRefusal(answer)) {
            throw new IllegalArgumentException(answer);
        }
    }

    /** Returns the direction that the engine would move on a board. */
    public static MoveDirection bestMove(SimulatorInterface game) {
        return direction(of(game).session.ask("hint"));
    }

    private static RemoteSimulator of(SimulatorInterface game) {
        if (game instanceof RemoteSimulator) {
            return (RemoteSimulator) game;
        }
        RemoteSimulator copy = new RemoteSimulator(game.getBoardWidth(), game.getBoardHeight(), 0);
        for (int y = 0; y < game.getBoardHeight(); y++) {
            for (int x = 0; x < game.getBoardWidth(); x++) {
                copy.setPieceAt(x, y, game.getPieceAt(x, y));
            }
        }
        return copy;
    }

    @Override
    public void addPiece() {
        String answer = session.change("add");
        if (ConsoleSession.isRefusal(answer)) {
            throw new IllegalStateException(answer);
        }
    }

    @Override
    public int getBoardHeight() {
        return number("height");
    }

    @Override
    public int getBoardWidth() {
        return number("width");
    }

    @Override
    public int getNumMoves() {
        return number("moves");
    }

    @Override
    public int getNumPieces() {
        return number("pieces");
    }

    @Override
    public int getPieceAt(int x, int y) {
        return number("get " + x + ";" + y);
    }

    @Override
    public int getPoints() {
        return number("points");
    }

    @Override
    public boolean isMovePossible() {
        return truth(session.ask("possible"));
    }

    @Override
    public boolean isMovePossible(MoveDirection direction) {
        return truth(session.ask("possible " + word(direction)));
    }

    @Override
    public boolean isSpaceLeft() {
        return truth(session.ask("space"));
    }

    @Override
    public boolean performMove(MoveDirection direction) {
        return truth(session.change("move " + word(direction)));
    }

    @Override
    public void run(PlayerInterface player, UserInterface ui) {
        if (player == null || ui == null) {
            throw new IllegalArgumentException("expected a player and a user interface, found null");
        }
        ui.updateScreen(this);
        while (isMovePossible()) {
            int mark = session.mark();
            MoveDirection direction = player.getPlayerMove(this, ui);
            if (session.mark() != mark) {
                session.restore(mark);
            }
            if (performMove(direction)) {
                addPiece();
                ui.updateScreen(this);
            }
        }
        ui.showGameOverScreen(this);
    }

    @Override
    public void setPieceAt(int x, int y, int piece) {
        String answer = session.change("set " + x + ";" + y + " " + piece);
        if (ConsoleSession.isRefusal(answer)) {
            throw new IllegalArgumentException(answer);
        }
    }

    private int number(String command) {
        String answer = session.ask(command);
        if (ConsoleSession.isRefusal(answer)) {
            throw new IllegalArgumentException(answer);
        }
        return (int) Math.min(Integer.MAX_VALUE, Long.parseLong(answer));
    }

    private static boolean truth(String answer) {
        return switch (answer) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalStateException(answer);
        };
    }

    private static String word(MoveDirection direction) {
        if (direction == null) {
            throw new IllegalArgumentException("expected a direction, found null");
        }
        return DIRECTIONS.get(direction.ordinal());
    }

    private static MoveDirection direction(String word) {
        int place = DIRECTIONS.indexOf(word);
        if (place < 0) {
            throw new IllegalStateException(word);
        }
        return MoveDirection.values()[place];
    }
}
