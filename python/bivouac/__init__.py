"""The games of Bivouac for Python: see docs/python.md."""

from ._library import Refused, call
from .batch import BatchEnv
from .env_aec import AECEnv
from .env_gym import GymEnv, register
from .env_parallel import ParallelEnv
from .game import Game, Terms, games
from .vector import VectorEnv

try:
    from ._version import version as __version__  # written into a wheel
except ImportError:
    __version__ = call.version().decode()

register()

__all__ = ["AECEnv", "BatchEnv", "Game", "GymEnv", "ParallelEnv", "Refused", "Terms", "VectorEnv", "__version__", "games"]
