"""The commands of go.py.

Modules that go.py imports use only the standard library, because they run before anything is installed.
"""
