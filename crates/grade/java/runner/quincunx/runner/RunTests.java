package quincunx.runner;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Modifier;
import java.util.LinkedHashMap;
import java.util.Map;
import quincunx.bridge.GraderChannel;

/**
 * Runs tests by the grader's orders.
 *
 * Arguments: 4 or 5 for JUnit's version, then names of classes. It reports {@code test NAME} for each test,
 * {@code broken REASON} for each class that cannot be used, and {@code ready}. The grader answers that and each
 * outcome by the name of the next test.
 */
public final class RunTests {
    private static final int LONGEST_MESSAGE = 300;

    private RunTests() {
    }

    public static void main(String[] arguments) throws Exception {
        GraderChannel.open();
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        System.setIn(InputStream.nullInputStream());
        Map<String, TestCase> tests = find(arguments);
        String order = GraderChannel.ask("ready");
        while (order != null) {
            TestCase test = tests.get(order);
            Throwable failure = test == null ? new IllegalStateException("no such test") : outcome(test);
            order = GraderChannel.ask(failure == null ? "pass" : "fail " + message(failure));
        }
        Runtime.getRuntime().halt(0);
    }

    private static Map<String, TestCase> find(String[] arguments) throws Exception {
        TestFinder finder = (TestFinder) Class.forName("quincunx.runner.JUnit" + arguments[0])
                .getDeclaredConstructor().newInstance();
        Map<String, TestCase> tests = new LinkedHashMap<>();
        for (int i = 1; i < arguments.length; i++) {
            try {
                Class<?> container = Class.forName(arguments[i], false, RunTests.class.getClassLoader());
                if (!container.isInterface() && !Modifier.isAbstract(container.getModifiers())) {
                    for (TestCase test : finder.of(container)) {
                        if (tests.putIfAbsent(test.name(), test) == null) {
                            GraderChannel.report("test " + line(test.name()));
                        }
                    }
                }
            } catch (Throwable error) {
                GraderChannel.report("broken " + arguments[i] + ": " + message(error));
            }
        }
        return tests;
    }

    private static Throwable outcome(TestCase test) {
        try {
            return test.run();
        } catch (Throwable error) {
            return error;
        }
    }

    private static String message(Throwable failure) {
        String message = failure.getClass().getSimpleName() + ": " + failure.getMessage();
        message = line(message);
        return message.length() > LONGEST_MESSAGE ? message.substring(0, LONGEST_MESSAGE) : message;
    }

    private static String line(String text) {
        return text.replace('\n', ' ').replace('\r', ' ');
    }
}
