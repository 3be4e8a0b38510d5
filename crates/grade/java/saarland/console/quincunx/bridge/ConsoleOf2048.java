package quincunx.bridge;

import java.io.IOException;
import java.util.Random;
import ttfe.MoveDirection;
import ttfe.SimulatorInterface;
import ttfe.TTFEFactory;

/** Answers the commands of the 2048 console by a simulator that {@link TTFEFactory} creates. */
public final class ConsoleOf2048 extends LineConsole {
    private static final long LONGEST_SIDE = 64;

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
            start(words);
            answer.append("OK\n");
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
                expect(words, 2);
                return game.performMove(direction(words[1]));
            case "possible":
                expect(words, 2);
                return game.isMovePossible(direction(words[1]));
            case "play":
                expect(words, 2);
                return play(direction(words[1]));
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

    private void start(String[] words) {
        if (words.length != 1 && words.length != 3 && words.length != 4) {
            throw new Refusal("a game begins with `start`, and perhaps a width, a height and a seed");
        }
        long width = words.length == 1 ? 4 : Words.integer(words[1]);
        long height = words.length == 1 ? 4 : Words.integer(words[2]);
        long seed = words.length == 4 ? Words.seed(words[3]) : 0;
        if (width > LONGEST_SIDE || height > LONGEST_SIDE) {
            throw new Refusal("a side is at most " + LONGEST_SIDE);
        }
        long least = Integer.MIN_VALUE;
        int columns = (int) Math.max(least, width);
        int rows = (int) Math.max(least, height);
        game = TTFEFactory.createSimulator(columns, rows, new Random(seed));
    }

    private String play(MoveDirection direction) {
        if (!game.performMove(direction)) {
            throw new Refusal("the move is not possible");
        }
        game.addPiece();
        return game.isMovePossible() ? "OK" : "game over";
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

    private static MoveDirection direction(String word) {
        return switch (word) {
            case "up" -> MoveDirection.NORTH;
            case "right" -> MoveDirection.EAST;
            case "down" -> MoveDirection.SOUTH;
            case "left" -> MoveDirection.WEST;
            default -> throw new Refusal("a direction is up, down, left or right");
        };
    }

    private static void expect(String[] words, int count) {
        if (words.length != count) {
            throw new Refusal("`" + words[0] + "` has another number of words");
        }
    }
}
