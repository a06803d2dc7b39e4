"""What a server lives by: settings, limits, tasks, counts, logs, a rehearsal before people come."""
