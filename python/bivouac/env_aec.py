"""A game after the conventions of PettingZoo's AEC environments: one agent acts after another. PettingZoo is not needed."""

from copy import deepcopy

from . import spaces
from .game import Game, Terms
from .seeds import Seeds


class AECEnv:
    """
    Agents are seats, by name. Who is next follows from the rules: agents need not alternate, and where several may act at once the
    lot decides. An illegal action ends the game: whoever chose it has lost, nobody has won.
    """

    def __init__(self, game, settings="", board=None, render_mode=None, most_steps=None):
        self.metadata = {"name": f"bivouac_{game}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.terms = Terms(game, settings, board)
        self.possible_agents = list(self.terms.seats)
        self._most_steps = most_steps
        observation_space, self._action_space = spaces.of_terms(self.terms)
        self._observation_spaces = {agent: observation_space for agent in self.possible_agents}
        self._action_spaces = {agent: self._action_space for agent in self.possible_agents}
        self._seeds = Seeds()
        self.game = None

    def __copy__(self):
        """Half a copy would play the same game."""
        return deepcopy(self)

    @property
    def unwrapped(self):
        return self

    @property
    def num_agents(self):
        return len(self.agents)

    @property
    def max_num_agents(self):
        return len(self.possible_agents)

    def observation_space(self, agent):
        return self._observation_spaces[agent]

    def action_space(self, agent):
        return self._action_spaces[agent]

    def reset(self, seed=None, options=None):
        """With a seed that game; without, the one after the last, and the first is anybody's guess."""
        self.game = Game(self.terms, self._seeds.next(seed), remember=bool(options and options.get("remember")))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._steps = 0
        self._select()

    def _select(self):
        gone = [agent for agent in self.agents if self.terminations[agent] or self.truncations[agent]]
        if gone:
            self.agent_selection = gone[0]
        elif not self.game.over:
            self.agent_selection = self.terms.seats[self.game.seat]

    def observe(self, agent):
        return spaces.observed(self.game, self.terms.seat_named(agent))

    def last(self, observe=True):
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def agent_iter(self, max_iter=2**63):
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._leave(agent, action)
            return
        self._cumulative_rewards[agent] = 0
        self.rewards = dict.fromkeys(self.agents, 0)
        self._steps += 1
        if action in self.game.legal_indices():
            self.game.play(action)
            self.rewards = dict(zip(self.possible_agents, self.game.returns()))
            self.terminations = dict.fromkeys(self.agents, self.game.over)
            cut = self._most_steps is not None and self._steps >= self._most_steps and not self.game.over
            self.truncations = dict.fromkeys(self.agents, cut)
        else:
            self.rewards[agent] = -1
            self.infos[agent] = {"illegal": action}
            self.terminations = dict.fromkeys(self.agents, True)
        for other, reward in self.rewards.items():
            self._cumulative_rewards[other] += reward
        self._select()

    def _leave(self, agent, action):
        """An agent whose game has ended says so with None, and is gone."""
        if action is not None:
            raise ValueError("when an agent's game has ended, its only action is None")
        self.agents.remove(agent)
        for of_agents in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            of_agents.pop(agent, None)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._select()

    def information_state(self, agent):
        """All that an agent has seen and done; reset with options={"remember": True} first."""
        return self.game.information_state(self.terms.seat_named(agent))

    def render(self):
        return self.game.picture() if self.render_mode == "ansi" else None

    def close(self):
        self.game = None
