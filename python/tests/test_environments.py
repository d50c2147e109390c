"""What PettingZoo and Gymnasium expect of an environment, checked by us."""

import unittest

import numpy as np

from bivouac import AECEnv, GymEnv, games


class AEC(unittest.TestCase):
    def check_agents(self, env):
        for of_agents in (env.rewards, env._cumulative_rewards, env.terminations, env.truncations, env.infos):
            self.assertEqual(set(of_agents), set(env.agents))
        self.assertLessEqual(set(env.agents), set(env.possible_agents))
        self.assertEqual((env.num_agents, env.max_num_agents), (len(env.agents), len(env.possible_agents)))
        if env.agents:
            self.assertIn(env.agent_selection, env.agents)

    def play(self, env, seed, most=None):
        """A random game; returns the sum of what each agent was told it earned, and what was done."""
        random = np.random.default_rng(seed)
        env.reset(seed=seed)
        self.check_agents(env)
        earned = dict.fromkeys(env.possible_agents, 0)
        done = []
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, info = env.last()
            self.assertIsInstance(info, dict)
            earned[agent] += reward
            if len(done) % 50 == 0:
                self.assertTrue(env.observation_space(agent).contains(observation))
            action = None
            if not (terminated or truncated):
                action = int(random.choice(np.flatnonzero(observation["action_mask"])))
                self.assertTrue(env.action_space(agent).contains(action))
                done.append((agent, action))
            env.step(action)
            if len(done) % 20 == 0:
                self.check_agents(env)
        self.assertEqual(env.agents, [])
        return earned, done

    def test_random_games_keep_the_conventions(self):
        for name in games():
            env = AECEnv(name, most_steps=400)
            earned, done = self.play(env, 3)
            self.assertEqual(self.play(env, 3), (earned, done), "a seed is a game")
            if env.game.over:
                self.assertEqual(earned, dict(zip(env.possible_agents, env.game.returns())))
            else:
                self.assertEqual((len(done), set(earned.values())), (400, {0}))

    def test_without_a_seed_the_next_game_follows(self):
        env = AECEnv("kriegspiel")
        env.reset(seed=1)
        told = set()
        for _ in range(8):
            env.reset()
            told.add(tuple(env.game.moves))
        self.assertGreater(len(told), 1)

    def test_partners_all_come_to_act(self):
        env = AECEnv("chevaliers", "seats=4")
        _, done = self.play(env, 1)
        self.assertEqual({agent for agent, _ in done}, set(env.possible_agents))

    def test_only_who_is_to_act_has_a_mask(self):
        env = AECEnv("chevaliers")
        env.reset(seed=1)
        for agent in env.agents:
            self.assertEqual(env.observe(agent)["action_mask"].any(), agent == env.agent_selection)

    def test_an_illegal_action_loses(self):
        env = AECEnv("chevaliers")
        env.reset(seed=1)
        agent = env.agent_selection
        env.step(int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0]))
        self.assertTrue(all(env.terminations.values()))
        self.assertEqual([env.rewards[a] for a in env.agents], [-1 if a == agent else 0 for a in env.agents])

    def test_who_has_ended_can_only_say_none(self):
        env = AECEnv("chevaliers", most_steps=1)
        env.reset(seed=1)
        env.step(env.action_space("S").sample(env.observe(env.agent_selection)["action_mask"]))
        self.assertTrue(all(env.truncations.values()))
        with self.assertRaises(ValueError):
            env.step(0)
        for _ in range(2):
            env.step(None)
        self.assertEqual(env.agents, [])

    def test_information_states_and_pictures(self):
        env = AECEnv("chars", render_mode="ansi")
        env.reset(seed=1, options={"remember": True})
        self.assertTrue(env.information_state("V").startswith("V\n= "))
        self.assertIn("\n", env.render())


class Gym(unittest.TestCase):
    def play(self, env, seed):
        random = np.random.default_rng(seed)
        observation, info = env.reset(seed=seed)
        self.assertTrue(env.observation_space.contains(observation))
        told = []
        while True:
            np.testing.assert_array_equal(observation["action_mask"], info["action_mask"])
            action = int(random.choice(np.flatnonzero(info["action_mask"])))
            observation, reward, terminated, truncated, info = env.step(action)
            self.assertIs(type(terminated), bool)
            self.assertIs(type(truncated), bool)
            self.assertIs(type(reward), float)
            told.append((action, reward))
            if terminated or truncated:
                self.assertTrue(env.observation_space.contains(observation))
                return told

    def test_random_games_keep_the_conventions(self):
        for name in games():
            env = GymEnv(name, side=1, most_steps=150)
            told = self.play(env, 2)
            self.assertEqual(told, self.play(env, 2), "a seed is a game")
            self.assertTrue(all(reward == 0 for _, reward in told[:-1]))

    def test_the_end_pays(self):
        env = GymEnv("chevaliers")
        told = self.play(env, 1)
        self.assertEqual(told[-1][1], env.game.half_points()[0] - 1)
        with self.assertRaises(ValueError):
            env.step(told[0][0])

    def test_an_illegal_action_loses(self):
        env = GymEnv("chevaliers")
        _, info = env.reset(seed=1)
        _, reward, terminated, _, info = env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
        self.assertEqual((reward, terminated), (-1.0, True))
        with self.assertRaises(ValueError):
            env.step(0)

    def test_a_level_is_an_opponent(self):
        for name in games():
            env = GymEnv(name, level=2, nodes=20, most_steps=12)
            self.assertEqual(self.play(env, 4), self.play(env, 4), "without a clock a seed is a game")

    def test_a_level_of_partners_plays_with_both(self):
        env = GymEnv("chevaliers", "seats=4", level=2, nodes=20, most_steps=25)
        self.play(env, 1)
        theirs = {seat for seat, _ in env.game.moves if env.terms.sides[env.terms.seat_named(seat)] == 1}
        self.assertEqual(len(theirs), 2)


if __name__ == "__main__":
    unittest.main()
