package quincunx.bridge;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;

/**
 * The streams of a process that the grader has started: standard output leads to a console, whose answers
 * come on standard input, and the grader reads standard error.
 */
public final class GraderChannel {
    private static BufferedWriter commands;
    private static BufferedReader answers;
    private static OutputStream messages;

    private GraderChannel() {
    }

    /** Takes the streams. */
    public static void open() {
        commands = new BufferedWriter(
                new OutputStreamWriter(new FileOutputStream(FileDescriptor.out), StandardCharsets.UTF_8));
        answers = new BufferedReader(
                new InputStreamReader(new FileInputStream(FileDescriptor.in), StandardCharsets.UTF_8));
        messages = new FileOutputStream(FileDescriptor.err);
    }

    static boolean isOpen() {
        return commands != null;
    }

    static BufferedWriter commands() {
        return commands;
    }

    static BufferedReader answers() {
        return answers;
    }

    /** Writes a message to the grader. */
    public static void report(String message) throws IOException {
        messages.write(("!" + message + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
