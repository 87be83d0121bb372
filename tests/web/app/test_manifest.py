"""The web app manifest, its icons and its screenshots."""

import re
import struct
from io import BytesIO

import pytest
from django.template.loader import render_to_string
from PIL import Image

from tests.web.addresses import API, NO_PAGE, PAGES
from tools.steps import ROOT

ADDRESS = "/manifest.en.webmanifest"
STATIC = ROOT / "static"
LOOK = (STATIC / "look.css").read_text("utf-8")
SAFE = 0.4  # of the width; no phone cuts off what is closer to the centre
PICTURES = {"icon-192.png": 192, "icon-512.png": 512, "icon-full.png": 512, "icon-touch.png": 180}


def manifest(client, address=ADDRESS):
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.json()


def test_manifest_has_the_fields_for_a_home_screen(client):
    answer = client.get(ADDRESS)
    assert answer["Content-Type"] == "application/manifest+json; charset=utf-8"
    assert "Cookie" not in answer["Vary"]
    assert client.get(ADDRESS, headers={"if-none-match": answer["ETag"]}).status_code == 304
    manifest_data = answer.json()
    assert (
        manifest_data["name"],
        manifest_data["lang"],
        manifest_data["id"],
        manifest_data["start_url"],
        manifest_data["scope"],
    ) == (
        "Scorekeeper",
        "en",
        *"///",
    )
    assert manifest_data["display"] == "standalone"
    assert len(manifest_data["short_name"]) <= 12
    assert [(shortcut["name"], shortcut["url"]) for shortcut in manifest_data["shortcuts"]] == [
        ("New match", "/new/"),
        ("Continue playing", "/"),
    ]


def test_manifest_has_the_light_colours(client):
    manifest_data, light = manifest(client), dict(re.findall(r"--([\w-]+): ([^;]+);", LOOK.split("@media")[0]))
    assert (manifest_data["theme_color"], manifest_data["background_color"]) == (light["felt"], light["paper"])


@pytest.mark.slow
def test_manifest_is_in_the_language_of_its_page(client, pseudo):
    manifest_data = manifest(client, f"/manifest.{pseudo}.webmanifest")
    assert manifest_data["lang"] == pseudo
    assert "⟦" in manifest_data["description"]
    assert all("⟦" in shortcut["name"] for shortcut in manifest_data["shortcuts"])
    assert client.get("/manifest.xx.webmanifest").status_code == 404


@pytest.mark.parametrize("address", [*PAGES, API, NO_PAGE])
def test_every_server_page_links_the_manifest(client, address):
    page = client.get(address).text
    assert f'<link rel="manifest" href="{ADDRESS}">' in page
    assert '<link rel="apple-touch-icon" href="/static/icon-touch.png">' in page


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/new/"])
def test_every_shared_page_links_the_manifest(client, address):
    assert f'<link rel="manifest" href="{ADDRESS}">' in client.get(address).text


def test_offline_page_links_the_manifest():
    assert f'<link rel="manifest" href="{ADDRESS}">' in render_to_string("phone/unreachable.html", {"what": "page"})


def test_page_links_the_manifest_in_its_language(client, pseudo):
    page = client.get(PAGES[0], headers={"accept-language": pseudo}).text
    assert f'href="/manifest.{pseudo}.webmanifest"' in page


def test_icons_match_the_manifest(client):
    icons = manifest(client)["icons"]
    assert {(icon["sizes"], icon["purpose"]) for icon in icons} >= {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
        ("any", "any"),
    }
    for icon in icons:
        path = STATIC / icon["src"].removeprefix("/static/")
        assert path.is_file()
        if icon["type"] == "image/png":
            width, height, _ = header(path.read_bytes())
            assert icon["sizes"] == f"{width}x{height}"


def test_screenshots_match_the_manifest(client, pseudo):
    manifest_data = manifest(client)["screenshots"]
    assert {screenshot["form_factor"] for screenshot in manifest_data} == {"narrow", "wide"}
    for screenshot in manifest_data:
        picture = (ROOT / "docs" / screenshot["src"].removeprefix("/static/")).read_bytes()
        assert (picture[:4], picture[8:16]) == (b"RIFF", b"WEBPVP8X")
        width, height = (int.from_bytes(picture[at : at + 3], "little") + 1 for at in (24, 27))
        assert screenshot["sizes"] == f"{width}x{height}"
        assert (screenshot["form_factor"] == "wide") == (width > height)
        assert max(width, height) <= 2.3 * min(width, height)  # browsers ignore longer pictures
    assert all(
        "⟦" in screenshot["label"] for screenshot in manifest(client, f"/manifest.{pseudo}.webmanifest")["screenshots"]
    )


@pytest.mark.parametrize("name", PICTURES)
def test_icon_is_small_and_square(name):
    content = (STATIC / name).read_bytes()
    assert header(content)[:2] == (PICTURES[name], PICTURES[name])
    assert len(content) < 20_000


@pytest.mark.slow
@pytest.mark.parametrize("name", ["icon-full.png", "icon-touch.png"])
def test_maskable_icon_has_only_background_outside_the_safe_zone(name):
    rows = pixels((STATIC / name).read_bytes())
    ground, middle = rows[0][0], (len(rows) - 1) / 2
    assert ground[3] == 255  # opaque
    drawn = [
        ((x - middle) ** 2 + (y - middle) ** 2) ** 0.5
        for y, row in enumerate(rows)
        for x, pixel in enumerate(row)
        if max(abs(value - expected) for value, expected in zip(pixel, ground, strict=True)) > 8
    ]
    assert drawn
    assert max(drawn) <= SAFE * len(rows)


def header(png):
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", png[16:29])
    assert depth in (4, 8)
    assert not interlaced
    return width, height, kind


def pixels(png):
    """Return the rows of a PNG with the channels red, green, blue and alpha."""
    with Image.open(BytesIO(png)) as picture:
        line, values = 4 * picture.width, picture.convert("RGBA").tobytes()
    rows = [values[at : at + line] for at in range(0, len(values), line)]
    return [[tuple(row[at : at + 4]) for at in range(0, line, 4)] for row in rows]
