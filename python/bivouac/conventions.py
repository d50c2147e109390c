"""Gymnasium's and PettingZoo's own classes where these packages are installed, small equal ones where they are not."""

try:
    from gymnasium import Env
    from gymnasium.spaces import Box, Dict, Discrete, Space
except ImportError:
    from .fallback.environments import Env
    from .fallback.spaces import Box, Dict, Discrete, Space

try:
    from pettingzoo import AECEnv, ParallelEnv
except ImportError:
    from .fallback.environments import AECEnv, ParallelEnv

__all__ = ["AECEnv", "Box", "Dict", "Discrete", "Env", "ParallelEnv", "Space"]
