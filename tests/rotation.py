"""The variants of tests: a run plays one variant of each browser test, chosen by its seed. A long run plays all.

A variant is a size, a language, a host, a game. `@pytest.mark.turns` does the same for a test without a browser.
`@pytest.mark.each("evening")` plays one variant for every value of that parameter. Tests with the same `among` share
their variants: for each value the run plays one of them.

A run plays a third of the tests of a file with `pytest.mark.third`: rare faults, each with a browser of its own.
"""

from collections import defaultdict

import pytest

from tests import chance

FIXTURES = {"playwright", "window"}


def uses_browser(item: pytest.Item) -> bool:
    return bool(FIXTURES & set(getattr(item, "fixturenames", ())))


def chosen(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the items without the variants that this run leaves out."""
    items = without_other_thirds(items)
    variants = defaultdict(list)
    for item in items:
        if has_variants(item):
            variants[subject(item)].append(item)
    selected = {id(chance.random_for(name).choice(group)) for name, group in variants.items()}
    return [item for item in items if id(item) in selected or not has_variants(item)]


def without_other_thirds(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the items without the tests of files that this run plays a third of."""
    functions: dict[str, dict[str, int]] = defaultdict(dict)  # for each file the number of each test
    for item in items:
        if item.get_closest_marker("third"):
            file, _, function = item.nodeid.partition("[")[0].partition("::")
            functions[file].setdefault(function, len(functions[file]))

    def is_played(item: pytest.Item) -> bool:
        file, _, function = item.nodeid.partition("[")[0].partition("::")
        number = functions.get(file, {}).get(function)
        return number is None or number % 3 == chance.random_for(f"third of {file}").randrange(3)

    return [item for item in items if is_played(item)]


def has_variants(item: pytest.Item) -> bool:
    return any(item.get_closest_marker(mark) for mark in ("browser", "turns"))


def subject(item: pytest.Item) -> str:
    """Return the name that all variants of a test share."""
    name = item.nodeid.partition("[")[0]
    mark = item.get_closest_marker("each")
    if not mark:
        return name
    params = item.callspec.params  # type: ignore[attr-defined]
    values = [params[parameter] for parameter in mark.args]
    return " ".join([mark.kwargs.get("among", name), *(str(getattr(value, "game", value)) for value in values)])
