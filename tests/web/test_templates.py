"""What holds for every template, whatever it shows."""

import re

import pytest

from tools.steps import ROOT

TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))


DRAWN = set(re.findall(r'<symbol id="([\w-]+)"', (ROOT / "static" / "pictures.svg").read_text(encoding="utf-8")))


def name(path):
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_a_template_holds_nothing_the_policy_forbids(path):
    assert not re.search(
        r"\sstyle=|<style|<script(?! src=)|\son\w+=|javascript:|https?:", path.read_text(encoding="utf-8")
    )


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_a_template_asks_for_pictures_that_are_there(path):
    asked = re.findall(r"""(?:icon|suit)\("(\w+)"\)""", path.read_text(encoding="utf-8"))
    assert set(asked) <= DRAWN
