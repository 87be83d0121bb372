"""`manage.py games`: list every game with its options and questions, as text or JSON."""

import io
import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand

from games.match import describe
from games.match.schema import document_schema
from games.rules import ask, catalogue
from games.rules.words import plain_text

Described = dict[str, Any]

NEEDS = {ask.NEEDED: "needed", describe.SOMETIMES: "sometimes needed"}


class Command(BaseCommand):
    help = "List the games: their options, defaults and questions."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        form = parser.add_mutually_exclusive_group()
        form.add_argument("--json", action="store_true", help="print everything as JSON, for programs")
        form.add_argument(
            "--schema",
            metavar="KEY",
            choices=catalogue.keys(),
            help="print the JSON Schema of this game's match documents",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")
        games = [describe.describe(game, plain_text) for game in catalogue.GAMES]
        if options["json"]:
            self.stdout.write(as_json(games))
        elif options["schema"]:
            [game] = [game for game in catalogue.GAMES if game.key == options["schema"]]
            self.stdout.write(as_json(document_schema(game)))
        else:
            self.stdout.write("\n\n".join("\n".join(page(game)) for game in games))


def as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def page(game: Described) -> Iterator[str]:
    """Yield the lines of a game as plain text."""
    yield f"{game['key']}: {game['name']}"
    yield f"  {game['aim']}"
    yield f"  Players: {'; '.join(seating(variant) for variant in game['tables'])}"
    yield "  Options (the default in brackets):"
    yield from columns([option_row(option) for option in game["options"]])
    yield "  Questions:"
    yield from columns([question_row(question) for question in game["questions"]])


def seating(variant: Described) -> str:
    options = "".join(f", {name} {value(chosen)}" for name, chosen in variant["options"].items())
    return f"{variant['players']} ({variant['sides']} sides{options})"


def option_row(option: Described) -> tuple[str, ...]:
    return option["name"], f"[{value(option['default'])}]", known_values(option), option["label"]


def known_values(option: Described) -> str:
    if option["kind"] == "switch":
        return "true, false"
    if option["kind"] == "target":
        return f"from 1{', null' if option['none'] else ''}; usual: {', '.join(map(str, option['usual']))}"
    names = ", ".join(value(known["value"]) for known in option["values"])
    return names if option["kind"] == "pick" else f"pairs of {names}"


def question_row(question: Described) -> tuple[str, ...]:
    return question["name"], question["kind"], NEEDS.get(question["need"], "optional"), question["label"]


def value(data: Any) -> str:
    """Return a value as JSON, but texts without quotes."""
    return data if isinstance(data, str) else json.dumps(data)


def columns(rows: list[tuple[str, ...]]) -> Iterator[str]:
    """Yield the rows as aligned lines; every column except the last is as wide as its widest text."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "    " + "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
