"""Settings, limits, background tasks, metrics, logs, and compilation at the start."""
