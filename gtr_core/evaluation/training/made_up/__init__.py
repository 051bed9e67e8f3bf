"""Schemas and questions that are written by a seeded generator, to learn from what public benchmarks lack."""

from gtr_core.evaluation.training.made_up.kinds import KINDS
from gtr_core.evaluation.training.made_up.lexicon import Lexicon, read_lexicon
from gtr_core.evaluation.training.made_up.world import World
from gtr_core.evaluation.training.made_up.world_building import build_world

__all__ = ["KINDS", "Lexicon", "World", "build_world", "read_lexicon"]
