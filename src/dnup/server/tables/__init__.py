"""Tables and who is at them: what may happen, what happens, what everyone is shown of it."""
