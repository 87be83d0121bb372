"""Import of exported files, from this server or another one: reading them, and previewing the result."""
