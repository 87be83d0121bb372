"""PDF files, read back: the numbers of the sheet in order, on A4, with the necessary letters."""

import re
from datetime import timedelta
from io import BytesIO
from itertools import pairwise
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from pypdf import PageObject, PdfReader
from reportlab.pdfbase import pdfmetrics

from games import models
from games.display.chart import dot
from games.export import drawing, evening_totals, fonts, grid
from games.export.data import load_evening, load_match
from games.match import limits
from games.services import actions
from tests.export.conftest import BEGINS, HARD, ExportingTable
from tests.pages.in_browser.games import EVENINGS
from tests.rules.golden import NAMES

pytestmark = pytest.mark.usefixtures("lettered")
A4 = (595, 842)


def read(data: bytes) -> PdfReader:
    return PdfReader(BytesIO(data))


def words(pages: Any) -> list[str]:
    return [line.strip() for page in pages for line in page.extract_text().split("\n") if line.strip()]


def contains(lines: list[str], block: list[str]) -> bool:
    """Return whether the lines of the block follow each other."""
    return any(lines[at : at + len(block)] == block for at in range(len(lines)))


def expected_rows(sheet: Any, names: Any) -> list[list[str]]:
    """Return the printed rows of a sheet."""
    rows = []
    for number, deal in enumerate(sheet["deals"], 1):
        pairs = zip(deal["points"], deal["totals"], strict=True)
        cells = [text for points, total in pairs for text in (f"{points:+}" if points else "–", str(total))]
        rows.append([str(number), names[deal["dealer"]], *cells])
    rows.append(["Total", *map(str, sheet["totals"])])
    rows.append(["Place", *map(str, sheet["places"])])
    return rows


@pytest.mark.fifth
@pytest.mark.slow
@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.game)
def test_match_has_the_rows_of_its_sheet(table: ExportingTable, evening) -> None:
    match = table.play(evening.game, evening.names, evening.rounds, evening.options, evening.dealer)
    sheet = table.sheet(match)
    paper = read(table.file(match, "pdf"))
    page = paper.pages[0]  # many rounds of many players take another one
    lines = words(paper.pages)
    for row in expected_rows(sheet, evening.names):
        assert contains(lines, row)
    for deal in sheet["deals"]:
        for label, _points in deal["lines"]:
            assert label in " ".join(lines)
    winners = [sheet["sides"][side]["name"] for side in sheet["winners"]]
    assert [line for line in lines if line.startswith(winners[0]) and re.search("wins?$", line)]
    assert (round(page.mediabox.width), round(page.mediabox.height)) == A4


@pytest.mark.fifth
def test_long_match_has_several_tables_and_one_foot(table: ExportingTable) -> None:
    """Laying out a single table of 3,000 rounds took 36 times as long as one of 300."""
    rounds = 2 * grid.MOST + 5
    match = table.play("points", NAMES[:2], [{"points": [1, 2]}] * rounds, {"target": 10_000})
    lines = words(read(table.file(match, "pdf")).pages)
    [exported] = load_match(models.Match.objects.get(id=match)).matches
    assert len(list(grid.rounds(exported))) == 3
    assert [lines.count(label) for label in ("Total", "Place")] == [1, 1]
    assert all(contains(lines, row) for row in expected_rows(table.sheet(match), NAMES))


@pytest.mark.fifth
def test_evening_has_an_overview_and_a_page_per_match(table: ExportingTable) -> None:
    matches = table.evening()
    actions.put_evening(
        evening=str(table.evening_of(matches["pisa"])), name="Ayşe – Γενέθλια", place="Lisboa", note="Rain", **table.act
    )
    paper = read(table.evening_file(matches["pisa"], "pdf"))
    pages = [words([page]) for page in paper.pages]
    first = words(paper.pages[:1])
    assert first[:4] == ["Ayşe – Γενέθλια", "Lisboa", f"{len(matches)} matches", "Rain"]
    overview, number = " ".join([line for page in pages[:2] for line in page]), 1
    for match in matches.values():
        sheet = table.sheet(match)
        totals = zip(sheet["sides"], sheet["totals"], strict=True)
        assert " – ".join(f"{side['name']} {total}" for side, total in totals) in overview
        while not contains(pages[number], ["Total", *map(str, sheet["totals"])]):
            number += 1  # many rounds of many players take more than a page
        number += 1
    assert number == len(pages)
    assert paper.metadata.title == "Ayşe – Γενέθλια"  # type: ignore[union-attr]


def test_evening_has_wins_points_and_places(table: ExportingTable) -> None:
    match = table.bisca(points=(71,) * 4)
    table.bisca(points=(20, 71, 20, 20, 20), begins=BEGINS + timedelta(minutes=30))
    first = words(read(table.evening_file(match, "pdf")).pages[:1])
    assert "1. Eleni: won 1 of 2" in first
    assert first[first.index("Points and places") + 1 :][:2] == ["Bisca de Três × 2", "Eleni 5 (1, 2) · Deniz 4 (2, 1)"]


def test_no_paragraph_has_everyone_of_a_long_evening(table: ExportingTable) -> None:
    """Dividing a paragraph among pages takes time in proportion to the square of its length."""
    for number in range(3):
        begins = BEGINS + timedelta(minutes=5 * number)
        match = table.play("points", [f"{number} {seat}" for seat in range(8)], [{"points": [1] * 8}], begins=begins)
        actions.finish(match=match, **table.act)
    totals = load_evening(models.Evening.objects.get(id=table.evening_of(match))).totals
    assert totals is not None
    [(game, lines)] = evening_totals.point_lines(totals)
    assert game == "Points × 3"
    assert [line.count("(1)") for line in lines] == [20, 4]


@pytest.mark.slow
@pytest.mark.parametrize("name", HARD, ids=range(len(HARD)))
def test_any_name_can_be_printed(table: ExportingTable, name: str) -> None:
    text = " ".join(words(read(table.file(table.bisca(name, "🫠🫠"), "pdf")).pages))
    assert "<b>Eleni</b> & Co" in text or "<" not in name
    for word in re.findall(r"[0-9A-Za-zΑ-ώÇ-ş]+", name)[:1]:
        assert word[:20] in text
    assert "?" in text  # the player whose name has no printable letter


def test_right_to_left_names_are_printed_right_to_left(table: ExportingTable) -> None:
    """A program that extracts the text gets the letters in logical order."""
    lines = words(read(table.file(table.bisca("דוד לוי", "Rosa"), "pdf")).pages)
    assert "דוד לוי" in lines
    assert not [line for line in lines if "יול" in line]


def test_only_necessary_letters_are_embedded(table: ExportingTable) -> None:
    page = read(table.file(table.bisca("Ξένια Ψάλτη", "İğdır Şükriye"), "pdf")).pages[0]
    text = page.extract_text()
    assert "Ξένια Ψάλτη" in text
    assert "İğdır Şükriye" in text
    fonts = embedded(page)
    assert {re.sub(r"^[A-Z]{6}\+", "", name) for name in fonts} == {"DejaVuSans", "DejaVuSans-Bold", "DejaVuSerif-Bold"}
    assert max(fonts.values()) < 60_000  # of about 700,000


def embedded(page: PageObject) -> dict[str, int]:
    """Return the fonts of a page with their sizes in the file."""
    sizes = {}
    for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
        values = font.get_object()
        file = values["/FontDescriptor"]["/FontFile2"].get_object()
        assert "/ToUnicode" in values
        sizes[values["/BaseFont"].lstrip("/")] = len(file._data)
    return sizes


def test_long_match_has_head_and_page_number_on_every_page(table: ExportingTable) -> None:
    names = (HARD[0], HARD[1], "ş" * 200, "Rosa", "Zeynep", "Andreas")
    match = table.play("bisca_seis", names, [{"points": [60, 60]}] * 60)
    sheet = table.sheet(match)
    pages = read(table.file(match, "pdf")).pages
    assert 3 <= len(pages) <= 5
    for number, page in enumerate(pages, 1):
        lines = words([page])
        assert f"{number} / {len(pages)}" in lines
        assert "Dealer" in lines
    lines = [line for line in words(pages) if line.isdigit()]
    assert [line for line in lines if int(line) > 9][-1] == str(len(sheet["deals"]))


@pytest.mark.parametrize(("players", "points"), [(8, 250), (6, 99_999), (3, 999_999)])
def test_numbers_do_not_overlap(table: ExportingTable, players: int, points: int) -> None:
    names = [f"Eleni {number}" for number in range(players)]
    match = table.play("points", names, [{"points": [points] * players}] * 3)
    [page] = read(table.file(match, "pdf")).pages
    numbers = [text for text in printed_texts(page) if re.fullmatch(r"\+?\d+", text.text)]
    assert {text.text for text in numbers} >= {f"+{points}", str(points), str(3 * points)}
    lines = [[text for text in numbers if text.up == up] for up in {text.up for text in numbers}]
    for line in lines:
        for before, after in pairwise(sorted(line, key=lambda text: text.left)):
            assert before.right < after.left


class PrintedText(NamedTuple):
    text: str
    left: float
    right: float
    up: int


def printed_texts(page: PageObject) -> list[PrintedText]:
    """Return the texts of a page with their positions."""
    texts = []

    def visit(text: str, around: Any, matrix: Any, font: Any, size: float) -> None:
        content = text.strip()
        if content:
            left, up = matrix[4] * around[0] + around[4], matrix[5] * around[3] + around[5]
            name = fonts.BOLD if "Bold" in font["/BaseFont"] else fonts.TEXT
            texts.append(PrintedText(content, left, left + pdfmetrics.stringWidth(content, name, size), round(up)))

    page.extract_text(visitor_text=visit)
    return texts


def test_match_without_rounds_can_be_printed(table: ExportingTable) -> None:
    lines = words(read(table.file(table.bisca(points=()), "pdf")).pages)
    assert "No round yet" in lines
    assert "Dealer" not in lines


def test_changed_options_are_printed(table: ExportingTable) -> None:
    rules = {"subtrumps": {"red": "blue", "blue": "red", "yellow": "green", "green": "yellow"}, "tied_bids": "more"}
    content = " ".join(words(read(table.file(table.play("pisa", NAMES[:3], [], rules), "pdf")).pages))
    assert "House rules: Tied bids: The higher score; Lesser trumps: Red – Blue" in content
    default = table.play("pisa", NAMES[:3], [], {"tied_bids": "fewer"})
    assert "House rules" not in " ".join(words(read(table.file(default, "pdf")).pages))


class RecordedPath:
    """A path that records the end of each segment, and all curves."""

    def __init__(self) -> None:
        self.ends: list[tuple[float, ...]] = []
        self.curves: list[tuple[float, ...]] = []

    def moveTo(self, *at: float) -> None:
        self.ends.append(at)

    lineTo = moveTo

    def curveTo(self, *at: float) -> None:
        self.curves.append(at)
        self.ends.append(at[4:])

    def close(self) -> None:
        self.ends.append(self.ends[0])


@pytest.mark.parametrize(
    ("path", "ends"),
    [
        ("M1 2 3 4 5 6", [(1, 2), (3, 4), (5, 6)]),
        ("M1 2l3 4-5-6z", [(1, 2), (4, 6), (-1, 0), (1, 2)]),
        ("M1 2h3v4H9", [(1, 2), (4, 2), (4, 6), (9, 6)]),
        ("M1 1C2 2 3 3 4 4c1 1 2 2 3 0", [(1, 1), (4, 4), (7, 4)]),
        ("M0 0c0 0 1 2 3 3s4 5 6 6", [(0, 0), (3, 3), (9, 9)]),
        (dot(0, 10, 10), [(6, 10), (10, 6), (14, 10), (10, 14), (6, 10)]),
        (dot(1, 10, 10), [(6, 6), (14, 6), (14, 14), (6, 14), (6, 6)]),
        (dot(3, 10, 10), [(10, 5), (15, 10), (10, 15), (5, 10), (10, 5)]),
    ],
)
def test_svg_paths_are_drawn_correctly(path: str, ends: list[tuple[float, float]]) -> None:
    assert drawing.SvgPainter(RecordedPath()).draw(path).ends == ends


def test_smooth_curve_continues_in_the_same_direction() -> None:
    recorded = drawing.SvgPainter(RecordedPath()).draw("M0 0c0 0 1 2 3 3s4 5 6 6")
    assert recorded.curves[1] == (5, 4, 7, 8, 9, 9)  # the handle of the first curve, reflected at its end


@pytest.mark.parametrize(("count", "left"), [(1, 1), (20, 20), (21, 11), (60, 20), (61, 16)])
def test_long_line_has_fewer_dots_and_the_last_one(count: int, left: int) -> None:
    dots = [dot(0, 10 * number, 0) for number in range(count)]
    path = drawing.thin_out("".join(dots))
    assert path.count("M") == left
    assert path.endswith(dots[-1])


@pytest.mark.slow
def test_a_match_with_the_most_columns_has_every_file(table: ExportingTable) -> None:
    """Strangers join and leave, and the columns of those who left stay."""
    sizes = (8, 2, 8, 2, 8, 2, 6)
    match = table.play("points", [f"0 {seat}" for seat in range(8)], [{"points": [1] * 8}])
    for number, size in enumerate(sizes[1:], 1):
        players = [f"{number} {seat}" for seat in range(size)]
        actions.change_people(match=match, players=players, points="from_zero", **table.act)
        actions.add_deal(match=str(match), deal=str(uuid4()), answers={"points": [number] * size}, **table.act)
    assert len(table.sheet(match)["totals"]) == limits.MOST_COLUMNS
    for form in ("pdf", "png", "csv", "xlsx", "txt"):
        assert table.file(match, form)
