"""The rules, once, at native speed: flat words, bit masks and functions that Numba compiles."""
