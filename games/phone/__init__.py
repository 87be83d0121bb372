"""The phone as a host of the pages: the same rules and pages, run by MicroPython."""
