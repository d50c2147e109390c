"""The example learns."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples"))

import learn  # noqa: E402


class Learning(unittest.TestCase):
    def test_who_has_learnt_beats_who_plays_at_random(self):
        """Without learning it would be half of the points."""
        weights = learn.fit(seed=1, steps=2000)
        self.assertGreaterEqual(learn.score(weights, games=20, seed=1), 0.65)


if __name__ == "__main__":
    unittest.main()
