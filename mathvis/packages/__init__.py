"""Task packages: load, validate, freeze."""

from mathvis.packages.load import load_task, load_tasks
from mathvis.packages.model import Drawing, Expected, Task

__all__ = ["Drawing", "Expected", "Task", "load_task", "load_tasks"]
