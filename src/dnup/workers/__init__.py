"""Work spread over all cores of this machine, or over many machines."""
