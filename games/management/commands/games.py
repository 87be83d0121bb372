"""`manage.py games`: every game with its options and questions, for people or as JSON."""

import io
import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand

from games.management.commands.score import english
from games.match import describe
from games.match.schema import document_schema
from games.rules import ask, catalogue

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
        games = [describe.describe(game, english) for game in catalogue.GAMES]
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
    """A game in plain text."""
    yield f"{game['key']}: {game['name']}"
    yield f"  {game['aim']}"
    yield f"  Players: {'; '.join(table(one) for one in game['tables'])}"
    yield "  Options (the default in brackets):"
    yield from columns([option(one) for one in game["options"]])
    yield "  Questions:"
    yield from columns([question(one) for one in game["questions"]])


def table(one: Described) -> str:
    options = "".join(f", {name} {value(chosen)}" for name, chosen in one["options"].items())
    return f"{one['players']} ({one['sides']} sides{options})"


def option(one: Described) -> tuple[str, ...]:
    return one["name"], f"[{value(one['default'])}]", known_values(one), one["label"]


def known_values(one: Described) -> str:
    if one["kind"] == "switch":
        return "true, false"
    if one["kind"] == "target":
        return f"from 1{', null' if one['none'] else ''}; usual: {', '.join(map(str, one['usual']))}"
    names = ", ".join(value(known["value"]) for known in one["values"])
    return names if one["kind"] == "pick" else f"pairs of {names}"


def question(one: Described) -> tuple[str, ...]:
    return one["name"], one["kind"], NEEDS.get(one["need"], "optional"), one["label"]


def value(one: Any) -> str:
    """Words stand without quotes."""
    return one if isinstance(one, str) else json.dumps(one)


def columns(rows: list[tuple[str, ...]]) -> Iterator[str]:
    """The rows below each other; every column but the last is as wide as its widest text."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "    " + "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
