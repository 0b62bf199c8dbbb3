"""Puts tests/ on the path, so that builders and strategies can be shared between the folders.

In CI the examples of property tests are the same in every run, so that a submission is judged by its own
change; elsewhere they are drawn anew each time, which is how new counterexamples are found.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile("ci", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("local", deadline=None, suppress_health_check=[HealthCheck.too_slow])
os.environ.setdefault("MATHVIS_STORE", "off")  # a test sees what the code does now, not what it did before
os.environ.pop("COLUMNS", None)  # xdist sets it: output would wrap as on a terminal of that width
settings.load_profile("ci" if os.environ.get("CI") else "local")
