package ttfe.tests;

import ttfe.MoveDirection;
import ttfe.SimulatorInterface;
import ttfe.UserInterface;

/** Shows nothing and remembers whether the game is over. */
final class Screen implements UserInterface {
    boolean isOver;

    @Override
    public String getUserInput(String question, String[] possibleAnswers) {
        return possibleAnswers[0];
    }

    @Override
    public MoveDirection getUserMove() {
        return MoveDirection.NORTH;
    }

    @Override
    public void showGameOverScreen(SimulatorInterface game) {
        isOver = true;
    }

    @Override
    public void showMessage(String message) {
    }

    @Override
    public void updateScreen(SimulatorInterface game) {
    }
}
