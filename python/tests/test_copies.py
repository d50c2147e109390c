"""Copies and pickles go on as the first would have gone on, and go their own way; memory is freed exactly once; seeds."""

import copy
import gc
import os
import pickle
import subprocess
import sys
import unittest
from pathlib import Path
from unittest import mock

import numpy as np

from bivouac import AECEnv, Game, GymEnv, Terms, VectorEnv, _library, games
from bivouac._library import Handle, Refused, call
from bivouac.opponents import LevelOpponent

WAYS = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda one: pickle.loads(pickle.dumps(one)),
}


def play(game, random, most):
    """Plays at random; what was played."""
    for _ in range(most):
        if game.over:
            break
        game.play(int(random.choice(game.legal_indices())))
    return game.moves


def play_gym(env, random, most):
    told = []
    for _ in range(most):
        mask = env.game.mask()
        if not mask.any():
            break
        observation, *rest, info = env.step(int(random.choice(np.flatnonzero(mask))))
        told.append((observation["fields"].tolist(), rest, info["seat"], env.game.truth()))
    return told


def play_aec(env, random, most):
    told = []
    for agent in env.agent_iter(most):
        observation, reward, ended, cut, _ = env.last()
        choices = np.flatnonzero(observation["action_mask"])
        env.step(None if ended or cut else int(random.choice(choices)))
        told.append((agent, reward, env.game.truth()))
    return told


def play_batch(env, random, most):
    told = []
    for _ in range(most):
        ended = env.step_places(env.random_places(random))
        told.append((env.views(), ended.tolist(), env.plies, env.half_points.tolist()))
    return told


class Copies(unittest.TestCase):
    def both_go_on(self, first, player, most, look):
        """However it is copied, the copy plays the same as the first, and neither plays for the other."""
        for way, again in WAYS.items():
            with self.subTest(way=way):
                other = again(first)
                self.assertIsNot(other, first)
                before = look(first)
                self.assertEqual(look(other), before)
                told = player(other, np.random.default_rng(4), most)
                self.assertEqual(look(first), before, "the first stays where it was")
                third = again(first)
                self.assertEqual(player(third, np.random.default_rng(4), most), told)
                del other
                gc.collect()
                self.assertEqual(look(first), before)
        self.assertEqual(player(first, np.random.default_rng(4), most), told)

    def test_terms(self):
        for name in games():
            terms = Terms(name)
            for way, again in WAYS.items():
                other = again(terms)
                self.assertIsNot(other, terms)
                self.assertEqual((other.game, other.settings, other.seats), (terms.game, terms.settings, terms.seats))
                self.assertNotEqual(other._pointer._as_parameter_, terms._pointer._as_parameter_, way)
                play(Game(other, 1), np.random.default_rng(1), 5)

    def test_terms_with_options_seats_and_a_board_of_ones_own(self):
        self.assertEqual(copy.copy(Terms("chars", "own-fire=on")).settings, Terms("chars", "own-fire=on").settings)
        self.assertEqual(len(copy.deepcopy(Terms("chevaliers", "seats=4")).seats), 4)
        text = (Path(__file__).resolve().parents[2] / "boards" / "chevaliers" / "1969.board").read_text()
        own = Terms("chevaliers", board=text.replace("name 1969", "name mine"))
        self.assertIn("mine", own.settings)
        for again in WAYS.values():
            self.assertEqual((again(own).settings, again(own).board), (own.settings, own.board))

    def test_games_of_all_kinds_in_the_middle(self):
        for name in games():
            for moves in (0, 40, 150):
                with self.subTest(game=name, moves=moves):
                    game = Game(Terms(name), 7, remember=True)
                    play(game, np.random.default_rng(7), moves)
                    look = lambda one: (one.truth(), one.moves[:], one.seat, one.seed, one.information_state(0), one.half_points())
                    self.both_go_on(game, play, 60, look)

    def test_repetition_is_remembered(self):
        terms = Terms("chevaliers")
        there_and_back = ["a3-a2", "a12-a13", "a2-a3", "a13-a12"]
        game = Game(terms)
        for token in there_and_back:
            game.play(token)
        for again in WAYS.values():
            one, other = game.copy(), again(game)
            for step in range(40):
                self.assertEqual((one.over, one.half_points()), (other.over, other.half_points()))
                if one.over:
                    break
                one.play(there_and_back[step % 4])
                other.play(there_and_back[step % 4])
            self.assertTrue(one.over, "positions that recur end the game")

    def test_environments(self):
        for name in games():
            with self.subTest(game=name):
                env = AECEnv(name)
                env.reset(seed=3)
                play_aec(env, np.random.default_rng(3), 25)
                self.both_go_on(env, play_aec, 40, lambda one: (one.game.truth(), dict(one.rewards), one.agent_selection))
                env = GymEnv(name, side=1)
                env.reset(seed=3)
                play_gym(env, np.random.default_rng(3), 12)
                self.both_go_on(env, play_gym, 20, lambda one: (one.game.truth(), one.game.moves[:]))

    def test_environments_against_a_level(self):
        for name in games():
            with self.subTest(game=name):
                env = GymEnv(name, level=3, nodes=30)
                env.reset(seed=2)
                play_gym(env, np.random.default_rng(2), 6)
                self.both_go_on(env, play_gym, 6, lambda one: (one.game.truth(), one.game.moves[:]))

    def test_a_copy_begins_the_same_games_anew(self):
        env = GymEnv("kriegspiel")
        env.reset()
        for again in WAYS.values():
            other, third = again(env), again(env)
            other.reset()
            third.reset()
            self.assertEqual(other.game.seed, third.game.seed)
            self.assertEqual(other.game.truth(), third.game.truth())

    def test_environments_before_the_first_game_and_after_the_last(self):
        for env in (AECEnv("paris"), GymEnv("paris")):
            for again in WAYS.values():
                again(env).reset(seed=1)
            env.reset(seed=1)
            env.close()
            for again in WAYS.values():
                again(env).reset(seed=1)

    def test_batches(self):
        for name in games():
            with self.subTest(game=name):
                env = VectorEnv(name, 4, seed=6)
                play_batch(env, np.random.default_rng(6), 120)
                look = lambda one: (one.views(), one.seats.tolist(), one.counts.tolist(), one.plies, one.half_points.tolist())
                self.both_go_on(env, play_batch, 200, look)
                other = copy.copy(env)
                np.testing.assert_array_equal(other.masks(), env.masks())
                np.testing.assert_array_equal(other.legal_indices()[0], env.legal_indices()[0])

    def test_what_a_pickle_says_is_checked(self):
        rebuild, kept = Game(Terms("chevaliers"), 1).__reduce__()
        place = [i for i, one in enumerate(kept) if isinstance(one, str) and "/" in one][0]
        with self.assertRaises(Refused):
            rebuild(*kept[:place], "nonsense", *kept[place + 1 :])
        env = VectorEnv("chevaliers", 2, seed=1)
        state = env.__getstate__()
        state["games"][1] = state["games"][1][:2] + (1,) + state["games"][1][3:]
        with self.assertRaisesRegex(Refused, "not to act"):
            VectorEnv.__new__(VectorEnv).__setstate__(state)


class Memory(unittest.TestCase):
    """Every pointer that the library hands out goes back to it once."""

    FREES = ["terms_close", "state_free", "past_free", "player_free", "batch_free"]

    def setUp(self):
        gc.collect()
        self.freed = []
        for name in self.FREES:
            free = getattr(call, name)
            patch = mock.patch.object(call, name, lambda pointer, free=free: (self.freed.append(pointer), free(pointer)))
            patch.start()
            self.addCleanup(patch.stop)
        self.made = []
        begin = Handle.__init__

        def noted(handle, pointer, free, *needs):
            begin(handle, pointer, free, *needs)
            self.made.append(pointer)

        patch = mock.patch.object(Handle, "__init__", noted)
        patch.start()
        self.addCleanup(patch.stop)

    def expect_balance(self):
        gc.collect()
        self.assertGreater(len(self.made), 0)
        self.assertEqual(sorted(self.freed), sorted(self.made))

    def test_copies_free_their_own(self):
        for again in WAYS.values():
            for _ in range(30):
                terms = again(Terms("chevaliers"))
                one = Game(terms)
                other = again(one)
                env = GymEnv("chars")
                env.reset()
                another = again(env)
                batch = again(VectorEnv("paris", 3))
                del terms, one, other, env, another, batch
        self.expect_balance()

    def test_opponents_free_theirs_before_their_terms(self):
        terms = Terms("paris")
        opponent = LevelOpponent(terms, 0, 2, seed=1, nodes=10)
        last = opponent._pointer._as_parameter_, terms._pointer._as_parameter_
        ring = [terms, opponent]
        ring.append(ring)
        del terms, opponent, ring
        self.expect_balance()
        self.assertEqual(self.freed[-2:], list(last))

    def test_cycles(self):
        for _ in range(50):
            game = Game(Terms("chevaliers"))
            game.itself = game
            game.terms.game_of_mine = game
            env = VectorEnv("paris", 2)
            env.itself = env
        del game, env
        self.expect_balance()

    def test_what_could_not_be_made(self):
        Terms("paris")
        for wrong in (lambda: Terms("bridge"), lambda: Terms("chars", "own-fire=perhaps"), lambda: VectorEnv("paris", 0),
                      lambda: LevelOpponent(Terms("paris"), 0, 9), lambda: Game(None)):
            with self.assertRaises((Refused, AttributeError)):
                wrong()
        for function in ("state_new", "past_new"):
            with mock.patch.object(call, function, lambda *_: None), self.assertRaises(MemoryError):
                Game(Terms("chevaliers"))
        self.expect_balance()

    def test_handles_are_not_copied(self):
        terms = Terms("paris")
        for again in WAYS.values():
            with self.assertRaisesRegex(TypeError, "neither copied nor pickled"):
                again(terms._pointer)

    def test_indices_outlive_their_environment(self):
        env = VectorEnv("chevaliers", 3, seed=1)
        indices, _ = env.legal_indices()
        kept = indices.tolist()
        for _ in range(200):
            env.step_places(np.zeros(3, dtype=np.uint32))
        del env
        gc.collect()
        self.assertEqual(indices.tolist(), kept)


class Exit(unittest.TestCase):
    def test_the_interpreter_ends_well(self):
        """With copies, cycles and games under way, and in modules that are taken apart."""
        program = """
import copy
from bivouac import *
terms = Terms("chars"); game = Game(terms); game.itself = game
kept = [copy.copy(terms), copy.deepcopy(game), copy.copy(game), VectorEnv("paris", 4)]
kept.append(copy.deepcopy(kept)); kept.append(kept)
env = GymEnv("paris", level=1, nodes=10); env.reset(); other = copy.copy(env)
"""
        root = Path(__file__).resolve().parents[1]
        ran = subprocess.run([sys.executable, "-X", "dev", "-c", program], env={**os.environ, "PYTHONPATH": str(root)}, capture_output=True, text=True)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))


class Seeds(unittest.TestCase):
    def test_without_a_seed_no_two_play_the_same(self):
        for name in games():
            begun = []
            for _ in range(3):
                aec, gym = AECEnv(name), GymEnv(name)
                aec.reset()
                gym.reset()
                begun += [aec.game.seed, gym.game.seed, Game(aec.terms).seed]
            self.assertEqual(len(set(begun)), 9)

    def test_what_is_drawn_differs_too(self):
        told = []
        for _ in range(2):
            env = GymEnv("kriegspiel")
            env.reset()
            told.append(play_gym(env, np.random.default_rng(1), 20))
        self.assertNotEqual(*told)
        self.assertNotEqual(VectorEnv("kriegspiel", 64).views(), VectorEnv("kriegspiel", 64).views())
        spaces = [GymEnv("paris").action_space for _ in range(2)]
        self.assertNotEqual(*([space.sample() for _ in range(20)] for space in spaces))
        env = VectorEnv("kriegspiel", 64)
        first = env.views()
        env.reset()
        self.assertNotEqual(first, env.views())

    def test_the_games_of_a_batch_differ(self):
        self.assertEqual(len(set(VectorEnv("kriegspiel", 64).views())), 2, "either side begins")
        self.assertEqual(set(VectorEnv("chars", 64).seats.tolist()), {0, 1}, "either side sets something up")

    def test_a_seed_is_a_game_and_so_are_those_after_it(self):
        for name in games():
            told = []
            for _ in range(2):
                env, batch = GymEnv(name), VectorEnv(name, 3, seed=8)
                env.reset(seed=8)
                told.append([play_gym(env, np.random.default_rng(1), 5), play_batch(batch, np.random.default_rng(1), 5)])
                env.reset()
                batch.reset()
                told[-1] += [play_gym(env, np.random.default_rng(1), 5), play_batch(batch, np.random.default_rng(1), 5)]
            self.assertEqual(*told)

    def test_any_whole_number_is_a_seed(self):
        for seed in (0, 1, 2**64 - 1, np.int64(5), np.uint8(5)):
            Game(Terms("paris"), seed)
            VectorEnv("paris", 2, seed=seed)
        with self.assertRaises(TypeError):
            Game(Terms("paris"), "five")


if __name__ == "__main__":
    unittest.main()
