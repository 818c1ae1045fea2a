"""What holds for every test: neither the machine nor its clock nor luck decides about it.

Hypothesis takes its examples from the test itself, the same in every run.
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from machine import forget_the_machine

forget_the_machine()

settings.register_profile(
    "hardtack", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("hardtack")
