"""The contents of the bundle: all that the phone needs, without comments, named by its hash."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation import ngettext

from games.bundle import contents, game_files
from games.bundle.strip import DOCUMENTED, is_for_types, strip_picture, strip_python, strip_script, strip_style
from games.phone.language import Language

pytestmark = pytest.mark.fifth

NESTED = ("games/pages/entry", "games/pages/start", "games/phone/jinja")
SOURCES = sorted(path for part in ("games/*", *NESTED) for path in contents.ROOT.glob(f"{part}/*.py"))


SCRIPTS = sorted((contents.ROOT / "static").glob("*/*.js"))


class StripForComparison(ast.NodeTransformer):
    """Removes the same parts of a program from its syntax tree, to compare with the stripped text."""

    def visit_If(self, node: ast.If) -> ast.AST | None:
        return None if is_for_types(node) else self.generic_visit(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        return None if is_for_types(node) else node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.FunctionDef):
            node.returns = None
        elif isinstance(node, ast.AnnAssign):
            replacement = ast.Pass() if node.value is None else ast.Assign([node.target], node.value)
            return ast.copy_location(replacement, node)
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node) is not None:
            node.body = node.body[1:]
            if not node.body and not isinstance(node, ast.Module):
                node.body = [ast.Pass()]
        return node


@pytest.mark.fifth
@pytest.mark.slow
@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(contents.ROOT).as_posix())
def test_a_stripped_program_has_the_same_code(path: Path) -> None:
    source = path.read_text("utf-8")
    assert ast.dump(ast.parse(strip_python(source))) == ast.dump(StripForComparison().visit(ast.parse(source)))


@pytest.mark.parametrize(
    ("source", "stripped"),
    [
        ('"""Words."""\nx = "#"  # why\n', 'x = "#"\n'),
        ('class A:\n    """One."""\n', "class A:\n pass\n"),
        (
            "from typing import TYPE_CHECKING, Any\nfrom typing import Any, NamedTuple\n",
            "from typing import Any, NamedTuple\n",
        ),
        ("def a(b: int = 1) -> list[\n    str\n]:\n    é: int = b\n", "def a(b = 1):\n é = b\n"),
        ("if a:\n    if b:\n        c(\n            1)\n", "if a:\n if b:\n  c(\n   1)\n"),
        ("if a:\n    b = '''\n        c\n    d'''\n    e\n", "if a:\n b = '''\n        c\n    d'''\n e\n"),
        ("if TYPE_CHECKING:\n    import x\n\ny = '''\n# text  \n'''\n", "y = '''\n# text  \n'''\n"),
    ],
)
def test_python_is_stripped(source: str, stripped: str) -> None:
    assert strip_python(source) == stripped


@pytest.mark.parametrize(
    ("source", "stripped"),
    [
        ("// Why.\n//\na(); // so\n\n  b();\n", "a();b();\n"),
        ("/** @type {a} */\nb();\n/**\n * c\n */\n  d(/** @type {e} */ (f));\n", "b();d((f));\n"),
        ("if (a) {\n  b({\n    c,\n  });\n}\nd();\n", "if(a){b({c,});}d();\n"),
        ("a()\n  .b();\nimport { c } from './c.js';\n", "a()\n.b();\nimport { c } from './c.js';\n"),
        ("  // why\n  b('it // is', `// ${c}`);\n", "b('it // is',`// ${c}`);\n"),
        ("if (a < b) { c = [d, 'e, f']; } // g\n", "if(a<b){c=[d,'e, f'];}\n"),
        ("import { a, b } from './c.js';\n", "import { a, b } from './c.js';\n"),
        ("a = b - -c + +d;\n", "a=b - -c + +d;\n"),
        ("a = / [{] /.test(b);\n", "a = / [{] /.test(b);\n"),
        ("a = `b ${c ? `d, e` : f}`;\n", "a = `b ${c ? `d, e` : f}`;\n"),
        ("d('\\'', \"// \"); // e\n", "d('\\'', \"// \");\n"),
        ("f('http://g'); h(/[^/]\\/\\// );\n", "f('http://g'); h(/[^/]\\/\\// );\n"),
        ("i(/'/); // stays, for the text may not have ended\n",) * 2,
    ],
)
def test_comments_of_a_script_are_stripped(source: str, stripped: str) -> None:
    assert strip_script(source) == stripped


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_template_literal_of_a_script_spans_lines(path: Path) -> None:
    assert not [line for line in path.read_text("utf-8").split("\n") if line.count("`") % 2]


def test_style_is_stripped() -> None:
    assert strip_style("/* Why. */\na { /* so\n */\n  b: c;\n\n}\n") == "a{b:c}"
    assert strip_style("a > b { c: d; }") == "a>b{c:d}"
    assert strip_style('a :is(b, c)::after { content: "; x: " / ""; }\n') == 'a :is(b,c)::after{content:"; x: " / ""}'


def test_drawings_are_stripped() -> None:
    source = '<svg>\n  <!-- Why.\n -->\n  <text>a b</text>\n  <path d="M1 2"/>\n</svg>\n'
    assert strip_picture(source) == '<svg><text>a b</text><path d="M1 2"/></svg>'


@pytest.mark.fifth
@pytest.mark.slow
def test_a_bundle_is_named_by_its_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    (name, packed), games = contents.bundles("en")
    assert ((name, packed), games) == contents.bundles("en")
    files = contents.unpack(packed)
    assert contents.pack(files) == packed
    assert {"games/phone/bridge.py", "games/rules/ask.py", "catalogue.json", "assets.json", "typing.py"} <= set(files)
    monkeypatch.setattr(contents, "sources", lambda _language: {"other.py": "x = 1"})
    assert contents.bundles("en")[0][0] != name


@pytest.mark.slow
def test_programs_import_only_files_of_the_bundle() -> None:
    files = contents.sources("en")
    available = {name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in files} | {
        "gc",
        "json",
        "games.phone",
    }
    for path, source in files.items():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Import):
                assert {alias.name for alias in node.names} <= available, path
            elif isinstance(node, ast.ImportFrom):
                names = {f"{node.module}.{alias.name}" for alias in node.names}
                assert node.module in available or names <= available, (path, names)


@pytest.mark.slow
def test_the_bundle_has_no_unused_module() -> None:
    files = contents.sources("en")
    names = {name.removesuffix(".py").replace("/", "."): name for name in files if name.endswith(".py")}
    games = [f"games.rules.{module}" for _game, module, _name in game_files.places()]
    pages = [f"games.pages.{page}" for page in game_files.PAGES_APART]
    queue, reached = ["games.phone.bridge", *games, *pages], set[str]()
    for name, source in files.items():
        if name.startswith("templates/"):
            queue += imported_names(source)
    while queue:
        name = queue.pop()
        if name in names and name not in reached:
            reached.add(name)
            queue += imported_names(files[names[name]])
    modules = {name for name in names if not name.endswith("__init__") and "." in name}  # without the stand-ins
    assert modules - reached == set()


def imported_names(source: str) -> list[str]:
    imports = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    return [
        name
        for node in imports
        for name in (f"{node.module}", *(f"{node.module}.{alias.name}" for alias in node.names))
    ]


@pytest.mark.slow
def test_english_needs_no_catalogue() -> None:
    assert json.loads(contents.files("en")["catalogue.json"]) == {
        "language": "en",
        "plural": "(n != 1)",
        "texts": [[], []],
    }


@pytest.mark.fifth
@pytest.mark.turns
@pytest.mark.slow
@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_the_phone_translates_like_django(language: str) -> None:
    files = contents.files(language)
    stored = json.loads(files["catalogue.json"])
    phone: Any = Language(stored)
    with translation.override(language):
        for text in stored["texts"][0]:
            for count in range(1, 30):
                assert phone.ngettext(text, text, count) == ngettext(text, text, count)
