"""How fast dnup is beside a program in C, OpenSpiel and RLCard: `make bench`."""
