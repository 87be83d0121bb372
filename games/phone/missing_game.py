"""The error for a game whose file is not there. It has a module of its own, because the bridge and the catalogue need it."""

from __future__ import annotations


class MissingGame(Exception):
    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address  # of the file
