"""Texts for people use one word for each thing: a table of words that no text has, with the right ones."""

import re
from functools import cache

import polib
import pytest

from tools import languages, words

PLACEHOLDER = re.compile(r"%{1,2}\(\w+\)s")
END = re.compile(r"(?<=[.!?…:])\s+")
BARE = re.compile(r"(?:Who|What|Whoever|Whatever|Whichever)\b(?!.*\?$)")
MOST_WORDS = 28

# A pattern of each wrong word, and the right one.
ENGLISH = {
    r"circles?": "group",
    r"somebody": "someone",
    r"everybody": "everyone",
    r"anybody": "anyone",
    r"readers?": "viewer",
    r"amend\w*|puts? (?:\w+ )?right": "correct",
    r"str(?:ikes?|uck|icken)": "cross out",
    r"(?:bring|brings|brought) (?:\w+ )?in": "import",
    r"(?:bring|brings|brought) (?:\w+ )?back": "restore",
    r"(?:take|takes|taken|took) (?:\w+ )?home": "export",
    r"(?:takes|taken|took) (?:\w+ )?back": "withdraw, undo or remove",
    r"(?:come|comes) in": "join",
    r"for good": "permanently",
    r"(?:good|lasts) (?:for|until)": "valid for, valid until",
    r"(?:writes?|written|wrote|notes?|noted) (?:\w+ )?down": "enter",
    r"under way": "in progress",
    r"began|begins?|begun|beginning": "start, or play first",
    r"anew|once more": "again",
    r"level": "tied",
    r"share of wins": "win rate",
    r"leaderboards?": "ranking",
    r"chairs?": "seat",
    r"whoever|whatever|whichever": "the player who, or the thing",
    r"(?<!-)mails?": "e-mail",
    r"(?:a|no|the) network": "a connection, online, offline",
    r"any more": "no longer",
    r"the usual ones": "default",
}
EXCEPTIONS = {
    (r"(?:a|no|the) network", "In a network you share with strangers"): "an instruction about networks themselves",
}
GERMAN = {r"\w*[Kk]reis\w*": "Gruppe", r"\w*Bestenliste\w*": "Rangliste"}
FRENCH = {
    r"donneu(?:r|se)s?|joueu(?:r|se)s?": "qui donne, qui joue",
    r"courriels?|(?<!-)mails?": "e-mail",
    r"levées?": "pli",
    r"équipiers?|équipières?": "partenaire",
    r"sauvegard\w+|sauver": "enregistrer",
    r"portables?|mobiles?": "téléphone",
    r"passkeys?": "clé d’accès",
    r"barrée?s?": "rayée",
}

# Brazilian words that no text for Portugal has, and words of Portugal that no Brazilian text has.
PORTUGUESE = {
    r"você|vocês": "tu",
    r"celular(?:es)?": "telemóvel",
    r"tela": "ecrã",
    r"senhas?": "palavra-passe",
    r"registr\w+": "registar",
    r"arquivos?": "ficheiro",
    r"salvar|salve|salvos|salvas": "guardar",
    r"compartilh\w+": "partilhar",
    r"exclu(?:ir|a|ído|ída|ídos|ídas)": "apagar",
    r"equipes?|times?": "equipa",
    r"rodadas?|rondas?": "mão",
    r"revanche": "desforra",
    r"padrão": "predefinido",
    r"buscando|carregando": "a buscar, a carregar",
}
BRAZILIAN = {
    r"tu|te|ti|contigo|teus?|tuas?": "você, seu",
    r"telemóve(?:l|is)": "celular",
    r"ecrãs?": "tela",
    r"palavras?-passe": "senha",
    r"regist(?:ar|ad\w+|os?)": "registrar, registro",
    r"ficheiros?": "arquivo",
    r"guardad\w+": "salvo",
    r"partilh\w+": "compartilhar",
    r"apagad\w+": "excluído",
    r"equipas?": "equipe, dupla",
    r"mãos": "rodadas",
    r"serões|serão de": "noite",
    r"baralha|biscar|bisca primeiro": "embaralha, compra",
    r"num|numa|noutr\w+": "em um, em outro",
    r"desforra": "revanche",
    r"comboio": "trem",
    r"ponteiros": "sentido horário",
    r"falhados?": "não cumprido",
    r"a (?:buscar|carregar|decorrer)": "buscando, carregando, em andamento",
}


def places(pattern: str, texts: list[str]) -> list[str]:
    wrong = re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE)
    return [text for text in texts if wrong.search(PLACEHOLDER.sub("…", text))]


@pytest.fixture(scope="module")
def english() -> list[str]:
    ids = [message.id for message in words.gather() if message.id]
    return [form for text in ids for form in ([text] if isinstance(text, str) else text)]


@pytest.mark.parametrize(("pattern", "right"), ENGLISH.items(), ids=ENGLISH)
def test_no_english_text_has_a_wrong_word(pattern: str, right: str, english: list[str]) -> None:
    allowed = tuple(start for word, start in EXCEPTIONS if word == pattern)
    wrong = [text for text in places(pattern, english) if not (allowed and text.startswith(allowed))]
    assert wrong == [], f"Say “{right}” here."


def test_no_english_sentence_is_long_or_begins_with_a_bare_clause(english: list[str]) -> None:
    """Such a clause makes the reader look for the verb: “What you typed is still here.” Questions are allowed."""
    sentences = [sentence for text in english for sentence in END.split(text)]
    bare = [sentence for sentence in sentences if BARE.match(sentence)]
    assert bare == [], "Begin with a noun: “The player who doubles”, not “Who doubles”."
    long = [sentence for sentence in sentences if len(sentence.split()) > MOST_WORDS]
    assert long == [], f"Make two sentences: one has at most {MOST_WORDS} words."


@pytest.mark.parametrize("language", languages.names())
def test_a_negative_number_has_a_minus_sign(language: str) -> None:
    """No hyphen, which is shorter and may end a line."""
    hyphen = re.compile(r"(?:^|[\s(:,])-\d")
    assert [
        text for entry in catalogue_of(language) for text in (entry.msgid, entry.msgstr) if hyphen.search(text)
    ] == []


@pytest.mark.parametrize(
    ("language", "pattern", "right"),
    [
        (language, *item)
        for language, words_of in {"de": GERMAN, "fr": FRENCH, "pt": PORTUGUESE, "pt_BR": BRAZILIAN}.items()
        for item in words_of.items()
    ],
)
def test_no_translation_has_a_wrong_word(language: str, pattern: str, right: str) -> None:
    texts = [text for entry in catalogue_of(language) for text in (entry.msgstr, *entry.msgstr_plural.values())]
    assert places(pattern, texts) == [], f"Say “{right}” here."


@cache
def catalogue_of(language: str) -> polib.POFile:
    return languages.read(language)


def test_each_exception_is_needed(english: list[str]) -> None:
    for pattern, start in EXCEPTIONS:
        assert [text for text in places(pattern, english) if text.startswith(start)], start


def test_a_placeholder_is_no_word() -> None:
    assert places("circles?", ["Two Circles.", "In %(circle)s", "A circlet"]) == ["Two Circles."]
