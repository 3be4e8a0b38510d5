package edu.kit.informatik.matchthree;

import edu.kit.informatik.matchthree.framework.Position;
import edu.kit.informatik.matchthree.framework.interfaces.Move;
import edu.kit.informatik.matchthree.framework.interfaces.MoveFactory;
import quincunx.bridge.RemoteMove;

/** Creates moves that the engine makes. */
public class MoveFactoryImplementation implements MoveFactory {
    /** Creates a factory. */
    public MoveFactoryImplementation() {
    }

    @Override
    public Move flipRight(Position position) {
        return at("flipRight", position);
    }

    @Override
    public Move flipDown(Position position) {
        return at("flipDown", position);
    }

    @Override
    public Move rotateSquareClockwise(Position position) {
        return at("rotateSquareClockwise", position);
    }

    @Override
    public Move rotateColumnDown(int columnIndex) {
        return new RemoteMove("rotateColumnDown " + columnIndex, false);
    }

    @Override
    public Move rotateRowRight(int rowIndex) {
        return new RemoteMove("rotateRowRight " + rowIndex, false);
    }

    private static Move at(String name, Position position) {
        return new RemoteMove(name + " " + position.x + "," + position.y, false);
    }
}
