"""A match in the terminal: what it draws, what it reads, and the loop between them."""
