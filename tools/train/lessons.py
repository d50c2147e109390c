"""Reads what a net learns from: the files that `bivouac features` and `bivouac selfplay` write (docs/nets.md). Needs NumPy."""
import struct

import numpy

MAGIC = b"BVLESSN1"
GAMES_MAGIC = b"BVGAMES1"
NO_SCORE = 65535


class Lessons:
    """Positions, a row each. `feature[start[i]:start[i + 1]]` are the features that hold of position i."""

    COLUMNS = (("number", "<u4"), ("guess", "<i2"), ("score", "<u2"), ("later", "<u2"), ("left", "<u2"), ("result", "u1"), ("features", "u1"))

    def __init__(self, paths):
        columns = {name: [] for name, _ in self.COLUMNS}
        features = []
        self.width = None
        for path in paths:
            data = numpy.fromfile(path, dtype="u1")
            if data[:8].tobytes() != MAGIC:
                raise ValueError(f"{path}: not a file of `bivouac features`")
            width, count, total, _ = data[8:24].view("<u4")
            if self.width not in (None, int(width)):
                raise ValueError(f"{path}: {width} features, and {self.width} in the files before")
            self.width = int(width)
            at = 24
            for name, kind in self.COLUMNS:
                size = int(count) * numpy.dtype(kind).itemsize
                columns[name].append(data[at:at + size].view(kind))
                at += size
            features.append(data[at:at + 2 * int(total)].view("<u2"))
        for name in columns:
            setattr(self, name, numpy.concatenate(columns[name]))
        self.feature = numpy.concatenate(features)
        self.start = numpy.concatenate([[0], numpy.cumsum(self.features, dtype=numpy.int64)])
        if self.start[-1] != len(self.feature):
            raise ValueError("a file is cut off")

    def __len__(self):
        return len(self.result)

    def padded(self):
        """All features as a table with one row a position, filled up with `width`."""
        most = int(self.features.max())
        table = numpy.full((len(self), most), self.width, dtype=numpy.int16 if self.width < 32767 else numpy.int32)
        table[numpy.arange(most) < self.features[:, None]] = self.feature
        return table


def games(path):
    """The games of a file of `bivouac selfplay`, each a dictionary; `plies` are (seat, score or None, action, whether it is of an aside)."""
    with open(path, "rb") as file:
        if file.read(8) != GAMES_MAGIC:
            raise ValueError(f"{path}: not a file of `bivouac selfplay`")
        name = file.read(file.read(1)[0]).decode()
        while len(size := file.read(4)) == 4:
            data = file.read(struct.unpack("<I", size)[0])
            if len(data) < struct.unpack("<I", size)[0]:
                return
            number, first, second, count, length = struct.unpack_from("<IBBIH", data)
            at = 12 + length
            plies = []
            for _ in range(count):
                seat, score = struct.unpack_from("<BH", data, at)
                at += 3
                action = shift = 0
                while True:
                    action |= (data[at] & 127) << shift
                    shift += 7
                    at += 1
                    if data[at - 1] < 128:
                        break
                plies.append((seat & 127, None if score == NO_SCORE else score, action, seat > 127))
            yield {"game": name, "number": number, "half_points": (first, second), "terms": data[12:12 + length].decode(), "plies": plies}
