"""The games. Each is one file; all they share stands beside them. Nothing here knows anything outside.

These files run twice: on the server, and unchanged in MicroPython on the phone.
"""
