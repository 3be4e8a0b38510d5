package edu.kit.informatik.matchthree.framework;

/** A step from one field to another. */
public final class Delta {
    public final int dx;
    public final int dy;

    public Delta(int dx, int dy) {
        this.dx = dx;
        this.dy = dy;
    }

    /** Creates a step. */
    public static Delta dxy(int dx, int dy) {
        return new Delta(dx, dy);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Delta && ((Delta) other).dx == dx && ((Delta) other).dy == dy;
    }

    @Override
    public int hashCode() {
        return 31 * dx + dy;
    }

    @Override
    public String toString() {
        return "(" + dx + ", " + dy + ")";
    }
}
