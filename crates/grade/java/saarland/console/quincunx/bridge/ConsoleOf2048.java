package quincunx.bridge;

import java.io.IOException;
import java.util.Random;
import ttfe.MoveDirection;
import ttfe.SimulatorInterface;
import ttfe.TTFEFactory;

/** Answers the commands of the 2048 console by a simulator that {@link TTFEFactory} creates. */
public final class ConsoleOf2048 extends LineConsole {
    private static final long MAX_SIDE = 64;

    private SimulatorInterface game;

    public static void main(String[] arguments) throws IOException {
        new ConsoleOf2048().run();
    }

    @Override
    boolean isDocumented(Throwable error, String command) {
        return switch (command) {
            case "add" -> error instanceof IllegalStateException;
            case "start", "get", "set" -> error instanceof IllegalArgumentException;
            default -> false;
        };
    }

    @Override
    void command(String line, StringBuilder answer) {
        String[] words = Words.split(line);
        String command = words[0];
        if (command.equals("start")) {
            answer.append(start(words)).append('\n');
            return;
        }
        if (game == null) {
            game = TTFEFactory.createSimulator(4, 4, new Random(0));
        }
        if (command.equals("print")) {
            expect(words, 1);
            print(answer);
            return;
        }
        answer.append(words.length == 1 ? alone(command) : withArguments(words)).append('\n');
    }

    private Object alone(String command) {
        switch (command) {
            case "add":
                game.addPiece();
                return "OK";
            case "points":
                return game.getPoints();
            case "moves":
                return game.getNumMoves();
            case "pieces":
                return game.getNumPieces();
            case "width":
                return game.getBoardWidth();
            case "height":
                return game.getBoardHeight();
            case "possible":
                return game.isMovePossible();
            case "space":
                return game.isSpaceLeft();
            case "move":
                return move(null);
            case "play":
                return play(null);
            case "hint", "values":
                throw new Refusal("not supported");
            default:
                throw new Refusal("there is no such command");
        }
    }

    private Object withArguments(String[] words) {
        switch (words[0]) {
            case "get": {
                expect(words, 2);
                int[] field = field(words[1]);
                return game.getPieceAt(field[0], field[1]);
            }
            case "set": {
                expect(words, 3);
                int[] field = field(words[1]);
                long value = Words.integer(words[2]);
                if (value != (int) value) {
                    throw new Refusal("a value of the interface is an int");
                }
                game.setPieceAt(field[0], field[1], (int) value);
                return "OK";
            }
            case "move":
                return move(direction(words));
            case "possible":
                return possible(direction(words));
            case "play":
                return play(direction(words));
            case "scoring":
                expect(words, 2);
                if (words[1].equals("standard")) {
                    return "OK";
                }
                throw new Refusal("not supported");
            default:
                throw new Refusal("there is no such command, or it stands alone");
        }
    }

    /** Starts a game; words that describe none leave it without a generator. */
    private String start(String[] words) {
        int columns;
        int rows;
        Random random;
        try {
            if (words.length != 1 && words.length != 3 && words.length != 4) {
                throw new Refusal("a game begins with `start`, and perhaps a width, a height and a seed");
            }
            columns = words.length == 1 ? 4 : side(words[1]);
            rows = words.length == 1 ? 4 : side(words[2]);
            random = new Random(words.length == 4 ? Words.seed(words[3]) : 0);
        } catch (Refusal refusal) {
            return refusesNull("createSimulator", () -> TTFEFactory.createSimulator(4, 4, null));
        }
        if (columns > MAX_SIDE || rows > MAX_SIDE) {
            throw new Refusal("a side is at most " + MAX_SIDE);
        }
        game = TTFEFactory.createSimulator(columns, rows, random);
        playElsewhere(columns, rows);
        return "OK";
    }

    /** Plays on another board, which does not show on this one. What goes wrong there is found elsewhere. */
    private static void playElsewhere(int columns, int rows) {
        try {
            SimulatorInterface other = TTFEFactory.createSimulator(columns, rows, new Random(1));
            other.setPieceAt(0, 0, 1024);
            other.setPieceAt(1, 0, 1024);
            other.performMove(MoveDirection.WEST);
        } catch (RuntimeException e) {
            // It is the first board that is examined.
        }
    }

    private static int side(String word) {
        return (int) Math.max(Integer.MIN_VALUE, Math.min(MAX_SIDE + 1, Words.integer(word)));
    }

    private Object move(MoveDirection direction) {
        return direction == null ? refusesNull("performMove", () -> game.performMove(null))
                : game.performMove(direction);
    }

    private Object possible(MoveDirection direction) {
        return direction == null ? refusesNull("isMovePossible", () -> game.isMovePossible(null))
                : game.isMovePossible(direction);
    }

    private String play(MoveDirection direction) {
        OneMove both = new OneMove(game, direction);
        if (direction != null) {
            return both.play();
        }
        try {
            return refusesNull("run", () -> game.run(null, both));
        } catch (Refusal refusal) {
            return refusesNull("run", () -> game.run(both, null));
        }
    }

    /** Refuses a line for which a method got null, if the method does. */
    private static String refusesNull(String method, Runnable call) {
        try {
            call.run();
        } catch (IllegalArgumentException e) {
            throw new Refusal("null is an illegal argument");
        }
        return method + " accepts null";
    }

    private void print(StringBuilder answer) {
        int width = game.getBoardWidth();
        int height = game.getBoardHeight();
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                answer.append(x == 0 ? "" : " ").append(game.getPieceAt(x, y));
            }
            answer.append('\n');
        }
    }

    private static int[] field(String word) {
        String[] pair = Words.pair(word, ';');
        Words.integer(pair[0]);
        Words.integer(pair[1]);
        return new int[] {Words.nearestInt(pair[0]), Words.nearestInt(pair[1])};
    }

    /** Returns the direction of a command, or null, which the interface refuses, if it has none. */
    private static MoveDirection direction(String[] words) {
        return switch (words.length == 2 ? words[1] : "") {
            case "up" -> MoveDirection.NORTH;
            case "right" -> MoveDirection.EAST;
            case "down" -> MoveDirection.SOUTH;
            case "left" -> MoveDirection.WEST;
            default -> null;
        };
    }

    private static void expect(String[] words, int count) {
        if (words.length != count) {
            throw new Refusal("`" + words[0] + "` has another number of words");
        }
    }
}
