"""Batches do what single games do."""

import unittest

import numpy as np

from bivouac import Game, Terms, VectorEnv, games
from bivouac._library import Refused


class Vector(unittest.TestCase):
    def test_the_same_seed_is_the_same_games(self):
        for name in games():
            told = []
            for _ in range(2):
                env, random = VectorEnv(name, 8, seed=5), np.random.default_rng(1)
                for _ in range(100):
                    env.step_places(env.random_places(random))
                told.append((env.views(), env.plies))
            self.assertEqual(*told)
            env.reset(seed=5)
            self.assertEqual(env.views(), VectorEnv(name, 8, seed=5).views())
            self.assertLess(env.plies, told[0][1])

    def test_each_game_follows_the_rules(self):
        """A game without chance and lots, beside one played singly by the same indices."""
        env, random = VectorEnv("chevaliers", 4, seed=2), np.random.default_rng(3)
        single = [Game(Terms("chevaliers")) for _ in range(4)]
        endings = 0
        for _ in range(900):
            indices, offsets = env.legal_indices()
            actions = []
            for at, game in enumerate(single):
                legal = indices[offsets[at] : offsets[at + 1]]
                self.assertEqual(legal.tolist(), game.legal_indices().tolist())
                self.assertEqual(env.seats[at], game.seat)
                actions.append(int(random.choice(legal)))
                game.play(actions[-1])
            rewards, ended = env.step(actions)
            for at, game in enumerate(single):
                self.assertEqual(ended[at], game.over)
                self.assertEqual(rewards[at].tolist(), game.returns())
                if game.over:
                    endings += 1
                    game.reset()
        self.assertGreater(endings, 4)

    def test_places_and_indices_are_the_same_actions(self):
        for name in games():
            env, random = VectorEnv(name, 6, seed=3), np.random.default_rng(2)
            for _ in range(60):
                places = env.random_places(random)
                self.assertTrue(np.all(places < env.counts))
                actions = env.actions_at(places)
                indices, offsets = env.legal_indices()
                np.testing.assert_array_equal(actions, indices[offsets[:-1] + places])
                drawn = env.random_actions(np.random.default_rng(5))
                np.testing.assert_array_equal(drawn, env.actions_at(env.random_places(np.random.default_rng(5))))
                env.step(actions)
        with self.assertRaisesRegex(Refused, "game 0 of the batch has no legal action at place"):
            env.actions_at([99999] * 6)

    def test_masks_and_observations_are_those_of_the_views(self):
        for name in games():
            env, random = VectorEnv(name, 6, seed=1), np.random.default_rng(1)
            for _ in range(40):
                env.step_places(env.random_places(random))
            indices, offsets = env.legal_indices()
            for at, mask in enumerate(env.masks()):
                self.assertEqual(np.flatnonzero(mask).tolist(), sorted(indices[offsets[at] : offsets[at + 1]].tolist()))
            again = env.masks()
            np.testing.assert_array_equal(env.masks(out=again), env.masks())
            for _ in range(5):
                env.step(indices[offsets[:-1]])
                indices, offsets = env.legal_indices()
                np.testing.assert_array_equal(env.masks(out=again), env.masks(out=np.ones_like(again)))
                env.masks(out=again)
            for view, seat, planes in zip(env.views(), env.seats, env.observations()):
                np.testing.assert_array_equal(planes, env.terms.lens.look(view, seat)[0])

    def test_secrets_stay_secret(self):
        """In the set-up of Bataille de Chars nobody sees what the other has put down on the other half of the board."""
        env, random = VectorEnv("chars", 64, seed=1), np.random.default_rng(1)
        for _ in range(16):
            env.step_places(env.random_places(random))
        for view, seat in zip(env.views(), env.seats):
            rows = view.split(" ")[0].split("/")
            halves = ["".join(rows[5:]), "".join(rows[:5])]  # Green's is below
            own, foes = halves if env.terms.seats[seat] == "V" else reversed(halves)
            self.assertIn(" setup", view)
            self.assertEqual(set(foes), {"."})
            self.assertTrue(set(own) & set("ABC"))

    def test_what_is_not_legal_is_refused_and_nothing_is_played(self):
        env = VectorEnv("chevaliers", 3)
        before = env.views()
        with self.assertRaisesRegex(Refused, "game 2 of the batch has no legal action at place 9999"):
            env.step_places([0, 0, 9999])
        indices, offsets = env.legal_indices()
        missing = next(i for i in range(env.terms.index_count) if i not in set(indices.tolist()))
        with self.assertRaisesRegex(Refused, "game 1 of the batch"):
            env.step([indices[0], missing, indices[offsets[2]]])
        with self.assertRaises(ValueError):
            env.step_places([0])
        self.assertEqual(env.views(), before)
        with self.assertRaises(Refused):
            VectorEnv("chevaliers", 0)


if __name__ == "__main__":
    unittest.main()
