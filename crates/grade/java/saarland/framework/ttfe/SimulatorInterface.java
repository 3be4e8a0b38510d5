package ttfe;

/** A game of 2048. The field (0,0) is the one at the top left. */
public interface SimulatorInterface {
    /**
     * Adds a random piece on a free field.
     *
     * @throws IllegalStateException if no field is free
     */
    void addPiece();

    /** Returns the number of rows. */
    int getBoardHeight();

    /** Returns the number of columns. */
    int getBoardWidth();

    /** Returns the number of moves performed so far. */
    int getNumMoves();

    /** Returns the number of pieces on the board. */
    int getNumPieces();

    /**
     * Returns the value of the piece on a field, 0 if the field is free.
     *
     * @throws IllegalArgumentException if the field is not on the board
     */
    int getPieceAt(int x, int y);

    /** Returns the points made so far. */
    int getPoints();

    /** Returns whether a move in any direction is possible. */
    boolean isMovePossible();

    /**
     * Returns whether a move in a direction changes the board.
     *
     * @throws IllegalArgumentException if the direction is null
     */
    boolean isMovePossible(MoveDirection direction);

    /** Returns whether a field is free. */
    boolean isSpaceLeft();

    /**
     * Performs a move, without a new piece. Returns whether a piece moved or merged.
     *
     * @throws IllegalArgumentException if the direction is null
     */
    boolean performMove(MoveDirection direction);

    /**
     * Plays until no move is possible.
     *
     * @throws IllegalArgumentException if an argument is null
     */
    void run(PlayerInterface player, UserInterface ui);

    /**
     * Sets the piece on a field; 0 removes it.
     *
     * @throws IllegalArgumentException if the field is not on the board or the piece is negative
     */
    void setPieceAt(int x, int y, int piece);
}
