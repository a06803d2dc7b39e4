"""Messages of WebSocket and HTTP, refusals, and stored events, as types."""
