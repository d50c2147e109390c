"""Many games at once: one call into the library steps them all."""

import ctypes

import numpy as np

from . import _library as lib
from ._library import asked, call
from .game import Terms


class VectorEnv:
    """
    `num_envs` games of the same terms. In each, `seats` says who is to choose and `counts` among how many legal actions; chance acts
    by itself, and a game that ends begins anew in the same step. The arrays belong to the environment and change with each step.
    """

    def __init__(self, game, num_envs, settings="", board=None, seed=0):
        self._pointer = None
        self.terms = Terms(game, settings, board)
        self.num_envs = num_envs
        self._pointer = asked(call.batch_new, self.terms._pointer, num_envs, seed)
        self.seats = np.zeros(num_envs, dtype=np.int32)
        self.counts = np.zeros(num_envs, dtype=np.uint32)
        self.half_points = np.zeros((num_envs, 2), dtype=np.int8)
        # Where they lie in memory: asking an array each time would cost more than a step of a small batch.
        self._seats_at, self._counts_at = self.seats.ctypes.data, self.counts.ctypes.data
        self._half_points_at = self.half_points.ctypes.data
        self.offsets = np.zeros(num_envs + 1, dtype=np.uint32)
        self._offsets_at = self.offsets.ctypes.data
        self._window, self._window_at = None, None
        self._masked = None
        self._sides = np.array(self.terms.sides, dtype=np.int32)
        self._texts = None
        self._look()

    def __del__(self):
        if self._pointer:
            call.batch_free(self._pointer)

    def reset(self, seed=0):
        call.batch_begin(self._pointer, seed)
        self._look()

    def _look(self):
        call.batch_choices(self._pointer, self._seats_at, self._counts_at)
        self._indices = None

    @property
    def sides(self):
        """Which side is to choose in each game."""
        return self._sides[self.seats]

    @property
    def plies(self):
        """Actions played since the beginning, those of chance included."""
        return call.batch_plies(self._pointer)

    # ---- Stepping -----------------------------------------------------------------------------------------------------

    def step_places(self, places):
        """
        Plays in each game the action at that place of its legal list, 0 to counts - 1: the quickest way. Returns which games ended;
        `half_points` has their results.
        """
        places = np.ascontiguousarray(places, dtype=np.uint32)
        if places.shape != (self.num_envs,):
            raise ValueError(f"{self.num_envs} places are wanted, one a game")
        asked(call.batch_step, self._pointer, places.ctypes.data, self._half_points_at)
        self._look()
        return self.half_points[:, 0] != lib.GOES_ON

    def step(self, actions):
        """
        Plays in each game the action of that fixed index. Returns (rewards, ended): rewards are those of both sides, 1 won, 0 drawn or
        not over, -1 lost.
        """
        actions = np.ascontiguousarray(actions, dtype=np.uint32)
        if actions.shape != (self.num_envs,):
            raise ValueError(f"{self.num_envs} actions are wanted, one a game")
        asked(call.batch_step_indices, self._pointer, actions.ctypes.data, self._half_points_at)
        self._look()
        ended = self.half_points[:, 0] != lib.GOES_ON
        rewards = np.zeros((self.num_envs, 2), dtype=np.float32)
        if ended.any():
            rewards[ended] = self.half_points[ended] - 1
        return rewards, ended

    def random_places(self, random):
        """A place for each game, each legal action equally likely; `random` is a generator of numpy."""
        return (random.random(self.num_envs, dtype=np.float32) * self.counts).astype(np.uint32)

    # ---- Looking ------------------------------------------------------------------------------------------------------

    def legal_indices(self):
        """
        (indices, offsets): the legal fixed indices of game i are indices[offsets[i]:offsets[i + 1]]. Both belong to the environment
        and change with the next step.
        """
        if self._indices is None:
            at = call.batch_look(self._pointer, self._offsets_at)
            if not at:
                raise MemoryError
            self._indices = self._array_at(at, int(self.offsets[-1]))
        return self._indices, self.offsets

    def _array_at(self, at, count):
        """Numbers in the library's memory as an array, which is made once for each place."""
        if at != self._window_at or count > len(self._window):
            self._window = np.ctypeslib.as_array((ctypes.c_uint32 * count).from_address(at))
            self._window_at = at
        return self._window[:count]

    def masks(self, out=None):
        """
        One row of 0 and 1 a game, over all fixed indices; into `out` where it is given. An array that was given the time before, too,
        must hold what it held: then only what has changed is written, which is far quicker.
        """
        indices, offsets = self.legal_indices()
        places = indices + np.repeat(np.arange(self.num_envs, dtype=np.int64) * self.terms.index_count, self.counts)
        if out is None:
            out = np.zeros((self.num_envs, self.terms.index_count), dtype=np.int8)
        elif self._masked is not None and self._masked[0] is out:
            out.reshape(-1)[self._masked[1]] = 0
        else:
            out[:] = 0
        out.reshape(-1)[places] = 1
        self._masked = out, places
        return out

    def views(self):
        """What the seat to choose sees in each game, as text."""
        return [bytes(row).split(b"\0")[0].decode() for row in self._view_bytes()]

    def observations(self):
        """The planes of what the seat to choose sees in each game."""
        return self.terms.lens.planes_of(self._view_bytes())

    def _view_bytes(self):
        if self._texts is None:
            self._texts = np.zeros((self.num_envs, lib.POSITION_SIZE), dtype=np.uint8)
        call.batch_views(self._pointer, self._texts.ctypes.data, lib.POSITION_SIZE)
        return self._texts
