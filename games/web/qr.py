"""A code to scan, for a page: a picture without a script, a style or a file."""

from __future__ import annotations

import segno
from django.utils.translation import gettext
from markupsafe import Markup


def drawn(text: str) -> Markup:
    """Black on white with its margin, whatever the page looks like: so every phone can read it."""
    made = segno.make_qr(text, error="m").svg_inline(
        border=4, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None, title=gettext("Code to scan")
    )
    return Markup(made)  # of nothing but squares
