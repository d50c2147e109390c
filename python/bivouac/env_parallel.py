"""A game as PettingZoo's parallel environment: every agent gives an action in every step."""

import operator
from collections.abc import Mapping
from typing import Any

import numpy as np

from . import conventions, spaces
from .env_agents import AgentsEnv


class ParallelEnv(AgentsEnv, conventions.ParallelEnv):
    """
    An agent that is not to act gives the action `wait`, which is the last of its actions and then the only legal one. Where several may act
    at once, all of them choose in the same step, and the lot decides who acts first: what is no longer legal by then lapses, and the
    agent's info says so.
    """

    def __init__(self, game: str, settings: str = "", board: str | None = None, **options: Any) -> None:
        """The options are those of GameEnv."""
        super().__init__(game, settings, board, is_parallel=True, **options)
        self.wait = self.terms.index_count

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begins the game of a seed; without one, a game that np_random chooses. The option `remember` keeps information states."""
        self._restart(seed, options)
        self._show()
        return self._observed(), self.infos

    def _observed(self) -> dict[str, Any]:
        return {agent: self.observe(agent) for agent in self.agents}

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, with the mask of its actions."""
        game, seat = self._playing(), self.terms.seat_named(agent)
        mask = np.zeros(self._actions, dtype=np.int8)
        if seat in game.acting():
            mask[game.legal_indices(seat)] = 1
        else:
            mask[self.wait] = 1
        return spaces.observed(game, seat, self._layout, mask)

    def step(self, actions: Mapping[str, int]) -> tuple[dict, dict, dict, dict, dict]:
        """Plays an action of each agent; (observations, rewards, terminations, truncations, infos), each by agent."""
        game = self._playing()
        if not self.agents:
            raise ValueError("the game is over: reset first")
        if set(actions) != set(self.agents):
            raise ValueError(f"an action of each agent is wanted: {self.agents}")
        self._steps += 1
        self.rewards = dict.fromkeys(self.agents, 0)
        self.infos = {agent: {} for agent in self.agents}
        tokens, is_legal = self._tokens(actions)
        if is_legal:
            self._play(tokens)
            self._settle()
        self._show()
        told = self._observed(), self.rewards, self.terminations, self.truncations, self.infos
        if game.over or not is_legal or self._is_cut():
            self.agents = []
        return told

    def _tokens(self, actions: Mapping[str, int]) -> tuple[dict[int, str], bool]:
        """What each seat that is to act wants to play, and whether all of it is legal."""
        tokens, acting = {}, self.game.acting()
        is_legal = True
        for agent, action in actions.items():
            seat, index = self.terms.seat_named(agent), operator.index(action)
            if seat in acting and index in self.game.legal_indices(seat):
                tokens[seat] = self.game.token_of(index, seat)
            elif seat in acting or index != self.wait:
                self._lose(agent, index)
                is_legal = False
        return tokens, is_legal

    def _play(self, tokens: dict[int, str]) -> None:
        """The seats act in the order of the lot, as long as one of them may."""
        while able := [seat for seat in self.game.acting() if seat in tokens]:
            seat = self.game.seat if self.game.seat in able else able[0]
            self.game.turn_to(seat)
            token = tokens.pop(seat)
            if token in self.game.legal_tokens():
                self.game.play(token)
            else:
                self.infos[self.terms.seats[seat]] = {"lapsed": token}
        for seat, token in tokens.items():
            self.infos[self.terms.seats[seat]] = {"lapsed": token}
