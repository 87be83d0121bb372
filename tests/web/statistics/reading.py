"""Read the texts of a page with figures."""

import re
from html import unescape


def plain(page: str) -> str:
    """Return the words of a page's main part, with a space between them."""
    return words(page[page.index("<main") :])


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def facts(page: str) -> dict[str, str]:
    """Return the figures of the section “Summary”."""
    listed = page.partition('"card facts"')[2].partition("</dl>")[0]
    pairs = re.findall(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", listed, re.DOTALL)
    return {words(name): words(value) for name, value in pairs}


def table(page: str, title: str) -> list[list[str]]:
    """Return the rows of the table below this title, without its head."""
    body = page.partition(f'id="{title}"')[2].partition("<tbody>")[2].partition("</tbody>")[0]
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in body.split("<tr>")[1:]]
    return [[words(cell) for cell in row] for row in cells]
