package edu.kit.informatik.matchthree.framework.exceptions;

/** Reports a size or a position that does not fit. */
public class BoardDimensionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public BoardDimensionException() {
    }

    public BoardDimensionException(String message) {
        super(message);
    }
}
