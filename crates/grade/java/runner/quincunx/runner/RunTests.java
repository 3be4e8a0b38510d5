package quincunx.runner;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import quincunx.bridge.GraderChannel;

/**
 * Runs tests and reports their outcomes to the grader.
 *
 * Arguments: 4 or 5 for JUnit's version, the names of classes with commas between, and how many of the tests
 * are left out. It reports {@code test NAME} for each test, {@code broken REASON} for each class that cannot be
 * used, {@code ready}, and then {@code pass} or {@code fail REASON} for each test that is run.
 */
public final class RunTests {
    private static final int MAX_MESSAGE_LENGTH = 300;

    private RunTests() {
    }

    public static void main(String[] arguments) throws Exception {
        GraderChannel.open();
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        System.setIn(InputStream.nullInputStream());
        List<TestCase> tests = find(arguments[0], arguments[1].split(","));
        GraderChannel.report("ready");
        for (int i = Integer.parseInt(arguments[2]); i < tests.size(); i++) {
            Throwable failure = outcome(tests.get(i));
            GraderChannel.report(failure == null ? "pass" : "fail " + message(failure));
        }
        Runtime.getRuntime().halt(0);
    }

    private static List<TestCase> find(String version, String[] classes) throws Exception {
        TestFinder finder = (TestFinder) Class.forName("quincunx.runner.JUnit" + version)
                .getDeclaredConstructor().newInstance();
        Map<String, TestCase> tests = new LinkedHashMap<>();
        for (String name : classes) {
            try {
                Class<?> container = Class.forName(name, false, RunTests.class.getClassLoader());
                if (!container.isInterface() && !Modifier.isAbstract(container.getModifiers())) {
                    finder.of(container).forEach(test -> tests.putIfAbsent(test.name(), test));
                }
            } catch (Throwable error) {
                GraderChannel.report("broken " + name + ": " + message(error));
            }
        }
        for (String name : tests.keySet()) {
            GraderChannel.report("test " + line(name));
        }
        return new ArrayList<>(tests.values());
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
        return message.length() > MAX_MESSAGE_LENGTH ? message.substring(0, MAX_MESSAGE_LENGTH) : message;
    }

    private static String line(String text) {
        return text.replace('\n', ' ').replace('\r', ' ');
    }
}
