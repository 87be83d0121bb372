# Runs on both interpreters: values for templates that JSON cannot hold.
from games.rules.words import Words


class Thing:
    def __init__(self, **values):
        for name in values:
            setattr(self, name, values[name])

    def method(self, number):
        return number * 2

    @property
    def prop(self):
        return self.name

    def __str__(self):
        return "<thing>"


class Drawn:
    """A value with its own HTML."""

    def __html__(self):
        return "<svg/>"

    def __str__(self):
        return "drawn"


def read(value, markup):
    """Return a value from its JSON: ["markup", text], ["thing", {...}], ["words", text, {...}], ["drawn"] or ["list", ...]."""
    if isinstance(value, dict):
        return {name: read(value[name], markup) for name in value}
    if not isinstance(value, list):
        return value
    kind = value[0]
    rest = [read(part, markup) for part in value[1:]]
    if kind == "markup":
        return markup(rest[0])
    if kind == "thing":
        return Thing(**rest[0])
    if kind == "words":
        return Words(rest[0], **rest[1])
    if kind == "drawn":
        return Drawn()
    return tuple(rest) if kind == "tuple" else rest
