"""The style sheet: contrast of text and controls, and its tokens."""

import re

import pytest

from tools.steps import ROOT

LOOK = (ROOT / "static" / "look.css").read_text(encoding="utf-8")
LIGHT, DARK = re.findall(r":root \{(.*?)\}", LOOK, re.DOTALL)
SCHEMES = {"light": LIGHT, "dark": LIGHT + DARK}

TEXT = [
    *((ink, ground) for ink in ("ink", "soft", "brass", "bad") for ground in ("paper", "card", "shade")),
    *((ink, "note-wash") for ink in ("ink", "soft", "brass")),
    ("bad", "bad-wash"),
    *((ink, ground) for ink in ("on-felt", "on-felt-soft", "gold") for ground in ("felt", "deep")),
    *((suit, "card") for suit in ("spades", "hearts", "diamonds", "clubs")),
    ("paper", "ink"),
    ("card", "brass"),
    ("on-felt", "go"),
]
BOUNDS = [("edge", "paper"), ("edge", "card"), ("brass", "note-wash"), *((f"line-{n}", "card") for n in range(1, 6))]


def tokens(scheme):
    return dict(re.findall(r"--([\w-]+): ([^;]+);", SCHEMES[scheme]))


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(scheme, first, second):
    known = tokens(scheme)
    colours = [
        known[re.sub(r"var\(--([\w-]+)\)", r"\1", known[name]) if "var" in known[name] else name]
        for name in (first, second)
    ]
    low, high = sorted(map(luminance, colours))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("ink", "ground"), TEXT)
def test_text_has_enough_contrast(scheme, ink, ground):
    assert contrast(scheme, ink, ground) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("line", "ground"), BOUNDS)
def test_borders_have_enough_contrast(scheme, line, ground):
    assert contrast(scheme, line, ground) >= 3


def test_theme_colour_is_that_of_the_felt():
    base = (ROOT / "templates" / "base.html").read_text(encoding="utf-8")
    worn = dict(re.findall(r'content="(#\w+)"\s+media="\(prefers-color-scheme: (\w+)\)"', base))
    assert worn == {tokens(scheme)["felt"]: scheme for scheme in SCHEMES}


def test_style_sheet_loads_no_other_files():
    assert not re.search(r"url\(|@import|@font-face", LOOK)


def test_every_used_token_is_defined():
    local = set(re.findall(r"--([\w-]+):", LOOK))
    assert set(re.findall(r"var\(--([\w-]+)", LOOK)) <= local
