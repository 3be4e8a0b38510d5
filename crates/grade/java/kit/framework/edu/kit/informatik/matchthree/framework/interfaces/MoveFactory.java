package edu.kit.informatik.matchthree.framework.interfaces;

import edu.kit.informatik.matchthree.framework.Position;

/** Creates moves. */
public interface MoveFactory {
    Move flipRight(Position position);

    Move flipDown(Position position);

    Move rotateSquareClockwise(Position position);

    Move rotateColumnDown(int columnIndex);

    Move rotateRowRight(int rowIndex);
}
