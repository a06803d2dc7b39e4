"""Random matches: simulation and benchmarks."""
