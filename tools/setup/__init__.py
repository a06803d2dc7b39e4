"""What the Makefile needs to set up, and smoke tests of what it sets up."""
