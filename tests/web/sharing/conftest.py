"""The cast of the invitations, who also share links to follow."""

from tests.web.invitations.conftest import cast, open_browser

__all__ = ["cast", "open_browser"]
