"""Batches of games in the lanes of a GPU (docs/gpu.md), with the interface of VectorEnv."""

import ctypes
from collections.abc import Sequence
from ctypes import c_uint32, c_uint64
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _library as lib
from ._library import Refused, call
from .game import Terms
from .seeds import Seeds

# The structs of src/gpu/batch.h, and the bytes of a past.
LANE = np.dtype(
    {
        "names": ["plies", "games", "fingerprint", "half_points"],
        "formats": [np.uint64, np.uint64, np.uint64, (np.uint64, 2)],
        "offsets": [32, 40, 48, 56],
        "itemsize": 1104,
    }
)
_PAST = 8 + 8 * 4096
_ERROR_RANGE = 9  # BIVOUAC_ERROR_RANGE
_LENS = np.dtype(
    [
        ("plane", np.int16, (4, 256)),
        ("begins", np.uint8, 256),
        ("row", np.uint8, 256),
        ("column", np.uint8, 256),
        ("shape", np.uint32, 4),
    ]
)


class _Batch(ctypes.Structure):
    """struct gpu_batch"""

    _fields_ = [(name, c_uint64) for name in ("terms", "lane", "past", "list", "seat", "count")] + [("lanes", c_uint32), ("stride", c_uint32)]


class LaneEnv:
    """
    `num_envs` games of the same terms on a GPU. In each, `seats` says who is to choose and `counts` among how many legal actions; chance
    acts by itself, and a game that ends begins anew in the same step. All arrays are memory of the GPU; they belong to the environment
    and change with each step. Positions never leave it but as what the seat to choose sees.
    """

    def __init__(self, game: str, num_envs: int, settings: str, board: str | None, seed: int | None, gpu: Any) -> None:
        """`gpu` is what has the memory and runs the kernels: _cuda.Cuda."""
        self.terms = Terms(game, settings, board)
        self.num_envs = num_envs
        self._gpu = gpu
        self._seeds = Seeds()
        self._indices: Any = None
        self._keys: Any = None
        self._masks: Any = None
        self._texts: Any = None
        self._planes: Any = None
        self._fresh = False  # `_indices` are those of the current positions
        self._stride = call.terms_legal_most(self.terms._pointer) + 1
        self._make()
        self.reset(seed)

    def _make(self) -> None:
        n, array = self.num_envs, self._gpu.array
        packed = np.zeros(call.terms_pack(self.terms._pointer, None, 0), dtype=np.uint8)
        call.terms_pack(self.terms._pointer, packed.ctypes.data, len(packed))
        self._terms = array((len(packed),), np.uint8)
        self._terms.set(packed)
        self.lanes = array((n, LANE.itemsize), np.uint8)
        self.lanes.clear()
        self._past = array((n, _PAST), np.uint8) if self.terms.has_repetition else None
        self._list = array((n, self._stride), np.uint64)
        self.seats, self.counts = array((n,), np.int32), array((n,), np.uint32)
        self.half_points, self.rewards = array((n, 2), np.int8), array((n, 2), np.float32)
        self.ended = array((n,), np.uint8)
        self._found, self._wrong = array((n,), np.uint32), array((1,), np.uint32)
        self._lane_seeds = array((n,), np.uint64)
        addresses = [0 if a is None else a.address for a in (self._terms, self.lanes, self._past, self._list, self.seats, self.counts)]
        self._batch = array((ctypes.sizeof(_Batch),), np.uint8)
        self._batch.set(np.frombuffer(bytes(_Batch(*addresses, n, self._stride)), dtype=np.uint8))

    def run(self, kernel: str, *arguments: Any) -> None:
        """Starts a kernel in every lane."""
        self._gpu.launch(kernel, self.num_envs, self._batch, *arguments)

    def reset(self, seed: int | None = None, seeds: Sequence[int] | NDArray[np.uint64] | None = None) -> None:
        """With a seed those games; without, the ones after the last; with `seeds` one for each game."""
        if seeds is None:
            self._gpu.launch("gpu_seed", 1, self._batch, c_uint64(self._seeds.next(seed)), self._lane_seeds)
        else:
            self._lane_seeds.set(np.asarray(seeds, dtype=np.uint64))
        self.run("gpu_begin", self._lane_seeds)
        self._fresh = False

    @property
    def sides(self) -> NDArray[np.int32]:
        """Which side is to choose in each game, for numpy."""
        return np.array(self.terms.sides, dtype=np.int32)[self.seats.get()]

    @property
    def plies(self) -> int:
        """Actions played since the beginning, those of chance included."""
        return int(self.lanes.get().view(LANE)["plies"].sum())

    # ---- Stepping -----------------------------------------------------------------------------------------------------

    def step_places(self, places: Any) -> Any:
        """
        Plays in each game the action at that place of its legal list: a tensor on the GPU, or numbers. Returns which games ended;
        `half_points` has their results. Where a place does not exist nothing is played.
        """
        given = self._gpu.borrow(places, self.num_envs)
        self._play("gpu_find_place", "at place", places, given, c_uint32(given.width))
        return self.ended

    def step(self, actions: Any) -> tuple[Any, Any]:
        """Plays in each game the action of that fixed index. Returns (rewards, ended)."""
        given = self._gpu.borrow(actions, self.num_envs)
        self._look()
        self._play("gpu_find_index", "of index", actions, self._indices, given, c_uint32(given.width))
        return self.rewards, self.ended

    def _play(self, find: str, what: str, choices: Any, *arguments: Any) -> None:
        self._wrong.clear()
        self.run(find, *arguments, self._found, self._wrong)
        wrong = int(self._wrong.get()[0])
        if wrong:
            at = self.num_envs - wrong
            raise Refused(f"game {at} of the batch has no legal action {what} {int(choices[at])}", _ERROR_RANGE)
        self.run("gpu_step", self._found, self.half_points, self.rewards, self.ended)
        self._fresh = False

    # ---- Looking ------------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        if self._indices is None:
            self._indices = self._gpu.array((self.num_envs, self._stride), np.uint32)
            self._keys = self._gpu.array((self.num_envs, self._stride), np.uint64)
        if not self._fresh:
            self.run("gpu_indices", c_uint32(self.terms.index_count), self._keys, self._indices)
            self._fresh = True

    def legal_indices(self) -> tuple[Any, Any]:
        """(indices, offsets): the legal fixed indices of game i are indices[offsets[i]:offsets[i + 1]]."""
        self._look()
        counts = self.counts.get()
        ends = np.concatenate([[0], np.cumsum(counts, dtype=np.uint32)]).astype(np.uint32)
        offsets, gathered = self._gpu.array((self.num_envs + 1,), np.uint32), self._gpu.array((int(ends[-1]),), np.uint32)
        offsets.set(ends)
        self.run("gpu_gather", self._indices, offsets, gathered)
        return gathered, offsets

    def legal_table(self) -> Any:
        """The same without waiting for the GPU, as a table: the legal fixed indices of game i are the first counts[i] of row i."""
        self._look()
        return self._indices

    def masks(self) -> Any:
        """One row of 0 and 1 a game, over all fixed indices."""
        self._look()
        if self._masks is None:
            self._masks = self._gpu.array((self.num_envs, self.terms.index_count), np.int8)
        self._masks.clear()
        self.run("gpu_masks", self._indices, c_uint32(self.terms.index_count), self._masks)
        return self._masks

    def views(self) -> list[str]:
        """What the seat to choose sees in each game, as text."""
        return [bytes(row).split(b"\0")[0].decode() for row in self._view_bytes().get()]

    def observations(self) -> Any:
        """What the seat to choose sees in each game, as planes."""
        lens = self.terms.lens
        if self._planes is None:
            self._lens = self._gpu.array((_LENS.itemsize,), np.uint8)
            self._lens.set(np.frombuffer(_packed(lens).tobytes(), dtype=np.uint8))
            self._planes = self._gpu.array((self.num_envs, *lens.shape), np.uint8)
        self._planes.clear()
        self.run("gpu_planes", self._view_bytes(), self._lens, self._planes)
        return self._planes

    def _view_bytes(self) -> Any:
        if self._texts is None:
            self._texts = self._gpu.array((self.num_envs, lib.POSITION_SIZE), np.uint8)
        self.run("gpu_views", self._texts)
        return self._texts


def _packed(lens: Any) -> NDArray[Any]:
    """struct gpu_lens"""
    packed = np.zeros((), dtype=_LENS)
    width, squares = lens._width or 0, lens._squares
    packed["plane"] = -1
    packed["plane"][: len(lens._plane)] = lens._plane
    packed["begins"] = lens._begins
    packed["row"][: len(squares)], packed["column"][: len(squares)] = squares.T
    packed["shape"] = (width, *lens.shape)
    return packed
