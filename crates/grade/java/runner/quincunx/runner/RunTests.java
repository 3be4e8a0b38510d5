package quincunx.runner;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import quincunx.bridge.ConsoleSession;

/**
 * Runs the tests of some classes and prints one line for each: its name, {@code PASS}, {@code FAIL} or
 * {@code ERROR}, and the first line of the reason, with tabs between.
 *
 * Arguments: 4 or 5 for JUnit's version, the milliseconds that a test may take, names of classes. All names
 * are printed first as {@code LISTED}, so that a test that ends the machine is missed.
 */
public final class RunTests {
    private static final int LONGEST_MESSAGE = 300;

    private final PrintStream output =
            new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);

    private RunTests() {
    }

    public static void main(String[] arguments) {
        RunTests runner = new RunTests();
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        System.setIn(InputStream.nullInputStream());
        runner.run(arguments[0].equals("5"), Long.parseLong(arguments[1]), arguments);
        Runtime.getRuntime().halt(0);
    }

    private void run(boolean isJUnit5, long limit, String[] arguments) {
        Map<String, TestCase> tests = new LinkedHashMap<>();
        for (int i = 2; i < arguments.length; i++) {
            String name = arguments[i];
            try {
                Class<?> container = Class.forName(name, false, RunTests.class.getClassLoader());
                if (container.isInterface() || Modifier.isAbstract(container.getModifiers())) {
                    continue;
                }
                for (TestCase test : isJUnit5 ? JUnit5.of(container) : JUnit4.of(container)) {
                    tests.putIfAbsent(test.name(), test);
                }
            } catch (Throwable error) {
                print(name + "#class", error);
            }
        }
        tests.keySet().forEach(name -> output.println(name + "\tLISTED\t"));
        tests.forEach((name, test) -> print(name, outcome(test, limit)));
    }

    /** Runs a test in a thread of its own; one that takes too long is left behind. */
    private static Throwable outcome(TestCase test, long limit) {
        Throwable[] failure = new Throwable[1];
        Thread thread = new Thread(() -> {
            try {
                failure[0] = test.run();
            } catch (Throwable error) {
                failure[0] = error;
            }
        }, "test");
        thread.setDaemon(true);
        thread.start();
        try {
            thread.join(limit);
        } catch (InterruptedException error) {
            return error;
        }
        if (thread.isAlive()) {
            ConsoleSession.abandonAll();
            thread.interrupt();
            return new IllegalStateException("not finished after " + limit + " ms");
        }
        return failure[0];
    }

    private void print(String name, Throwable failure) {
        String outcome = failure == null ? "PASS" : failure instanceof AssertionError ? "FAIL" : "ERROR";
        output.println(name + "\t" + outcome + "\t" + message(failure));
    }

    private static String message(Throwable failure) {
        if (failure == null) {
            return "";
        }
        String message = String.valueOf(failure.getMessage()).strip().lines().findFirst().orElse("");
        if (!(failure instanceof AssertionError)) {
            message = failure.getClass().getName() + ": " + message;
        }
        message = message.replace('\t', ' ').replace('\r', ' ');
        return message.length() > LONGEST_MESSAGE ? message.substring(0, LONGEST_MESSAGE) : message;
    }
}
