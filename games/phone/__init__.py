"""The phone as a host: the same rules and the same table, run by MicroPython."""
