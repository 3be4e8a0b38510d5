"""Plays 2048 greedily: the move that frees the most fields, then the first of an order."""
import sys

ORDER = ["down", "left", "right", "up"]


def freed(rows, direction):
    lines = rows if direction in ("left", "right") else zip(*rows)
    count = 0
    for line in lines:
        last = 0
        for value in filter(None, line):
            count, last = (count + 1, 0) if value == last else (count, value)
    return count


for line in sys.stdin:
    word, _, rest = line.rstrip("\n").partition(" ")
    if word == "position":  # as in `0,0,2/0,2,4 16 12 0`: the rows, points and moves first
        rows = [list(map(int, row.split(","))) for row in rest.split(" ")[0].split("/")]
    elif word == "moves":  # as in `down | left`
        print(max(rest.split(" | "), key=lambda move: (freed(rows, move), -ORDER.index(move))), flush=True)
