#!/usr/bin/env python3
"""Throws the dice of records again, by docs/dice.md alone: tests/dice_check.py RECORD...

Knows nothing of the rules but what chance may do in each game; says at the first throw that is not the dice's.
"""
import hashlib
import sys


def number(seed, words, throw, below):
    """Throw number `throw`: from 0 to below - 1."""
    block = 0
    while True:
        text = b"bivouac throw 1\nseed %s\n%sthrow %d %d\n" % (seed, words, throw, block)
        digest = hashlib.blake2b(text).digest()
        for at in range(0, 64, 4):
            drawn = int.from_bytes(digest[at:at + 4], "big")
            if drawn < 2**32 // below * below:
                return drawn % below
        block += 1


def outcomes(game, throw, lines):
    """What chance may do, in the game's order, an outcome of weight n standing n times."""
    if game == b"chars":  # a board of one's own may have another die
        faces = {b"die-red": 1, b"die-black": 5}
        for line in lines:
            key, _, value = line[2:].partition(b" ")
            if line.startswith(b"| ") and key in faces:
                faces[key] = int(value)
        return [b"#r"] * faces[b"die-red"] + [b"#b"] * faces[b"die-black"]
    first, die = {b"kriegspiel": ("F A", "0 1 2 3 4 5"), b"belligerants": ("J R", "1 2 3 4 5 D")}[game]
    return [b"#" + word.encode() for word in (die if throw else first).split()]


def check(path):
    with open(path, "rb") as file:
        lines = file.read().split(b"\n")
    head = lines[:next(i for i, line in enumerate(lines) if line.startswith(b"tokens "))]
    field = dict(line.split(b" ", 1) for line in head)
    seed = field[b"seed"]
    words = b"".join(line + b"\n" for line in head if line.startswith(b"word "))
    commitment = hashlib.blake2b(b"bivouac commitment 1\nseed %s\n" % seed, digest_size=32).hexdigest()
    if commitment.encode() != field[b"dice"]:
        sys.exit(f"{path}: the seed is not the one that was committed to")
    thrown = [line[2:] for line in lines[len(head):] if line.startswith(b"# ")]
    game = field[b"game"].split()[0]
    for i, token in enumerate(thrown):
        possible = outcomes(game, i, head)
        given = possible[number(seed, words, i, len(possible))]
        if token != given:
            sys.exit(f"{path}: throw {i} is {token.decode()}, the dice give {given.decode()}")
    print(f"{path}: {len(thrown)} throws are the dice's")


if len(sys.argv) < 2:
    sys.exit(__doc__)
for argument in sys.argv[1:]:
    check(argument)
