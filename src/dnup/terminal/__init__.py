"""The game in the terminal: drawing, input and the main loop."""
