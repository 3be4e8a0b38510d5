package quincunx.bridge;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A running console of the engine. */
final class ConsoleProcess {
    private static final String[] COMMAND = takeCommand();

    private final Process process;
    private final BufferedWriter input;
    private final BufferedReader output;

    /** Starts the console that the property {@code quincunx.console} names. */
    ConsoleProcess() {
        ProcessBuilder builder = new ProcessBuilder(COMMAND);
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new ConsoleFailure("the console cannot be started", e);
        }
        input = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Takes the command line out of the properties, where tests could read which console it is. */
    private static String[] takeCommand() {
        String command = System.clearProperty("quincunx.console");
        if (command == null || command.isEmpty()) {
            throw new ConsoleFailure("the property quincunx.console is missing");
        }
        return command.split("\u001f", -1);
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
            if (waiting + command.length() > 8_000) {
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

    void end() {
        process.destroyForcibly();
    }
}
