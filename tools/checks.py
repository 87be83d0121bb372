"""The checks before a push."""

import os
import subprocess

from tools import environment, imports
from tools.steps import ROOT

CHECKS = {
    "style": ("-m", "ruff", "check"),
    "layout": ("-m", "ruff", "format", "--check"),
    "types": ("-m", "mypy"),
    "templates": ("-m", "djlint", "templates", "--check", "--lint"),
}
TYPESCRIPT, ESLINT = "node_modules/typescript/bin/tsc", "node_modules/eslint/bin/eslint.js"
# These run Node.
SCRIPT_CHECKS = {
    "types of the worker": (TYPESCRIPT, "-p", "tools/javascript/worker.tsconfig.json"),
    "types of the pages' scripts": (TYPESCRIPT, "-p", "tools/javascript/page.tsconfig.json"),
    "style of scripts": (ESLINT, "-c", "tools/javascript/eslint.config.mjs", "static"),
}


def run(surroundings: dict[str, str]) -> int:
    """Run all checks, so that one run prints every problem. Return 1 if there is any."""
    failed = []
    for name, command in CHECKS.items():
        print(f"{name}:", flush=True)
        if environment.python(*command, SECRET_KEY="check"):
            failed.append(name)
    print("imports:", flush=True)
    wrong = imports.wrong()
    print("\n".join(wrong) or "All as drawn.")
    if wrong:
        failed.append("imports")
    failed += check_scripts(surroundings.get("SCOREKEEPER_NODE"))
    print(f"\nTo mend: {', '.join(failed)}." if failed else "\nAll well.")
    return 1 if failed else 0


def check_scripts(node: str | None) -> list[str]:
    """Return the checks of scripts that failed. Without Node they are left out on a laptop, and fail in CI."""
    if node is None:
        print("NO NODE, so no script is checked.", flush=True)
        return [*SCRIPT_CHECKS] if os.environ.get("CI") == "true" else []
    failed = []
    for name, command in SCRIPT_CHECKS.items():
        print(f"{name}:", flush=True)
        if subprocess.run([node, *command], cwd=ROOT).returncode:
            failed.append(name)
    return failed
