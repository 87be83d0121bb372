"""The checks before a push."""

from tools import environment, imports

CHECKS = {
    "style": ("-m", "ruff", "check"),
    "layout": ("-m", "ruff", "format", "--check"),
    "types": ("-m", "mypy"),
    "templates": ("-m", "djlint", "templates", "--check", "--lint"),
}


def run() -> int:
    """Run all checks, so that one run prints every problem."""
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
    print(f"\nTo mend: {', '.join(failed)}." if failed else "\nAll well.")
    return 1 if failed else 0
