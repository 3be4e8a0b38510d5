package quincunx.bridge;

import java.util.ArrayList;
import java.util.List;

/**
 * A conversation with the engine's console about one board.
 *
 * There may be more conversations than processes. One that lost its process repeats its commands in
 * another one with its next command; the console answers them as before, since chance depends on the seed.
 */
public final class ConsoleSession {
    /** The grader has one console. */
    private static final int MAX_PROCESSES = GraderChannel.isOpen() ? 1 : 4;
    private static final int MAX_COMMANDS = 1 << 21;

    /** The conversations that have a process, the one used last at the end. */
    private static final List<ConsoleSession> ATTACHED = new ArrayList<>();
    private static final Object LOCK = new Object();

    private final List<String> log = new ArrayList<>();
    private ConsoleProcess process;

    /** Begins a conversation in the process used last. */
    public ConsoleSession() {
        synchronized (LOCK) {
            if (!ATTACHED.isEmpty()) {
                takeFrom(ATTACHED.size() - 1);
            } else {
                startProcess();
            }
        }
    }

    /** Sends a query and returns the one line of its answer. */
    public String ask(String command) {
        synchronized (LOCK) {
            attach();
            process.write(command);
            return process.read();
        }
    }

    /** Sends a command that changes something and returns the one line of its answer. */
    public String change(String command) {
        synchronized (LOCK) {
            if (log.size() >= MAX_COMMANDS) {
                throw new ConsoleFailure("more than " + MAX_COMMANDS + " commands");
            }
            String answer = ask(command);
            if (!isRefusal(answer)) {
                log.add(command);
            }
            return answer;
        }
    }

    /** Sends a query and returns all lines of its answer; a refusal is the only one. */
    public List<String> askLines(String command) {
        synchronized (LOCK) {
            attach();
            process.write(command);
            // Refused by every console: the end of the lines.
            process.write("?");
            List<String> lines = new ArrayList<>();
            lines.add(process.read());
            for (String line = process.read(); !isRefusal(line); line = process.read()) {
                lines.add(line);
            }
            return lines;
        }
    }

    /** Returns the number of changes so far, to which {@link #restore} leads back. */
    public int mark() {
        synchronized (LOCK) {
            return log.size();
        }
    }

    /** Leads back to an earlier state. */
    public void restore(int mark) {
        synchronized (LOCK) {
            attach();
            log.subList(mark, log.size()).clear();
            process.repeat(log);
        }
    }

    /** Returns whether an answer refuses the command. */
    public static boolean isRefusal(String answer) {
        return answer.startsWith("Error, ");
    }

    private void attach() {
        if (process != null) {
            if (ATTACHED.get(ATTACHED.size() - 1) != this) {
                ATTACHED.remove(this);
                ATTACHED.add(this);
            }
            return;
        }
        if (ATTACHED.size() < MAX_PROCESSES) {
            startProcess();
        } else {
            takeFrom(0);
        }
        process.repeat(log);
    }

    private void startProcess() {
        process = new ConsoleProcess();
        ATTACHED.add(this);
    }

    private void takeFrom(int index) {
        ConsoleSession other = ATTACHED.remove(index);
        process = other.process;
        other.process = null;
        ATTACHED.add(this);
    }
}
