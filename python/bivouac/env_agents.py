"""What PettingZoo's two kinds of environments share here: agents are seats, by name."""

from typing import Any

import numpy as np

from . import spaces
from .environment import RENDER_MODES, GameEnv


class AgentsEnv(GameEnv):
    """The seats of a game as agents, and what they have gained so far. An illegal action ends the game: its agent has lost, no other has won."""

    def __init__(self, game: str, settings: str = "", board: str | None = None, *, is_parallel: bool, **options: Any) -> None:
        super().__init__(game, settings, board, **options)
        self.metadata = {"name": f"bivouac_{game}", "render_modes": RENDER_MODES, "render_fps": 1, "is_parallelizable": is_parallel}
        self.possible_agents = list(self.terms.seats)
        self._actions = self.terms.index_count + is_parallel
        self.observation_spaces = {agent: spaces.of_layout(self.terms, self._layout, self._actions) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.of_actions(self._actions) for agent in self.possible_agents}
        self.np_random = np.random.default_rng()
        self._clear()

    def _clear(self) -> None:
        """All agents are there and have nothing."""
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}

    def _restart(self, seed: int | None, options: dict[str, Any] | None) -> None:
        if seed is not None:
            self.np_random = np.random.default_rng(seed)
        self._begin(self._seed_of_game(seed), remember=bool(options and options.get("remember")))
        self._clear()

    def _settle(self) -> None:
        """What the actions of this step have led to."""
        self.rewards = dict(zip(self.possible_agents, self.game.returns()))
        self.terminations = dict.fromkeys(self.agents, self.game.over)
        self.truncations = dict.fromkeys(self.agents, self._is_cut())

    def _lose(self, agent: str, action: int) -> None:
        """An agent has chosen what is not legal."""
        self.rewards[agent] = -1
        self.infos[agent] = {"illegal": action}
        self.terminations = dict.fromkeys(self.agents, True)

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations, the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions, the same object every time."""
        return self.action_spaces[agent]

    def information_state(self, agent: str) -> str:
        """All that an agent has seen and done; reset with options={"remember": True} first."""
        return self._playing().information_state(self.terms.seat_named(agent))
