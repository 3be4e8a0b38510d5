package edu.kit.informatik.matchthree.framework;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.stream.Stream;

/** A token: one character, neither a semicolon nor white space. */
public final class Token implements Comparable<Token> {
    private final String text;

    public Token(String text) {
        boolean isCharacter = text != null && text.codePointCount(0, text.length()) == 1;
        if (!isCharacter || text.equals(";") || Character.isWhitespace(text.codePointAt(0))) {
            throw new IllegalArgumentException("expected one character, no ; or white space, found " + text);
        }
        this.text = text;
    }

    public Token(char character) {
        this(String.valueOf(character));
    }

    /** Creates the tokens of all characters of a text. */
    public static Set<Token> set(String text) {
        return new HashSet<>(Arrays.asList(stream(text).toArray(Token[]::new)));
    }

    /** Returns the tokens of a text, one for each character. */
    public static Stream<Token> stream(String text) {
        return text.codePoints().mapToObj(point -> new Token(Character.toString(point)));
    }

    /** Returns an iterator over the tokens of a text. */
    public static Iterator<Token> iterator(String text) {
        return stream(text).iterator();
    }

    @Override
    public int compareTo(Token other) {
        return text.compareTo(other.text);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Token && ((Token) other).text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
