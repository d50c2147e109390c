"""Stands in for PettingZoo where it cannot be installed: its two base classes."""


class Agents:
    @property
    def num_agents(self):
        return len(self.agents)

    @property
    def max_num_agents(self):
        return len(self.possible_agents)

    @property
    def unwrapped(self):
        return self

    def observation_space(self, agent):
        raise NotImplementedError

    def action_space(self, agent):
        raise NotImplementedError

    def state(self):
        raise NotImplementedError

    def render(self):
        raise NotImplementedError

    def close(self):
        pass

    def __str__(self):
        return self.metadata["name"]


class AECEnv(Agents):
    def agent_iter(self, max_iter=2**63):
        for _ in range(min(max_iter, 10**6)):
            if not self.agents:
                return
            yield self.agent_selection

    def last(self, observe=True):
        agent = self.agent_selection
        assert agent is not None
        seen = self.observe(agent) if observe else None
        return seen, self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent], self.infos[agent]


class ParallelEnv(Agents):
    pass
