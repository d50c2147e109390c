"""What the three environments of one game share: terms, drawing, the whole state, copies."""

from copy import deepcopy
from typing import Any, Self

import numpy as np

from . import spaces
from .conventions import Box
from .game import Game, Terms
from .seeds import seed_or_entropy

RENDER_MODES = ["ansi", "human"]


class GameEnv:
    """
    One game of some terms at a time, as `game`. `render_mode` is "ansi" (render returns a text), "human" (the picture is printed after each
    step) or None. `most_steps` truncates a game. `observation` is "planes" or "flat".
    """

    np_random: np.random.Generator
    game: Game | None

    def __init__(
        self,
        game: str,
        settings: str = "",
        board: str | None = None,
        *,
        render_mode: str | None = None,
        most_steps: int | None = None,
        observation: spaces.Layout = "planes",
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode is one of {RENDER_MODES} or None, not {render_mode!r}")
        self.render_mode = render_mode
        self.terms = Terms(game, settings, board)
        self.state_space: Box = spaces.flat(self.terms)
        self._layout: spaces.Layout = observation
        self._most_steps = most_steps
        self._steps = 0
        self.game = None

    def _seed_of_game(self, seed: int | None) -> int:
        """The seed that is given, or one that the environment's random numbers choose."""
        return int(self.np_random.integers(2**63)) if seed is None else seed_or_entropy(seed)

    def _begin(self, seed: int, **options: Any) -> None:
        """A new game, with the options of Game."""
        self._steps = 0
        self.game = Game(self.terms, seed, **options)

    def _playing(self) -> Game:
        if self.game is None:
            raise ValueError("there is no game: reset first")
        return self.game

    def _is_cut(self) -> bool:
        """Whether the game has had its steps, but no end."""
        return self._most_steps is not None and self._steps >= self._most_steps and not self._playing().over

    def state(self) -> np.ndarray:
        """The whole position as one vector, secrets included: for training, not for players."""
        return self.terms.lens.whole(self._playing().truth())

    def render(self) -> str | None:
        """The position as watchers see it: a text, or printed, as the render mode says."""
        if self.render_mode is None:
            return None
        picture = self._playing().picture()
        if self.render_mode == "ansi":
            return picture
        print(picture, flush=True)
        return None

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Ends the game; reset begins another."""
        self.game = None

    def __copy__(self) -> Self:
        """Half a copy would play the same game."""
        return deepcopy(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: Any) -> bool:
        self.close()
        return False
