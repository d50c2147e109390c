"""The games of Bivouac for Python: see docs/python.md."""

from .env_aec import AECEnv
from .env_gym import GymEnv
from .game import Game, Terms, games
from .vector import VectorEnv

__all__ = ["AECEnv", "Game", "GymEnv", "Terms", "VectorEnv", "games"]
