"""Make the strategies that several test folders share importable; no test here is timed."""

import sys
from pathlib import Path

from hypothesis import settings

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
