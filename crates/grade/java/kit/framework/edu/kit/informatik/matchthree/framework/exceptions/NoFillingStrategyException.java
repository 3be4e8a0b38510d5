package edu.kit.informatik.matchthree.framework.exceptions;

/** Reports a board that has no filling strategy. */
public class NoFillingStrategyException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public NoFillingStrategyException() {
    }

    public NoFillingStrategyException(String message) {
        super(message);
    }
}
