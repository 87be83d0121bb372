"""What a file is called: what is in it, and of which day. And how a browser is told."""

from __future__ import annotations

import re
from unicodedata import normalize
from urllib.parse import quote

from games.export.data import ExportData
from games.export.period import Period

LONGEST = 80  # letters of what is in it
UNDOTTED = str.maketrans("ıłŁøØđĐ", "ilLoOdD")  # letters that are no others with a sign


def name_of(taken: ExportData, ending: str) -> str:
    if taken.is_evening:
        assert taken.evening is not None
        names = [taken.evening.name or "evening", *dict.fromkeys(match.game for match in taken.matches)]
        return file_name(" ".join(names), str(taken.evening.date or ""), ending)
    [match] = taken.matches
    return file_name(" ".join([match.game, *match.row.summary["names"]]), str(match.row.date), ending)


def name_of_period(wanted: Period, key: str, ending: str) -> str:
    days = [f"{word}-{day}" for word, day in (("from", wanted.first), ("to", wanted.last)) if day is not None]
    kind = "rounds" if key.startswith("rounds") else "matches"
    return file_name(f"{wanted.circle.name} {kind}", "-".join(days), ending)


def file_name(what: str, day: str, ending: str) -> str:
    """Nothing in it is taken by a file system for something else."""
    said = "-".join(re.findall(r"\w+", what))[:LONGEST].rstrip("-")
    return "-".join(piece for piece in ("scorekeeper", said, day) if piece) + f".{ending}"


def disposition(name: str) -> str:
    """To be kept under this name; for programs that know no other letters than those of English, under one like it."""
    return f"attachment; filename=\"{plain(name)}\"; filename*=UTF-8''{quote(name, safe='')}"


def plain(name: str) -> str:
    letters = normalize("NFKD", name.translate(UNDOTTED)).encode("ascii", "ignore").decode()
    return re.sub("-{2,}", "-", re.sub(r"[^\w.-]", "", letters)).replace("-.", ".")
