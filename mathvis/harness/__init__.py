"""Prompts, models, loops and the run store: the only part that knows of models."""

from mathvis.harness.models import Reply, Sampling, ScriptedModel

__all__ = ["Reply", "Sampling", "ScriptedModel"]
