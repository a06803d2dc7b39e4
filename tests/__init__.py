"""The tests. Helpers are imported as `from tests.need import need_program`."""
