"""How fast our server is beside boardgame.io's: `make bench-server`."""
