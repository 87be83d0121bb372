"""Node starts the pinned version of the phone's Python."""

import subprocess

from tools.steps import ROOT

START = """
import('@micropython/micropython-webassembly-pyscript/micropython.mjs')
    .then(({ loadMicroPython }) => loadMicroPython({ stdout: line => console.log(line) }))
    .then(python => python.runPython('import sys; print(sys.implementation.version)'))
"""


def test_micropython_has_the_pinned_version(node):
    result = subprocess.run([node, "-e", START], capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert result.stdout.startswith("(1, 27, 0"), result.stderr
