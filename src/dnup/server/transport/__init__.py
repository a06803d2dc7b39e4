"""Transport: HTTP, WebSockets, and the session of each client."""
