"""Node starts the pinned version of the phone's Python."""

import subprocess

from tools import micropython
from tools.steps import ROOT

START = """
import('@micropython/micropython-webassembly-pyscript/micropython.mjs')
    .then(({ loadMicroPython }) => loadMicroPython({ stdout: line => console.log(line) }))
    .then(python => python.runPython('import sys; print(sys.implementation.version)'))
"""


def test_micropython_has_the_pinned_version(node):
    result = subprocess.run([node, "-e", START], capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert result.stdout.startswith("(1, 27, 0"), result.stderr


IMPORT = """
import('@micropython/micropython-webassembly-pyscript/micropython.mjs')
    .then(({ loadMicroPython }) => loadMicroPython({ url: process.argv[1], stdout: line => console.log(line) }))
    .then(python => process.argv.slice(2).forEach(name => {
        python.runPython(`try:\n import ${name}\n print("${name}")\nexcept ImportError:\n print("no ${name}")`);
    }))
"""


def test_the_phone_has_only_the_modules_that_its_programs_import(node, interpreter):
    names = ["gc", "json", "sys", *micropython.COMPILED.split()]
    command = [node, "-e", IMPORT, micropython.FOLDER / micropython.PROGRAM, *names]
    result = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert result.stdout.split("\n") == [
        *names[:3],
        *(f"no {name}" for name in names[3:]),
        "",
    ], result.stderr
