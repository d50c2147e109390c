"""A GPU that is none: the same kernels, built for this machine (tools/build-gpu --stand-in), lane after lane. For tests."""

import ctypes
from ctypes import c_uint32, c_void_p
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import DTypeLike, NDArray


class Array(np.ndarray):
    """Memory as the kernels want it, with the functions of an array on a GPU."""

    def __new__(cls, shape: tuple[int, ...], dtype: DTypeLike) -> Self:
        """Filled with a byte that is no answer, so that what a kernel does not write is seen."""
        bytes_needed = int(np.prod(shape)) * np.dtype(dtype).itemsize
        memory = np.full(bytes_needed + 16, 0xA5, dtype=np.uint8)
        start = -memory.ctypes.data % 16
        return memory[start : start + bytes_needed].view(dtype).reshape(shape).view(cls)

    @property
    def address(self) -> int:
        """Where it lies."""
        return self.ctypes.data

    @property
    def width(self) -> int:
        """Bytes of each element."""
        return self.dtype.itemsize

    def get(self) -> NDArray[Any]:
        """A copy."""
        return np.array(self)

    def set(self, values: NDArray[Any]) -> None:
        """Overwritten with these values."""
        self[...] = np.asarray(values, dtype=self.dtype).reshape(self.shape)

    def clear(self) -> None:
        """All bytes 0."""
        self[...] = 0


class StandIn:
    """What _cuda.Cuda is, on this machine."""

    name = "stand-in"

    def __init__(self, game: str, as_gpu: bool = False) -> None:
        """`as_gpu`: with the rules as they are compiled for a GPU, instead of those of the native program."""
        path = Path(__file__).resolve().parents[2] / "build" / "gpu" / f"{game}{'-as-gpu' if as_gpu else ''}.so"
        self._library = ctypes.CDLL(str(path))
        self._lane = c_uint32.in_dll(self._library, "gpu_this_lane")

    def array(self, shape: tuple[int, ...], dtype: DTypeLike) -> Array:
        """New memory."""
        return Array(shape, dtype)

    def borrow(self, numbers: Any, count: int) -> Array:
        """Whole numbers, one a game."""
        host = np.asarray(numbers)
        if host.shape != (count,):
            raise ValueError(f"{count} whole numbers are wanted, one a game")
        array = Array((count,), host.dtype if host.dtype.itemsize in (4, 8) else np.int64)
        array.set(host)
        return array

    def launch(self, kernel: str, lanes: int, *arguments: Any) -> None:
        """Runs a kernel for one lane after the other."""
        function = getattr(self._library, kernel)
        function.restype = None
        values = [c_void_p(given.address) if isinstance(given, Array) else given for given in arguments]
        for lane in range(lanes):
            self._lane.value = lane
            function(*values)

    def wait(self) -> None:
        """Everything is done already."""
