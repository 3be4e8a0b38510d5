"""A right program that plays 2048 on the console."""

import random
import sys

DIRECTIONS = ("up", "down", "left", "right")


class Game:
    def __init__(self, width=4, height=4, seed=0):
        if width < 2 or height < 2:
            raise ValueError("a board has at least 2 columns and rows")
        self.width, self.height = width, height
        self.rows = [[0] * width for _ in range(height)]
        self.points = self.moves = 0
        self.random = random.Random(seed)
        self.add()
        self.add()

    def free(self):
        return [(x, y) for y in range(self.height) for x in range(self.width) if not self.rows[y][x]]

    def add(self):
        x, y = self.random.choice(self.free())
        self.rows[y][x] = 4 if self.random.random() < 0.1 else 2

    def slid(self, direction):
        across = direction in ("left", "right")
        lines = self.rows if across else [list(line) for line in zip(*self.rows)]
        after, made = [], []
        for line in lines:
            line = line[::-1] if direction in ("right", "down") else line
            pieces = [value for value in line if value]
            merged = []
            while pieces:
                value = pieces.pop(0)
                if pieces and pieces[0] == value:
                    value += pieces.pop(0)
                    made.append(value)
                merged.append(value)
            merged += [0] * (len(line) - len(merged))
            after.append(merged[::-1] if direction in ("right", "down") else merged)
        return (after if across else [list(row) for row in zip(*after)]), made

    def possible(self, direction):
        return self.slid(direction)[0] != self.rows

    def move(self, direction, contest):
        after, made = self.slid(direction)
        if after == self.rows:
            return False
        self.rows = after
        self.moves += 1
        self.points += sum(made) * (2 ** max(len(made) - 1, 0) if contest else 1)
        return True


def integer(word):
    if not word.lstrip("+-").isascii() or not word.lstrip("+-").isdigit() or len(word) - len(word.lstrip("+-")) > 1:
        raise ValueError("not a number")
    return int(word)


def field(game, word):
    x, y = word.split(";")
    x, y = integer(x), integer(y)
    if not (0 <= x < game.width and 0 <= y < game.height):
        raise ValueError("off the board")
    return x, y


def direction(word):
    if word not in DIRECTIONS:
        raise ValueError("no direction")
    return word


def text(value):
    return {True: "true", False: "false"}[value]


class Console:
    def __init__(self):
        self.game, self.contest = Game(), False

    def answer(self, line):
        game = self.game
        match line.split(" "):
            case ["start"]:
                self.game = Game()
            case ["start", width, height]:
                self.game = Game(integer(width), integer(height))
            case ["start", width, height, seed]:
                self.game = Game(integer(width), integer(height), integer(seed))
            case ["print"]:
                return "\n".join(" ".join(map(str, row)) for row in game.rows)
            case ["get", word]:
                x, y = field(game, word)
                return game.rows[y][x]
            case ["set", word, value]:
                x, y = field(game, word)
                if integer(value) < 0:
                    raise ValueError("negative")
                game.rows[y][x] = integer(value)
            case ["add"]:
                if not game.free():
                    raise ValueError("the board is full")
                game.add()
            case ["move", word]:
                return text(game.move(direction(word), self.contest))
            case ["play", word]:
                if not game.move(direction(word), self.contest):
                    raise ValueError("impossible")
                game.add()
                return "OK" if any(map(game.possible, DIRECTIONS)) else "game over"
            case ["points"]:
                return game.points
            case ["moves"]:
                return game.moves
            case ["pieces"]:
                return game.width * game.height - len(game.free())
            case ["width"]:
                return game.width
            case ["height"]:
                return game.height
            case ["possible"]:
                return text(any(map(game.possible, DIRECTIONS)))
            case ["possible", word]:
                return text(game.possible(direction(word)))
            case ["space"]:
                return text(bool(game.free()))
            case ["scoring", "standard" | "contest" as scoring]:
                self.contest = scoring == "contest"
            case ["hint"]:
                for word in DIRECTIONS:
                    if game.possible(word):
                        return word
                raise ValueError("no move")
            case _:
                raise ValueError("no such command")
        return "OK"


console = Console()
for line in sys.stdin:
    line = line.rstrip("\n")
    if line == "quit":
        break
    try:
        print(console.answer(line), flush=True)
    except ValueError as error:
        print(f"Error, {error}", flush=True)
