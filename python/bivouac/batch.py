"""Many games at once, on the CPU or on a GPU, with one interface."""

from typing import Any, Literal

from .lanes import LaneEnv
from .vector import VectorEnv


def BatchEnv(  # noqa: N802 (it stands for the class of the device)
    game: str,
    num_envs: int,
    settings: str = "",
    board: str | None = None,
    seed: int | None = None,
    device: Literal["cpu", "cuda"] = "cpu",
) -> VectorEnv | LaneEnv:
    """
    A batch of games: on the CPU a VectorEnv, on a GPU a LaneEnv. From the same seed, and stepped alike, both play the same games. The
    arrays of either can be handed to PyTorch, JAX or CuPy by DLPack without a copy.
    """
    if device == "cpu":
        return VectorEnv(game, num_envs, settings, board, seed)
    if device != "cuda":
        raise ValueError(f"a batch is played on 'cpu' or 'cuda', not on {device!r}")
    from ._cuda import Cuda

    gpu: Any = Cuda(game)
    return LaneEnv(game, num_envs, settings, board, seed, gpu)
