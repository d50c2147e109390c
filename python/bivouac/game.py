"""A game as Python sees it: terms, and a game that is played by tokens or by fixed indices."""

import ctypes
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from ctypes import byref
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from . import _library as lib
from ._library import Handle, Refused, asked, call, text_of
from .observation import Lens
from .seeds import seed_or_entropy


Move = tuple[str, str]
"""The name of a seat, `#` for chance, and the token it played."""


def games() -> list[str]:
    """The ids of the games."""
    return [call.game_id(call.game_at(at)).decode() for at in range(call.game_count())]


class Terms:
    """A game with its options, number of seats and board; never changes."""

    def __init__(self, game: str, settings: str = "", board: str | None = None) -> None:
        """A game by its id, options such as "own-fire=off seats=4", and the text of a board of one's own."""
        self.game = game
        self.board = board
        self._game = asked(call.game_named, game.encode())
        pointer = asked(call.terms_open, self._game, settings.encode(), board.encode() if board else None)
        self._pointer = Handle(pointer, call.terms_close)
        self.seats: list[str] = [call.seat_name(self._pointer, seat).decode() for seat in range(call.seat_count(self._pointer))]
        self.sides: list[int] = [call.seat_side(self._pointer, seat) for seat in range(len(self.seats))]
        self.index_count: int = call.terms_index_count(self._pointer)
        self.has_repetition = bool(call.game_flags(self._game) & lib.HAS_REPETITION)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied and pickled as what was agreed."""
        return type(self), (self.game, self.settings, self.board)

    @property
    def settings(self) -> str:
        """What was agreed, as text."""
        return text_of(call.terms_settings, lib.SETTINGS_SIZE, self._pointer)

    @cached_property
    def lens(self) -> Lens:
        """How positions of these terms become tensors."""
        return Lens(self.game, Game(self, 0).view(0))

    def seat_named(self, name: str) -> int:
        """The number of a seat."""
        return self.seats.index(name)

    def reason(self, number: int) -> str:
        """The word for how a game ended."""
        return call.reason_word(self._game, number).decode()


class Game:
    """
    One game being played. Chance acts by itself, from the seed; where several seats may act at once, the lot decides who does
    (`seat`). An action is a token, or an index that is the same in all positions (docs/python.md).
    """

    def __init__(
        self, terms: Terms, seed: int | None = None, remember: bool = False, watchers: Sequence[Callable[["Game", int], Any]] = ()
    ) -> None:
        """
        Without a seed chance is new every time. `remember`: keep what every seat saw, for information_state. `watchers` are called with
        (game, seat) after each action.
        """
        self.terms = terms
        self._state = Handle(call.state_new(terms._pointer), call.state_free)
        self._view = Handle(call.state_new(terms._pointer), call.state_free)
        self._past = Handle(call.past_new(), call.past_free) if terms.has_repetition else None
        self._list = (ctypes.c_uint64 * call.terms_legal_most(terms._pointer))()
        self._remember = remember
        self._watchers = watchers
        self.seat: int | None = None
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Begins again, with another seed."""
        self._start(seed_or_entropy(seed))
        self._note()
        self._go_on()

    def _start(self, seed: int) -> None:
        """At the start of the rules, before any seat has acted or seen anything."""
        self.seed = seed
        self.random = call.random_seeded(seed)
        self.moves: list[Move] = []
        self._seen: list[list[str]] = [[] for _ in self.terms.seats]
        self._choices: dict[int, tuple[list[int], NDArray[np.int64]]] = {}
        if self._past:
            call.past_clear(self._past)
        call.state_start(self.terms._pointer, self._state)

    @classmethod
    def after_each(cls, terms: Terms, moves: Iterable[Move]) -> Iterator[Self]:
        """
        The same game at its start and after each of these moves, (name of the seat, token), chance included: nothing is drawn. Who is to
        act next is not asked.
        """
        game = cls(terms, 0)
        game._start(0)
        yield game
        for name, token in moves:
            seat = lib.CHANCE if name == "#" else terms.seat_named(name)
            action = ctypes.c_uint64()
            asked(call.action_read, terms._pointer, game._state, seat, token.encode(), byref(action))
            game._apply(seat, action.value)
            yield game

    @classmethod
    def of_moves(cls, terms: Terms, moves: Iterable[Move]) -> Self:
        """A game played by (name of the seat, token) alone, chance included: nothing is drawn until they are through."""
        for game in cls.after_each(terms, moves):
            pass
        game._go_on()
        return game

    # ---- Copies -------------------------------------------------------------------------------------------------------

    def copy(self) -> "Game":
        """The same game, to play on with: chance will draw the same numbers. Its watchers watch the first alone."""
        return self._copied(self.terms, ())

    def _copied(self, terms: Terms, watchers: Sequence[Callable[["Game", int], Any]]) -> "Game":
        other = Game(terms, self.seed, self._remember)
        other._watchers = watchers
        call.state_copy(terms._pointer, other._state, self._state)
        if self._past:
            call.past_copy(other._past, self._past)
        other._take_up(self.random, self.moves, self._seen, self.seat)
        return other

    def _take_up(self, random: lib.Random, moves: Iterable[Move], seen: Iterable[Iterable[str]], seat: int | None) -> None:
        ctypes.memmove(byref(self.random), byref(random), ctypes.sizeof(random))
        self.moves = list(moves)
        self._seen = [list(one) for one in seen]
        self.seat = seat
        self._choices = {}

    def __copy__(self) -> "Game":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self._copied(deepcopy(self.terms, memo), deepcopy(self._watchers, memo))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as a position, with its past, its random numbers and what was seen."""
        past = text_of(call.past_write, lib.PAST_SIZE, self._past) if self._past else None
        kept = self.seed, self.truth(), past, tuple(self.random.word), self.moves, self._seen, self.seat
        return _game_of, (self.terms, self._remember, self._watchers, *kept)

    # ---- Who and what -------------------------------------------------------------------------------------------------

    def _note(self) -> None:
        """Every seat remembers what it sees, if that has changed: nothing tells it of what it does not see."""
        if not self._remember:
            return
        for seat, seen in enumerate(self._seen):
            view = "= " + self.view(seat)
            if next((line for line in reversed(seen) if line[0] == "="), None) != view:
                seen.append(view)

    def _apply(self, seat: int, action: int) -> None:
        token = self._token(action)
        name = "#" if seat == lib.CHANCE else self.terms.seats[seat]
        call.state_apply(self.terms._pointer, self._state, seat, action, self._past)
        self._choices = {}
        self.moves.append((name, token))
        if seat != lib.CHANCE:
            self._seen[seat].append("> " + token)
        self._note()
        for watcher in self._watchers:
            watcher(self, seat)

    def acting(self) -> list[int]:
        """The seats that may act; none once the game is over."""
        acting = call.state_to_act(self.terms._pointer, self._state)
        return [seat for seat in range(32) if acting >> seat & 1]

    def _go_on(self) -> None:
        while True:
            seats = self.acting()
            if not seats:
                self.seat = None
                return
            lot = call.random_below(byref(self.random), len(seats)) if len(seats) > 1 else 0
            self.seat = seats[lot]
            if self.seat != lib.CHANCE:
                return
            drawn = ctypes.c_uint64()
            call.state_throw(self.terms._pointer, self._state, byref(self.random), byref(drawn))
            self._apply(lib.CHANCE, drawn.value)

    @property
    def over(self) -> bool:
        """Whether nothing is left to play."""
        return self.seat is None

    def _legal(self, seat: int | None = None) -> tuple[list[int], NDArray[np.int64]]:
        """The legal actions of a seat, or of the one that is to act, as (numbers, indices), made once a position."""
        seat = self.seat if seat is None else seat
        if seat is None:
            return [], np.zeros(0, dtype=np.int64)
        if seat not in self._choices:
            count = call.state_legal(self.terms._pointer, self._state, seat, self._list)
            indices = (ctypes.c_uint32 * count)()
            if not call.action_indices(self.terms._pointer, self._list, count, indices):
                raise MemoryError
            self._choices[seat] = list(self._list[:count]), np.array(indices, dtype=np.int64)
        return self._choices[seat]

    def _token(self, action: int) -> str:
        return text_of(call.action_write, lib.TOKEN_SIZE, self.terms._pointer, action)

    def legal_tokens(self, seat: int | None = None) -> list[str]:
        """The tokens of the legal actions, of a seat or of the one that is to act."""
        return [self._token(action) for action in self._legal(seat)[0]]

    def legal_indices(self, seat: int | None = None) -> NDArray[np.int64]:
        """The fixed indices of the legal actions, in the order of legal_tokens."""
        return self._legal(seat)[1].copy()

    def mask(self) -> NDArray[np.int8]:
        """1 at the index of each legal action of the seat to act, of all indices there are."""
        mask = np.zeros(self.terms.index_count, dtype=np.int8)
        mask[self._legal()[1]] = 1
        return mask

    # ---- Playing ------------------------------------------------------------------------------------------------------

    def play(self, choice: str | int) -> None:
        """Plays a token, or the fixed index of an action, for the seat that is to act."""
        if self.over:
            raise Refused("the game is over")
        if isinstance(choice, str):
            action = ctypes.c_uint64()
            asked(call.action_read, self.terms._pointer, self._state, self.seat, choice.encode(), byref(action))
            number = action.value
        else:
            numbers, indices = self._legal()
            place = np.flatnonzero(indices == choice)
            if not len(place):
                raise Refused(f"no legal action of {self.terms.seats[self.seat]} has the index {choice}")
            number = numbers[place[0]]
        self._apply(self.seat, number)
        self._go_on()

    def turn_to(self, seat: int) -> None:
        """Of several seats that may act, this one does: who plays for several need not leave it to the lot."""
        if seat not in self.acting():
            raise Refused(f"seat {seat} is not to act")
        self.seat = seat

    def token_of(self, index: int, seat: int | None = None) -> str:
        """The token of a legal action's index."""
        numbers, indices = self._legal(seat)
        return self._token(numbers[indices.tolist().index(index)])

    def half_points(self) -> list[int] | None:
        """Of both sides: 2 won, 1 drawn, 0 lost; None while the game goes on."""
        result = self._result()
        return list(result.half_points) if result else None

    def reason(self) -> str | None:
        """The word for how the game ended; None while it goes on."""
        result = self._result()
        return self.terms.reason(result.reason) if result else None

    def _result(self) -> lib.Result | None:
        result = lib.Result()
        return result if call.state_result(self.terms._pointer, self._state, byref(result)) else None

    def returns(self) -> list[int]:
        """Of each seat: 1 won, 0 drawn or not over, -1 lost."""
        points = self.half_points()
        return [points[side] - 1 if points else 0 for side in self.terms.sides]

    # ---- What is seen -------------------------------------------------------------------------------------------------

    def view(self, seat: int) -> str:
        """The position as a seat sees it, as text."""
        if not call.state_view(self.terms._pointer, self._state, seat, self._view):
            raise Refused(f"there is no seat {seat}")
        return text_of(call.state_write, lib.POSITION_SIZE, self.terms._pointer, self._view)

    def watched(self) -> str:
        """The position as a watcher sees it."""
        return self.view(lib.WATCHER)

    def truth(self) -> str:
        """The whole position, secrets included: for records, not for players."""
        return text_of(call.state_write, lib.POSITION_SIZE, self.terms._pointer, self._state)

    def observation(self, seat: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """(planes, fields) of what a seat sees: docs/python.md."""
        return self.terms.lens.look(self.view(seat), seat)

    def information_state(self, seat: int) -> str:
        """All that a seat has seen and done, in order: equal for two games exactly if it cannot tell them apart."""
        if not self._remember:
            raise Refused("this game does not remember: make it with remember=True")
        return "\n".join([self.terms.seats[seat], *self._seen[seat]])

    def picture(self, colour: bool = False) -> str:
        """The view of the watchers, drawn for a terminal."""
        call.state_view(self.terms._pointer, self._state, lib.WATCHER, self._view)
        return text_of(call.state_picture, lib.PICTURE_SIZE, self.terms._pointer, self._view, colour)


def _game_of(
    terms: Terms,
    remember: bool,
    watchers: Sequence[Callable[[Game, int], Any]],
    seed: int,
    position: str,
    past: str | None,
    random: Sequence[int],
    moves: Iterable[Move],
    seen: Iterable[Iterable[str]],
    seat: int | None,
) -> Game:
    """A game that was pickled."""
    game = Game(terms, seed, remember)
    game._watchers = watchers
    asked(call.state_read, terms._pointer, position.encode(), game._state)
    if game._past:
        asked(call.past_read, game._past, past.encode())
    game._take_up(lib.Random((ctypes.c_uint64 * 4)(*random)), moves, seen, seat)
    return game
