"""Stands in for Gymnasium where it cannot be installed: only as much as a base class, spaces and a register need."""

import numpy as np

from . import spaces

known = {}


class Env:
    metadata = {"render_modes": []}
    render_mode = None
    spec = None
    _np_random = None
    _np_random_seed = None

    def reset(self, *, seed=None, options=None):
        if seed is not None:
            assert type(seed) is int and seed >= 0
            self._np_random, self._np_random_seed = np.random.default_rng(seed), seed

    @property
    def np_random(self):
        if self._np_random is None:
            self._np_random, self._np_random_seed = np.random.default_rng(), 0
        return self._np_random

    @np_random.setter
    def np_random(self, value):
        self._np_random, self._np_random_seed = value, -1

    @property
    def np_random_seed(self):
        self.np_random
        return self._np_random_seed

    @property
    def unwrapped(self):
        return self

    def __str__(self):
        return "a Gymnasium environment"


class Spec:
    nondeterministic = False

    def __init__(self, id, entry_point, kwargs):
        self.id, self.entry_point, self.kwargs = id, entry_point, kwargs

    def make(self, **more):
        module, name = self.entry_point.split(":")
        env = getattr(__import__(module), name)(**self.kwargs, **more)
        env.spec = self
        return env


def register(id, entry_point, kwargs):
    known[id] = Spec(id, entry_point, kwargs)


def make(id, **more):
    return known[id].make(**more)
