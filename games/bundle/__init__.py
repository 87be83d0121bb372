"""Build the files for phones on the server: the worker script, compiled templates, stripped Python."""
