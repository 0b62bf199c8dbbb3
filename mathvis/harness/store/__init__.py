"""The run store."""

from mathvis.harness.store.files import StoreFault
from mathvis.harness.store.manifest import Manifest, judging_of, record_of, task_entries
from mathvis.harness.store.run import FaultNote, RunStore, holds_run

__all__ = ["FaultNote", "Manifest", "RunStore", "StoreFault", "holds_run", "judging_of", "record_of", "task_entries"]
