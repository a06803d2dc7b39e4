"""The version, in the one place that says it."""

__version__ = "0.2.0"
"""The version of this package.

>>> dnup.__version__.count(".")
2
"""
