package ttfe;

import java.util.Random;

/** A simulator that keeps its board row by row. */
final class Simulator implements SimulatorInterface {
    private final int width;
    private final int height;
    private final Random random;
    private int[] cells;
    private int points;
    private int moves;

    Simulator(int width, int height, Random random) {
        if (width < 2 || height < 2 || random == null) {
            throw new IllegalArgumentException("expected sides from 2 on and a generator");
        }
        this.width = width;
        this.height = height;
        this.random = random;
        cells = new int[width * height];
        addPiece();
        addPiece();
    }

    @Override
    public void addPiece() {
        int free = cells.length - getNumPieces();
        if (free == 0) {
            throw new IllegalStateException("the board is full");
        }
        int chosen = random.nextInt(free);
        for (int i = 0; i < cells.length; i++) {
            if (cells[i] == 0 && chosen-- == 0) {
                cells[i] = random.nextInt(10) == 0 ? 4 : 2;
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
        int pieces = 0;
        for (int cell : cells) {
            pieces += cell == 0 ? 0 : 1;
        }
        return pieces;
    }

    @Override
    public int getPieceAt(int x, int y) {
        return cells[index(x, y)];
    }

    @Override
    public int getPoints() {
        return points;
    }

    @Override
    public boolean isMovePossible() {
        for (MoveDirection direction : MoveDirection.values()) {
            if (isMovePossible(direction)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean isMovePossible(MoveDirection direction) {
        int[] before = cells.clone();
        int score = points;
        boolean hasChanged = slide(direction);
        cells = before;
        points = score;
        return hasChanged;
    }

    @Override
    public boolean isSpaceLeft() {
        return getNumPieces() < cells.length;
    }

    @Override
    public boolean performMove(MoveDirection direction) {
        boolean hasChanged = slide(direction);
        if (hasChanged) {
            moves++;
        }
        return hasChanged;
    }

    @Override
    public void run(PlayerInterface player, UserInterface ui) {
        if (player == null || ui == null) {
            throw new IllegalArgumentException("expected a player and a user interface");
        }
        ui.updateScreen(this);
        while (isMovePossible()) {
            int[] before = cells.clone();
            int score = points;
            int count = moves;
            MoveDirection direction = player.getPlayerMove(this, ui);
            cells = before;
            points = score;
            moves = count;
            if (performMove(direction)) {
                addPiece();
                ui.updateScreen(this);
            }
        }
        ui.showGameOverScreen(this);
    }

    @Override
    public void setPieceAt(int x, int y, int piece) {
        int index = index(x, y);
        if (piece < 0) {
            throw new IllegalArgumentException("a piece is not negative: " + piece);
        }
        cells[index] = piece;
    }

    private int index(int x, int y) {
        if (x < 0 || y < 0 || x >= width || y >= height) {
            throw new IllegalArgumentException("not on the board: " + x + ", " + y);
        }
        return y * width + x;
    }

    private boolean slide(MoveDirection direction) {
        if (direction == null) {
            throw new IllegalArgumentException("expected a direction");
        }
        boolean isAcross = direction == MoveDirection.EAST || direction == MoveDirection.WEST;
        boolean isReversed = direction == MoveDirection.EAST || direction == MoveDirection.SOUTH;
        int length = isAcross ? width : height;
        boolean hasChanged = false;
        for (int line = 0; line < (isAcross ? height : width); line++) {
            int[] fields = new int[length];
            for (int i = 0; i < length; i++) {
                int place = isReversed ? length - 1 - i : i;
                fields[i] = isAcross ? line * width + place : place * width + line;
            }
            hasChanged |= slideLine(fields);
        }
        return hasChanged;
    }

    /** Slides the pieces on some fields towards the first of them. */
    private boolean slideLine(int[] fields) {
        int[] line = new int[fields.length];
        int next = 0;
        boolean canMerge = false;
        for (int field : fields) {
            int piece = cells[field];
            if (piece == 0) {
                continue;
            }
            if (canMerge && line[next - 1] == piece) {
                line[next - 1] = 2 * piece;
                points += 2 * piece;
                canMerge = false;
            } else {
                line[next++] = piece;
                canMerge = true;
            }
        }
        boolean hasChanged = false;
        for (int i = 0; i < fields.length; i++) {
            hasChanged |= cells[fields[i]] != line[i];
            cells[fields[i]] = line[i];
        }
        return hasChanged;
    }
}
