"""Tables online: play from one command, with friends by a link."""
