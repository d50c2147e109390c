#!/usr/bin/env python3
"""
How fast a random policy plays in batches on the CPU and on a GPU: python/examples/batch_pace.py [cpu|cuda …] (default: both).

On the GPU the policy runs there, too, with PyTorch: counts come as a tensor, and places go back as one, without a copy.
"""

import sys
import time

import numpy as np

from bivouac import BatchEnv, games

SECONDS = 1.0
LANES = {"cpu": 1024, "cuda": 65536}
LANES_OF_LONG_LISTS = 16384  # Échec aux Chevaliers: the lists of a lane take 256 KiB


def random_places(env, device):
    """A place for each game, each legal action equally likely."""
    if device == "cpu":
        return env.random_places(np.random.default_rng())
    import torch

    counts = torch.from_dlpack(env.counts).to(torch.float32)
    return (torch.rand(env.num_envs, device="cuda") * counts).to(torch.int64).clamp(max=counts.to(torch.int64) - 1)


def pace(game, device):
    """Plies a second, those of chance included."""
    lanes = min(LANES[device], LANES_OF_LONG_LISTS) if game == "chevaliers" else LANES[device]
    env = BatchEnv(game, lanes, seed=1, device=device)
    for _ in range(3):
        env.step_places(random_places(env, device))
    plies, begun = env.plies, time.perf_counter()
    while time.perf_counter() - begun < SECONDS:
        env.step_places(random_places(env, device))
    return (env.plies - plies) / (time.perf_counter() - begun)


def main(devices):
    print("million plies a second   " + "  ".join(f"{device:>8}" for device in devices))
    for game in games():
        print(f"{game:<24} " + "  ".join(f"{pace(game, device) / 1e6:8.1f}" for device in devices), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or ["cpu", "cuda"])
