"""How likely each hidden hand is, given what players did; compiled."""
