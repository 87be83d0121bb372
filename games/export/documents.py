"""As JSON: the match document, of an evening a list of them. So other programs read it, and Scorekeeper does."""

from __future__ import annotations

import json

from games.export.data import ExportData


def render(taken: ExportData) -> bytes:
    found = [match.document for match in taken.matches]
    return json.dumps(found if taken.is_evening else found[0], ensure_ascii=False, indent=2).encode() + b"\n"
