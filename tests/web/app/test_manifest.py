"""What browsers are told for the home screen, and the icons that stand there."""

import re
import struct
import zlib
from itertools import pairwise

import pytest
from django.template.loader import render_to_string

from tests.web.addresses import API, NO_PAGE, PAGES
from tools.steps import ROOT

ADDRESS = "/manifest.en.webmanifest"
STATIC = ROOT / "static"
LOOK = (STATIC / "look.css").read_text("utf-8")
SAFE = 0.4  # of the width: what is this far from the middle is never cut off
PICTURES = {"icon-192.png": 192, "icon-512.png": 512, "icon-full.png": 512, "icon-touch.png": 180}


def told(client, address=ADDRESS):
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.json()


def test_it_names_what_a_home_screen_needs(client):
    answer = client.get(ADDRESS)
    assert answer["Content-Type"] == "application/manifest+json; charset=utf-8"
    assert "Cookie" not in answer["Vary"]
    assert client.get(ADDRESS, headers={"if-none-match": answer["ETag"]}).status_code == 304
    found = answer.json()
    assert (found["name"], found["lang"], found["id"], found["start_url"], found["scope"]) == (
        "Scorekeeper",
        "en",
        *"///",
    )
    assert found["display"] == "standalone"
    assert len(found["short_name"]) <= 12
    assert [(one["name"], one["url"]) for one in found["shortcuts"]] == [("New match", "/new/"), ("Continue", "/")]


def test_it_wears_the_colours_of_daylight(client):
    found, light = told(client), dict(re.findall(r"--([\w-]+): ([^;]+);", LOOK.split("@media")[0]))
    assert (found["theme_color"], found["background_color"]) == (light["felt"], light["paper"])


@pytest.mark.slow
def test_it_speaks_the_language_of_its_page(client, pseudo):
    found = told(client, f"/manifest.{pseudo}.webmanifest")
    assert found["lang"] == pseudo
    assert "⟦" in found["description"]
    assert all("⟦" in one["name"] for one in found["shortcuts"])
    assert client.get("/manifest.xx.webmanifest").status_code == 404


@pytest.mark.parametrize("address", [*PAGES, API, NO_PAGE])
def test_every_page_names_it(client, address):
    page = client.get(address).text
    assert f'<link rel="manifest" href="{ADDRESS}">' in page
    assert '<link rel="apple-touch-icon" href="/static/icon-touch.png">' in page


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/new/"])
def test_every_page_of_the_table_names_it(client, address):
    assert f'<link rel="manifest" href="{ADDRESS}">' in client.get(address).text


def test_the_page_of_a_phone_without_a_network_names_it():
    assert f'<link rel="manifest" href="{ADDRESS}">' in render_to_string("phone/unreachable.html", {"what": "page"})


def test_a_page_names_the_one_in_its_language(client, pseudo):
    page = client.get(PAGES[0], headers={"accept-language": pseudo}).text
    assert f'href="/manifest.{pseudo}.webmanifest"' in page


def test_its_icons_are_what_it_says(client):
    icons = told(client)["icons"]
    assert {(one["sizes"], one["purpose"]) for one in icons} >= {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
        ("any", "any"),
    }
    for icon in icons:
        path = STATIC / icon["src"].removeprefix("/static/")
        assert path.is_file()
        if icon["type"] == "image/png":
            width, height, _, _ = header(path.read_bytes())
            assert icon["sizes"] == f"{width}x{height}"


def test_its_pictures_are_what_it_says(client, pseudo):
    found = told(client)["screenshots"]
    assert {one["form_factor"] for one in found} == {"narrow", "wide"}
    for one in found:
        picture = (ROOT / "docs" / one["src"].removeprefix("/static/")).read_bytes()
        assert (picture[:4], picture[8:16]) == (b"RIFF", b"WEBPVP8X")
        width, height = (int.from_bytes(picture[at : at + 3], "little") + 1 for at in (24, 27))
        assert one["sizes"] == f"{width}x{height}"
        assert (one["form_factor"] == "wide") == (width > height)
        assert max(width, height) <= 2.3 * min(width, height)  # else browsers leave it out
    assert all("⟦" in one["label"] for one in told(client, f"/manifest.{pseudo}.webmanifest")["screenshots"])


@pytest.mark.parametrize("name", PICTURES)
def test_an_icon_is_small_and_square(name):
    content = (STATIC / name).read_bytes()
    assert header(content)[:2] == (PICTURES[name], PICTURES[name])
    assert len(content) < 20_000


@pytest.mark.slow
@pytest.mark.parametrize("name", ["icon-full.png", "icon-touch.png"])
def test_whatever_a_phone_cuts_off_is_ground(name):
    rows = pixels((STATIC / name).read_bytes())
    ground, middle = rows[0][0], (len(rows) - 1) / 2
    assert ground[3] == 255  # nothing shines through
    drawn = [
        ((x - middle) ** 2 + (y - middle) ** 2) ** 0.5
        for y, row in enumerate(rows)
        for x, pixel in enumerate(row)
        if max(abs(one - other) for one, other in zip(pixel, ground, strict=True)) > 8
    ]
    assert drawn
    assert max(drawn) <= SAFE * len(rows)


def header(png):
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", png[16:29])
    assert (depth, interlaced) == (8, 0)
    return width, height, kind, {2: 3, 6: 4}[kind]


def pixels(png):
    """Rows of red, green, blue and how much of it, as a PNG holds them."""
    width, height, _, channels = header(png)
    packed, at = b"", 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        packed += png[at + 8 : at + 8 + length] if kind == b"IDAT" else b""
        at += length + 12
    flat, line = zlib.decompress(packed), width * channels
    rows, above = [], [0] * line
    for y in range(height):
        method, *row = flat[y * (line + 1) : (y + 1) * (line + 1)]
        above = unfiltered(method, row, above, channels)
        corners = range(0, line + 1, channels)
        rows.append(
            [(*above[start : start + 3], above[start + 3] if channels == 4 else 255) for start, _ in pairwise(corners)]
        )
    return rows


def unfiltered(method, row, above, channels):
    for at in range(len(row)):
        left = row[at - channels] if at >= channels else 0
        corner = above[at - channels] if at >= channels else 0
        guess = (0, left, above[at], (left + above[at]) // 2, paeth(left, above[at], corner))[method]
        row[at] = (row[at] + guess) % 256
    return row


def paeth(left, above, corner):
    about = left + above - corner
    return min((abs(about - left), 0, left), (abs(about - above), 1, above), (abs(about - corner), 2, corner))[2]
