package ttfe;

import java.util.Random;

/** Plays a game: {@code ttfe.TTFE [--seed N] [--width N] [--height N] [--player h|c]}. */
public final class TTFE {
    private TTFE() {
    }

    /** Plays with a person, {@code h}, or the computer, {@code c}. */
    public static void main(String[] arguments) {
        int seed = 0;
        int width = 4;
        int height = 4;
        String player = "h";
        try {
            for (int i = 0; i < arguments.length; i += 2) {
                if (i + 1 == arguments.length) {
                    throw new IllegalArgumentException(arguments[i] + ": expected a value after it");
                }
                String value = arguments[i + 1];
                switch (arguments[i]) {
                    case "--seed" -> seed = number(arguments[i], value);
                    case "--width" -> width = number(arguments[i], value);
                    case "--height" -> height = number(arguments[i], value);
                    case "--player" -> player = value;
                    default -> throw new IllegalArgumentException(
                            arguments[i] + ": expected --seed, --width, --height or --player");
                }
            }
            if (!player.equals("h") && !player.equals("c")) {
                throw new IllegalArgumentException("--player: expected h or c, found " + player);
            }
            SimulatorInterface game = TTFEFactory.createSimulator(width, height, new Random(seed));
            UserInterface ui = TTFEFactory.createUserInterface(game);
            game.run(TTFEFactory.createPlayer(player.equals("h")), ui);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        } catch (IllegalStateException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private static int number(String name, String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + ": expected a whole number, found " + value);
        }
    }
}
