"""The version, in one place."""

__version__ = "0.3.0"
"""The version of this package.

>>> dnup.__version__.count(".")
2
"""
