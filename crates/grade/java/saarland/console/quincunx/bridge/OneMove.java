package quincunx.bridge;

import ttfe.MoveDirection;
import ttfe.PlayerInterface;
import ttfe.SimulatorInterface;
import ttfe.UserInterface;

/** Lets a simulator run for one move: the player of the run, and the screen on which it is shown. */
final class OneMove implements PlayerInterface, UserInterface {
    private final SimulatorInterface game;
    private final MoveDirection direction;
    private final String before;
    private int questions;
    private int updates;
    private int ends;

    OneMove(SimulatorInterface game, MoveDirection direction) {
        this.game = game;
        this.direction = direction;
        before = state();
    }

    /** Returns the answer to `play`, or what the run did wrong. */
    String play() {
        boolean hasEnded = true;
        try {
            game.run(this, this);
        } catch (Stop stop) {
            hasEnded = false;
        }
        boolean hasMoved = !state().equals(before);
        if (hasEnded && game.isMovePossible()) {
            return "run has ended though a move is possible";
        }
        if (hasEnded && ends == 0) {
            return "run has not called showGameOverScreen at its end";
        }
        if (!hasEnded && ends > 0) {
            return "run has called showGameOverScreen before its end";
        }
        if (!hasMoved) {
            throw new Refusal("the move is not possible");
        }
        if (updates == 0) {
            return "run has not called updateScreen";
        }
        return hasEnded ? "game over" : "OK";
    }

    private String state() {
        StringBuilder state = new StringBuilder(game.getPoints() + " " + game.getNumMoves());
        for (int y = 0; y < game.getBoardHeight(); y++) {
            for (int x = 0; x < game.getBoardWidth(); x++) {
                state.append(' ').append(game.getPieceAt(x, y));
            }
        }
        return state.toString();
    }

    /** Changes the simulator, which has to be as before when the move is carried out; the second time it stops. */
    @Override
    public MoveDirection getPlayerMove(SimulatorInterface shown, UserInterface ui) {
        questions++;
        if (questions > 1) {
            throw new Stop();
        }
        for (MoveDirection tried : MoveDirection.values()) {
            shown.performMove(tried);
        }
        shown.setPieceAt(0, 0, shown.getPieceAt(0, 0) == 4 ? 2 : 4);
        return direction;
    }

    @Override
    public String getUserInput(String question, String[] possibleAnswers) {
        return possibleAnswers[0];
    }

    @Override
    public MoveDirection getUserMove() {
        return direction;
    }

    @Override
    public void showGameOverScreen(SimulatorInterface shown) {
        ends++;
    }

    @Override
    public void showMessage(String message) {
    }

    @Override
    public void updateScreen(SimulatorInterface shown) {
        updates++;
    }

    /** Ends a run at its second question. */
    private static final class Stop extends RuntimeException {
        private static final long serialVersionUID = 1;
    }
}
