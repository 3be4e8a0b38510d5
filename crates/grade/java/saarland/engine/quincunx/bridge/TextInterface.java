package quincunx.bridge;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Scanner;
import ttfe.MoveDirection;
import ttfe.SimulatorInterface;
import ttfe.UserInterface;

/** Shows a game as text and reads the answers of a person line by line. */
public final class TextInterface implements UserInterface {
    private static final String[] DIRECTIONS = {"up", "right", "down", "left"};

    private final Scanner input = new Scanner(System.in, "UTF-8");
    private final PrintStream output = System.out;

    /** Asks until the answer is a possible one, or the beginning of one. */
    @Override
    public String getUserInput(String question, String[] possibleAnswers) {
        List<String> answers = Arrays.asList(possibleAnswers);
        while (true) {
            output.print(question + " (" + String.join(", ", answers) + ") ");
            output.flush();
            if (!input.hasNextLine()) {
                throw new IllegalStateException("the input has ended");
            }
            String line = input.nextLine().trim();
            for (String answer : answers) {
                if (!line.isEmpty() && answer.startsWith(line)) {
                    return answer;
                }
            }
        }
    }

    @Override
    public MoveDirection getUserMove() {
        String answer = getUserInput("Where to?", DIRECTIONS);
        return MoveDirection.values()[Arrays.asList(DIRECTIONS).indexOf(answer)];
    }

    @Override
    public void showGameOverScreen(SimulatorInterface game) {
        output.println("Game over: " + game.getPoints() + " points in " + game.getNumMoves() + " moves");
    }

    @Override
    public void showMessage(String message) {
        output.println(message);
    }

    @Override
    public void updateScreen(SimulatorInterface game) {
        output.println();
        for (int y = 0; y < game.getBoardHeight(); y++) {
            for (int x = 0; x < game.getBoardWidth(); x++) {
                int piece = game.getPieceAt(x, y);
                output.printf("%7s", piece == 0 ? "." : Integer.toString(piece));
            }
            output.println();
        }
        output.println(game.getPoints() + " points, " + game.getNumMoves() + " moves");
    }
}
