package quincunx.bridge;

import java.math.BigInteger;

/** Splits lines into words and numbers as every console does. */
final class Words {
    private Words() {
    }

    /** Splits a line at single blanks. */
    static String[] split(String line) {
        String[] words = line.split(" ", -1);
        for (String word : words) {
            if (word.isEmpty()) {
                throw new Refusal("words are separated by exactly one blank");
            }
        }
        return words;
    }

    /** Parses a whole number of 64 bits. */
    static long integer(String word) {
        try {
            return digits(word).longValueExact();
        } catch (ArithmeticException e) {
            throw new Refusal("a number is out of every range here");
        }
    }

    /** Parses a whole number; one beyond an int becomes the int nearest to it. */
    static int nearestInt(String word) {
        BigInteger least = BigInteger.valueOf(Integer.MIN_VALUE);
        BigInteger most = BigInteger.valueOf(Integer.MAX_VALUE);
        return digits(word).max(least).min(most).intValue();
    }

    /** Parses a seed: an integer of 64 bits with a sign or without. */
    static long seed(String word) {
        BigInteger number = digits(word);
        if (number.bitLength() > 64 || number.signum() < 0 && number.bitLength() > 63) {
            throw new Refusal("the seed is out of range");
        }
        return number.longValue();
    }

    /** Parses a whole number of at most 10,000 digits. */
    static BigInteger digits(String word) {
        int start = word.startsWith("+") || word.startsWith("-") ? 1 : 0;
        boolean isNumber = word.length() > start && word.length() <= 10_000;
        for (int i = start; isNumber && i < word.length(); i++) {
            isNumber = word.charAt(i) >= '0' && word.charAt(i) <= '9';
        }
        if (!isNumber) {
            throw new Refusal("a word is not a whole number");
        }
        return new BigInteger(word);
    }

    /** Splits two numbers at the first separator. */
    static String[] pair(String word, char separator) {
        int at = word.indexOf(separator);
        if (at < 0) {
            throw new Refusal("a field is two whole numbers as in `1" + separator + "2`");
        }
        return new String[] {word.substring(0, at), word.substring(at + 1)};
    }
}
