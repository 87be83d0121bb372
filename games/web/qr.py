"""QR codes as inline SVG, which needs no script, style or file."""

from __future__ import annotations

import segno
from django.utils.translation import gettext
from markupsafe import Markup


def qr_code(text: str) -> Markup:
    """Return the text as a QR code: black on white with a margin in every colour scheme, as scanners need that."""
    svg = segno.make_qr(text, error="m").svg_inline(
        border=4, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None, title=gettext("QR code")
    )
    return Markup(svg)  # safe: it consists of squares and a translated title
