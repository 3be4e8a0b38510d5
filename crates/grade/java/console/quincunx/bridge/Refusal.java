package quincunx.bridge;

/** Reports why a line is refused. */
final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    Refusal(String sentence) {
        super(sentence);
    }
}
