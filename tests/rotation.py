"""The variants of tests: a run plays one variant of each browser test, chosen by its seed. A long run plays all.

A variant is a size, a language, a host, a game. `@pytest.mark.turns` does the same for a test without a browser.
`@pytest.mark.each("evening")` plays one variant for every value of that parameter. Tests with the same `among` share
their variants: for each value the run plays one of them.

With `part=3` a run plays a third of these values.

A run plays a fifth of the tests of a file with `pytestmark = pytest.mark.fifth`: rare faults, many pages, or tests that
take long. The same mark on a test plays a fifth of its variants. A test without variants is played in a fifth of the runs.
`pytest.mark.third` does the same with a third, for the access test, and `pytest.mark.tenth` with a tenth, for tests of a
browser.
"""

from collections import defaultdict

import pytest

from tests import chance

FIXTURES = {"playwright", "window"}
PARTS = {"third": 3, "fifth": 5, "tenth": 10}


def uses_browser(item: pytest.Item) -> bool:
    return bool(FIXTURES & set(getattr(item, "fixturenames", ())))


def chosen(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the items without the variants that this run leaves out."""
    items = without_rotated(items)
    variants = defaultdict(list)
    for item in items:
        if has_variants(item):
            variants[subject(item)].append(item)
    for name in other_parts(variants):
        del variants[name]
    selected = {id(chance.random_for(name).choice(group)) for name, group in variants.items()}
    return [item for item in items if id(item) in selected or not has_variants(item)]


def other_parts(variants: dict[str, list[pytest.Item]]) -> list[str]:
    """Return the values that this run leaves out, of the tests that play a part of their values."""
    names: dict[str, list[str]] = defaultdict(list)  # for each set of values
    parts = {}
    for name, items in variants.items():
        mark = items[0].get_closest_marker("each")
        if mark and "part" in mark.kwargs:
            among = mark.kwargs["among"]
            names[among].append(name)
            parts[among] = mark.kwargs["part"]
    return [
        name
        for among, values in names.items()
        for number, name in enumerate(sorted(values))
        if number % parts[among] != chance.random_for(f"part of {among}").randrange(parts[among])
    ]


def without_rotated(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the items without the tests of files, and the variants of tests, that this run leaves out by their mark."""
    numbers: dict[str, dict[str, int]] = defaultdict(dict)  # of each test of a file, of each variant of a test
    for item in items:
        if mark_of(item):
            whole, part = whole_and_part(item)
            numbers[whole].setdefault(part, len(numbers[whole]))

    def is_played(item: pytest.Item) -> bool:
        parts = PARTS.get(mark_of(item))
        if parts is None:
            return True
        whole, part = whole_and_part(item)
        return numbers[whole][part] % parts == chance.random_for(f"part of {whole}").randrange(parts)

    return [item for item in items if is_played(item)]


def mark_of(item: pytest.Item) -> str:
    """Return the name of the mark by which a run plays a part of the tests, or ""."""
    return next((name for name in PARTS if item.get_closest_marker(name)), "")


def whole_and_part(item: pytest.Item) -> tuple[str, str]:
    """Return the file and the test, or, where the test has the mark itself, the test and its variant."""
    test, _, variant = item.nodeid.partition("[")
    if any(mark.name in PARTS for mark in item.own_markers):
        return test, variant
    file, _, name = test.partition("::")
    return file, name


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
