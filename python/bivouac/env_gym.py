"""A game after the conventions of Gymnasium: one learner against an opponent. Gymnasium is not needed."""

from copy import deepcopy

from . import spaces
from .game import Game, Terms
from .opponents import LevelOpponent, RandomOpponent
from .seeds import Seeds


class GymEnv:
    """
    The learner plays all seats of a side; the other side plays at random, or at a level from 1 to 8. A reward comes at the end: 1 won,
    0 drawn, -1 lost. An illegal action loses at once.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(self, game, settings="", board=None, side=0, level=None, nodes=2000, render_mode=None, most_steps=None):
        self.render_mode = render_mode
        self.terms = Terms(game, settings, board)
        self.observation_space, self.action_space = spaces.of_terms(self.terms)
        self._side, self._level, self._nodes, self._most_steps = side, level, nodes, most_steps
        self._seeds = Seeds()
        self.game = None

    def __copy__(self):
        """Half a copy would play the same game."""
        return deepcopy(self)

    @property
    def unwrapped(self):
        return self

    def _opponent_with(self, seed):
        if self._level is None:
            return RandomOpponent(seed)
        return LevelOpponent(self.terms, 1 - self._side, self._level, seed, self._nodes)

    def reset(self, seed=None, options=None):
        """With a seed that game; without, the one after the last, and the first is anybody's guess."""
        seed = self._seeds.next(seed)
        self._opponent = self._opponent_with(seed)
        self.game = Game(self.terms, seed, watchers=[self._opponent.watch])
        self._steps = 0
        self._lost = False
        self._until_learner()
        return self._observed(), self._info()

    def _until_learner(self):
        while not self.game.over and self.terms.sides[self.game.seat] != self._side:
            self.game.play(self._opponent.choose(self.game))

    def _observed(self):
        seat = self.game.seat
        return spaces.observed(self.game, self.terms.sides.index(self._side) if seat is None else seat)

    def _info(self):
        seat = self.game.seat
        return {"action_mask": self.game.mask(), "seat": None if seat is None else self.terms.seats[seat]}

    def step(self, action):
        if self.game is None or self.game.over or self._lost:
            raise ValueError("the game is over: reset first")
        self._steps += 1
        if action not in self.game.legal_indices():
            self._lost = True
            return self._observed(), -1.0, True, False, {**self._info(), "illegal": action}
        self.game.play(action)
        self._until_learner()
        reward = float(self.game.half_points()[self._side] - 1) if self.game.over else 0.0
        cut = self._most_steps is not None and self._steps >= self._most_steps and not self.game.over
        return self._observed(), reward, self.game.over, cut, self._info()

    def render(self):
        return self.game.picture() if self.render_mode == "ansi" else None

    def close(self):
        self.game = None
