"""Builds what a phone is sent: the worker script, compiled templates, stripped Python. It runs on the server."""
