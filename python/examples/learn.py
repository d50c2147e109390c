#!/usr/bin/env python3
"""
Learns Échec aux Chevaliers from random games in some seconds, and then beats a random player.

What is learnt is what each piece is worth on each square: one weight for each bit of an observation, fitted to how random games
ended. The learner then plays the action after which the weights promise most.

    PYTHONPATH=python python3 python/examples/learn.py [--seed N] [--games N]
"""

import argparse

import numpy as np

from bivouac import Game, Terms, VectorEnv

GAME = "chevaliers"


def fit(seed, games=256, steps=4000, every=8, ridge=30.0):
    """Weights of the planes' bits, the last one alone, that foretell what the first side gets: 1, 0 or -1."""
    env, random = VectorEnv(GAME, games, seed=seed), np.random.default_rng(seed)
    size = int(np.prod(env.terms.lens.shape)) + 1
    squares, targets = np.zeros((size, size)), np.zeros(size)
    seen = [[] for _ in range(games)]  # of each game that goes on
    for step in range(steps):
        if step % every == 0:
            for game, planes in enumerate(env.observations()):
                seen[game].append(planes.reshape(-1))
        for game in np.flatnonzero(env.step_places(env.random_places(random))):
            bits = np.array(seen[game], dtype=np.float64).reshape(len(seen[game]), size - 1)
            bits = np.hstack([bits, np.ones((len(bits), 1))])
            squares += bits.T @ bits
            targets += bits.sum(axis=0) * (int(env.half_points[game, 0]) - 1)
            seen[game] = []
    return np.linalg.solve(squares + ridge * np.eye(size), targets)


def promise(game, weights):
    """What the first side may hope for."""
    if game.over:
        return 10.0 * (game.half_points()[0] - 1)
    planes, _ = game.observation(game.seat)
    return float(planes.reshape(-1) @ weights[:-1] + weights[-1])


def best(game, weights, random):
    """The action with the best promise; one of them, if there are several."""
    sign = 1 if game.terms.sides[game.seat] == 0 else -1
    legal = game.legal_indices()
    promises = []
    for index in legal:
        after = game.copy()
        after.play(int(index))
        promises.append(sign * promise(after, weights))
    promises = np.array(promises)
    return int(random.choice(legal[promises >= promises.max() - 1e-9]))


def score(weights, games, seed):
    """The share of the points against a player at random, sides alternating; without weights, of another one like that."""
    terms, random, points = Terms(GAME), np.random.default_rng(seed), 0
    for number in range(games):
        game, side = Game(terms, seed + number), number % 2
        while not game.over:
            thinks = weights is not None and terms.sides[game.seat] == side
            game.play(best(game, weights, random) if thinks else int(random.choice(game.legal_indices())))
        points += game.half_points()[side]
    return points / (2 * games)


def main():
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=50, help="so many to measure with")
    options = parser.parse_args()
    weights = fit(options.seed)
    before = score(None, options.games, options.seed)
    after = score(weights, options.games, options.seed)
    print(f"against a player at random, {options.games} games: {before:.0%} before learning, {after:.0%} after")


if __name__ == "__main__":
    main()
