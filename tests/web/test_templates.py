"""Rules for all templates."""

import re

import pytest

from tools.steps import ROOT

TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))


DRAWN = set(re.findall(r'<symbol id="([\w-]+)"', (ROOT / "static" / "pictures.svg").read_text(encoding="utf-8")))


def name(path):
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_template_has_no_inline_scripts_or_styles(path):
    assert not re.search(
        r"\sstyle=|<style|<script(?! src=)|\son\w+=|javascript:|https?:", path.read_text(encoding="utf-8")
    )


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_template_uses_only_existing_pictures(path):
    used = re.findall(r"""(?:icon|suit)\("(\w+)"\)""", path.read_text(encoding="utf-8"))
    assert set(used) <= DRAWN


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_template_needs_htmx_only_at_links_and_forms(path):
    """After a tap, `static/page/parts.js` lets htmx look only at new parts with links and forms."""
    used = set(re.findall(r"\bhx-[\w-]+", path.read_text(encoding="utf-8")))
    if path.name != "base.html":
        assert used <= {"hx-boost", "hx-sync"}
