"""What runs on the phone: the source text of the rules and the table, as it stands.

MicroPython lacks `__future__` and `typing`; stand-ins take their place.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STANDINS = Path(__file__).parent / "standins"
PACKAGES = ("games/rules", "games/table")


def sources() -> dict[str, str]:
    """Path on the phone and text of each file."""
    found = {"games/__init__.py": ""}
    for path in sorted(STANDINS.glob("*.py")):
        found[path.name] = path.read_text("utf-8")
    for package in PACKAGES:
        for path in sorted((ROOT / package).glob("*.py")):
            found[f"{package}/{path.name}"] = path.read_text("utf-8")
    return found
