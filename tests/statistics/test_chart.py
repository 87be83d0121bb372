from fractions import Fraction

from games.statistics.chart import BOTTOM, TOP, BarChart, Shares


def test_a_share_stands_at_its_height_and_a_gap_breaks_the_line() -> None:
    chart = Shares(["2021", "2022", "2023", "2024"], [Fraction(0), Fraction(1, 2), None, Fraction(1)])
    middle = (TOP + BOTTOM) // 2
    heights = [int(piece.split()[1]) for piece in chart.path.replace("M", "|").replace("L", "|").split("|")[1:]]
    assert heights == [BOTTOM, middle, TOP]
    assert [letter for letter in chart.path if letter.isalpha()] == ["M", "L", "M"]
    assert chart.dots.count("M") == 3
    assert [level.text for level in chart.levels] == ["0", "25", "50", "75", "100"]


def test_a_column_is_as_high_as_there_were_matches() -> None:
    chart = BarChart(["a", "b", "c"], [4, 0, 2])
    assert [level.text for level in chart.levels] == ["0", "1", "2", "3", "4"]
    first, second = chart.path.split("z")[:2]
    assert f"V{TOP}H" in first
    assert f"V{(TOP + BOTTOM) // 2}H" in second


def test_few_columns_are_named_and_no_name_sticks_out() -> None:
    names = [str(number) for number in range(24)]
    chart = BarChart(names, [1] * 24)
    assert [mark.text for mark in chart.marks] == ["0", "4", "8", "12", "16", "20"]
    assert max(mark.at for mark in BarChart(names[:6], [1] * 6).marks) <= chart.right - 16
