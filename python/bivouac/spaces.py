"""The spaces of a game's observations and actions, and the observations themselves."""

from typing import Any, Literal

import numpy as np

from .conventions import Box, Dict, Discrete
from .game import Game, Terms
from .observation import FIELDS

Layout = Literal["planes", "flat"]
"""How an observation is laid out: planes as the board lies, with the rest apart, or all of it as one vector."""


def of_layout(terms: Terms, layout: Layout, actions: int) -> Dict:
    """The space of the observations of every seat, with a mask over so many actions."""
    mask = Box(0, 1, (actions,), np.int8)
    if layout == "planes":
        return Dict({"observation": Box(0, 1, terms.lens.shape, np.uint8), "fields": Box(0, 255, (FIELDS,), np.uint8), "action_mask": mask})
    if layout == "flat":
        return Dict({"observation": flat(terms), "action_mask": mask})
    raise ValueError(f"observations are laid out as 'planes' or 'flat', not {layout!r}")


def flat(terms: Terms) -> Box:
    """The space of one vector: the planes, and after them the fields."""
    return Box(0, 255, (terms.lens.size,), np.uint8)


def of_actions(count: int) -> Discrete:
    """The space of so many actions."""
    return Discrete(count)


def observed(game: Game, seat: int, layout: Layout, mask: np.ndarray) -> dict[str, Any]:
    """What a seat sees, as an observation of that layout."""
    planes, fields = game.observation(seat)
    if layout == "flat":
        return {"observation": np.concatenate([planes.reshape(-1), fields]), "action_mask": mask}
    return {"observation": planes, "fields": fields, "action_mask": mask}
