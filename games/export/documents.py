"""Exports as JSON: a match document, or a list of them for an evening. Scorekeeper can import both."""

from __future__ import annotations

import json

from games.export.data import ExportData


def render(data: ExportData) -> bytes:
    match_documents = [match.document for match in data.matches]
    return (
        json.dumps(match_documents if data.is_evening else match_documents[0], ensure_ascii=False, indent=2).encode()
        + b"\n"
    )
