"""What holds for every test: no test is judged by the clock, which belongs to the machine and not to the rules."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("hardtack", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("hardtack")
