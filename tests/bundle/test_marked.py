"""Marked texts of programs are translated when the bundle is built; all else stays as it is, on the same lines."""

import ast

from games.bundle.marked import translate_marked
from games.rules.words import pgettext

PROGRAM = """TEXTS = (_("Save"), "Save", _(name), _(
 "one "
 "two"), _("Rui's %(count)s"))
OTHER = _("untouched")  # ü
"""
TRANSLATED = {"Save": "Αποθήκευση", "one two": 'ένα "δύο"', "Rui's %(count)s": "Rui: %(count)s's"}


def test_only_marked_texts_are_translated() -> None:
    result = translate_marked(PROGRAM, lambda text: TRANSLATED.get(text, text))
    names: dict[str, object] = {"_": lambda text: text, "name": "Save"}
    exec(result, names)
    assert names["TEXTS"] == ("Αποθήκευση", "Save", "Save", 'ένα "δύο"', "Rui: %(count)s's")
    assert names["OTHER"] == "untouched"
    assert [node.lineno for node in ast.parse(result).body] == [1, 4]
    assert result.count("\n") == PROGRAM.count("\n")


def test_a_text_with_a_context_has_its_own_translation() -> None:
    program = 'GAME = pgettext(\n "game", "Hearts"\n)\nSUIT = _("Hearts")\n'
    translated = {pgettext("game", "Hearts"): "Hearts", "Hearts": "Herz"}
    result = translate_marked(program, lambda text: translated.get(text, text))
    names: dict[str, object] = {"_": str}
    exec(result, names)
    assert (names["GAME"], names["SUIT"]) == ("Hearts", "Herz")
    assert [node.lineno for node in ast.parse(result).body] == [1, 4]


def test_a_text_without_translation_stays_the_same() -> None:
    assert translate_marked('OTHER = _("untouched")  # ü\n', lambda text: text) == "OTHER = 'untouched'  # ü\n"
    assert translate_marked('OTHER = _(name) or "Save"\n', str.upper) == 'OTHER = _(name) or "Save"\n'
