"""Eleni's circle, with Deniz who writes and Zeynep who reads; Rosa has another."""

from tests.web.invitations.conftest import cast, open_browser, pseudo, pseudo_locale

__all__ = ["cast", "open_browser", "pseudo", "pseudo_locale"]
