"""Everything that a user can call has a docstring and type hints; the package says so (py.typed) and says its version."""

import importlib
import inspect
import pkgutil
import re
import unittest
from pathlib import Path

import bivouac


def modules():
    yield bivouac
    for found in pkgutil.walk_packages(bivouac.__path__, "bivouac."):
        yield importlib.import_module(found.name)


def functions(module):
    """(name, function) of all that is defined in a module."""
    for name, one in vars(module).items():
        if getattr(one, "__module__", None) != module.__name__:
            continue
        if inspect.isfunction(one):
            yield name, one
        elif inspect.isclass(one):
            yield name, one
            for member, value in vars(one).items():
                value = value.fget if isinstance(value, property) else getattr(value, "__func__", getattr(value, "func", value))
                if inspect.isfunction(value) and value.__module__ == module.__name__:
                    yield f"{name}.{member}", value


class Documented(unittest.TestCase):
    def test_every_public_name_has_a_docstring(self):
        for module in modules():
            self.assertTrue(module.__doc__, module.__name__)
            for name, one in functions(module):
                if not re.search(r"(^|\.)_", name):
                    self.assertTrue(one.__doc__, f"{module.__name__}.{name} has no docstring")

    def test_every_argument_and_result_has_a_type(self):
        for module in modules():
            for name, one in functions(module):
                if inspect.isclass(one):
                    continue
                signature = inspect.signature(one)
                for word, taken in list(signature.parameters.items()):
                    if word not in ("self", "cls", "_"):
                        self.assertIsNot(taken.annotation, inspect.Parameter.empty, f"{module.__name__}.{name}: {word}")
                self.assertIsNot(signature.return_annotation, inspect.Signature.empty, f"{module.__name__}.{name}")

    def test_the_package_says_that_it_is_typed_and_which_it_is(self):
        self.assertTrue((Path(bivouac.__file__).parent / "py.typed").exists())
        self.assertRegex(bivouac.__version__, r"^\d+\.\d+\.\d+")


if __name__ == "__main__":
    unittest.main()
