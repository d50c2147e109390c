"""Seeds: the one that is given, and otherwise one that was not used before."""

import operator
import os

_SEEDS = 2**64


def seed_or_entropy(seed: int | None = None) -> int:
    """A seed of 64 bits: the one that is given, or one of the system's entropy."""
    return int.from_bytes(os.urandom(8), "little") if seed is None else operator.index(seed) % _SEEDS


class Seeds:
    """The seeds of a batch, one after the other: what follows a seed that was given can be played again, too."""

    def __init__(self) -> None:
        self._last = seed_or_entropy()

    def next(self, seed: int | None = None) -> int:
        """With a seed that one; without, the one after the last."""
        self._last = seed_or_entropy(self._last + 1 if seed is None else seed)
        return self._last
