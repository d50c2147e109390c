"""Where Gymnasium and PettingZoo are installed, their classes are used: shown with stand-ins, which have the same names and little else."""

import os
import subprocess
import sys
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parent

PROGRAM = """
import bivouac, gymnasium, pettingzoo
from bivouac import AECEnv, GymEnv, ParallelEnv

env = GymEnv("paris")
assert isinstance(env, gymnasium.Env) and isinstance(env.action_space, gymnasium.spaces.Discrete)
assert isinstance(env.observation_space, gymnasium.spaces.Dict) and str(env) == "a Gymnasium environment"
assert isinstance(env.state_space, gymnasium.spaces.Box)
assert isinstance(AECEnv("paris"), pettingzoo.AECEnv) and isinstance(ParallelEnv("paris"), pettingzoo.ParallelEnv)

# check_env makes the environment again for each render mode, where it has a specification.
assert sorted(gymnasium.known) == sorted(f"bivouac/{name}-v0" for name in bivouac.games())
for name in bivouac.games():
    env = gymnasium.make(f"bivouac/{name}-v0", level=1, nodes=5)
    env.reset(seed=1)
    for mode in env.metadata["render_modes"]:
        again = env.spec.make(render_mode=mode)
        again.reset()
        again.close()
"""


def python(*words):
    path = os.pathsep.join([str(TESTS / "standins"), str(TESTS.parent)])
    return subprocess.run([sys.executable, "-W", "error", *words], cwd=TESTS, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True)


class Standins(unittest.TestCase):
    def test_their_classes_are_the_bases(self):
        ran = python("-c", PROGRAM)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))

    def test_the_same_checks_pass(self):
        ran = python("-m", "unittest", "test_conformance", "test_environments")
        self.assertEqual(ran.returncode, 0, ran.stderr)


if __name__ == "__main__":
    unittest.main()
