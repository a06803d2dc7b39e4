"""What learners are given, compiled: actions as numbers, observations, whole batches of rounds."""
