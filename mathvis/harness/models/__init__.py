"""Models: one small interface, and what implements it."""

from mathvis.harness.models.base import (
    CallContext,
    CallFault,
    CallRefused,
    Message,
    Model,
    ModelUnusable,
    Reply,
    Role,
    Sampling,
    TokenUsage,
)
from mathvis.harness.models.scripted import ScriptedModel
from mathvis.harness.models.spec import Kind, ModelSpec, open_model, parse_spec

__all__ = [
    "CallContext",
    "CallFault",
    "CallRefused",
    "Kind",
    "Message",
    "Model",
    "ModelSpec",
    "ModelUnusable",
    "Reply",
    "Role",
    "Sampling",
    "ScriptedModel",
    "TokenUsage",
    "open_model",
    "parse_spec",
]
