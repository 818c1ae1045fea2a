"""Simulation, rule coverage and the benchmark suite."""
