"""Tables: their state, the requests of clients, and the messages to them."""
