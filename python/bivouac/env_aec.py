"""A game as PettingZoo's AEC environment: one agent acts after another."""

import operator
from typing import Any

import numpy as np

from . import conventions, spaces
from .env_agents import AgentsEnv


class AECEnv(AgentsEnv, conventions.AECEnv):
    """Which agent is next follows from the rules: agents need not alternate, and where several may act at once the lot decides."""

    def __init__(self, game: str, settings: str = "", board: str | None = None, **options: Any) -> None:
        """The options are those of GameEnv."""
        super().__init__(game, settings, board, is_parallel=False, **options)
        self._cumulative_rewards = dict(self.rewards)
        self.agent_selection: str | None = None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins the game of a seed; without one, a game that np_random chooses. The option `remember` keeps information states."""
        self._restart(seed, options)
        self._cumulative_rewards = dict(self.rewards)
        self._select()
        self._show()

    def _select(self) -> None:
        gone = [agent for agent in self.agents if self.terminations[agent] or self.truncations[agent]]
        if gone:
            self.agent_selection = gone[0]
        elif not self.game.over:
            self.agent_selection = self.terms.seats[self.game.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees; its mask is empty unless it is to act."""
        game, seat = self._playing(), self.terms.seat_named(agent)
        mask = game.mask() if seat == game.seat else np.zeros(self._actions, dtype=np.int8)
        return spaces.observed(game, seat, self._layout, mask)

    def step(self, action: int | None) -> None:
        """Plays the action of an index for the agent that is selected; None takes an agent away whose game has ended."""
        game, agent = self._playing(), self.agent_selection
        if not self.agents:
            raise ValueError("the game is over: reset first")
        if self.terminations[agent] or self.truncations[agent]:
            self._leave(agent, action)
            return
        self._cumulative_rewards[agent] = 0
        self.rewards = dict.fromkeys(self.agents, 0)
        self._steps += 1
        if operator.index(action) in game.legal_indices():
            game.play(action)
            self._settle()
        else:
            self._lose(agent, int(action))
        for other, reward in self.rewards.items():
            self._cumulative_rewards[other] += reward
        self._select()
        self._show()

    def _leave(self, agent: str, action: int | None) -> None:
        """An agent whose game has ended says so with None, and is gone."""
        if action is not None:
            raise ValueError("when an agent's game has ended, its only action is None")
        self.agents.remove(agent)
        for of_agents in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            of_agents.pop(agent, None)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._select()
