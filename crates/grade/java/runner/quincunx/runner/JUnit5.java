package quincunx.runner;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Finds and runs tests by the platform of JUnit 5, which runs those of JUnit 4 too. */
final class JUnit5 implements TestFinder {
    private static final Launcher LAUNCHER = LauncherFactory.create();

    JUnit5() {
    }

    /** Returns the tests of a class, one for each method. */
    @Override
    public List<TestCase> of(Class<?> container) {
        TestPlan plan = LAUNCHER.discover(LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(container)).build());
        Map<String, TestCase> tests = new LinkedHashMap<>();
        for (TestIdentifier root : plan.getRoots()) {
            for (TestIdentifier test : plan.getDescendants(root)) {
                TestSource source = test.getSource().orElse(null);
                if (source instanceof MethodSource method) {
                    String name = method.getClassName() + "#" + method.getMethodName();
                    tests.putIfAbsent(name, new Case(name, test.getUniqueId()));
                }
            }
        }
        return new ArrayList<>(tests.values());
    }

    private record Case(String name, String id) implements TestCase {
        @Override
        public Throwable run() {
            LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                    .selectors(DiscoverySelectors.selectUniqueId(id)).build();
            FirstFailure failure = new FirstFailure();
            LAUNCHER.execute(request, failure);
            return failure.error;
        }
    }

    /** Keeps the first failure of a run, that of a class as a whole included. */
    private static final class FirstFailure implements TestExecutionListener {
        private Throwable error;

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (error == null && result.getStatus() == TestExecutionResult.Status.FAILED) {
                error = result.getThrowable().orElseGet(() -> new IllegalStateException("no reason given"));
            }
        }
    }
}
