package ttfe;

/** A direction of a move. North is up. */
public enum MoveDirection {
    NORTH, EAST, SOUTH, WEST
}
