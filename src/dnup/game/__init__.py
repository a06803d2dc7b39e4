"""A match, its rounds and what each seat knows of them: values around the kernel."""
