"""Who else can sit at the table: somebody who plays at random, and the library's own opponents."""

from ctypes import byref

import numpy as np

from . import _library as lib
from ._library import asked, call


class RandomOpponent:
    def __init__(self, seed=0):
        self._random = np.random.default_rng(seed)

    def choose(self, game):
        """The index of an action for the seat that is to act."""
        return int(self._random.choice(game.legal_indices()))

    def watch(self, game, seat):
        """Somebody has acted: nothing to learn from that."""


class LevelOpponent:
    """
    An opponent of a level, 1 to 8, on all seats of a side, for one game. It thinks for so many nodes a question, without a clock:
    the same seed plays the same.
    """

    def __init__(self, terms, side, level, seed=0, nodes=2000):
        self._pointer = None
        self._terms = terms
        seats = call.seats_of_side(terms._pointer, side)
        self._pointer = asked(call.player_new, terms._pointer, seats, level, seed)
        call.player_limit(self._pointer, nodes, 0)

    def __del__(self):
        if self._pointer:
            call.player_free(self._pointer)

    def choose(self, game):
        answer = lib.Answer()
        asked(call.player_think, self._pointer, game._state, game._past, byref(answer))
        best = answer.choice[0]
        game.turn_to(best.seat)
        numbers, indices = game._legal()
        return int(indices[numbers.index(best.action)])

    def watch(self, game, seat):
        call.player_watch(self._pointer, game._state, seat)
