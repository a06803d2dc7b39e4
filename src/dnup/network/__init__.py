"""Features, integer network, network-guided search and weight files; compiled."""
