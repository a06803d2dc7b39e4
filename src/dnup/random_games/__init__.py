"""Random matches, a great many of them: counted, recorded, and how fast that goes."""
