"""Names of exported files, from content and day, and their HTTP header."""

from __future__ import annotations

import re
from unicodedata import normalize
from urllib.parse import quote

from games.export.data import ExportData
from games.export.period import Period

LONGEST = 80  # letters of the content's name
UNDOTTED = str.maketrans("ıłŁøØđĐ", "ilLoOdD")  # letters that Unicode does not decompose


def name_of(data: ExportData, ending: str) -> str:
    if data.is_evening:
        assert data.evening is not None
        names = [data.evening.name or "evening", *dict.fromkeys(match.game for match in data.matches)]
        return file_name(" ".join(names), str(data.evening.date or ""), ending)
    [match] = data.matches
    return file_name(" ".join([match.game, *match.summary["names"]]), str(match.row.date), ending)


def name_of_period(period: Period, key: str, ending: str) -> str:
    days = [f"{word}-{day}" for word, day in (("from", period.first), ("to", period.last)) if day is not None]
    kind = "rounds" if key.startswith("rounds") else "matches"
    return file_name(f"{period.circle.name} {kind}", "-".join(days), ending)


def file_name(what: str, day: str, ending: str) -> str:
    """Return a file name without letters that have a meaning for file systems."""
    words = "-".join(re.findall(r"\w+", what))[:LONGEST].rstrip("-")
    return "-".join(part for part in ("scorekeeper", words, day) if part) + f".{ending}"


def disposition(name: str) -> str:
    """Return the header for saving under this name, with a plain ASCII name for programs without Unicode."""
    return f"attachment; filename=\"{plain(name)}\"; filename*=UTF-8''{quote(name, safe='')}"


def plain(name: str) -> str:
    letters = normalize("NFKD", name.translate(UNDOTTED)).encode("ascii", "ignore").decode()
    return re.sub("-{2,}", "-", re.sub(r"[^\w.-]", "", letters)).replace("-.", ".")
