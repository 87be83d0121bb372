"""The phone's Python starts under Node, as pinned."""

import subprocess

from tools.steps import ROOT

START = """
import('@micropython/micropython-webassembly-pyscript/micropython.mjs')
    .then(({ loadMicroPython }) => loadMicroPython({ stdout: line => console.log(line) }))
    .then(python => python.runPython('import sys; print(sys.implementation.version)'))
"""


def test_micropython_answers(node):
    done = subprocess.run([node, "-e", START], capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert done.stdout.startswith("(1, 27, 0"), done.stderr
