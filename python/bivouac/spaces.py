"""The little of Gymnasium's spaces that environments need, so that nothing has to be installed."""

import numpy as np

from .observation import FIELDS


class Discrete:
    """The numbers from 0 to n - 1."""

    def __init__(self, n):
        self.n = int(n)
        self.shape = ()
        self.dtype = np.dtype(np.int64)
        self.seed()

    def seed(self, seed=None):
        self._random = np.random.default_rng(seed)

    def sample(self, mask=None):
        """One of them, or one of those that the mask allows; like Gymnasium's, 0 if it allows none."""
        if mask is None:
            return int(self._random.integers(self.n))
        allowed = np.flatnonzero(mask)
        return int(self._random.choice(allowed)) if len(allowed) else 0

    def contains(self, x):
        return isinstance(x, (int, np.integer)) and 0 <= x < self.n


class Box:
    """Arrays of one shape and type with numbers from low to high."""

    def __init__(self, low, high, shape, dtype):
        self.low, self.high, self.shape, self.dtype = low, high, tuple(shape), np.dtype(dtype)

    def contains(self, x):
        return (
            isinstance(x, np.ndarray)
            and x.shape == self.shape
            and x.dtype == self.dtype
            and bool(np.all((x >= self.low) & (x <= self.high)))
        )


class Dict:
    """A dict with a space for each key."""

    def __init__(self, spaces):
        self.spaces = dict(spaces)

    def __getitem__(self, key):
        return self.spaces[key]

    def contains(self, x):
        return isinstance(x, dict) and x.keys() == self.spaces.keys() and all(self.spaces[k].contains(x[k]) for k in x)


def of_terms(terms):
    """(observations, actions) of every seat of these terms."""
    observations = Dict(
        {
            "observation": Box(0, 1, terms.lens.shape, np.uint8),
            "fields": Box(0, 255, (FIELDS,), np.uint8),
            "action_mask": Box(0, 1, (terms.index_count,), np.int8),
        }
    )
    return observations, Discrete(terms.index_count)


def observed(game, seat):
    """What a seat sees, as such an observation; its mask is empty unless it is to act."""
    planes, fields = game.observation(seat)
    mask = game.mask() if seat == game.seat else np.zeros(game.terms.index_count, dtype=np.int8)
    return {"observation": planes, "fields": fields, "action_mask": mask}
