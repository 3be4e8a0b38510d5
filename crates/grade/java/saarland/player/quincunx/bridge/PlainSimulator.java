package quincunx.bridge;

import java.util.Arrays;
import java.util.Random;
import ttfe.MoveDirection;
import ttfe.PlayerInterface;
import ttfe.SimulatorInterface;
import ttfe.UserInterface;

/** A simulator in memory, on which a player may try what it likes while it chooses. */
public final class PlainSimulator implements SimulatorInterface {
    private final int width;
    private final int height;
    private final boolean isContest;
    private final Random random;
    /** The fields row by row. */
    private int[] pieces;
    private int moves;
    private int points;

    /** Creates an empty board; in a contest, several merges of a move count more. */
    public PlainSimulator(int width, int height, boolean isContest, Random random) {
        if (width < 2 || height < 2 || random == null) {
            throw new IllegalArgumentException("expected sides from 2 on and a generator, found "
                    + width + ", " + height + " and " + random);
        }
        this.width = width;
        this.height = height;
        this.isContest = isContest;
        this.random = random;
        pieces = new int[width * height];
    }

    /** Sets the whole position, with rows as in {@code 0,2/4,2}. */
    void setPosition(String rows, String newPoints, String newMoves) {
        String[] values = rows.split("[,/]");
        for (int i = 0; i < pieces.length; i++) {
            pieces[i] = Integer.parseInt(values[i]);
        }
        points = Words.nearestInt(newPoints);
        moves = Words.nearestInt(newMoves);
    }

    @Override
    public void addPiece() {
        if (!isSpaceLeft()) {
            throw new IllegalStateException("the board is full");
        }
        int place = random.nextInt(pieces.length - getNumPieces());
        for (int i = 0; i < pieces.length; i++) {
            if (pieces[i] == 0 && place-- == 0) {
                pieces[i] = random.nextInt(10) < 9 ? 2 : 4;
                return;
            }
        }
    }

    @Override
    public int getBoardHeight() {
        return height;
    }

    @Override
    public int getBoardWidth() {
        return width;
    }

    @Override
    public int getNumMoves() {
        return moves;
    }

    @Override
    public int getNumPieces() {
        return (int) Arrays.stream(pieces).filter(piece -> piece != 0).count();
    }

    @Override
    public int getPieceAt(int x, int y) {
        return pieces[index(x, y)];
    }

    @Override
    public int getPoints() {
        return points;
    }

    @Override
    public boolean isMovePossible() {
        return Arrays.stream(MoveDirection.values()).anyMatch(this::isMovePossible);
    }

    @Override
    public boolean isMovePossible(MoveDirection direction) {
        int[] after = pieces.clone();
        slide(after, direction);
        return !Arrays.equals(after, pieces);
    }

    @Override
    public boolean isSpaceLeft() {
        return getNumPieces() < pieces.length;
    }

    @Override
    public boolean performMove(MoveDirection direction) {
        int[] after = pieces.clone();
        int gained = slide(after, direction);
        if (Arrays.equals(after, pieces)) {
            return false;
        }
        pieces = after;
        points += gained;
        moves++;
        return true;
    }

    @Override
    public void run(PlayerInterface player, UserInterface ui) {
        if (player == null || ui == null) {
            throw new IllegalArgumentException("expected a player and a user interface, found null");
        }
        ui.updateScreen(this);
        while (isMovePossible()) {
            int[] before = pieces.clone();
            int pointsBefore = points;
            int movesBefore = moves;
            MoveDirection direction = player.getPlayerMove(this, ui);
            pieces = before;
            points = pointsBefore;
            moves = movesBefore;
            if (performMove(direction)) {
                addPiece();
                ui.updateScreen(this);
            }
        }
        ui.showGameOverScreen(this);
    }

    @Override
    public void setPieceAt(int x, int y, int piece) {
        if (piece < 0) {
            throw new IllegalArgumentException("expected a piece from 0 on, found " + piece);
        }
        pieces[index(x, y)] = piece;
    }

    private int index(int x, int y) {
        if (x < 0 || x >= width || y < 0 || y >= height) {
            throw new IllegalArgumentException("found no field " + x + ", " + y + " on the board");
        }
        return y * width + x;
    }

    /** Slides the pieces of a board and returns the points of the merges. */
    private int slide(int[] board, MoveDirection direction) {
        if (direction == null) {
            throw new IllegalArgumentException("expected a direction, found null");
        }
        boolean isVertical = direction == MoveDirection.NORTH || direction == MoveDirection.SOUTH;
        boolean isToEnd = direction == MoveDirection.SOUTH || direction == MoveDirection.EAST;
        int lines = isVertical ? width : height;
        int length = isVertical ? height : width;
        int along = isVertical ? width : 1;
        int across = isVertical ? 1 : width;
        int merges = 0;
        int sum = 0;
        for (int line = 0; line < lines; line++) {
            int first = line * across + (isToEnd ? (length - 1) * along : 0);
            int step = isToEnd ? -along : along;
            int end = 0;
            boolean canMerge = false;
            for (int i = 0; i < length; i++) {
                int piece = board[first + i * step];
                board[first + i * step] = 0;
                if (piece != 0 && canMerge && board[first + (end - 1) * step] == piece) {
                    board[first + (end - 1) * step] = 2 * piece;
                    canMerge = false;
                    merges++;
                    sum += 2 * piece;
                } else if (piece != 0) {
                    board[first + end * step] = piece;
                    canMerge = true;
                    end++;
                }
            }
        }
        return isContest && merges > 1 ? sum << (merges - 1) : sum;
    }
}
