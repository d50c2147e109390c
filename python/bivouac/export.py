"""
Games as JSON, one a line, for other programs to learn from:

    python3 -m bivouac.export chevaliers --games 100 --seed 1 > games.jsonl
"""

import argparse
import json
import sys

import numpy as np

from .game import Game, Terms, games


def random_game(terms: Terms, seed: int) -> Game:
    """A game played at random to its end."""
    game = Game(terms, seed)
    random = np.random.default_rng(seed)
    while not game.over:
        game.play(int(random.choice(game.legal_indices())))
    return game


def line_of(game: Game, seed: int | None = None) -> str:
    """A game that is over, or goes on, as one line; chance is the seat `#`."""
    points = game.half_points()
    return json.dumps(
        {
            "game": game.terms.game,
            "settings": game.terms.settings,
            "seed": seed,
            "moves": [list(move) for move in game.moves],
            "half_points": points,
            "reason": game.reason(),
            "position": game.truth(),
        },
        ensure_ascii=False,
    )


def replayed(line: str) -> Game:
    """The game of a line, played again from its tokens: Refused if the rules do not agree with it."""
    told = json.loads(line)
    return Game.of_moves(Terms(told["game"], told["settings"]), told["moves"])


def main() -> None:
    """Writes random games to standard output."""
    parser = argparse.ArgumentParser(prog="bivouac.export", description="Random games as JSON, one a line.")
    parser.add_argument("game", choices=games())
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--settings", default="")
    options = parser.parse_args()
    terms = Terms(options.game, options.settings)
    for seed in range(options.seed, options.seed + options.games):
        sys.stdout.write(line_of(random_game(terms, seed), seed) + "\n")


if __name__ == "__main__":
    main()
