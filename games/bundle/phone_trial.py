"""Let the phone's Python calculate matches of a game, and compare the results with those of the server.

It is a smaller Python: what it lacks would stop a game on phones alone, where no log says so.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from games.bundle import contents, game_files, phone_python
from games.bundle.strip import strip_python
from games.phone import trial
from games.plugins import load

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from games.rules.game import Game

PROGRAM = "from games.phone.trial import run\nrun()\n"
START = ("games/phone/trial.py", contents.CATALOGUE)
PLACE = re.compile(r'File "/*games/rules/(\w+\.py)", line (\d+)')
MOST = 10  # sentences about one game


def errors(game: Game, matches: Sequence[dict[str, Any]]) -> list[str]:
    """Return a sentence for each error that a game raises in the phone's Python, and for the first result that differs.

    Raise `NoPhonePython` if it does not run on this machine.
    """
    node = phone_python.find_node()
    [module] = [module for other, module, _name in game_files.places() if other is game]
    lines = [json.dumps([f"games.rules.{module}"]), *map(json.dumps, matches)]
    with TemporaryDirectory() as folder:
        output = phone_python.run(node, PROGRAM, "\n".join(lines).encode(), files(game, module), Path(folder))
    (_nothing, wrong), *results = map(json.loads, output.decode().splitlines())
    sentences = {sentence(trace): True for trace in wrong}
    if not sentences:  # the game can be imported
        for match, (theirs, traces) in zip(matches, results, strict=True):
            ours = json.loads(json.dumps(trial.calculate(match)))
            differing = [] if traces or ours == theirs else [difference(match, ours, theirs)]
            sentences |= dict.fromkeys([*map(sentence, traces), *differing], True)
            if differing or len(sentences) >= MOST:
                break
    return list(sentences)[:MOST]


def files(game: Game, module: str) -> dict[str, str]:
    """Return the programs that a phone needs for this game. Plug-ins keep their lines, so that errors name these."""
    paths = {path.name: path for path in contents.STANDINS.glob("*.py")}
    for package in ("games/rules", "games/match", "games/phone"):
        paths |= {f"{package}/{path.name}": path for path in (contents.ROOT / package).glob("*.py")}
    paths[contents.CATALOGUE] = contents.ROOT / "games" / "phone" / "catalogue.py"
    programs = {name: strip_python(path.read_text("utf-8")) for name, path in paths.items()}
    for path in load.LOADED.paths:
        programs[f"{game_files.RULES}{path.name}"] = strip_python(path.read_text("utf-8"), keeps_lines=True)
    needed = game_files.reached([*START, f"{game_files.RULES}{module}.py"], programs)
    starts = [name for name in programs if name.endswith("__init__.py") or "/" not in name]
    listings = game_files.listings(dict.fromkeys([place for _game, place, _name in game_files.places()], ""), str)
    listed = contents.as_json([listing for listing in listings if listing[0] == game.key])
    return {name: programs[name] for name in (*starts, *sorted(needed))} | {contents.LISTINGS: listed}


def sentence(trace: str) -> str:
    """Return the last line of a trace, with the last line of a plug-in that took part."""
    own = [path.name for path in load.LOADED.paths]
    places = PLACE.findall(trace)
    known = [place for place in places if place[0] in own] or places
    where = f"{known[-1][0]}, line {known[-1][1]}: " if known else ""
    return f"{where}{trace.strip().splitlines()[-1].rstrip('.')}."


def difference(match: dict[str, Any], ours: dict[str, Any], theirs: dict[str, Any]) -> str:
    """Return what differs first: in which round, and what it is on both sides."""
    for number, deal in enumerate(match["deals"]):
        for name, our, their in differing(facts(ours, number), facts(theirs, number)):
            answers = json.dumps(deal["answers"], ensure_ascii=False)
            return f"Round {number + 1} of a match has other {name} on phones: {their} there, {our} here. Answers: {answers}."
    name, our, their = next(differing(ours, theirs))
    return f"A match has other {name} on phones: {their} there, {our} here."


def facts(result: dict[str, Any], number: int) -> dict[str, Any]:
    """Return everything about one round."""
    if number >= len(result.get("deals", ())):
        return {}
    problems = [problem for problem in result["problems"] if problem["deal"] == number]
    return {**result["deals"][number], **result["rows"][number], "problems": problems}


def differing(ours: dict[str, Any], theirs: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    yield from ((name, ours.get(name), theirs.get(name)) for name in ours if ours.get(name) != theirs.get(name))
