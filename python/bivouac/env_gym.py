"""A game as an environment of Gymnasium: one learner against an opponent."""

import operator
from typing import Any

from . import conventions, spaces
from .environment import RENDER_MODES, GameEnv
from .game import games
from .opponents import LevelOpponent, Opponent, RandomOpponent


class GymEnv(GameEnv, conventions.Env):
    """
    The learner plays all seats of a side; the other side plays at random, or at a level from 1 to 8. A reward comes at the end: 1 won,
    0 drawn, -1 lost. An illegal action loses at once.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}

    def __init__(
        self, game: str, settings: str = "", board: str | None = None, side: int = 0, level: int | None = None, nodes: int = 2000, **options: Any
    ) -> None:
        """`level`: the opponent's, which thinks for so many `nodes` an action. The other options are those of GameEnv."""
        super().__init__(game, settings, board, **options)
        self.observation_space = spaces.of_layout(self.terms, self._layout, self.terms.index_count)
        self.action_space = spaces.of_actions(self.terms.index_count)
        self._side, self._level, self._nodes = side, level, nodes
        self._lost = False

    def _opponent_with(self, seed: int) -> Opponent:
        if self._level is None:
            return RandomOpponent(seed)
        return LevelOpponent(self.terms, 1 - self._side, self._level, seed, self._nodes)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins the game of a seed; without one, a game that np_random chooses. There are no options."""
        conventions.Env.reset(self, seed=None if seed is None else operator.index(seed), options=options)
        seed = self._seed_of_game(seed)
        self._opponent = self._opponent_with(seed)
        self._begin(seed, watchers=[self._opponent.watch])
        self._lost = False
        self._until_learner()
        self._show()
        return self._observed(), self._info()

    def _until_learner(self) -> None:
        while not self.game.over and self.terms.sides[self.game.seat] != self._side:
            self.game.play(self._opponent.choose(self.game))

    def _observed(self) -> dict[str, Any]:
        seat = self.terms.sides.index(self._side) if self.game.seat is None else self.game.seat
        return spaces.observed(self.game, seat, self._layout, self.game.mask())

    def _info(self) -> dict[str, Any]:
        seat = self.game.seat
        return {"action_mask": self.game.mask(), "seat": None if seat is None else self.terms.seats[seat]}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Plays the action of an index, and all of the opponent's until the learner is to act again."""
        if self._playing().over or self._lost:
            raise ValueError("the game is over: reset first")
        self._steps += 1
        if operator.index(action) not in self.game.legal_indices():
            self._lost = True
            return self._observed(), -1.0, True, False, {**self._info(), "illegal": int(action)}
        self.game.play(action)
        self._until_learner()
        self._show()
        reward = float(self.game.half_points()[self._side] - 1) if self.game.over else 0.0
        return self._observed(), reward, self.game.over, self._is_cut(), self._info()


def register() -> None:
    """Makes the games known to Gymnasium, where it is installed: gymnasium.make("bivouac/chevaliers-v0")."""
    try:
        from gymnasium import register as make_known
    except ImportError:
        return
    for name in games():
        make_known(id=f"bivouac/{name}-v0", entry_point="bivouac:GymEnv", kwargs={"game": name})
