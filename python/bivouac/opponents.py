"""Opponents: one that plays at random, and the library's own."""

from ctypes import byref
from typing import Any, Protocol

import numpy as np

from . import _library as lib
from ._library import Handle, asked, call
from .game import Game, Move, Terms
from .seeds import seed_or_entropy


class Opponent(Protocol):
    """One that chooses the actions of a side, and sees what is played."""

    def choose(self, game: Game) -> int:
        """The index of an action for the seat that is to act."""

    def watch(self, game: Game, seat: int) -> None:
        """A seat has acted."""


class RandomOpponent:
    """Every legal action is equally likely."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = np.random.default_rng(seed)

    def choose(self, game: Game) -> int:
        """The index of an action for the seat that is to act."""
        return int(self._random.choice(game.legal_indices()))

    def watch(self, game: Game, seat: int) -> None:
        """A seat has acted: nothing to learn from that."""


class LevelOpponent:
    """
    An opponent of a level, 1 to 8, on all seats of a side, for one game. It thinks for so many nodes a question, without a clock:
    the same seed plays the same. So a copy of it is another one who was asked and shown the same, which takes as long as it took the first.
    """

    def __init__(self, terms: Terms, side: int, level: int, seed: int | None = None, nodes: int = 2000) -> None:
        self._made = terms, side, level, seed_or_entropy(seed), nodes
        seats = call.side_seats(terms._pointer, side)
        pointer = asked(call.player_new, terms._pointer, seats, level, self._made[3])
        self._pointer = Handle(pointer, call.player_free, terms._pointer)
        call.player_limit(self._pointer, nodes, 0)
        self._moves: list[Move] = []  # of its game
        self._heard: list[tuple[int, int | None]] = []  # after so many of them: the seat that had acted, or None for a question

    def __reduce__(self) -> tuple[Any, ...]:
        return _opponent_again, (self._made, list(self._moves), list(self._heard))

    def choose(self, game: Game) -> int:
        """The index of the action it prefers; of several of its seats that may act it chooses one."""
        best = self._think(game)
        game.turn_to(best.seat)
        numbers, indices = game._legal()
        return int(indices[numbers.index(best.action)])

    def watch(self, game: Game, seat: int) -> None:
        """A seat has acted: it learns from what its side sees."""
        self._note(game, seat)
        call.player_watch(self._pointer, game._state, seat)

    def _think(self, game: Game) -> lib.Choice:
        answer = lib.Answer()
        self._note(game, None)
        asked(call.player_think, self._pointer, game._state, game._past, byref(answer))
        return answer.choice[0]

    def _note(self, game: Game, seat: int | None) -> None:
        self._moves = game.moves
        self._heard.append((len(game.moves), seat))


def _opponent_again(made: tuple[Any, ...], moves: list[Move], heard: list[tuple[int, int | None]]) -> LevelOpponent:
    opponent = LevelOpponent(*made)
    left = iter(heard)
    at, seat = next(left, (None, None))
    for game in Game.after_each(made[0], moves):
        while at == len(game.moves):
            if seat is None:
                opponent._think(game)
            else:
                opponent.watch(game, seat)
            at, seat = next(left, (None, None))
    return opponent
