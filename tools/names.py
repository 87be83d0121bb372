"""Finds names that say nothing in Python files and style sheets. docs/words.md lists them."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tools.steps import ROOT, Trouble

FOLDERS = ("games", "scorekeeper", "tools")


class Name(NamedTuple):
    """A name where it is defined, such as `Sheet.rows` for an attribute or a method of the class Sheet."""

    place: str  # path:line
    name: str
    owner: str = ""  # the class
    parameters: tuple[str, ...] = ()  # of a method

    def __str__(self) -> str:
        return f"{self.place}: {self.owner}.{self.name}" if self.owner else f"{self.place}: {self.name}"


def banned_words(page: str) -> frozenset[str]:
    """Return the words that a page such as docs/words.md lists between "by them:" and the next full stop."""
    listed = re.search(r"by\s+them:([^.]+)\.", page)
    if not listed:
        raise Trouble('The page has no list after "by them:".')
    return frozenset(re.sub(r"\(.*?\)", "", word).strip() for word in listed[1].split(","))


def python_files(root: Path = ROOT) -> list[Path]:
    """Return the program's files: not the tests, and not the migrations, which Django names."""
    paths = [path for folder in FOLDERS for path in (root / folder).rglob("*.py") if "migrations" not in path.parts]
    return sorted([*paths, root / "go.py"])


def definitions(tree: ast.AST, path: str, owner: str = "") -> Iterator[Name]:
    """Yield every function, class, method and attribute that a module defines, with those of nested classes."""
    for node in ast.iter_child_nodes(tree):
        inner = owner
        if isinstance(node, ast.ClassDef):
            yield Name(f"{path}:{node.lineno}", node.name)
            yield from (Name(f"{path}:{line}", name, node.name) for line, name in class_attributes(node))
            inner = node.name
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            is_method = isinstance(tree, ast.ClassDef)
            parameters = tuple(argument.arg for argument in node.args.args) if is_method else ()
            yield Name(f"{path}:{node.lineno}", node.name, owner if is_method else "", parameters)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and is_self(node.value):
            yield Name(f"{path}:{node.lineno}", node.attr, owner)
        yield from definitions(node, path, inner)


def class_attributes(node: ast.ClassDef) -> Iterator[tuple[int, str]]:
    """Yield the attributes in the body of a class, such as the fields of a dataclass, each with its line."""
    for statement in node.body:
        targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
        yield from ((target.lineno, target.id) for target in targets if isinstance(target, ast.Name))


def is_self(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id in ("self", "cls")


def is_banned(name: str, words: frozenset[str]) -> bool:
    return name.strip("_").lower() in words


def banned_names(source: str, path: str, words: frozenset[str]) -> list[Name]:
    """Return the module, functions, classes, methods and attributes of a file that have a banned name."""
    names = [Name(path, Path(path).stem), *definitions(ast.parse(source), path)]
    return [name for name in names if is_banned(name.name, words)]


def has_variable(source: str, name: str) -> bool:
    """Return whether a file assigns to a variable of this name, or has a parameter of it."""
    return any(
        (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id == name)
        or (isinstance(node, ast.arg) and node.arg == name)
        for node in ast.walk(ast.parse(source))
    )


def repeated_classes(sources: dict[str, str]) -> dict[str, list[str]]:
    """Return the class names that are defined more than once, each with its places."""
    places: dict[str, list[str]] = defaultdict(list)
    for path, source in sources.items():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(f"{path}:{node.lineno}")
    return {name: lines for name, lines in places.items() if len(lines) > 1}


def css_classes(sheet: str) -> set[str]:
    """Return the classes that the selectors of a style sheet name."""
    plain = re.sub(r"/\*.*?\*/|\"[^\"]*\"|'[^']*'", " ", sheet, flags=re.DOTALL)
    selectors = [block.rpartition(";")[2] for block in re.findall(r"([^{}]*)\{", plain)]
    return {name for selector in selectors for name in re.findall(r"\.(-?[A-Za-z_][\w-]*)", selector)}


def banned_classes(sheet: str, words: frozenset[str]) -> set[str]:
    """Return the classes of a style sheet that are a banned word, or have one between hyphens."""
    return {name for name in css_classes(sheet) if words & {name, *name.split("-")}}
