"""The card games. Each game is one file, or a few with the same prefix; the other files are common to all games.

This folder imports nothing else of the project. It runs on the server, and unchanged in MicroPython on the phone.
"""
