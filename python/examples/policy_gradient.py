#!/usr/bin/env python3
"""
A policy that learns the opening of Échec aux Chevaliers from results alone: python/examples/policy_gradient.py [cpu|cuda] [SECONDS]

REINFORCE against a random player: what was played early in games that were won becomes more likely. The policy has one number for each
side and fixed index, and plays the legal actions by the softmax of their numbers; after the opening it plays at random. So it learns
which moves are good to begin with, whatever the opponent does.
"""

import sys
import time

import numpy as np

from bivouac import BatchEnv

LANES = {"cpu": 512, "cuda": 8192}
OPENING = 80  # steps of the batch, of both sides
STEPS = 400  # until most games are over
RATE = 60.0


def drawn(weights, offsets, random):
    """A place of each game, by the weights of its legal actions, and the chances of all of them."""
    begins = offsets[:-1].astype(np.int64)
    most = np.maximum.reduceat(weights, begins)
    counts = np.diff(offsets.astype(np.int64))
    chances = np.exp(weights - np.repeat(most, counts))
    chances /= np.repeat(np.add.reduceat(chances, begins), counts)
    sums = np.cumsum(chances)
    before = np.concatenate([[0], sums])[begins]
    places = np.searchsorted(sums, before + random.random(len(begins)) * 0.999999) - begins
    return np.clip(places, 0, counts - 1), chances


def lesson(env, numbers, us, random):
    """Plays a game in each lane; returns the policy's score, 0 to 1, and how its numbers should change."""
    env.reset()
    sides = np.array(env.terms.sides)
    result = np.full(env.num_envs, np.nan)
    steps = []
    for step in range(STEPS):
        if step < OPENING:
            indices, offsets = (np.array(part) for part in env.legal_indices())
            ours = sides[np.asarray(env.seats)] == us
            counts = np.diff(offsets.astype(np.int64))
            places, chances = drawn(np.where(np.repeat(ours, counts), numbers[us, indices], 0.0), offsets, random)
            steps.append((indices, offsets, ours & np.isnan(result), places, chances))
        else:
            places = (random.random(env.num_envs) * np.asarray(env.counts)).astype(np.int64)
        ended = np.asarray(env.step_places(places)).astype(bool) & np.isnan(result)
        result[ended] = np.asarray(env.half_points)[ended, us] / 2
        if not np.isnan(result).any():
            break
    result = np.where(np.isnan(result), 0.5, result)
    gain = result - result.mean()
    change = np.zeros(numbers.shape[1])
    for indices, offsets, ours, places, chances in steps:
        worth = np.where(ours, gain, 0.0)
        counts = np.diff(offsets.astype(np.int64))
        np.add.at(change, indices, -chances * np.repeat(worth, counts))
        np.add.at(change, indices[offsets[:-1].astype(np.int64) + places], worth)
    return result.mean(), change / env.num_envs


def learn(device="cpu", seconds=120.0, tell=print):
    """The scores of all lessons, one side after the other."""
    env, random = BatchEnv("chevaliers", LANES[device], seed=1, device=device), np.random.default_rng(1)
    numbers = np.zeros((2, env.terms.index_count))
    scores, begun = [], time.monotonic()
    while time.monotonic() - begun < seconds:
        us = len(scores) % 2
        score, change = lesson(env, numbers, us, random)
        numbers[us] += RATE * change
        scores.append(score)
        if len(scores) % 20 == 0:
            tell(f"{time.monotonic() - begun:4.0f} s, {len(scores)} lessons: {100 * np.mean(scores[-20:]):.1f}% of the points")
    return scores


if __name__ == "__main__":
    learn(sys.argv[1] if len(sys.argv) > 1 else "cpu", float(sys.argv[2]) if len(sys.argv) > 2 else 120.0)
