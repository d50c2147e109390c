#!/usr/bin/env python3
"""
The rules on a real GPU: whether they play as native ones do, and how fast. Run it on a machine with an NVIDIA GPU:

    tools/build-gpu && tools/build-gpu --stand-in         # where clang is; the results may be copied
    PYTHONPATH=python python3 benchmarks/gpu.py [--write] [--seconds S] [GAME…]

With --write it puts what it prints into docs/gpu.md. Fails if a lane played differently.
"""

import argparse
import sys
import time
from ctypes import c_uint64
from pathlib import Path

import numpy as np

from bivouac import BatchEnv, VectorEnv, games
from bivouac._cuda import Cuda
from bivouac.lanes import LANE, LaneEnv
from bivouac.play import played
from bivouac.stand_in import StandIn

SEEDS, FIRST_SEED, PLIES = 1000, 1, 2000
DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "gpu.md"
BEGIN, END = "<!-- figures: written by benchmarks/gpu.py -->\n", "<!-- end of figures -->\n"
LANES = {"chevaliers": 132 * 1024}  # its lists take 256 KiB a lane
MOST_LANES = 132 * 2048
SETTINGS = {
    "kriegspiel": ("", "axis=both field=long quiet=draw", "seats=6", "axis=both seats=6"),
    "chevaliers": ("", "men-capture=no-retreat obligation=any oversight=table", "seats=4", "oversight=table seats=4"),
    "chars": ("", "own-fire=on"),
    "paris": (
        "",
        "board=large diagonals=any impasse=draw protection=reach",
        "seats=3 return=free sortie=officers",
        "summons=moved protection=either",
    ),
    "belligerants": ("", "board=plaine", "armistice=off camp=open", "armistice=off compulsion=forced"),
}


def differing(game, gpu, first):
    """How many of the seeds were played differently, with each set of rule options."""
    counts = []
    for settings in SETTINGS[game]:
        ours, native = played(game, SEEDS, PLIES, first, gpu, settings), played(game, SEEDS, PLIES, first, StandIn(game), settings)
        counts.append(int((ours != native).sum()))
    return counts


def random_play(game, gpu, plies):
    """Million plies a second of gpu_play, and how many were played."""
    env = LaneEnv(game, LANES.get(game, MOST_LANES), "", None, 1, gpu)
    env.run("gpu_play", c_uint64(1), c_uint64(100))
    gpu.wait()
    begun = time.perf_counter()
    env.run("gpu_play", c_uint64(1), c_uint64(plies))
    gpu.wait()
    taken = time.perf_counter() - begun
    count = int(env.lanes.get().view(LANE)["plies"].sum())
    return count / taken / 1e6, count


def same_steps(game, steps):
    """Whether a batch on the GPU and one on the CPU, stepped alike, agree in everything they show."""
    ours, native, random = BatchEnv(game, 64, seed=5, device="cuda"), VectorEnv(game, 64, seed=5), np.random.default_rng(5)
    for step in range(steps):
        places = native.random_places(random)
        indices, offsets = native.legal_indices()
        if step % 20 == 0:
            same = ours.views() == native.views() and (ours.observations().get() == native.observations()).all()
            if not same or (ours.masks().get() != native.masks()).any():
                return False
        actions = indices[offsets[:-1] + places]
        (rewards, ended), (native_rewards, native_ended) = ours.step(actions), native.step(actions)
        if (rewards.get() != native_rewards).any() or (ended.get() != native_ended).any() or (ours.counts.get() != native.counts).any():
            return False
    return True


def batch_pace(env, places, seconds):
    """Million choices a second of step_places, always the first legal action: what a step itself costs."""
    for _ in range(3):
        env.step_places(places)
    steps, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        env.step_places(places)
        steps += 1
    if isinstance(env, LaneEnv):
        env._gpu.wait()
    return steps * env.num_envs / (time.perf_counter() - begun) / 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--plies", type=int, default=10000)
    parser.add_argument("--first-seed", type=int, default=FIRST_SEED)
    parser.add_argument("game", nargs="*", default=games())
    given = parser.parse_args()
    lines, wrong = [], False
    for game in given.game:
        begun = time.perf_counter()
        gpu = Cuda(game)
        loaded = time.perf_counter() - begun
        differ = differing(game, gpu, given.first_seed)
        pace, count = random_play(game, gpu, given.plies)
        same = same_steps(game, 200)
        width = 16384 if game == "chevaliers" else 65536
        ours = batch_pace(BatchEnv(game, width, seed=1, device="cuda"), np.zeros(width, dtype=np.int64), given.seconds)
        native = batch_pace(VectorEnv(game, 1024, seed=1), np.zeros(1024, dtype=np.uint32), given.seconds)
        wrong |= any(differ) or not same
        sets = " + ".join(map(str, differ))
        lines.append(
            f"| {game} | {sets} of {SEEDS} | {'yes' if same else 'NO'} | **{pace:,.0f}** | {count / 1e6:,.0f} | {ours:,.0f} | {native:,.1f} | {loaded:.0f} |"
        )
        print(lines[-1], flush=True)
    command = "PYTHONPATH=python python3 benchmarks/gpu.py --write"
    text = "\n".join(
        [
            f"One {gpu.name}, driver for CUDA {gpu.driver}; `{command}`:",
            "",
            "| game | lanes that differ from native | steps as native | random play, M plies/s | plies played, M | `BatchEnv` cuda, M choices/s "
            "| native batch, M choices/s | seconds to load |",
            "|---|---|---|---|---|---|---|---|",
            *lines,
            "",
        ]
    )
    if given.write:
        before, _, rest = DOCUMENT.read_text().partition(BEGIN)
        DOCUMENT.write_text(before + BEGIN + text + END + rest.partition(END)[2])
    print(text)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
