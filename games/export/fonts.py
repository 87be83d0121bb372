"""Fonts for what the server draws or prints. An installation without npm has none."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

TEXT, BOLD, FIGURES = "DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSerif-Bold.ttf"


def find(name: str) -> Path | None:
    path: Path = settings.FONTS / name
    return path if path.is_file() else None


def are_there() -> bool:
    return all(find(name) for name in (TEXT, BOLD, FIGURES))
