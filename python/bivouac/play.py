"""Random games on a GPU, whole ones: how many plies, which results, and the fingerprint of `bivouac bench`."""

from ctypes import c_uint64
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .lanes import LANE, LaneEnv


def played(game: str, lanes: int, plies: int, seed: int, gpu: Any, settings: str = "") -> NDArray[Any]:
    """What each lane has played: whole games from its own seed, `seed` + its number, until it had so many plies."""
    env = LaneEnv(game, lanes, settings, None, seed, gpu)
    env.run("gpu_play", c_uint64(seed), c_uint64(plies))
    return env.lanes.get().view(LANE)[:, 0]
