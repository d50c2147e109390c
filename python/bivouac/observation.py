"""
Tensors of what a seat sees. Everything comes from the text of its view (docs/positions.md), so nothing can be in a tensor
that the seat does not know.
"""

import numpy as np
from numpy.typing import NDArray

FIELDS = 256

# What can be written on a square, by its place among the characters there; what is not named means nothing stands there. A game that
# is not here has one character a square.
_SYMBOLS = {
    "kriegspiel": ("-12345678", "srcSRC", "123456789^"),
    "chevaliers": ("kmKM~",),
    "chars": ("VGoABC", "123456?", "!", "+", "abc"),
    "paris": ("gcklsGCKLS#o@%+",),
    "belligerants": ("EBADMCTOHXPGSebadmctohxpgs?", "'"),
}
_ANY = ("".join(map(chr, range(33, 127))),)

# Squares of so many characters each. In the other games a square is as long as it needs, and its first character is one that never
# comes later.
_WIDTH = {"kriegspiel": 3, "chars": None, "belligerants": None}

_BLANK, _SLASH = b" /"


def _spread(word: str) -> int:
    """A small hash that is the same everywhere (FNV-1a of 32 bits)."""
    value = 0x811C9DC5
    for byte in word.encode():
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value % FIELDS


class Lens:
    """From the text of a view to (planes, fields), for one game and board."""

    def __init__(self, game: str, view: str) -> None:
        """`view` is any position of the game, for the shape of the board."""
        parts = _SYMBOLS.get(game, _ANY)
        self.symbols = [f"{part}{symbol}" for part, group in enumerate(parts) for symbol in group]
        self._width = _WIDTH.get(game, 1)
        self._plane = np.full((self._width or 1, 256), -1, dtype=np.int16)
        for plane, symbol in enumerate(self.symbols):
            self._plane[int(symbol[0]) if self._width else 0, ord(symbol[1])] = plane
        self._begins = np.ones(256, dtype=bool)
        for later in "".join(parts[1:]):
            self._begins[ord(later)] = False
        self._squares = self._squares_of(view.split(" ")[0].split("/"))
        rows, columns = self._squares.max(axis=0) + 1
        self.shape = (len(self.symbols), int(rows), int(columns))
        self.size = int(np.prod(self.shape)) + FIELDS

    def _squares_of(self, rows: list[str]) -> NDArray[np.int64]:
        """Row and column of each square, in the order of the text."""
        squares = []
        for y, row in enumerate(rows):
            length = len(row) // self._width if self._width else sum(self._begins[ord(character)] for character in row)
            squares += [(y, x) for x in range(length)]
        return np.array(squares)

    def look(self, view: str, seat: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """(planes, fields) of what a seat sees."""
        return self._planes(view), self.fields_of(view, f"seat={seat}")

    def whole(self, position: str) -> NDArray[np.uint8]:
        """A whole position as one vector: the planes, and after them the fields."""
        return np.concatenate([self._planes(position).reshape(-1), self.fields_of(position)])

    def _planes(self, text: str) -> NDArray[np.uint8]:
        return self.planes_of(np.frombuffer(text.encode(), dtype=np.uint8)[None])[0]

    def planes_of(self, texts: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The planes of many views, an array of bytes with one text a row."""
        ends = (texts == _BLANK).argmax(axis=1)
        texts = texts[:, : ends.max()]
        on_board = (np.arange(texts.shape[1]) < ends[:, None]) & (texts != _SLASH)
        if self._width:
            square, part = np.divmod(np.cumsum(on_board, axis=1, dtype=np.int32) - 1, self._width)
        else:
            square, part = np.cumsum(on_board & self._begins[texts], axis=1, dtype=np.int32) - 1, 0
        plane = self._plane[part, texts]
        game, at = np.nonzero(on_board & (plane >= 0))
        row, column = self._squares[square[game, at]].T
        planes = np.zeros((len(texts), *self.shape), dtype=np.uint8)
        planes[game, plane[game, at], row, column] = 1
        return planes

    @staticmethod
    def fields_of(text: str, *more: str) -> NDArray[np.uint8]:
        """The words after the board, each part of a list apart, thrown into FIELDS boxes by their hash; and one more word each."""
        fields = np.zeros(FIELDS, dtype=np.uint8)
        for word in more:
            fields[_spread(word)] = 1
        for place, word in enumerate(text.split(" ")[1:]):
            key, equals, value = word.rpartition("=")
            for item in value.split(","):
                box = _spread(f"{key}={item}" if equals else f"{place}:{item}")
                fields[box] = min(255, int(fields[box]) + 1)
        return fields
