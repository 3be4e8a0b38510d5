package quincunx.bridge;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A running console of the engine: that of the grader, else a process of its own.
 *
 * The property {@code quincunx.console} is the command line of such a process, its words separated by blanks.
 */
final class ConsoleProcess {
    private static final int MAX_WAITING = 8_000;

    private final BufferedWriter input;
    private final BufferedReader output;

    ConsoleProcess() {
        if (GraderChannel.isOpen()) {
            input = GraderChannel.commands();
            output = GraderChannel.answers();
            return;
        }
        String command = System.getProperty("quincunx.console", "quincunx console 2048");
        ProcessBuilder builder = new ProcessBuilder(command.split(" "));
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        try {
            Process process = builder.start();
            input = new BufferedWriter(
                    new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
            output = new BufferedReader(
                    new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new ConsoleFailure("the console cannot be started: " + command, e);
        }
    }

    /** Writes a command; it may wait in the buffer until the next answer is read. */
    void write(String command) {
        try {
            input.write(command);
            input.write('\n');
        } catch (IOException e) {
            throw new ConsoleFailure("the console has ended", e);
        }
    }

    /** Reads the next line of the answers. */
    String read() {
        try {
            input.flush();
            String line = output.readLine();
            if (line == null) {
                throw new ConsoleFailure("the console has ended");
            }
            return line;
        } catch (IOException e) {
            throw new ConsoleFailure("the console has ended", e);
        }
    }

    /** Repeats commands that are answered by one line each, several at a time, and drops the answers. */
    void repeat(List<String> commands) {
        int unread = 0;
        int waiting = 0;
        for (String command : commands) {
            // More at once could fill both pipes.
            if (waiting + command.length() > MAX_WAITING) {
                for (; unread > 0; unread--) {
                    read();
                }
                waiting = 0;
            }
            write(command);
            waiting += command.length() + 1;
            unread++;
        }
        for (; unread > 0; unread--) {
            read();
        }
    }
}
