"""Spaces under the names of Gymnasium, apart from ours by being other classes."""

from bivouac.fallback import spaces as ours


class Space:
    pass


class Discrete(ours.Discrete, Space):
    pass


class Box(ours.Box, Space):
    pass


class Dict(ours.Dict, Space):
    pass
