"""`manage.py score FILE`: print the sheet of a match document, or of each document in a JSON Lines file."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.match import score
from games.match.errors import Refused
from games.rules.words import plain_text

RIGHT, PROBLEMS, NO_DOCUMENT = 0, 1, 2


class Command(BaseCommand):
    help = "Print the sheet of a match document (JSON), or of one document per line (JSON Lines)."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the document's file, or - for standard input")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
        sys.stderr.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
        try:
            data = read(file)
            results = score.score_lines(data, plain_text) if score.is_lines(data) else [score.score(data, plain_text)]
        except Refused as refused:
            sys.stderr.write(refused.words.translated(plain_text) + "\n")
            sys.exit(NO_DOCUMENT)
        status = RIGHT
        for result in results:
            sys.stdout.write(json.dumps(result, ensure_ascii=False) + "\n")
            if not score.is_right(result):
                status = PROBLEMS
        sys.exit(status)


def read(file: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise Refused("file", "%(file)s cannot be read: %(why)s.", file=file, why=error.strerror) from error
