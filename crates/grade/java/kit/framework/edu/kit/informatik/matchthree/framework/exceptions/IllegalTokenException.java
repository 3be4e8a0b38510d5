package edu.kit.informatik.matchthree.framework.exceptions;

/** Reports a token that is not valid for a board. */
public class IllegalTokenException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public IllegalTokenException() {
    }

    public IllegalTokenException(String message) {
        super(message);
    }
}
