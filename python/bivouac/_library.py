"""libbivouac through ctypes: the functions of bivouac.h that this package uses, with their types."""

import ctypes
import os
import weakref
from ctypes import POINTER, byref, c_bool, c_char, c_char_p, c_int, c_int32, c_size_t, c_uint32, c_uint64, c_void_p
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

ABI = 0
CHANCE = 30
WATCHER = 31
HAS_REPETITION = 16
TOKEN_SIZE = 80
SETTINGS_SIZE = 256
POSITION_SIZE = 2048
PICTURE_SIZE = 98304
PAST_SIZE = 69632
GOES_ON = -1


class Refused(ValueError):
    """What the library says no to, in its own words; `code` is one of the BIVOUAC_ERROR_… of bivouac.h."""

    def __init__(self, text: str, code: int = 0) -> None:
        super().__init__(text)
        self.code = code


class Error(ctypes.Structure):
    """bivouac_error"""

    _fields_ = [("code", c_int32), ("text", c_char * 256)]


class Random(ctypes.Structure):
    """bivouac_random"""

    _fields_ = [("word", c_uint64 * 4)]


class Text(ctypes.Structure):
    """bivouac_text"""

    _fields_ = [("fr", c_char_p), ("en", c_char_p)]


class Result(ctypes.Structure):
    """bivouac_result"""

    _fields_ = [("half_points", c_int32 * 2), ("reason", c_int32), ("has_margin", c_int32), ("margin", c_int32)]


class Choice(ctypes.Structure):
    """bivouac_choice"""

    _fields_ = [("action", c_uint64), ("seat", c_int32), ("score", c_int32), ("weight", c_uint32), ("reserved", c_uint32)]


class Answer(ctypes.Structure):
    """bivouac_answer"""

    _fields_ = [
        ("choice", Choice * 16),
        ("choices", c_uint32),
        ("depth", c_uint32),
        ("nodes", c_uint64),
        ("line", c_uint64 * 24),
        ("line_length", c_uint32),
        ("reserved", c_uint32),
    ]


def _find() -> ctypes.CDLL:
    """
    The library that $BIVOUAC_LIBRARY names; or the one that was installed with this package, that of the build folder of the
    repository this file lies in, or wherever the system has it.
    """
    name = f"libbivouac.so.{ABI}"
    here = Path(__file__).resolve().parent
    found = next((str(path) for path in (here / name, here.parents[1] / "build" / name) if path.exists()), name)
    return ctypes.CDLL(os.environ.get("BIVOUAC_LIBRARY", found))


library = _find()

_pointer = c_void_p
_SIGNATURES = {
    "abi": (c_int, []),
    "version": (c_char_p, []),
    "random_seeded": (Random, [c_uint64]),
    "random_below": (c_uint32, [POINTER(Random), c_uint32]),
    "game_count": (c_int, []),
    "game_at": (_pointer, [c_int]),
    "game_named": (_pointer, [c_char_p, POINTER(Error)]),
    "game_id": (c_char_p, [_pointer]),
    "game_name": (Text, [_pointer]),
    "game_flags": (ctypes.c_uint, [_pointer]),
    "reason_word": (c_char_p, [_pointer, c_int]),
    "terms_open": (_pointer, [_pointer, c_char_p, c_char_p, POINTER(Error)]),
    "terms_close": (None, [_pointer]),
    "terms_settings": (c_size_t, [_pointer, c_char_p, c_size_t]),
    "terms_pack": (c_size_t, [_pointer, _pointer, c_size_t]),
    "seat_count": (c_int, [_pointer]),
    "seat_name": (c_char_p, [_pointer, c_int]),
    "seat_side": (c_int, [_pointer, c_int]),
    "side_seats": (c_uint32, [_pointer, c_int]),
    "state_new": (_pointer, [_pointer]),
    "state_free": (None, [_pointer]),
    "state_start": (None, [_pointer, _pointer]),
    "state_copy": (None, [_pointer, _pointer, _pointer]),
    "state_hash": (c_uint64, [_pointer, _pointer]),
    "state_write": (c_size_t, [_pointer, _pointer, c_char_p, c_size_t]),
    "state_read": (c_bool, [_pointer, c_char_p, _pointer, POINTER(Error)]),
    "state_picture": (c_size_t, [_pointer, _pointer, c_bool, c_char_p, c_size_t]),
    "past_new": (_pointer, []),
    "past_free": (None, [_pointer]),
    "past_clear": (None, [_pointer]),
    "past_copy": (None, [_pointer, _pointer]),
    "past_write": (c_size_t, [_pointer, c_char_p, c_size_t]),
    "past_read": (c_bool, [_pointer, c_char_p, POINTER(Error)]),
    "state_to_act": (c_uint32, [_pointer, _pointer]),
    "terms_legal_most": (c_uint32, [_pointer]),
    "state_legal": (c_uint32, [_pointer, _pointer, c_int, POINTER(c_uint64)]),
    "state_throw": (c_bool, [_pointer, _pointer, POINTER(Random), POINTER(c_uint64)]),
    "state_apply": (None, [_pointer, _pointer, c_int, c_uint64, _pointer]),
    "action_write": (c_size_t, [_pointer, c_uint64, c_char_p, c_size_t]),
    "action_read": (c_bool, [_pointer, _pointer, c_int, c_char_p, POINTER(c_uint64), POINTER(Error)]),
    "state_result": (c_bool, [_pointer, _pointer, POINTER(Result)]),
    "state_view": (c_bool, [_pointer, _pointer, c_int, _pointer]),
    "player_new": (_pointer, [_pointer, c_uint32, c_int, c_uint64, POINTER(Error)]),
    "player_free": (None, [_pointer]),
    "player_limit": (None, [_pointer, c_uint64, c_uint64]),
    "player_think": (c_bool, [_pointer, _pointer, _pointer, POINTER(Answer), POINTER(Error)]),
    "player_watch": (None, [_pointer, _pointer, c_int]),
    "terms_index_count": (c_uint32, [_pointer]),
    "action_indices": (c_bool, [_pointer, POINTER(c_uint64), c_uint32, POINTER(c_uint32)]),
    "batch_new": (_pointer, [_pointer, c_uint32, c_uint64, POINTER(Error)]),
    "batch_free": (None, [_pointer]),
    "batch_begin": (None, [_pointer, c_uint64]),
    "batch_choices": (None, [_pointer, _pointer, _pointer]),
    "batch_draw": (None, [_pointer, c_uint64, _pointer]),
    "batch_look": (_pointer, [_pointer, _pointer]),
    "batch_indices_at": (c_bool, [_pointer, _pointer, _pointer, POINTER(Error)]),
    "batch_views": (None, [_pointer, _pointer, c_size_t]),
    "batch_step": (c_bool, [_pointer, _pointer, _pointer, POINTER(Error)]),
    "batch_step_indices": (c_bool, [_pointer, _pointer, _pointer, POINTER(Error)]),
    "batch_state": (_pointer, [_pointer, c_uint32]),
    "batch_past": (_pointer, [_pointer, c_uint32]),
    "batch_random": (Random, [_pointer, c_uint32]),
    "batch_put": (c_bool, [_pointer, c_uint32, _pointer, c_int, POINTER(Random), _pointer, POINTER(Error)]),
    "batch_plies": (c_uint64, [_pointer]),
}


class _Functions:
    """bivouac_NAME as an attribute NAME."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        raise AttributeError(f"bivouac_{name} is not declared here")


call = _Functions()
for _name, (_returns, _takes) in _SIGNATURES.items():
    _function = getattr(library, "bivouac_" + _name)
    _function.restype = _returns
    _function.argtypes = _takes
    setattr(call, _name, _function)

if call.abi() != ABI:
    raise ImportError(f"libbivouac has the interface {call.abi()}, this package wants {ABI}")


def _release(free: Callable[[int], None], pointer: int, needs: tuple["Handle", ...]) -> None:
    """`needs` are the handles that had to stay until now."""
    free(pointer)


class Handle:
    """
    Memory that the library has handed out, freed exactly once: when no handle is left, or at the end of the program. What
    was made for other handles (`needs`) is freed before them. ctypes takes a handle for its pointer.
    """

    def __init__(self, pointer: int | None, free: Callable[[int], None], *needs: "Handle") -> None:
        if not pointer:
            raise MemoryError
        self._as_parameter_ = pointer
        weakref.finalize(self, _release, free, pointer, needs)

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise TypeError("a handle of libbivouac is neither copied nor pickled: copy what holds it")


def asked(function: Callable[..., Any], *arguments: Any) -> Any:
    """Calls a function whose last argument is an error: what it returns, or Refused."""
    error = Error()
    answer = function(*arguments, byref(error))
    if not answer:
        raise Refused(error.text.decode(), error.code)
    return answer


def text_of(function: Callable[..., int], size: int, *arguments: Any) -> str:
    """The text that a function writes."""
    buffer = ctypes.create_string_buffer(size)
    length = function(*arguments, buffer, size)
    return buffer.raw[:length].decode()
