package quincunx.runner;

import java.util.List;

/** Finds tests by one version of JUnit. */
interface TestFinder {
    /** Returns the tests of a class. */
    List<TestCase> of(Class<?> container);
}
