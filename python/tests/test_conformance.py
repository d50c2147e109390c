"""
What the checkers of Gymnasium (`gymnasium.utils.env_checker.check_env`) and PettingZoo (`api_test`, `parallel_api_test`, `seed_test`,
`render_test`, `state_test`) are documented to check, as tests of our own, because these packages cannot be installed everywhere. They run with our
fallback classes, and once more with stand-ins for both packages: test_standins.py.
"""

import contextlib
import copy
import inspect
import io
import pickle
import unittest

import numpy as np

from bivouac import AECEnv, GymEnv, ParallelEnv, conventions, games
from bivouac.conventions import Box, Dict, Discrete, Space

LAYOUTS = ("planes", "flat")


def rng_state(env):
    return env.unwrapped.np_random.bit_generator.state


def same(one, other):
    """Equal data: of the same types, arrays with the same numbers."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other)
    return one == other


def all_kinds(make):
    """An environment of each game and each layout of observations."""
    for name in games():
        for layout in LAYOUTS:
            yield make(name, observation=layout, most_steps=30)


class Checks(unittest.TestCase):
    def check_space(self, space):
        self.assertIsInstance(space, Space)
        self.assertEqual(space, copy.deepcopy(space))
        self.assertEqual(space, pickle.loads(pickle.dumps(space)))
        self.assertTrue(space.is_np_flattenable)
        self.assertIn(space.sample(), space)
        space.seed(7)
        first = space.sample()
        space.seed(7)
        self.assertTrue(same(first, space.sample()), "a seed is a sample")
        if isinstance(space, Box):
            self.assertEqual((space.low.shape, space.high.shape), (space.shape, space.shape))
            self.assertTrue(np.all(space.low < space.high))
            self.assertTrue(np.all(np.isfinite(space.low)) and np.all(np.isfinite(space.high)))
        elif isinstance(space, Discrete):
            self.assertGreater(space.n, 0)
            self.assertEqual(space.shape, ())
        elif isinstance(space, Dict):
            self.assertGreater(len(space.spaces), 0)
            for one in space.values():
                self.check_space(one)
        else:
            self.fail(f"{space} is of no kind that a checker knows")

    def check_observation(self, observation, space):
        self.assertIsInstance(observation, dict)
        self.assertEqual(observation.keys(), space.spaces.keys())
        for key, one in observation.items():
            self.assertIsInstance(one, np.ndarray)
            self.assertEqual((one.dtype, one.shape), (space[key].dtype, space[key].shape))
            self.assertLessEqual(one.ndim, 3)
            self.assertGreater(one.size, 1)
            self.assertTrue(np.can_cast(one.dtype, np.float64))
        seen = [one.any() for key, one in observation.items() if key != "action_mask"]
        self.assertTrue(any(seen), "not all zeros; the planes of an empty board are")
        self.assertIn(observation, space)

    def check_number(self, reward):
        self.assertTrue(np.issubdtype(type(reward), np.integer) or np.issubdtype(type(reward), np.floating))
        self.assertTrue(np.isfinite(reward))

    def check_state(self, env):
        self.check_space(env.state_space)
        self.assertIsInstance(env.state_space, Box)
        state = env.state()
        self.assertIsInstance(state, np.ndarray)
        self.assertIn(state, env.state_space)
        self.assertTrue(state.any())

    def check_render(self, make, step):
        """Every mode that the metadata names: `ansi` returns a text, `human` prints and returns None."""
        modes = make().metadata["render_modes"]
        self.assertEqual(set(modes), {"ansi", "human"})
        self.assertGreater(make().metadata["render_fps"], 0)
        for mode in modes:
            env, printed = make(render_mode=mode), io.StringIO()
            self.assertEqual(env.render_mode, mode)
            with contextlib.redirect_stdout(printed):
                env.reset(seed=1)
                for _ in range(5):
                    shown = env.render()
                    self.assertIs(type(shown), str if mode == "ansi" else type(None))
                    step(env)
            self.assertEqual(bool(printed.getvalue()), mode == "human")
            env.close()
            env.close()
        with self.assertRaises(ValueError):
            make(render_mode="smoke")
        plain = make()
        plain.reset()
        self.assertIsNone(plain.render())


class Gymnasium(Checks):
    """check_env, and what is asked of gymnasium.Env."""

    def test_it_is_an_environment(self):
        for env in all_kinds(GymEnv):
            self.assertIsInstance(env, conventions.Env)
            self.assertIs(env.unwrapped, env)
            self.check_space(env.action_space)
            self.check_space(env.observation_space)
            self.assertFalse(callable(getattr(env, "seed", None)), "seed() is no more")

    def test_the_signature_of_reset(self):
        taken = inspect.signature(GymEnv.reset).parameters
        self.assertEqual(set(taken), {"self", "seed", "options"})
        self.assertIsNone(taken["seed"].default)
        self.assertIsNone(taken["options"].default)

    def test_what_reset_returns(self):
        for env in all_kinds(GymEnv):
            for told in (env.reset(), env.reset(seed=5), env.reset(options={})):
                self.assertIsInstance(told, tuple)
                self.assertEqual(len(told), 2)
                self.check_observation(told[0], env.observation_space)
                self.assertIsInstance(told[1], dict)

    def test_a_seed_decides(self):
        for env in all_kinds(GymEnv):
            first, _ = env.reset(seed=123)
            numbers = rng_state(env)
            self.assertEqual(env.np_random_seed, 123)
            again, _ = env.reset(seed=123)
            self.assertTrue(same(first, again))
            self.assertEqual(rng_state(env), numbers)
            env.reset(seed=456)
            self.assertNotEqual(rng_state(env), numbers)
            env.reset(seed=123)
            env.reset()
            self.assertNotEqual(rng_state(env), numbers, "a game without a seed draws one from np_random")
            follows = env.game.seed
            env.reset(seed=123)
            env.reset()
            self.assertEqual(env.game.seed, follows)

    def test_np_random_can_be_set(self):
        env = GymEnv("paris")
        env.np_random = np.random.default_rng(9)
        self.assertEqual(env.np_random_seed, -1)
        env.reset()
        expected = int(np.random.default_rng(9).integers(2**63))
        self.assertEqual(env.game.seed, expected)

    def test_step_is_deterministic_and_well_formed(self):
        for env in all_kinds(GymEnv):
            _, info = env.reset(seed=3)
            action = env.action_space.sample(info["action_mask"])
            for chosen in (action, env.action_space.sample()):
                told = []
                for _ in range(2):
                    env.reset(seed=3)
                    told.append((env.step(chosen), rng_state(env)))
                self.assertTrue(same(*told))
                observation, reward, terminated, truncated, info = told[0][0]
                self.check_observation(observation, env.observation_space)
                self.check_number(reward)
                self.assertIs(type(terminated), bool)
                self.assertIs(type(truncated), bool)
                self.assertIsInstance(info, dict)

    def test_whole_numbers_of_all_kinds_are_actions(self):
        for kind in (int, np.int32, np.int64, np.uint16):
            env = GymEnv("chevaliers")
            _, info = env.reset(seed=1)
            env.step(kind(np.flatnonzero(info["action_mask"])[0]))

    def test_state(self):
        for env in all_kinds(GymEnv):
            env.reset(seed=1)
            self.check_state(env)

    def test_rendering(self):
        step = lambda env: env.step(int(np.flatnonzero(env.game.mask())[0]))
        self.check_render(lambda **more: GymEnv("chevaliers", **more), step)

    def test_closing_twice_and_the_context(self):
        with GymEnv("paris") as env:
            env.reset()
        self.assertIsNone(env.game)
        env.close()
        with self.assertRaisesRegex(ValueError, "reset first"):
            env.step(0)
        with self.assertRaisesRegex(ValueError, "reset first"):
            GymEnv("paris").step(0)


def choose(env, agent, observation, random):
    return int(random.choice(np.flatnonzero(observation["action_mask"])))


class PettingZoo(Checks):
    """What api_test and parallel_api_test ask of both kinds."""

    def check_agents(self, make, base):
        for env in all_kinds(make):
            self.assertIsInstance(env, base)
            self.assertIs(env.unwrapped, env)
            self.assertEqual(env.agents, env.possible_agents, "agents are known before the first game")
            env.reset(seed=1)
            self.assertIs(type(env.num_agents), int)
            self.assertGreater(env.num_agents, 0)
            self.assertEqual(env.max_num_agents, len(env.possible_agents))
            self.assertFalse(any(env.terminations.values()) or any(env.truncations.values()))
            self.assertIsInstance(env.metadata["name"], str)
            self.assertEqual(str(env), env.metadata["name"])
            self.assertEqual(env.observation_spaces.keys(), set(env.possible_agents))
            self.assertEqual(env.action_spaces.keys(), set(env.possible_agents))
            for agent in env.agents:
                self.assertIsInstance(agent, str)
                self.assertIs(env.observation_space(agent), env.observation_space(agent))
                self.assertIs(env.action_space(agent), env.action_space(agent))
                self.check_space(env.action_space(agent))
                self.assertEqual(env.observation_space(agent), env.observation_space(env.agents[0]))
                self.assertEqual(env.action_space(agent), env.action_space(env.agents[0]))
            self.check_space(env.observation_space(env.agents[0]))
            self.check_state(env)

    def play(self, env, random, most):
        for agent in env.agent_iter(most):
            observation, _, terminated, truncated, _ = env.last()
            env.step(None if terminated or truncated else choose(env, agent, observation, random))

    def test_agents_of_both_kinds(self):
        self.check_agents(AECEnv, conventions.AECEnv)
        self.check_agents(ParallelEnv, conventions.ParallelEnv)
        self.assertTrue(ParallelEnv("paris").metadata["is_parallelizable"])

    def test_render_of_both_kinds(self):
        self.check_render(lambda **more: AECEnv("chars", **more), lambda env: self.play(env, np.random.default_rng(1), 1))
        self.check_render(
            lambda **more: ParallelEnv("chars", **more),
            lambda env: env.step({agent: choose(env, agent, env.observe(agent), np.random.default_rng(1)) for agent in env.agents}),
        )

    def test_contexts(self):
        for make in (AECEnv, ParallelEnv):
            with make("paris") as env:
                env.reset()
            self.assertIsNone(env.game)
            env.close()
            with self.assertRaisesRegex(ValueError, "reset first"):
                env.step(0)


class AEC(PettingZoo):
    """api_test."""

    def test_last_without_looking(self):
        env = AECEnv("chevaliers")
        env.reset()
        self.assertIsNone(env.last(observe=False)[0])

    def test_a_game_from_start_to_end(self):
        for env in all_kinds(AECEnv):
            random = np.random.default_rng(1)
            env.reset(seed=1)
            alive, finished = env.agents[:], set()
            gained = dict.fromkeys(env.agents, 0)
            for agent in env.agent_iter():
                observation, reward, terminated, truncated, info = env.last()
                self.assertEqual(agent, env.agent_selection)
                self.check_observation(observation, env.observation_space(agent))
                self.check_number(reward)
                self.assertIs(type(terminated), bool)
                self.assertIs(type(truncated), bool)
                self.assertEqual((terminated, truncated), (env.terminations[agent], env.truncations[agent]))
                self.assertIs(info, env.infos[agent])
                self.assertIsInstance(info, dict)
                ended = terminated or truncated
                self.assertIsNone(env.step(None if ended else choose(env, agent, observation, random)), "step returns nothing")
                self.assertEqual(gained[agent], reward, "last tells the sum of the rewards since the agent's last step")
                gained[agent] = 0
                for other, one in env.rewards.items():
                    gained[other] += one
                self.assertFalse(ended and agent in finished, "an agent ends once")
                if ended:
                    alive.remove(agent)
                    finished.add(agent)
                self.assertEqual(env.agents, alive)
                self.assertEqual(env.num_agents, len(env.agents))
                self.assertLessEqual(set(env.agents), set(env.possible_agents))
                for of_agents in (env.rewards, env.terminations, env.truncations, env.infos, env._cumulative_rewards):
                    self.assertIsInstance(of_agents, dict)
                    self.assertEqual(of_agents.keys(), set(env.agents))
            self.assertEqual(finished, set(env.possible_agents), "nobody was skipped")
            self.check_state(env)

    def test_numbers_of_numpy_are_actions(self):
        env = AECEnv("chevaliers")
        for kind in (int, np.int32, np.int64):
            env.reset(seed=1)
            env.step(kind(choose(env, None, env.last()[0], np.random.default_rng(1))))

    def test_an_action_that_a_mask_forbids_is_still_a_step(self):
        """state_test samples without a mask."""
        env = AECEnv("chevaliers")
        env.reset(seed=1)
        for agent in env.agent_iter(20):
            _, _, terminated, truncated, _ = env.last(observe=False)
            env.step(None if terminated or truncated else env.action_space(agent).sample())
            self.assertIn(env.state(), env.state_space)

    def test_seeds(self):
        """seed_test: neither what was played before nor numpy's or Python's global numbers matter."""
        for name in games():
            told = []
            for number, env in enumerate([AECEnv(name)] * 2 + [AECEnv(name)]):
                np.random.seed(number)
                for agent in env.possible_agents:
                    env.action_space(agent).seed(42)
                told.append([])
                for seed in range(2):
                    env.reset(seed=seed)
                    for agent in env.agent_iter(20):
                        observation, reward, terminated, truncated, _ = env.last()
                        mask = observation["action_mask"]
                        env.step(None if terminated or truncated else env.action_space(agent).sample(mask))
                        told[-1].append((agent, reward, observation))
            self.assertTrue(same(told[0], told[1]) and same(told[0], told[2]))


class Parallel(PettingZoo):
    """parallel_api_test."""

    def play_on(self, env, seed, most=10**6):
        """Plays at random; all that was told."""
        random = np.random.default_rng(seed)
        observations, infos = env.reset(seed=seed)
        told = [observations]
        while env.agents and most:
            most -= 1
            actions = {agent: choose(env, agent, observations[agent], random) for agent in env.agents}
            alive = env.agents[:]
            step = observations, rewards, terminations, truncations, infos = env.step(actions)
            for of_agents in step:
                self.assertIsInstance(of_agents, dict)
                self.assertEqual(of_agents.keys(), set(alive))
            for agent in alive:
                self.check_observation(observations[agent], env.observation_space(agent))
                self.check_number(rewards[agent])
                self.assertIs(type(terminations[agent]), bool)
                self.assertIs(type(truncations[agent]), bool)
                self.assertIsInstance(infos[agent], dict)
            self.assertEqual(env.agents, [agent for agent in alive if not (terminations[agent] or truncations[agent])])
            told.append(step)
        return told

    def test_games(self):
        for env in all_kinds(ParallelEnv):
            observations, infos = env.reset(seed=1)
            self.assertEqual(observations.keys(), set(env.agents))
            self.assertEqual(infos.keys(), set(env.agents))
            self.assertTrue(same(self.play_on(env, 2), self.play_on(env, 2)), "a seed is a game")
            self.assertEqual(env.agents, [])

    def test_a_whole_game_pays_both_sides(self):
        env = ParallelEnv("chevaliers")
        *_, (_, rewards, terminations, _, _) = self.play_on(env, 3)
        self.assertTrue(all(terminations.values()))
        self.assertEqual([rewards[agent] for agent in env.possible_agents], env.game.returns())

    def test_who_is_not_to_act_can_only_wait(self):
        for name in games():
            env = ParallelEnv(name)
            observations, _ = env.reset(seed=1)
            for agent, observation in observations.items():
                mask = observation["action_mask"]
                self.assertEqual(mask.shape, (env.wait + 1,))
                if env.terms.seat_named(agent) in env.game.acting():
                    self.assertEqual((mask[env.wait], mask.any()), (0, True))
                else:
                    self.assertEqual(np.flatnonzero(mask).tolist(), [env.wait])

    def test_who_may_act_at_once_acts_at_once(self):
        """Both sides set up Bataille de Chars in secret: a step places something of each."""
        env = ParallelEnv("chars")
        self.play_on(env, 1, most=1)
        self.assertEqual(sorted(seat for seat, _ in env.game.moves), sorted(env.possible_agents))

    def test_what_is_too_late_lapses(self):
        """Of two partners who may both move, the lot decides; the other's move is not played."""
        env = ParallelEnv("chevaliers", "seats=4")
        told = self.play_on(env, 1, most=40)
        lapsed = sum("lapsed" in info for step in told[1:] for info in step[4].values())
        self.assertGreater(lapsed, 0)

    def test_an_illegal_action_loses_and_all_must_choose(self):
        env = ParallelEnv("chevaliers")
        observations, _ = env.reset(seed=1)
        with self.assertRaisesRegex(ValueError, "an action of each agent"):
            env.step({env.agents[0]: env.wait})
        waiting = dict.fromkeys(env.agents, env.wait)
        actor = env.terms.seats[env.game.seat]
        _, rewards, terminations, _, infos = env.step(waiting)
        self.assertEqual(rewards, {agent: -1 if agent == actor else 0 for agent in waiting})
        self.assertTrue(all(terminations.values()))
        self.assertEqual(infos[actor], {"illegal": env.wait})
        self.assertEqual(env.agents, [])

    def test_copies(self):
        for name in games():
            env = ParallelEnv(name)
            self.play_on(env, 1, most=10)
            others = [copy.copy(env), copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
            ends = []
            for one in [*others, env]:
                random = np.random.default_rng(5)
                for _ in range(10):
                    one.step({agent: choose(one, agent, one.observe(agent), random) for agent in one.agents})
                ends.append((one.game.truth(), one.np_random.bit_generator.state))
            self.assertTrue(all(end == ends[0] for end in ends))


class Spaces(Checks):
    def test_numbers(self):
        space = Discrete(5)
        for inside in (0, 4, np.int64(3), np.uint8(2), np.array(1)):
            self.assertIn(inside, space)
        for outside in (-1, 5, 1.0, "1", None, np.float64(1), np.array([1])):
            self.assertNotIn(outside, space)
        self.assertEqual((Discrete(5), Discrete(6) == space), (space, False))
        mask = np.array([0, 1, 0, 1, 0], dtype=np.int8)
        self.assertEqual({int(space.sample(mask)) for _ in range(60)}, {1, 3})
        self.assertEqual(space.sample(np.zeros(5, dtype=np.int8)), 0)
        self.assertEqual({int(space.sample()) for _ in range(200)}, set(range(5)))
        for wrong in ([1, 1, 1, 1, 1], np.ones(4, dtype=np.int8), np.ones(5)):
            with self.assertRaises(AssertionError):
                space.sample(wrong)

    def test_arrays(self):
        space = Box(0, 3, (2, 2), np.uint8)
        self.assertEqual((space.shape, space.dtype, space.is_bounded()), ((2, 2), np.uint8, True))
        self.assertIn(np.full((2, 2), 3, dtype=np.uint8), space)
        for outside in (np.full((2, 2), 4, dtype=np.uint8), np.zeros(4, dtype=np.uint8), np.zeros((2, 2)), None):
            self.assertNotIn(outside, space)
        self.assertNotEqual(space, Box(0, 2, (2, 2), np.uint8))
        self.assertEqual({int(x) for _ in range(50) for x in space.sample().flat}, {0, 1, 2, 3})

    def test_dicts(self):
        space = Dict({"a": Discrete(2), "b": Box(0, 1, (3,), np.int8)})
        self.assertIn(space.sample(), space)
        self.assertNotIn({"a": 0}, space)
        self.assertEqual((list(space), len(space), space["a"]), (["a", "b"], 2, Discrete(2)))
        self.assertNotEqual(space, Dict({"a": Discrete(2)}))
        self.assertEqual(space.sample({"a": np.array([0, 1], dtype=np.int8), "b": None})["a"], 1)


if __name__ == "__main__":
    unittest.main()
