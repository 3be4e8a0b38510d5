package edu.kit.informatik.matchthree.framework.exceptions;

/** Reports a text that is no board. */
public class TokenStringParseException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public TokenStringParseException() {
    }

    public TokenStringParseException(String message) {
        super(message);
    }
}
