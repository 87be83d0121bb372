"""Names in a sentence: the first ones, and how many more there are."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext

MOST = 10


def name_list(names: Sequence[str], most: int = MOST) -> str:
    """Return the names with commas between them, at most `most` of them, and the number of the others.

    A sentence with thousands of names is of no use, and a PDF takes minutes for it.
    """
    words = ", ".join(names[:most])
    hidden = len(names) - most
    return f"{words} {gettext('and %(count)s more') % {'count': hidden}}" if hidden > 0 else words
