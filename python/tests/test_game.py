"""A game, its fixed indices, and what seats may know."""

import re
import unittest

import numpy as np

from bivouac import Game, Terms, games
from bivouac._library import Refused
from bivouac.export import line_of, random_game, replayed
from bivouac.observation import FIELDS

SECRETIVE = "chars"
NUMBERED = {"kriegspiel": 13157, "chars": 21301, "paris": 54285}  # games whose actions have numbers of their own
HASHED = [name for name in games() if name not in NUMBERED]


def homes(game):
    """The index that each legal action wants, computed as docs/python.md says."""
    return [(action * 0x9E3779B97F4A7C15 % 2**64) * game.terms.index_count >> 64 for action in game._legal()[0]]


def positions(terms, seed, most=120):
    """The positions of a random game, its beginning at least."""
    game = Game(terms, seed)
    random = np.random.default_rng(seed)
    for _ in range(most):
        if game.over:
            return
        yield game
        game.play(int(random.choice(game.legal_indices())))


class Indices(unittest.TestCase):
    def test_where_actions_are_numbered_an_index_is_one_token_for_ever(self):
        for name, count in NUMBERED.items():
            terms, token_of = Terms(name), {}
            self.assertEqual(terms.index_count, count)
            for seed in range(8):
                for game in positions(terms, seed, most=300):
                    indices = game.legal_indices().tolist()
                    self.assertEqual(len(set(indices)), len(indices))
                    for token, index in zip(game.legal_tokens(), indices):
                        self.assertLess(index, count)
                        self.assertEqual(token_of.setdefault(index, token), token)
            self.assertEqual(len(set(token_of.values())), len(token_of), "and a token one index")

    def test_indices_are_the_same_in_every_version(self):
        """What has been learned with them goes on being right."""
        learned = {
            "kriegspiel": {".": 0, "d10^SE": 7365, "b11^SE": 7917},
            "chevaliers": {"d2-c1": 987, "a3-a2": 49502, "g3~g5": 52173, "e4-f5": 20573},
            "chars": {"A=51": 50, "A=83": 82},
            "paris": {"G=S": 53957, "G=NE": 53962},
            "belligerants": {"EM=a11": 8248, "EM=d14": 13421},
        }
        for name, wanted in learned.items():
            game = Game(Terms(name), 1)
            indices = dict(zip(game.legal_tokens(), game.legal_indices().tolist()))
            self.assertEqual({token: indices[token] for token in wanted}, wanted, name)

    def test_no_two_legal_actions_share_one_and_most_are_at_home(self):
        for name in HASHED:
            terms = Terms(name)
            strangers = total = 0
            for game in positions(terms, 5):
                tokens, indices = game.legal_tokens(), game.legal_indices()
                self.assertEqual(len(set(indices.tolist())), len(tokens))
                self.assertTrue(np.all((indices >= 0) & (indices < terms.index_count)))
                strangers += sum(home != index for home, index in zip(homes(game), indices))
                total += len(tokens)
            self.assertLess(strangers, total * 0.02, name)

    def test_who_wants_a_taken_index_gets_the_next_that_is_free(self):
        for name in HASHED:
            terms = Terms(name)
            for game in positions(terms, 6, most=60):
                taken = set()
                for want in sorted(homes(game)):
                    while want in taken:
                        want += 1
                    taken.add(want)
                self.assertEqual(taken, set(game.legal_indices().tolist()))

    def test_an_index_plays_its_token(self):
        for name in games():
            by_token, by_index = Game(Terms(name), 3), Game(Terms(name), 3)
            for step in range(40):
                if by_token.over:
                    break
                place = step * 7 % len(by_token.legal_tokens())
                index = int(by_index.legal_indices()[place])
                self.assertEqual(by_index.token_of(index), by_token.legal_tokens()[place])
                by_token.play(by_token.legal_tokens()[place])
                by_index.play(index)
                self.assertEqual(by_token.truth(), by_index.truth())

    def test_the_mask_has_the_legal_ones(self):
        game = Game(Terms("chevaliers"))
        self.assertEqual(np.flatnonzero(game.mask()).tolist(), sorted(game.legal_indices().tolist()))

    def test_what_is_not_legal_is_refused_and_changes_nothing(self):
        game = Game(Terms("chevaliers"))
        before = game.truth()
        illegal = int(np.flatnonzero(game.mask() == 0)[0])
        for choice in (illegal, "nonsense", -1):
            with self.assertRaises(Refused):
                game.play(choice)
        self.assertEqual(game.truth(), before)
        with self.assertRaises(Refused):
            Terms("bridge")
        with self.assertRaises(Refused):
            Terms("chars", "own-fire=perhaps")


class Sight(unittest.TestCase):
    def test_tensors_hold_every_square(self):
        """Read square by square, in another way than the package does."""
        square = {"kriegspiel": r"(.)(.)(.)", "chars": r"([VG.oABC])([1-6?])?(!)?(\+)?([abc])?", "belligerants": r"(.)(')?"}
        for name in games():
            lens = Terms(name).lens
            plane = {symbol: at for at, symbol in enumerate(lens.symbols)}
            for game in positions(Terms(name), 8):
                view = game.view(game.seat)
                expected = np.zeros(lens.shape, dtype=np.uint8)
                for y, row in enumerate(view.split(" ")[0].split("/")):
                    read = [match.groups() for match in re.finditer(square.get(name, r"(.)"), row)]
                    self.assertEqual("".join(part or "" for parts in read for part in parts), row)
                    for x, parts in enumerate(read):
                        for at, part in enumerate(parts):
                            if part and part != ".":
                                expected[plane[f"{at}{part}"], y, x] = 1
                planes, fields = game.observation(game.seat)
                np.testing.assert_array_equal(planes, expected, view)
                self.assertEqual(fields.shape, (FIELDS,))

    def test_the_same_view_is_the_same_tensor(self):
        """Two worlds that differ in secrets alone: mines that the enemy has laid elsewhere."""
        one, other = Game(Terms(SECRETIVE), 1), Game(Terms(SECRETIVE), 1)
        mine = one.seat
        foe = 1 - mine
        one.turn_to(foe)
        other.turn_to(foe)
        one.play(one.legal_tokens()[0])
        other.play(other.legal_tokens()[-1])
        self.assertNotEqual(one.truth(), other.truth())
        self.assertEqual(one.view(mine), other.view(mine))
        for a, b in zip(one.observation(mine), other.observation(mine)):
            np.testing.assert_array_equal(a, b)
        self.assertFalse(np.array_equal(one.observation(foe)[0], other.observation(foe)[0]))

    def test_information_states_tell_what_was_seen_and_no_more(self):
        one, other = (Game(Terms(SECRETIVE), 1, remember=True) for _ in range(2))
        foe = one.seat
        other.turn_to(foe)
        one.play(one.legal_tokens()[0])
        other.play(other.legal_tokens()[-1])
        self.assertEqual(one.information_state(1 - foe), other.information_state(1 - foe))
        self.assertNotEqual(one.information_state(foe), other.information_state(foe))

    def test_information_states_remember(self):
        """The same position reached in two ways is two information states."""
        one, other = (Game(Terms("chevaliers"), remember=True) for _ in range(2))
        for game, way in ((one, ("a3-a2", "a12-a13", "g3-g2")), (other, ("g3-g2", "a12-a13", "a3-a2"))):
            for token in way:
                game.play(token)
        self.assertEqual(one.truth(), other.truth())
        self.assertNotEqual(one.information_state(0), other.information_state(0))
        self.assertIn("> a3-a2", one.information_state(0))
        self.assertNotIn("> ", one.information_state(0).replace("> a3-a2", "").replace("> g3-g2", ""))
        with self.assertRaises(Refused):
            Game(Terms("chevaliers")).information_state(0)


class Whole(unittest.TestCase):
    def test_a_seed_is_a_game(self):
        for name in games():
            terms = Terms(name)
            self.assertEqual(random_game(terms, 9).moves, random_game(terms, 9).moves)

    def test_a_copy_goes_its_own_way(self):
        game = Game(Terms("kriegspiel"), 4)
        copy = game.copy()
        before = game.truth()
        copy.play(int(copy.legal_indices()[0]))
        self.assertEqual(game.truth(), before)
        game.play(int(game.legal_indices()[0]))
        self.assertEqual(game.truth(), copy.truth())

    def test_exported_games_can_be_played_again(self):
        for name in games():
            game = random_game(Terms(name), 2)
            line = line_of(game, 2)
            self.assertNotIn("\n", line)
            again = replayed(line)
            self.assertEqual((again.truth(), again.half_points()), (game.truth(), game.half_points()))
        with self.assertRaises(Refused):
            replayed(line.replace(game.moves[-1][1], "nonsense"))


if __name__ == "__main__":
    unittest.main()
