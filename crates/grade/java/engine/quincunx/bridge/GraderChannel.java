package quincunx.bridge;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;

/**
 * The connection to the grader: standard input and output of this process, over which the grader also
 * passes the lines of its consoles.
 *
 * A line that begins with a number and a blank is for the console of this number; one that begins with
 * {@code !} is for the grader.
 */
public final class GraderChannel {
    /** Is held from a line to its answer. */
    static final Object LOCK = new Object();

    private static BufferedWriter output;
    private static BufferedReader input;

    private GraderChannel() {
    }

    /** Takes standard input and output for the grader. */
    public static void open() {
        output = new BufferedWriter(
                new OutputStreamWriter(new FileOutputStream(FileDescriptor.out), StandardCharsets.UTF_8));
        input = new BufferedReader(
                new InputStreamReader(new FileInputStream(FileDescriptor.in), StandardCharsets.UTF_8));
    }

    static boolean isOpen() {
        return output != null;
    }

    static BufferedWriter output() {
        return output;
    }

    static BufferedReader input() {
        return input;
    }

    /** Writes a message to the grader. */
    public static void report(String message) throws IOException {
        synchronized (LOCK) {
            output.write("!" + message + "\n");
            output.flush();
        }
    }

    /** Writes a message to the grader and returns its answer; null if there is none any more. */
    public static String ask(String message) throws IOException {
        synchronized (LOCK) {
            report(message);
            return input.readLine();
        }
    }
}
