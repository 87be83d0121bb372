"""A PDF is read back: the numbers of the sheet in its order, on A4, with the letters that it needs."""

import re
from io import BytesIO
from itertools import pairwise
from typing import Any, NamedTuple

import pytest
from pypdf import PageObject, PdfReader
from reportlab.pdfbase import pdfmetrics

from games import models
from games.display.chart import dot
from games.export import drawing, fonts, grid
from games.export.data import load_match
from games.services import actions
from tests.export.conftest import HARD, Table
from tests.pages.in_browser.games import EVENINGS
from tests.rules.golden import NAMES

pytestmark = pytest.mark.usefixtures("lettered")
A4 = (595, 842)


def read(data: bytes) -> PdfReader:
    return PdfReader(BytesIO(data))


def words(pages: Any) -> list[str]:
    return [line.strip() for page in pages for line in page.extract_text().split("\n") if line.strip()]


def holds(found: list[str], wanted: list[str]) -> bool:
    """Whether these stand one after the other."""
    return any(found[at : at + len(wanted)] == wanted for at in range(len(found)))


def told(sheet: Any, names: Any) -> list[list[str]]:
    """The rows of a sheet as they are printed."""
    rows = []
    for number, deal in enumerate(sheet["deals"], 1):
        pairs = zip(deal["points"], deal["totals"], strict=True)
        cells = [text for points, total in pairs for text in (f"{points:+}" if points else "–", str(total))]
        rows.append([str(number), names[deal["dealer"]], *cells])
    rows.append(["Total", *map(str, sheet["totals"])])
    rows.append(["Place", *map(str, sheet["places"])])
    return rows


@pytest.mark.slow
@pytest.mark.parametrize("evening", EVENINGS, ids=lambda one: one.game)
def test_a_match_has_the_rows_of_its_sheet(table: Table, evening) -> None:
    match = table.played(evening.game, evening.names, evening.rounds, evening.options, evening.dealer)
    sheet = table.sheet(match)
    paper = read(table.file(match, "pdf"))
    [page] = paper.pages
    found = words(paper.pages)
    for row in told(sheet, evening.names):
        assert holds(found, row)
    for deal in sheet["deals"]:
        for label, _points in deal["lines"]:
            assert label in " ".join(found)
    winners = [sheet["sides"][side]["name"] for side in sheet["winners"]]
    assert [line for line in found if line.startswith(winners[0]) and re.search("wins?$", line)]
    assert (round(page.mediabox.width), round(page.mediabox.height)) == A4


def test_a_long_match_is_several_tables_with_one_end(table: Table) -> None:
    """To lay out one table of 3,000 rounds took 36 times as long as of 300."""
    rounds = 2 * grid.MOST + 5
    match = table.played("points", NAMES[:2], [{"points": [1, 2]}] * rounds, {"target": 10_000})
    found = words(read(table.file(match, "pdf")).pages)
    [taken] = load_match(models.Match.objects.get(id=match)).matches
    assert len(list(grid.rounds(taken))) == 3
    assert [found.count(one) for one in ("Total", "Place")] == [1, 1]
    assert all(holds(found, row) for row in told(table.sheet(match), NAMES))


def test_an_evening_has_a_page_of_results_and_then_each_match(table: Table) -> None:
    matches = table.evening()
    actions.put_evening(
        evening=str(table.evening_of(matches["pisa"])), name="Ayşe – Γενέθλια", place="Lisboa", note="Rain", **table.act
    )
    paper = read(table.evening_file(matches["pisa"], "pdf"))
    assert len(paper.pages) == 1 + len(matches)
    first = words(paper.pages[:1])
    assert first[:4] == ["Ayşe – Γενέθλια", "Lisboa", f"{len(matches)} matches", "Rain"]
    for number, match in enumerate(matches.values(), 1):
        sheet = table.sheet(match)
        totals = zip(sheet["sides"], sheet["totals"], strict=True)
        assert " – ".join(f"{side['name']} {total}" for side, total in totals) in first
        assert holds(words(paper.pages[number : number + 1]), ["Total", *map(str, sheet["totals"])])
    assert paper.metadata.title == "Ayşe – Γενέθλια"  # type: ignore[union-attr]


@pytest.mark.slow
@pytest.mark.parametrize("name", HARD, ids=range(len(HARD)))
def test_any_name_can_be_printed(table: Table, name: str) -> None:
    text = " ".join(words(read(table.file(table.bisca(name, "🫠🫠"), "pdf")).pages))
    assert "<b>Eleni</b> & Co" in text or "<" not in name
    for word in re.findall(r"[0-9A-Za-zΑ-ώÇ-ş]+", name)[:1]:
        assert word[:20] in text
    assert "?" in text  # who has no letter that the fonts know


def test_names_written_from_the_right_are_printed_from_the_right(table: Table) -> None:
    """Whoever reads the page, as a program does here, begins at the right of the name."""
    found = words(read(table.file(table.bisca("דוד לוי", "Rosa"), "pdf")).pages)
    assert "דוד לוי" in found
    assert not [line for line in found if "יול" in line]


def test_greek_and_turkish_letters_are_in_it_and_no_others(table: Table) -> None:
    page = read(table.file(table.bisca("Ξένια Ψάλτη", "İğdır Şükriye"), "pdf")).pages[0]
    text = page.extract_text()
    assert "Ξένια Ψάλτη" in text
    assert "İğdır Şükriye" in text
    fonts = embedded(page)
    assert {re.sub(r"^[A-Z]{6}\+", "", name) for name in fonts} == {"DejaVuSans", "DejaVuSans-Bold", "DejaVuSerif-Bold"}
    assert max(fonts.values()) < 60_000  # of some 700,000


def embedded(page: PageObject) -> dict[str, int]:
    """The fonts of a page, and how large each is in the file."""
    found = {}
    for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
        told = font.get_object()
        file = told["/FontDescriptor"]["/FontFile2"].get_object()
        assert "/ToUnicode" in told
        found[told["/BaseFont"].lstrip("/")] = len(file._data)
    return found


def test_a_long_match_has_its_head_and_its_number_on_every_page(table: Table) -> None:
    names = (HARD[0], HARD[1], "ş" * 200, "Rosa", "Zeynep", "Andreas")
    match = table.played("bisca_seis", names, [{"points": [60, 60]}] * 60)
    sheet = table.sheet(match)
    pages = read(table.file(match, "pdf")).pages
    assert 3 <= len(pages) <= 5
    for number, page in enumerate(pages, 1):
        found = words([page])
        assert f"{number} / {len(pages)}" in found
        assert "Dealer" in found
    found = [line for line in words(pages) if line.isdigit()]
    assert [line for line in found if int(line) > 9][-1] == str(len(sheet["deals"]))


@pytest.mark.parametrize(("players", "points"), [(8, 250), (6, 99_999), (3, 999_999)])
def test_no_number_stands_on_another(table: Table, players: int, points: int) -> None:
    names = [f"Eleni {number}" for number in range(players)]
    match = table.played("points", names, [{"points": [points] * players}] * 3)
    [page] = read(table.file(match, "pdf")).pages
    numbers = [one for one in written(page) if re.fullmatch(r"\+?\d+", one.text)]
    assert {one.text for one in numbers} >= {f"+{points}", str(points), str(3 * points)}
    lines = [[one for one in numbers if one.up == up] for up in {one.up for one in numbers}]
    for line in lines:
        for before, after in pairwise(sorted(line, key=lambda one: one.left)):
            assert before.right < after.left


class Written(NamedTuple):
    text: str
    left: float
    right: float
    up: int


def written(page: PageObject) -> list[Written]:
    """The texts of a page, and where they stand."""
    found = []

    def see(text: str, around: Any, matrix: Any, font: Any, size: float) -> None:
        said = text.strip()
        if said:
            left, up = matrix[4] * around[0] + around[4], matrix[5] * around[3] + around[5]
            name = fonts.BOLD if "Bold" in font["/BaseFont"] else fonts.TEXT
            found.append(Written(said, left, left + pdfmetrics.stringWidth(said, name, size), round(up)))

    page.extract_text(visitor_text=see)
    return found


def test_a_match_without_a_round_is_a_sheet_too(table: Table) -> None:
    found = words(read(table.file(table.bisca(points=()), "pdf")).pages)
    assert "No round yet" in found
    assert "Dealer" not in found


def test_house_rules_that_are_not_the_usual_ones_are_told(table: Table) -> None:
    rules = {"subtrumps": {"red": "blue", "blue": "red", "yellow": "green", "green": "yellow"}, "tied_bids": "more"}
    found = " ".join(words(read(table.file(table.played("pisa", NAMES[:3], [], rules), "pdf")).pages))
    assert "House rules: Level bids: Points of the last of their places; Lesser trumps: Red – Blue" in found
    usual = table.played("pisa", NAMES[:3], [], {"tied_bids": "fewer"})
    assert "House rules" not in " ".join(words(read(table.file(usual, "pdf")).pages))


class Drawn:
    """A path that keeps what was drawn: where each piece ends, and the curves whole."""

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
def test_paths_are_drawn_as_browsers_draw_them(path: str, ends: list[tuple[float, float]]) -> None:
    assert drawing.SvgPainter(Drawn()).draw(path).ends == ends


def test_a_curve_goes_on_as_it_came() -> None:
    drawn = drawing.SvgPainter(Drawn()).draw("M0 0c0 0 1 2 3 3s4 5 6 6")
    assert drawn.curves[1] == (5, 4, 7, 8, 9, 9)  # the handle of the first, turned round its end


@pytest.mark.parametrize(("count", "left"), [(1, 1), (20, 20), (21, 11), (60, 20), (61, 16)])
def test_a_long_line_has_fewer_dots_and_one_at_its_end(count: int, left: int) -> None:
    dots = [dot(0, 10 * number, 0) for number in range(count)]
    found = drawing.thin_out("".join(dots))
    assert found.count("M") == left
    assert found.endswith(dots[-1])
