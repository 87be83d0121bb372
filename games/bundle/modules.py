"""Joins ES modules into one classic script, as a bundler does.

A server needs Python and nothing else, so no bundler from npm can do this. The modules keep to a few rules, which are
checked here: they import names in braces, export declarations, and no name is declared in two of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

IMPORT = re.compile(r"^import \{([\w\s,]+)\} from '(?:\./)?([\w.-]+)';\n", re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async function|function|class|const|let) (\w+))", re.MULTILINE)
DECLARATION = re.compile(r"^(?:export )?(?:async function|function|class|const|let) (\w+)", re.MULTILINE)
UNKNOWN = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
WRAPPED = "(() => {{\n'use strict';\n{}}})();\n"  # nothing in it is global


class BundleError(Exception):
    """A module that cannot be joined with the others."""


class Module(NamedTuple):
    text: str
    imports: dict[str, list[str]]
    exports: list[str]


def join_modules(entry: str, read: Callable[[str], str]) -> str:
    """Return the module and all that it imports as one script. `read` returns the source of a module."""
    modules = load_modules(entry, read)
    declared: dict[str, str] = {}
    for name, module in modules.items():
        for declaration in DECLARATION.findall(module.text):
            if declaration in declared:
                raise BundleError(f"{name} and {declared[declaration]} both declare {declaration}.")
            declared[declaration] = name
        for other, names in module.imports.items():
            if missing := sorted({*names} - {*modules[other].exports}):
                raise BundleError(f"{name} imports {', '.join(missing)}, which {other} does not export.")
    return WRAPPED.format("\n".join(module.text for module in modules.values()))


def load_modules(entry: str, read: Callable[[str], str]) -> dict[str, Module]:
    """Return the modules by name, each after those that it imports, as browsers evaluate them."""
    modules: dict[str, Module] = {}
    begun: set[str] = set()

    def load(name: str) -> None:
        begun.add(name)
        module = parse_module(name, read(name))
        for other in module.imports:
            if other not in begun:
                load(other)
        modules[name] = module

    load(entry)
    return modules


def parse_module(name: str, source: str) -> Module:
    imports = {other: re.findall(r"\w+", names) for names, other in IMPORT.findall(source)}
    exports = EXPORT.findall(source)
    text = EXPORT.sub("", IMPORT.sub("", source))
    if unknown := UNKNOWN.search(text):
        raise BundleError(f"{name} has a line that cannot be joined: {unknown[0][:80]}")
    return Module(text, imports, exports)
