package edu.kit.informatik.matchthree.framework.interfaces;

import edu.kit.informatik.matchthree.framework.FillingStrategy;
import edu.kit.informatik.matchthree.framework.Position;
import edu.kit.informatik.matchthree.framework.Token;
import java.util.Set;

/** A board of fields, each with a token or empty, which is null. */
public interface Board {
    Set<Token> getAllValidTokens();

    int getColumnCount();

    int getRowCount();

    Token getTokenAt(Position position);

    void setTokenAt(Position position, Token newToken);

    boolean containsPosition(Position position);

    /** Lets all tokens fall; returns the positions that tokens left or came to. */
    Set<Position> moveTokensToBottom();

    void swapTokens(Position positionA, Position positionB);

    void removeTokensAt(Set<Position> positions);

    void setFillingStrategy(FillingStrategy strategy);

    void fillWithTokens();

    String toTokenString();
}
