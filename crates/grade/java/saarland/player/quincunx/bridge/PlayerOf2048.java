package quincunx.bridge;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import ttfe.MoveDirection;
import ttfe.PlayerInterface;
import ttfe.SimulatorInterface;
import ttfe.TTFEFactory;
import ttfe.UserInterface;

/** Lets the computer player of {@link TTFEFactory} answer the lines of an external player. */
public final class PlayerOf2048 extends LineConsole {
    /** In the order of {@link MoveDirection}. */
    private static final List<String> DIRECTIONS = List.of("up", "right", "down", "left");

    private PlayerInterface player;
    private PlainSimulator game;

    public static void main(String[] arguments) throws IOException {
        new PlayerOf2048().run();
    }

    /** Nothing that a player throws is allowed. */
    @Override
    boolean isDocumented(Throwable error, String command) {
        return false;
    }

    @Override
    void command(String line, StringBuilder answer) {
        String[] words = Words.split(line);
        switch (words[0]) {
            case "game":
                begin(words);
                break;
            case "position":
                game.setPosition(words[1], words[2], words[3]);
                break;
            case "moves":
                MoveDirection chosen = player.getPlayerMove(game, new SilentInterface());
                answer.append(DIRECTIONS.get(chosen.ordinal())).append('\n');
                break;
            default:
                // A move was impossible: position and moves follow.
                break;
        }
    }

    /** Begins a game, as in {@code game 2048 width=4 height=4 scoring=standard}. */
    private void begin(String[] words) {
        if (!words[1].equals("2048")) {
            throw new Refusal("the player plays 2048 only");
        }
        Map<String, String> options = new TreeMap<>();
        for (int i = 2; i < words.length; i++) {
            String[] pair = words[i].split("=", 2);
            options.put(pair[0], pair[1]);
        }
        int width = Integer.parseInt(options.get("width"));
        int height = Integer.parseInt(options.get("height"));
        boolean isContest = "contest".equals(options.get("scoring"));
        game = new PlainSimulator(width, height, isContest, new Random(0));
        player = TTFEFactory.createPlayer(false);
    }

    /** Shows nothing, and answers with the first possibility. */
    private final class SilentInterface implements UserInterface {
        @Override
        public String getUserInput(String question, String[] possibleAnswers) {
            return possibleAnswers[0];
        }

        @Override
        public MoveDirection getUserMove() {
            for (MoveDirection direction : MoveDirection.values()) {
                if (game.isMovePossible(direction)) {
                    return direction;
                }
            }
            return MoveDirection.NORTH;
        }

        @Override
        public void showGameOverScreen(SimulatorInterface shown) {
        }

        @Override
        public void showMessage(String message) {
        }

        @Override
        public void updateScreen(SimulatorInterface shown) {
        }
    }
}
