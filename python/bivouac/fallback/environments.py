"""Base classes with the parts of Gymnasium's Env and PettingZoo's AECEnv and ParallelEnv that do not depend on a game."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from .spaces import Space


class Env:
    """As gymnasium.Env: one learner."""

    metadata: dict[str, Any] = {"render_modes": []}
    render_mode: str | None = None
    spec: Any = None
    action_space: Space
    observation_space: Space
    _np_random: np.random.Generator | None = None
    _np_random_seed: int | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        """Seeds the random numbers, if a seed is given; an environment does the rest."""
        if seed is not None:
            self._seed(seed)

    def _seed(self, seed: int | None) -> None:
        if seed is not None and seed < 0:
            raise ValueError(f"a seed is not negative: {seed}")
        sequence = np.random.SeedSequence(seed)
        self._np_random, self._np_random_seed = np.random.default_rng(sequence), int(sequence.entropy)

    @property
    def np_random(self) -> np.random.Generator:
        """The environment's random numbers; new every time until it is seeded."""
        if self._np_random is None:
            self._seed(None)
        return self._np_random

    @np_random.setter
    def np_random(self, value: np.random.Generator) -> None:
        self._np_random, self._np_random_seed = value, -1

    @property
    def np_random_seed(self) -> int:
        """What the random numbers began with; -1 if they were set from outside."""
        if self._np_random_seed is None:
            self._seed(None)
        return self._np_random_seed

    @property
    def unwrapped(self) -> "Env":
        """The environment without wrappers: this."""
        return self

    def has_wrapper_attr(self, name: str) -> bool:
        """Whether there is such an attribute."""
        return hasattr(self, name)

    def get_wrapper_attr(self, name: str) -> Any:
        """An attribute by its name."""
        return getattr(self, name)

    def set_wrapper_attr(self, name: str, value: Any) -> bool:
        """Sets an attribute by its name."""
        setattr(self, name, value)
        return True

    def close(self) -> None:
        """Ends the environment."""

    def __str__(self) -> str:
        return f"<{type(self).__name__} instance>"

    def __enter__(self) -> "Env":
        return self

    def __exit__(self, *_: Any) -> bool:
        self.close()
        return False


class _Agents:
    """What both of PettingZoo's classes have."""

    metadata: dict[str, Any]
    agents: list[str]
    possible_agents: list[str]
    observation_spaces: dict[str, Space]
    action_spaces: dict[str, Space]

    @property
    def num_agents(self) -> int:
        """How many are in the game."""
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        """How many can be."""
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> Any:
        """The environment without wrappers: this."""
        return self

    def observation_space(self, agent: str) -> Space:
        """The space of an agent's observations, the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space:
        """The space of an agent's actions, the same object every time."""
        return self.action_spaces[agent]

    def __str__(self) -> str:
        return self.metadata.get("name", type(self).__name__)


class AECEnv(_Agents):
    """As pettingzoo.AECEnv: one agent acts after another."""

    agent_selection: str
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]
    _cumulative_rewards: dict[str, float]

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agent that is to step, again and again until all are gone."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """(observation, reward, terminated, truncated, info) of the agent that is to step."""
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )


class ParallelEnv(_Agents):
    """As pettingzoo.ParallelEnv: all agents act at once."""
