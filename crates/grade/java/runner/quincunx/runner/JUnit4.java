package quincunx.runner;

import java.util.ArrayList;
import java.util.List;
import org.junit.Ignore;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.Request;
import org.junit.runner.Result;
import org.junit.runner.manipulation.Filter;

/** Finds and runs tests by JUnit 4. */
final class JUnit4 implements TestFinder {
    JUnit4() {
    }

    @Override
    public List<TestCase> of(Class<?> container) {
        List<TestCase> tests = new ArrayList<>();
        collect(container, Request.aClass(container).getRunner().getDescription(), tests);
        return tests;
    }

    private static void collect(Class<?> container, Description description, List<TestCase> tests) {
        if (description.getAnnotation(Ignore.class) != null) {
            return;
        }
        for (Description child : description.getChildren()) {
            collect(container, child, tests);
        }
        String method = description.getMethodName();
        boolean isNoTest = method == null || method.equals("initializationError") && hasNoTests(container);
        if (description.isTest() && !isNoTest) {
            tests.add(new Case(container, description));
        }
    }

    /** Returns whether a class is a helper of tests rather than one with a mistake. */
    private static boolean hasNoTests(Class<?> container) {
        for (var method : container.getMethods()) {
            if (method.isAnnotationPresent(org.junit.Test.class)) {
                return false;
            }
        }
        for (var method : container.getDeclaredMethods()) {
            if (method.isAnnotationPresent(org.junit.Test.class)) {
                return false;
            }
        }
        return true;
    }

    private record Case(Class<?> container, Description description) implements TestCase {
        @Override
        public String name() {
            return description.getClassName() + "#" + description.getMethodName();
        }

        @Override
        public Throwable run() {
            // Mistakes of a class are reported under a description that no filter finds.
            Request request = Request.aClass(container);
            if (!description.getMethodName().equals("initializationError")) {
                request = request.filterWith(Filter.matchMethodDescription(description));
            }
            Result result = new JUnitCore().run(request);
            return result.wasSuccessful() ? null : result.getFailures().get(0).getException();
        }
    }
}
