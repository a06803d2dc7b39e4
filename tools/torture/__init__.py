"""Kill the server under load, again and again, and see whether anything is lost."""
