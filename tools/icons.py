"""Draws the icons for home screens from static/icon.svg.

Runs inside the environment: python -m tools.icons
"""

from pathlib import Path
from xml.etree import ElementTree

from PIL import Image
from playwright.sync_api import Page

from tools.pictures import browsing
from tools.steps import ROOT

STATIC = ROOT / "static"
SVG = "http://www.w3.org/2000/svg"
SHADES = 16
SMALLER = 0.9  # phones may cut off everything outside a circle


def main() -> None:
    plain, full = (STATIC / "icon.svg").read_text("utf-8"), full_icon()
    with browsing() as browser:
        page = browser.new_page()
        draw(page, plain, 192, STATIC / "icon-192.png")
        draw(page, plain, 512, STATIC / "icon-512.png")
        draw(page, full, 512, STATIC / "icon-full.png")
        draw(page, full, 180, STATIC / "icon-touch.png")  # iPhones round the corners themselves


def full_icon() -> str:
    """Return the drawing in a smaller size, on a background that goes to the edge."""
    ElementTree.register_namespace("", SVG)
    icon = ElementTree.parse(STATIC / "icon.svg").getroot()
    _, _, width, height = map(float, icon.attrib["viewBox"].split())
    for shape in icon:
        if shape.tag == f"{{{SVG}}}rect":
            del shape.attrib["rx"]
        else:
            x, y = width / 2 * (1 - SMALLER), height / 2 * (1 - SMALLER)
            shape.set("transform", f"translate({x:g} {y:g}) scale({SMALLER})")
    return ElementTree.tostring(icon, encoding="unicode")


def draw(page: Page, icon: str, size: int, path: Path) -> None:
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block; width: {size}px }}</style>{icon}")
    page.screenshot(path=path, omit_background=True)
    with_fewer_bytes(path)
    print(f"{path.name}: {path.stat().st_size} bytes")


def with_fewer_bytes(path: Path) -> None:
    """Store a picture by a palette of sixteen shades, which nobody tells apart from more. One with clear pixels stays."""
    with Image.open(path) as picture:
        if picture.mode in ("P", "RGB"):
            picture.convert("RGB").quantize(SHADES, dither=Image.Dither.NONE).save(path, optimize=True, bits=4)


if __name__ == "__main__":
    main()
