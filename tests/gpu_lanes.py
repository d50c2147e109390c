#!/usr/bin/python3
"""The kernels of a GPU, run lane by lane on this machine, against the native program and the native batches."""

import ctypes
import subprocess
import unittest
from itertools import product

import numpy as np

from bivouac import BatchEnv, Refused, Terms, VectorEnv, games
from bivouac._cuda import NoGpu
from bivouac.lanes import LaneEnv
from bivouac.play import played
from bivouac.stand_in import StandIn

OTHER_SETTINGS = {
    "kriegspiel": ("axis=both field=long quiet=draw", "seats=6", "axis=both seats=6"),
    "chevaliers": ("men-capture=no-retreat obligation=any oversight=table", "seats=4", "oversight=table seats=4"),
    "chars": ("own-fire=on",),
    "paris": ("board=large diagonals=any impasse=draw protection=reach", "seats=3 return=free sortie=officers", "summons=moved protection=either"),
    "belligerants": ("board=plaine", "armistice=off camp=open", "armistice=off compulsion=forced"),
}


def lanes(game, count, settings="", seed=1):
    return LaneEnv(game, count, settings, None, seed, StandIn(game))


class Kernels(unittest.TestCase):
    def test_random_play_is_that_of_the_program(self):
        """Plies and fingerprint of `bivouac bench`, for several seeds."""
        for game, seed in product(games(), (1, 2, 77)):
            with self.subTest(game=game, seed=seed):
                command = ["build/bivouac", "bench", "--game", game, "--plies", "2000", "--seed", str(seed)]
                words = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
                told = played(game, 1, 2000, seed, StandIn(game))
                self.assertEqual([str(told["plies"][0]), f"{told['fingerprint'][0]:016x}"], [words[1], words[-1]])

    def test_the_rules_as_they_are_for_a_gpu_play_as_the_native_ones(self):
        """Where the rules do something otherwise on a GPU, nothing else comes of it."""
        for game in games():
            for settings in ("", *OTHER_SETTINGS[game]):
                with self.subTest(game=game, settings=settings):
                    ours, native = (played(game, 20, 2000, 500, StandIn(game, as_gpu), settings) for as_gpu in (True, False))
                    self.assertGreater(int(native["plies"].min()), 1999)
                    self.assertTrue((ours == native).all())

    def test_lanes_are_the_native_batch(self):
        """Step by step: who chooses, among how many, indices, views, planes."""
        for game in games():
            for settings in ("", *OTHER_SETTINGS[game]):
                with self.subTest(game=game, settings=settings):
                    self.compare(lanes(game, 7, settings, 3), VectorEnv(game, 7, settings, seed=3), 150)

    def test_games_end_and_begin_anew_as_in_the_native_batch(self):
        for game in games():
            with self.subTest(game=game):
                env, native, random = lanes(game, 4, seed=8), VectorEnv(game, 4, seed=8), np.random.default_rng(8)
                ends = 0
                while ends < 6:
                    places = native.random_places(random)
                    ended, native_ended = env.step_places(places), native.step_places(places)
                    self.assertEqual(ended.astype(bool).tolist(), native_ended.tolist())
                    self.assertEqual(env.half_points.tolist(), native.half_points.tolist())
                    ends += int(ended.sum())
                self.assertEqual((env.views(), env.plies), (native.views(), native.plies))

    def compare(self, env, native, steps):
        random = np.random.default_rng(1)
        for step in range(steps):
            self.assertEqual(env.seats.tolist(), native.seats.tolist())
            self.assertEqual(env.counts.tolist(), native.counts.tolist())
            places = native.random_places(random)
            if step % 10 == 0:
                self.compare_looks(env, native)
            if step % 3:
                ended = env.step_places(places)
                native_ended = native.step_places(places)
            else:
                indices, offsets = native.legal_indices()
                actions = indices[offsets[:-1] + places]
                rewards, ended = env.step(actions)
                native_rewards, native_ended = native.step(actions)
                self.assertEqual(rewards.tolist(), native_rewards.tolist())
            self.assertEqual(ended.astype(bool).tolist(), native_ended.tolist())
            self.assertEqual(env.half_points.tolist(), native.half_points.tolist())
        self.assertEqual(env.plies, native.plies)

    def compare_looks(self, env, native):
        indices, offsets = native.legal_indices()
        rows = env.legal_table()
        for at, count in enumerate(env.counts):
            self.assertEqual(rows[at, :count].tolist(), indices[offsets[at] : offsets[at + 1]].tolist())
        self.assertEqual([part.tolist() for part in env.legal_indices()], [indices.tolist(), offsets.tolist()])
        self.assertEqual(env.views(), native.views())
        self.assertTrue((env.observations() == native.observations()).all())
        self.assertTrue((env.masks() == native.masks()).all())

    def test_each_lane_has_its_own_seed(self):
        env, same = lanes("kriegspiel", 4), lanes("kriegspiel", 4)
        env.reset(seeds=[5, 6, 7, 8])
        same.reset(seeds=[8, 6, 7, 5])
        for _ in range(60):
            places = np.zeros(4, dtype=np.int64)
            env.step_places(places)
            same.step_places(places)
        self.assertEqual(env.views()[0], same.views()[3])
        self.assertEqual(env.views()[1], same.views()[1])
        self.assertNotEqual(env.views()[0], env.views()[1])

    def test_what_does_not_exist_is_refused_and_nothing_played(self):
        for number in (10_000_000, -1, 2**40):
            env = lanes("chars", 3)
            before = env.views(), env.plies
            with self.assertRaisesRegex(Refused, "game 1 of the batch has no legal action at place"):
                env.step_places(np.array([0, number, number]))
            with self.assertRaisesRegex(Refused, "game 1 of the batch has no legal action of index"):
                env.step(np.array([env.legal_table()[0, 0], number, env.legal_table()[2, 0]]))
            self.assertEqual((env.views(), env.plies), before)
        with self.assertRaisesRegex(ValueError, "3 whole numbers are wanted"):
            env.step_places([0])

    def test_a_refusal_is_that_of_the_native_batch(self):
        refusals = []
        for env in (lanes("paris", 3), VectorEnv("paris", 3, seed=1)):
            for step in (env.step_places, env.step):
                with self.assertRaises(Refused) as caught:
                    step(np.array([60000, 0, 0]))
                refusals.append((str(caught.exception), caught.exception.code))
        self.assertEqual(refusals[:2], refusals[2:])

    def test_no_tensor_tells_what_the_seat_does_not_know(self):
        """Enemy ranks of Bataille de Chars: the planes are those of the view, in which they are hidden."""
        env = lanes("chars", 2)
        native = VectorEnv("chars", 2, seed=1)
        random = np.random.default_rng(2)
        for _ in range(200):
            places = native.random_places(random)
            env.step_places(places)
            native.step_places(places)
        self.assertTrue(any("?" in view for view in env.views()))
        self.assertTrue((env.observations() == env.terms.lens.planes_of(env._view_bytes().get())).all())

    def test_terms_are_packed_whole(self):
        terms = Terms("paris", "board=large")
        from bivouac._library import call

        size = call.terms_pack(terms._pointer, None, 0)
        packed = (ctypes.c_ubyte * size)()
        self.assertEqual(call.terms_pack(terms._pointer, packed, size - 1), size)
        self.assertFalse(any(packed))
        self.assertEqual(call.terms_pack(terms._pointer, packed, size), size)
        self.assertTrue(any(packed))

    def test_without_a_gpu_one_sentence_says_so(self):
        try:
            ctypes.CDLL("libcuda.so.1")
            self.skipTest("there is a GPU")
        except OSError:
            pass
        with self.assertRaises(NoGpu) as caught:
            BatchEnv("chars", 8, device="cuda")
        self.assertIn("there is no GPU here", str(caught.exception))
        with self.assertRaisesRegex(ValueError, "'cpu' or 'cuda'"):
            BatchEnv("chars", 8, device="tpu")
        self.assertIsInstance(BatchEnv("chars", 8), VectorEnv)


if __name__ == "__main__":
    unittest.main()
