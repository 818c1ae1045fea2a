"""What holds for every test: neither the clock, which belongs to the machine, nor luck decides about it.

Hypothesis takes its examples from the test itself, the same in every run.
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "hardtack", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("hardtack")
