package ttfe;

/** What shows a game to a person and asks for moves. */
public interface UserInterface {
    /** Asks a question and returns one of the possible answers. */
    String getUserInput(String question, String[] possibleAnswers);

    /** Asks for a move. */
    MoveDirection getUserMove();

    /** Shows the end of a game. */
    void showGameOverScreen(SimulatorInterface game);

    /** Shows a message. */
    void showMessage(String message);

    /** Shows the board. */
    void updateScreen(SimulatorInterface game);
}
