package ttfe;

/** Creates a player. */
public final class TTFEFactory {
    private TTFEFactory() {
    }

    /** Creates a player that tries the first possible direction on the board that it is given, and takes it. */
    public static PlayerInterface createPlayer(boolean human) {
        return (game, ui) -> {
            for (MoveDirection direction : MoveDirection.values()) {
                if (game.performMove(direction)) {
                    game.addPiece();
                    return direction;
                }
            }
            throw new IllegalStateException("no direction is possible");
        };
    }
}
