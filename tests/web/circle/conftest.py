"""The cast of the invitations: Eleni's circle with Deniz as scorer and Zeynep as reader; Rosa has another circle."""

from tests.web.invitations.conftest import cast, open_browser, pseudo, pseudo_locale

__all__ = ["cast", "open_browser", "pseudo", "pseudo_locale"]
