package quincunx.bridge;

/** Reports that the engine's process cannot be used. */
public final class ConsoleFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    ConsoleFailure(String message) {
        super(message);
    }

    ConsoleFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
