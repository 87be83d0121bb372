"""The card that chats show beside a link: a picture with names and totals, drawn once."""

from io import BytesIO
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from PIL import Image

from games.export import card, fonts, lettering
from games.export.card import CardContent, CardLine
from tests.web.invitations.conftest import InvitationCast, link

pytestmark = pytest.mark.usefixtures("lettered")

GREEK = "Ελευθερία Παπακωνσταντίνου-Γεωργίου"
TURKISH = "Çağla Gülümser Kahramanoğlu-Yıldırım"
NAMES = [GREEK, TURKISH, "<b>Eleni</b> & Co", "ş" * 200, "🂡🂡", "שרה", "", "\x00\n\t", "a b" * 60, "👩‍👩‍👧"]


@pytest.fixture(autouse=True)
def nothing_drawn() -> None:
    card.draw_cached.cache_clear()


def load_image(content: bytes) -> Image.Image:
    image = Image.open(BytesIO(content))
    image.load()
    return image


def test_unchanged_card_is_not_sent_again(cast: InvitationCast) -> None:
    match = cast.match(GREEK, TURKISH)
    path = f"{link(cast.to_follow(match))}card.png"
    answer = Client().get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert load_image(answer.content).size == (1200, 630)
    assert load_image(answer.content).format == "PNG"
    known = {"if-none-match": answer["ETag"]}
    assert Client().get(path, headers=known).status_code == 304
    cast.deal(match)
    changed = Client().get(path, headers=known)
    assert changed.status_code == 200
    assert changed.content != answer.content


def test_card_is_drawn_once(cast: InvitationCast) -> None:
    paths = [f"{link(cast.to_follow(match))}card.png" for match in [cast.match()] * 2]
    for path in paths * 5:
        assert Client().get(path).status_code == 200
    assert card.draw_cached.cache_info().misses == 1


def test_evening_has_a_card(cast: InvitationCast) -> None:
    match = cast.match()
    for _time in range(7):
        cast.match(GREEK, TURKISH)
    answer = Client().get(f"{link(cast.to_follow(match, 'evening'))}card.png")
    assert load_image(answer.content).size == (1200, 630)


@pytest.mark.turns
@pytest.mark.slow
@pytest.mark.parametrize("count", range(7))
@pytest.mark.parametrize("is_list", [False, True])
def test_long_names_fit_on_the_card(count: int, is_list: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    line, drawn = lettering.Lettering.line, []

    def seen(self: Any, box: Any, text: str, name: str, size: int, colour: str, **more: Any) -> None:
        left, top, right, bottom = box
        room = (right - left, bottom - top)
        face, lines = lettering.fit_text(
            lettering.drop_unknown_letters(name, text), name, size, room, more.get("lines", 1)
        )
        drawn.append(text)
        assert 0 <= left < right <= card.WIDTH
        assert 0 <= top < bottom <= card.HEIGHT
        assert all(face.getlength(line) <= right - left for line in lines)
        assert len(lines) * face.size <= bottom - top
        line(self, box, text, name, size, colour, **more)

    monkeypatch.setattr(lettering.Lettering, "line", seen)
    for first in range(len(NAMES)):
        names = [NAMES[(first + number) % len(NAMES)] for number in range(count)]
        rows = tuple(CardLine(name, str(10**number), number == 0) for number, name in enumerate(names))
        card.draw_card(CardContent(names[0] if names else GREEK, NAMES[first], rows, is_list))
        assert {row.name for row in rows} <= set(drawn)


def test_boxes_do_not_overlap() -> None:
    for count in range(1, 7):
        for boxes in (card.grid_boxes(count), card.list_boxes(count)):
            assert len(boxes) == count
            for number, (left, top, right, bottom) in enumerate(boxes):
                for other in boxes[number + 1 :]:
                    assert other[0] >= right or other[1] >= bottom or other[2] <= left or other[3] <= top


@pytest.mark.parametrize("text", [GREEK, TURKISH, "Bisca de Três", "ĞÜŞİÖÇ ğüşıöç", "ΆΈΉΊΌΎΏ άέήίόύώ ς", "ãõçéâ"])
@pytest.mark.parametrize("name", [fonts.TEXT, fonts.BOLD, fonts.FIGURES])
def test_fonts_have_greek_and_turkish_letters(text: str, name: str) -> None:
    assert lettering.drop_unknown_letters(name, text) == text


def test_letter_that_the_font_lacks_is_omitted() -> None:
    assert lettering.drop_unknown_letters(fonts.BOLD, "Eleni \U0001fae0 漢\n  Deniz") == "Eleni Deniz"


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("דוד לוי", "יול דוד"),
        ("Eleni & לוי", "Eleni & יול"),
        ("לוי & Rosa & שרה", "יול & Rosa & הרש"),
        ("שָׂרָה 12", "הרָשָׂ 12"),
        ("Şükrüye Ψάλτη", "Şükrüye Ψάλτη"),
    ],
)
def test_right_to_left_names_are_drawn_in_visual_order(name: str, drawn: str) -> None:
    assert lettering.visual_order(name) == drawn


def test_too_long_text_is_cut() -> None:
    face, lines = lettering.fit_text("ş" * 200, fonts.BOLD, 40, (300, 100), 2)
    assert face.size == 24
    assert lines[-1].endswith("…")


def test_a_cut_text_is_as_long_as_possible() -> None:
    face = lettering.font(fonts.BOLD, 24)
    for width in range(10, 400, 13):
        cut = lettering.cut_line("W" * 200, face, width)
        assert face.getlength(cut) <= width or cut == lettering.CUT
        assert face.getlength("W" + cut) > width


def test_a_long_text_is_measured_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[int] = []
    face = lettering.font(fonts.BOLD, 24)
    counting = SimpleNamespace(getlength=lambda text: measured.append(len(text)) or face.getlength(text))
    lettering.cut_line("W" * 2_000, counting, 300)  # type: ignore[arg-type]
    assert len(measured) < 20


def test_leader_has_a_golden_edge() -> None:
    boxes = card.grid_boxes(2)
    image = load_image(
        card.draw_card(CardContent("Pişti", "", (CardLine("Eleni", "1", True), CardLine("Deniz", "0", False))))
    )
    colours = [image.convert("RGB").getpixel(((left + right) // 2, top + 3)) for left, top, right, _bottom in boxes]
    assert colours == [(0xF2, 0xCB, 0x6C), (0xFF, 0xFD, 0xF7)]
