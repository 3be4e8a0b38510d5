package edu.kit.informatik.matchthree.framework;

/** A field of a board by its column from the left and its row from the top. */
public final class Position {
    public final int x;
    public final int y;

    public Position(int x, int y) {
        this.x = x;
        this.y = y;
    }

    /** Creates a position. */
    public static Position at(int x, int y) {
        return new Position(x, y);
    }

    /** Returns the position that a step leads to. */
    public Position plus(Delta delta) {
        return new Position(x + delta.dx, y + delta.dy);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Position && ((Position) other).x == x && ((Position) other).y == y;
    }

    @Override
    public int hashCode() {
        return 31 * x + y;
    }

    @Override
    public String toString() {
        return "(" + x + ", " + y + ")";
    }
}
