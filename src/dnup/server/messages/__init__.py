"""What is said and what is kept: messages of the socket and of HTTP, refusals, events."""
