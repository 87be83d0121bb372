"""Modules become one script without globals; what they may not contain is refused."""

import re
import subprocess

import pytest

from games.bundle import worker
from games.bundle.modules import BundleError, join_modules, load_modules
from games.bundle.strip import strip_script

MODULES = {
    "a.js": "import { b, c } from './b.js';\nimport {\n  d,\n} from 'd';\n\nexport let a = b(d);\n",
    "b.js": "export function b() { return c; }\nexport const c = 1;\nexport async function e() {}\n",
    "d": "import { c } from './b.js';\nexport class d {}\nlet f = c;\n",
}
JOINED = """(() => {
'use strict';
function b() { return c; }
const c = 1;
async function e() {}

class d {}
let f = c;


let a = b(d);
})();
"""

# What a browser has for its workers, as far as it is asked for at once.
START = """
const globals = { addEventListener: name => heard.push(name), RegExp };
const heard = [];
globals.self = globals;
const before = Object.keys(globals);
globals.configuration = {};
require('node:vm').runInNewContext(require('node:fs').readFileSync(0, 'utf8'), globals);
console.log(JSON.stringify([heard, Object.keys(globals).filter(name => !before.includes(name))]));
"""


def test_modules_become_one_script() -> None:
    assert join_modules("a.js", MODULES.__getitem__) == JOINED


def test_a_circle_of_modules_is_joined_once() -> None:
    circle = {
        "a.js": "import { b } from './b.js';\nexport let a;\n",
        "b.js": "import { a } from './a.js';\nexport let b;\n",
    }
    assert list(load_modules("a.js", circle.__getitem__)) == ["b.js", "a.js"]


@pytest.mark.parametrize(
    ("name", "source", "reason"),
    [
        ("b.js", "export let b;\n", "d imports c, which b.js does not export"),
        ("d", "export class d {}\nfunction b() {}\n", "d and b.js both declare b"),
        ("b.js", "import c from './c.js';\n", "b.js has a line that cannot be joined: import c"),
        ("b.js", "export default b;\n", "b.js has a line that cannot be joined: export default"),
    ],
)
def test_what_cannot_be_joined_is_refused(name: str, source: str, reason: str) -> None:
    with pytest.raises(BundleError, match=re.escape(reason)):
        join_modules("a.js", {**MODULES, name: source}.__getitem__)


@pytest.mark.parametrize(
    ("entry", "events"),
    [
        (worker.WORKER, ["install", "activate", "fetch", "message", "sync"]),
        (worker.LEAVING, ["install", "activate", "message", "sync"]),
    ],
)
def test_a_worker_starts_and_has_no_globals(node: str, interpreter: None, entry: str, events: list[str]) -> None:
    script = worker.script(entry)
    done = subprocess.run([node, "-e", START], input=script, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.strip() == f"[{str(events).replace(chr(39), chr(34)).replace(' ', '')},[]]", done.stderr


def test_each_module_of_the_worker_is_part_of_it(interpreter: None) -> None:
    modules = {name for entry in (worker.WORKER, worker.LEAVING) for name in load_modules(entry, worker.source)}
    assert modules == {path.name for path in worker.MODULES.glob("*.js")} | {worker.MICROPYTHON}


def test_what_people_read_is_left_out(interpreter: None) -> None:
    assert not re.search(r"^(\s|//|$)", worker.script(worker.LEAVING).rstrip("\n"), re.MULTILINE)
    assert strip_script(worker.script(worker.LEAVING)) == worker.script(worker.LEAVING)
