"""Spaces that behave as Gymnasium's of the same names do, as far as an environment and its user need them."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray


class Space:
    """A set of values that can be drawn from and asked for membership."""

    def __init__(self, shape: tuple[int, ...] | None = None, dtype: DTypeLike | None = None, seed: int | None = None) -> None:
        self._shape = shape
        self.dtype = None if dtype is None else np.dtype(dtype)
        self._np_random: np.random.Generator | None = None
        if seed is not None:
            self.seed(seed)

    @property
    def shape(self) -> tuple[int, ...] | None:
        """The shape of every value, if they are arrays."""
        return self._shape

    @property
    def np_random(self) -> np.random.Generator:
        """What values are drawn with; new every time until it is seeded."""
        if self._np_random is None:
            self._np_random = np.random.default_rng()
        return self._np_random

    @property
    def is_np_flattenable(self) -> bool:
        """Whether every value can become one vector."""
        return True

    def seed(self, seed: int | None = None) -> Any:
        """Begins the random numbers again; returns the seed."""
        sequence = np.random.SeedSequence(seed)
        self._np_random = np.random.default_rng(sequence)
        return sequence.entropy

    def sample(self, mask: Any = None) -> Any:
        """A random value, among those that the mask allows."""
        raise NotImplementedError

    def contains(self, x: Any) -> bool:
        """Whether a value belongs to the space."""
        raise NotImplementedError

    def __contains__(self, x: Any) -> bool:
        return self.contains(x)


class Discrete(Space):
    """The whole numbers from `start` on, n of them."""

    def __init__(self, n: int, seed: int | None = None, start: int = 0) -> None:
        if n <= 0:
            raise ValueError("n (counts) have to be positive")
        self.n, self.start = np.int64(n), np.int64(start)
        super().__init__((), np.int64, seed)

    def sample(self, mask: NDArray[np.int8] | None = None) -> np.int64:
        """One of them, or one of those that the mask allows; the first if it allows none."""
        if mask is None:
            return self.start + self.np_random.integers(self.n)
        if not isinstance(mask, np.ndarray) or mask.dtype != np.int8 or mask.shape != (self.n,):
            raise AssertionError(f"a mask is an array of int8 with the shape ({self.n},)")
        allowed = np.flatnonzero(mask)
        return self.start + (self.np_random.choice(allowed) if len(allowed) else np.int64(0))

    def contains(self, x: Any) -> bool:
        """Whether x is one of them: an int, or a whole number of numpy."""
        if isinstance(x, (np.generic, np.ndarray)):
            if not np.issubdtype(x.dtype, np.integer) or x.shape != ():
                return False
        elif not isinstance(x, int):
            return False
        return bool(self.start <= x < self.start + self.n)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Discrete) and (self.n, self.start) == (other.n, other.start)

    def __repr__(self) -> str:
        return f"Discrete({self.n}, start={self.start})" if self.start else f"Discrete({self.n})"


class Box(Space):
    """Arrays of one shape and type with numbers from low to high."""

    def __init__(
        self, low: ArrayLike, high: ArrayLike, shape: tuple[int, ...] | None = None, dtype: DTypeLike = np.float32, seed: int | None = None
    ) -> None:
        shape = tuple(shape) if shape is not None else np.broadcast_shapes(np.shape(low), np.shape(high))
        self.low = np.full(shape, low, dtype=dtype)
        self.high = np.full(shape, high, dtype=dtype)
        super().__init__(shape, dtype, seed)

    def is_bounded(self, manner: str = "both") -> bool:
        """Whether every number has a least value (`below`), a greatest (`above`), or both."""
        below, above = bool(np.all(np.isfinite(self.low))), bool(np.all(np.isfinite(self.high)))
        return {"both": below and above, "below": below, "above": above}[manner]

    def sample(self, mask: None = None) -> NDArray[Any]:
        """An array of numbers, each equally likely; there are no masks here."""
        if mask is not None:
            raise ValueError("a Box has no masks")
        if np.issubdtype(self.dtype, np.integer):
            return self.np_random.integers(self.low, self.high, endpoint=True, dtype=self.dtype)
        return self.np_random.uniform(self.low, self.high).astype(self.dtype)

    def contains(self, x: Any) -> bool:
        """Whether x is such an array."""
        return (
            isinstance(x, np.ndarray)
            and np.can_cast(x.dtype, self.dtype)
            and x.shape == self.shape
            and bool(np.all(x >= self.low) and np.all(x <= self.high))
        )

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Box)
            and (self.shape, self.dtype) == (other.shape, other.dtype)
            and np.array_equal(self.low, other.low)
            and np.array_equal(self.high, other.high)
        )

    def __repr__(self) -> str:
        return f"Box({self.low.min()}, {self.high.max()}, {self.shape}, {self.dtype})"


class Dict(Space, Mapping):
    """A dict with a space for each key."""

    def __init__(self, spaces: Mapping[str, Space], seed: int | None = None) -> None:
        self.spaces = dict(spaces)
        super().__init__(seed=seed)

    @property
    def is_np_flattenable(self) -> bool:
        """Whether all of its spaces are."""
        return all(space.is_np_flattenable for space in self.spaces.values())

    def seed(self, seed: int | None = None) -> dict[str, Any]:
        """Seeds all of its spaces, each differently."""
        super().seed(seed)
        return {key: space.seed(int(self.np_random.integers(2**31))) for key, space in self.spaces.items()}

    def sample(self, mask: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """A value of each space; `mask` has a mask for each key, or None."""
        return {key: space.sample(mask[key] if mask else None) for key, space in self.spaces.items()}

    def contains(self, x: Any) -> bool:
        """Whether x has these keys, and a value of its space at each."""
        return isinstance(x, dict) and x.keys() == self.spaces.keys() and all(x[key] in space for key, space in self.spaces.items())

    def __getitem__(self, key: str) -> Space:
        return self.spaces[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.spaces)

    def __len__(self) -> int:
        return len(self.spaces)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dict) and self.spaces == other.spaces

    def __repr__(self) -> str:
        return "Dict(" + ", ".join(f"{key!r}: {space}" for key, space in self.spaces.items()) + ")"
