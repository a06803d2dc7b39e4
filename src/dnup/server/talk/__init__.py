"""The way in and out: connections, HTTP, and the conversation on a socket."""
