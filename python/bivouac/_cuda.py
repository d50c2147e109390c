"""
One GPU through the driver's own library, libcuda: memory, and the kernels of a game (docs/gpu.md). Nothing here needs CuPy or PyTorch;
arrays go to them, and come from them, by DLPack without a copy.
"""

import ctypes
import os
import weakref
from ctypes import POINTER, byref, c_char, c_char_p, c_int, c_int32, c_int64, c_size_t, c_uint, c_uint8, c_uint16, c_uint64, c_void_p, py_object
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

BLOCK = 64  # threads that are started together; src/gpu/target.h knows it
_STACK_LIMIT = 0
_LOCAL_BYTES = 3
_MAX_REGISTERS = 0
_CAPSULE = b"dltensor"
_ON_CUDA = 2
_DLPACK_CODES = {"i": 0, "u": 1, "f": 2}

# How many registers a thread gets, where fewer than it asks for let more threads run, and are quicker.
_REGISTERS = {"paris": 80, "belligerants": 64}
# Captures of Échec aux Chevaliers are found by recursion, as deep as there is prey; its frames come on top of what a kernel declares.
_RECURSION = 8192


class NoGpu(RuntimeError):
    """There is no GPU to use, and why."""


class _Device(ctypes.Structure):
    _fields_ = [("type", c_int32), ("id", c_int32)]


class _DataType(ctypes.Structure):
    _fields_ = [("code", c_uint8), ("bits", c_uint8), ("lanes", c_uint16)]


class _Tensor(ctypes.Structure):
    _fields_ = [
        ("data", c_void_p),
        ("device", _Device),
        ("ndim", c_int32),
        ("dtype", _DataType),
        ("shape", POINTER(c_int64)),
        ("strides", POINTER(c_int64)),
        ("byte_offset", c_uint64),
    ]


class _Managed(ctypes.Structure):
    """DLManagedTensor"""


_Deleter = ctypes.CFUNCTYPE(None, POINTER(_Managed))
_Managed._fields_ = [("tensor", _Tensor), ("context", c_void_p), ("deleter", _Deleter)]

_CapsuleDestructor = ctypes.CFUNCTYPE(None, c_void_p)
_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype, _new_capsule.argtypes = py_object, [c_void_p, c_char_p, _CapsuleDestructor]
_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.restype, _is_valid.argtypes = c_int, [c_void_p, c_char_p]
_pointer_in = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_in.restype, _pointer_in.argtypes = c_void_p, [c_void_p, c_char_p]

_lent: dict[int, tuple[Any, ...]] = {}  # what tensors of other libraries still look at, by the address of the struct they hold


@_Deleter
def _taken_back(managed: Any) -> None:
    _lent.pop(ctypes.addressof(managed.contents), None)


@_CapsuleDestructor
def _never_taken(capsule: int) -> None:
    if _is_valid(capsule, _CAPSULE):
        _lent.pop(_pointer_in(capsule, _CAPSULE), None)


class Array:
    """Memory of the GPU: contiguous, of a shape and a type of numpy's. `torch.from_dlpack(array)` looks at it without a copy."""

    def __init__(self, gpu: "Cuda", shape: tuple[int, ...], dtype: DTypeLike) -> None:
        self.shape, self.dtype = shape, np.dtype(dtype)
        self.width = self.dtype.itemsize
        self.nbytes = prod(shape) * self.width
        self._gpu = gpu
        address = c_uint64()
        gpu._ask("cuMemAlloc_v2", byref(address), c_size_t(max(1, self.nbytes)))
        self.address = address.value
        weakref.finalize(self, gpu._free, self.address)

    def get(self) -> NDArray[Any]:
        """A copy for numpy."""
        host = np.empty(self.shape, dtype=self.dtype)
        self._gpu._ask("cuMemcpyDtoH_v2", c_void_p(host.ctypes.data), c_uint64(self.address), c_size_t(self.nbytes))
        return host

    def set(self, values: NDArray[Any]) -> None:
        """Overwritten with values of numpy's."""
        host = np.ascontiguousarray(values, dtype=self.dtype).reshape(self.shape)
        self._gpu._ask("cuMemcpyHtoD_v2", c_uint64(self.address), c_void_p(host.ctypes.data), c_size_t(self.nbytes))

    def clear(self) -> None:
        """All bytes 0."""
        self._gpu._ask("cuMemsetD8_v2", c_uint64(self.address), c_uint(0), c_size_t(self.nbytes))

    def __array__(self, dtype: DTypeLike = None, copy: bool | None = None) -> NDArray[Any]:
        """For numpy's functions: always a copy."""
        return self.get().astype(dtype or self.dtype, copy=False)

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, key: Any) -> Any:
        return self.get()[key]

    def __dlpack_device__(self) -> tuple[int, int]:
        return _ON_CUDA, 0

    def __dlpack__(self, **_: Any) -> Any:
        """All work is on the default stream, which other libraries wait for unless they ask not to."""
        shape = (c_int64 * len(self.shape))(*self.shape)
        data_type = _DataType(_DLPACK_CODES[self.dtype.kind], 8 * self.width, 1)
        tensor = _Tensor(self.address, _Device(_ON_CUDA, 0), len(self.shape), data_type, shape, None, 0)
        managed = _Managed(tensor, None, _taken_back)
        _lent[ctypes.addressof(managed)] = (managed, shape, self)
        return _new_capsule(ctypes.addressof(managed), _CAPSULE, _never_taken)


def _strides_of(shape: list[int]) -> list[int]:
    return [prod(shape[at + 1 :]) for at in range(len(shape))]


class Borrowed:
    """Whole numbers that another library has on the GPU, lent by DLPack: their address and how many bytes each has."""

    def __init__(self, tensor: Any, count: int) -> None:
        self._capsule = tensor.__dlpack__()
        pointer = _pointer_in(id(self._capsule), _CAPSULE)
        given = ctypes.cast(pointer, POINTER(_Managed)).contents.tensor
        shape = [given.shape[at] for at in range(given.ndim)]
        kind, self.width = given.dtype.code, given.dtype.bits // 8
        if given.device.type != _ON_CUDA or shape != [count] or kind > 1 or self.width not in (4, 8) or given.dtype.lanes != 1:
            raise ValueError(f"{count} whole numbers of 32 or 64 bits on the GPU are wanted, one a game")
        if given.strides and count > 1 and [given.strides[at] for at in range(given.ndim)] != _strides_of(shape):
            raise ValueError("the numbers must lie one after another")
        self.address = (given.data or 0) + given.byte_offset


class Cuda:
    """The first GPU, with the kernels of one game."""

    def __init__(self, game: str) -> None:
        try:
            self._library = ctypes.CDLL("libcuda.so.1")
        except OSError:
            raise NoGpu("there is no GPU here: NVIDIA's driver (libcuda.so.1) is not installed") from None
        device, count, context, version = c_int(), c_int(), c_void_p(), c_int()
        if self._library.cuInit(0) or self._library.cuDeviceGetCount(byref(count)) or not count.value:
            raise NoGpu("there is no GPU here: NVIDIA's driver finds none")
        self._ask("cuDeviceGet", byref(device), 0)
        self._ask("cuDevicePrimaryCtxRetain", byref(context), device)
        self._ask("cuCtxSetCurrent", context)
        self._context = context
        name = (c_char * 128)()
        self._ask("cuDeviceGetName", name, 128, device)
        self._ask("cuDriverGetVersion", byref(version))
        self.name, self.driver = name.value.decode(), f"{version.value // 1000}.{version.value % 1000 // 10}"
        self._module = self._load(game)
        self._functions: dict[str, c_void_p] = {}
        self._stack = 0

    def _ask(self, function: str, *arguments: Any) -> None:
        code = getattr(self._library, function)(*arguments)
        if code:
            text = c_char_p()
            self._library.cuGetErrorString(code, byref(text))
            raise RuntimeError(f"{function}: {(text.value or b'error').decode()} ({code})")

    def _free(self, address: int) -> None:
        self._library.cuCtxSetCurrent(self._context)
        self._library.cuMemFree_v2(c_uint64(address))

    def _load(self, game: str) -> c_void_p:
        path = ptx_of(game)
        module = c_void_p()
        registers = _REGISTERS.get(game)
        options = (c_int * 1)(_MAX_REGISTERS)
        values = (c_void_p * 1)(registers)
        self._ask("cuModuleLoadDataEx", byref(module), path.read_bytes() + b"\0", c_uint(1 if registers else 0), options, values)
        return module

    def _function(self, kernel: str) -> c_void_p:
        if kernel not in self._functions:
            function, local = c_void_p(), c_int()
            self._ask("cuModuleGetFunction", byref(function), self._module, kernel.encode())
            self._ask("cuFuncGetAttribute", byref(local), _LOCAL_BYTES, function)
            if local.value + _RECURSION > self._stack:
                self._stack = local.value + _RECURSION
                self._ask("cuCtxSetLimit", _STACK_LIMIT, c_size_t(self._stack))
            self._functions[kernel] = function
        return self._functions[kernel]

    def array(self, shape: tuple[int, ...], dtype: DTypeLike) -> Array:
        """New memory; what it holds is not known."""
        return Array(self, shape, dtype)

    def borrow(self, numbers: Any, count: int) -> Array | Borrowed:
        """Whole numbers of another library by DLPack, or of numpy as a copy."""
        if hasattr(numbers, "__dlpack_device__") and numbers.__dlpack_device__()[0] == _ON_CUDA:
            return Borrowed(numbers, count)
        host = np.ascontiguousarray(numbers, dtype=np.int64)
        if host.shape != (count,):
            raise ValueError(f"{count} whole numbers are wanted, one a game")
        array = self.array((count,), np.int64)
        array.set(host)
        return array

    def launch(self, kernel: str, lanes: int, *arguments: Any) -> None:
        """Starts a kernel once for each lane; arguments are arrays and numbers of ctypes."""
        self._ask("cuCtxSetCurrent", self._context)
        function = self._function(kernel)
        values = [c_uint64(given.address) if hasattr(given, "address") else given for given in arguments]
        pointers = (c_void_p * len(values))(*[ctypes.cast(byref(value), c_void_p) for value in values])
        blocks = (lanes + BLOCK - 1) // BLOCK
        self._ask("cuLaunchKernel", function, blocks, 1, 1, BLOCK, 1, 1, 0, None, pointers, None)

    def wait(self) -> None:
        """Until everything that was started is done."""
        self._ask("cuCtxSynchronize")


def ptx_of(game: str) -> Path:
    """The kernels of a game: in the folder that $BIVOUAC_KERNELS names, or in the build folder of the repository this file lies in."""
    built = Path(__file__).resolve().parents[2] / "build" / "gpu"
    path = Path(os.environ.get("BIVOUAC_KERNELS", built)) / f"{game}.ptx"
    if not path.exists():
        raise NoGpu(f"the kernels of {game} are not built: tools/build-gpu makes {path}")
    return path
