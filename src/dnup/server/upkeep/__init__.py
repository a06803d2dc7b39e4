"""What a server lives by: settings, limits, tasks, counts, logs, what is compiled before tables open."""
