package ttfe;

/** A player of 2048. */
public interface PlayerInterface {
    /** Returns the direction of the next move. */
    MoveDirection getPlayerMove(SimulatorInterface game, UserInterface ui);
}
