"""Compiles the lock files from pyproject.toml: names, versions and hashes, no addresses."""

from tools import boot, npm
from tools.steps import LOCKS, ROOT, Trouble, step

OPTIONS = (
    "--quiet", "--universal", "--generate-hashes", "--python-version=3.11",
    "--no-annotate", "--custom-compile-command=python3 go.py lock",
)  # fmt: skip


def compile_locks(arguments: list[str]) -> None:
    """Compile the file of the tests first. The smaller ones then use its versions."""
    test = LOCKS / "test.lock"
    _compile("test", *arguments, "pyproject.toml", "--group=test")
    _compile("postgres", "pyproject.toml", "--group=postgres", f"--constraints={test}")
    _compile("app", "pyproject.toml", f"--constraints={test}")
    _compile("phone", "--group=phone", f"--constraints={test}")
    _compile("deploy", "--group=deploy", f"--constraints={test}")
    _compile("uv", *arguments, "--group=uv")
    _compile("node", *arguments, "--group=node")
    npm.lock()


def _compile(name: str, *arguments: str) -> None:
    with step(f"Locking {name}"):
        lock = (LOCKS / f"{name}.lock").relative_to(ROOT)
        if error := boot.uv("pip", "compile", *OPTIONS, *arguments, "--output-file", lock):
            raise Trouble(error)
