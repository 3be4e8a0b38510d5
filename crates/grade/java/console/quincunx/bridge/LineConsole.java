package quincunx.bridge;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** A console that answers line by line. The program behind it cannot print into the answers. */
abstract class LineConsole {
    private static final int MAX_LINE_BYTES = 1 << 24;
    private static final int MAX_MESSAGE_LENGTH = 300;

    private final InputStream input = System.in;
    private final OutputStream output = new FileOutputStream(FileDescriptor.out);
    private final byte[] buffer = new byte[1 << 16];
    private int start;
    private int end;
    private final StringBuilder answers = new StringBuilder();

    LineConsole() {
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setIn(InputStream.nullInputStream());
    }

    /** Carries out one command and appends its answer, each line with its end. */
    abstract void command(String line, StringBuilder answer);

    /** Returns whether an exception is one that the interface documents for a command. */
    abstract boolean isDocumented(Throwable error, String command);

    /** Answers lines until {@code quit} or the end of input. */
    final void run() throws IOException {
        for (byte[] bytes = nextLine(); bytes != null; bytes = nextLine()) {
            String line = null;
            int length = answers.length();
            try {
                line = text(bytes);
                if (line.equals("quit")) {
                    break;
                }
                command(line, answers);
            } catch (Throwable e) {
                refuse(e, line, length);
            }
            // At once, as a program may end Java with its next line.
            flush();
        }
        flush();
        Runtime.getRuntime().halt(0);
    }

    /** Answers a refusal, or an exception that the interface does not allow, which is no refusal. */
    private void refuse(Throwable error, String line, int length) {
        answers.setLength(length);
        String message = error.getMessage();
        String command = line == null ? "" : line.split(" ", 2)[0];
        boolean isRefusal = error instanceof Refusal || isDocumented(error, command);
        answers.append(isRefusal ? "Error, " : error.getClass().getName() + ": ");
        message = message == null || message.isBlank() ? "refused" : message;
        message = message.length() > MAX_MESSAGE_LENGTH ? message.substring(0, MAX_MESSAGE_LENGTH) : message;
        answers.append(message.replace('\n', ' ').replace('\r', ' ')).append('\n');
    }

    private static String text(byte[] bytes) {
        if (bytes.length > MAX_LINE_BYTES) {
            throw new Refusal("the line is longer than the " + MAX_LINE_BYTES + " bytes that are read");
        }
        int length = bytes.length;
        if (length > 0 && bytes[length - 1] == '\r') {
            length--;
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, length)).toString();
        } catch (CharacterCodingException e) {
            throw new Refusal("the line is not UTF-8 text");
        }
    }

    /** Reads a line without its end; null at the end of input. A longer one than allowed is cut. */
    private byte[] nextLine() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        boolean isEmpty = true;
        while (true) {
            if (start == end) {
                flush();
                start = 0;
                end = Math.max(0, input.read(buffer));
                if (end == 0) {
                    return isEmpty ? null : line.toByteArray();
                }
            }
            isEmpty = false;
            int stop = start;
            while (stop < end && buffer[stop] != '\n') {
                stop++;
            }
            int room = MAX_LINE_BYTES + 1 - line.size();
            line.write(buffer, start, Math.min(room, stop - start));
            start = stop;
            if (stop < end) {
                start++;
                return line.toByteArray();
            }
        }
    }

    private void flush() throws IOException {
        if (answers.length() > 0) {
            output.write(answers.toString().getBytes(StandardCharsets.UTF_8));
            output.flush();
            answers.setLength(0);
        }
    }
}
