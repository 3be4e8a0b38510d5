package edu.kit.informatik.matchthree.framework.interfaces;

/** A game on a board. */
public interface Game {
    void initializeBoardAndStart();

    void acceptMove(Move move);

    int getScore();

    void setMatcher(Matcher matcher);
}
