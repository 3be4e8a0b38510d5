package quincunx.runner;

/** One test of a suite. */
interface TestCase {
    /** Returns its name: the class, {@code #}, the method. */
    String name();

    /** Runs it and returns why it failed, or null. */
    Throwable run();
}
