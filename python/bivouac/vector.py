"""Many games at once: one call into the library steps them all."""

from copy import deepcopy
from ctypes import byref, c_uint64, memmove
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _library as lib
from ._library import Handle, asked, call, text_of
from .game import Terms
from .seeds import Seeds
from .spaces import Layout


# By half points: lost, drawn, won; and the last, which is lib.GOES_ON counted from the end.
_BOTH_GO_ON = -1  # of both sides together, as one number
_REWARDS = np.array([-1, 0, 1, 0], dtype=np.float32)


class VectorEnv:
    """
    `num_envs` games of the same terms. In each, `seats` says who is to choose and `counts` among how many legal actions; chance acts
    by itself, and a game that ends begins anew in the same step. The arrays belong to the environment and change with each step.
    """

    def __init__(self, game: str, num_envs: int, settings: str = "", board: str | None = None, seed: int | None = None) -> None:
        """Without a seed chance is new every time."""
        self._seeds = Seeds()
        self._open(Terms(game, settings, board), num_envs, self._seeds.next(seed))

    def _open(self, terms: Terms, num_envs: int, seed: int) -> None:
        self.terms = terms
        self.num_envs = num_envs
        pointer = asked(call.batch_new, terms._pointer, num_envs, seed)
        self._pointer = Handle(pointer, call.batch_free, terms._pointer)
        self._played = 0  # before this batch was made, in the one that it goes on with
        self.seats = np.zeros(num_envs, dtype=np.int32)
        self.counts = np.zeros(num_envs, dtype=np.uint32)
        self.half_points = np.zeros((num_envs, 2), dtype=np.int8)
        # Where they lie in memory: asking an array each time would cost more than a step of a small batch.
        self._seats_at, self._counts_at = self.seats.ctypes.data, self.counts.ctypes.data
        self._both_points = self.half_points.view(np.int16)[:, 0]
        self._half_points_at = self.half_points.ctypes.data
        self._given = np.zeros(num_envs, dtype=np.uint32)
        self._given_at = self._given.ctypes.data
        self.offsets = np.zeros(num_envs + 1, dtype=np.uint32)
        self._offsets_at = self.offsets.ctypes.data
        self._masked = None
        self._sides = np.array(self.terms.sides, dtype=np.int32)
        self._texts = None
        self._look()

    def reset(self, seed: int | None = None) -> None:
        """With a seed those games; without, the ones after the last."""
        call.batch_begin(self._pointer, self._seeds.next(seed))
        self._played = 0
        self._look()

    # ---- Copies -------------------------------------------------------------------------------------------------------

    def __copy__(self) -> Self:
        """Half a copy would play the same games."""
        return deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        """Copied and pickled as the positions of all games, with their pasts and random numbers."""
        return {
            "terms": self.terms,
            "seeds": self._seeds,
            "plies": self.plies,
            "half_points": self.half_points,
            "games": [self._kept(at) for at in range(self.num_envs)],
        }

    def _kept(self, at: int) -> tuple[str, str | None, int, tuple[int, ...]]:
        position = text_of(call.state_write, lib.POSITION_SIZE, self.terms._pointer, call.batch_state(self._pointer, at))
        past = call.batch_past(self._pointer, at)
        keys = text_of(call.past_write, lib.PAST_SIZE, past) if past else None
        return position, keys, int(self.seats[at]), tuple(call.batch_random(self._pointer, at).word)

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self._seeds = kept["seeds"]
        self._open(kept["terms"], len(kept["games"]), 0)
        state = Handle(call.state_new(self.terms._pointer), call.state_free)
        past = Handle(call.past_new(), call.past_free)
        for at, (position, keys, seat, words) in enumerate(kept["games"]):
            asked(call.state_read, self.terms._pointer, position.encode(), state)
            if keys is not None:
                asked(call.past_read, past, keys.encode())
            random = lib.Random((c_uint64 * 4)(*words))
            asked(call.batch_put, self._pointer, at, state, seat, byref(random), past)
        self._played = kept["plies"] - call.batch_plies(self._pointer)
        self.half_points[:] = kept["half_points"]
        self._look()

    def _look(self) -> None:
        call.batch_choices(self._pointer, self._seats_at, self._counts_at)
        self._indices = None

    @property
    def sides(self) -> NDArray[np.int32]:
        """Which side is to choose in each game."""
        return self._sides[self.seats]

    @property
    def plies(self) -> int:
        """Actions played since the beginning, those of chance included."""
        return self._played + call.batch_plies(self._pointer)

    # ---- Stepping -----------------------------------------------------------------------------------------------------

    def _one_each(self, numbers: ArrayLike, what: str) -> int:
        """Where the library finds these numbers, one for each game."""
        given = np.asarray(numbers, dtype=np.uint32)
        if given.shape != (self.num_envs,):
            raise ValueError(f"{self.num_envs} {what} are wanted, one a game")
        self._given[:] = given
        return self._given_at

    def step_places(self, places: ArrayLike) -> NDArray[np.bool_]:
        """
        Plays in each game the action at that place of its legal list, 0 to counts - 1: the quickest way. Returns which games ended;
        `half_points` has their results.
        """
        asked(call.batch_step, self._pointer, self._one_each(places, "places"), self._half_points_at)
        self._look()
        return self._both_points != _BOTH_GO_ON

    def step(self, actions: ArrayLike) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """
        Plays in each game the action of that fixed index. Returns (rewards, ended): rewards are those of both sides, 1 won, 0 drawn or
        not over, -1 lost.
        """
        asked(call.batch_step_indices, self._pointer, self._one_each(actions, "actions"), self._half_points_at)
        self._look()
        return _REWARDS.take(self.half_points, mode="wrap"), self._both_points != _BOTH_GO_ON

    def random_places(self, random: np.random.Generator) -> NDArray[np.uint32]:
        """A place for each game, each legal action equally likely; `random` is a generator of numpy."""
        places = np.empty(self.num_envs, dtype=np.uint32)
        call.batch_draw(self._pointer, random.bit_generator.random_raw(), places.ctypes.data)
        return places

    def actions_at(self, places: ArrayLike) -> NDArray[np.uint32]:
        """The fixed index of the action at that place of each game's legal list, without computing all the others."""
        return self._actions_at(self._one_each(places, "places"))

    def _actions_at(self, places_at: int) -> NDArray[np.uint32]:
        actions = np.empty(self.num_envs, dtype=np.uint32)
        asked(call.batch_indices_at, self._pointer, places_at, actions.ctypes.data)
        return actions

    def random_actions(self, random: np.random.Generator) -> NDArray[np.uint32]:
        """A fixed index for each game, each legal action equally likely; `random` is a generator of numpy."""
        call.batch_draw(self._pointer, random.bit_generator.random_raw(), self._given_at)
        return self._actions_at(self._given_at)

    # ---- Looking ------------------------------------------------------------------------------------------------------

    def legal_indices(self) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """
        (indices, offsets): the legal fixed indices of game i are indices[offsets[i]:offsets[i + 1]]. The offsets belong to the
        environment and change with the next step.
        """
        if self._indices is None:
            at = call.batch_look(self._pointer, self._offsets_at)
            if not at:
                raise MemoryError
            # An array of our own: the library's memory is another one after a step, and gone with the environment.
            self._indices = np.empty(self.offsets[-1], dtype=np.uint32)
            memmove(self._indices.ctypes.data, at, self._indices.nbytes)
        return self._indices, self.offsets

    def masks(self, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
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

    def views(self) -> list[str]:
        """What the seat to choose sees in each game, as text."""
        return [bytes(row).split(b"\0")[0].decode() for row in self._view_bytes()]

    def observations(self, layout: Layout = "planes") -> NDArray[np.uint8]:
        """What the seat to choose sees in each game: planes, or `flat` one vector with the fields after the planes."""
        planes = self.terms.lens.planes_of(self._view_bytes())
        if layout == "planes":
            return planes
        fields = [self.terms.lens.fields_of(view, f"seat={seat}") for view, seat in zip(self.views(), self.seats)]
        return np.hstack([planes.reshape(self.num_envs, -1), fields])

    def _view_bytes(self) -> NDArray[np.uint8]:
        if self._texts is None:
            self._texts = np.zeros((self.num_envs, lib.POSITION_SIZE), dtype=np.uint8)
        call.batch_views(self._pointer, self._texts.ctypes.data, lib.POSITION_SIZE)
        return self._texts
