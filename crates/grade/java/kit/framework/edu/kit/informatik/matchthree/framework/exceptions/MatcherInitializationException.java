package edu.kit.informatik.matchthree.framework.exceptions;

/** Reports steps of which no matcher can be made. */
public class MatcherInitializationException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public MatcherInitializationException() {
    }

    public MatcherInitializationException(String message) {
        super(message);
    }
}
