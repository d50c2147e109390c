#!/usr/bin/env python3
"""How fast batches are stepped from Python, beside the program's own random play: python/bench.py PROGRAM."""

import os
import subprocess
import sys
import time

import numpy as np

from bivouac import VectorEnv, games

BATCH = 1024
SECONDS = 1.0  # of the processor, so that other work on the machine matters less
PLIES = 5_000_000


def pace(name, step):
    """Plies a second of random play with a way to step."""
    env, random = VectorEnv(name, BATCH, seed=1), np.random.default_rng(1)
    plies, begun = env.plies, time.process_time()
    while time.process_time() - begun < SECONDS:
        for _ in range(8):
            step(env, random)
    return (env.plies - plies) / (time.process_time() - begun)


def by_places(env, random):
    env.step_places(env.random_places(random))


def by_indices(env, random):
    env.step(env.random_actions(random))


def by_lists(env, random):
    indices, offsets = env.legal_indices()
    env.step(indices[offsets[:-1] + env.random_places(random)])


def by_observations(env, random):
    env.observations()
    by_places(env, random)


def native(program, name):
    """The same of the program, which makes the full legal list at every ply too."""
    times = [measured(program, name, plies) for plies in (1, PLIES)]
    return PLIES / (times[1] - times[0])


def measured(program, name, plies):
    before = os.times()
    subprocess.run([program, "bench", "--game", name, "--plies", str(plies)], check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def main():
    ways = {"places": by_places, "indices": by_indices, "all legal": by_lists, "observed": by_observations}
    print(f"batches of {BATCH}, one thread; thousands of plies a second, and the share of the program's own")
    print(f"{'game':13} {'program':>8}" + "".join(f"{way:>10} share" for way in ways))
    for name in games():
        own = native(sys.argv[1], name)
        paces = [pace(name, step) for step in ways.values()]
        print(f"{name:13} {own / 1e3:8.0f}" + "".join(f"{of_way / 1e3:10.0f} {of_way / own:5.0%}" for of_way in paces), flush=True)


if __name__ == "__main__":
    main()
