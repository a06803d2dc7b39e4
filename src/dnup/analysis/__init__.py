"""Values of moves, grading, luck and explanations; compiled."""
