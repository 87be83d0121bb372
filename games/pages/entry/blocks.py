"""How the questions of a round stand together on the page: tiles with tiles, piles in a table, the rest alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.pages.entry.fields import Field


class Block:
    """What stands together: one field, a table of piles, or a row of tiles."""

    def __init__(self, kind: str, fields: list[Field]) -> None:
        self.kind = kind
        self.fields = fields
        self.has_keys = False  # the keypad stands below it


def alone(fields: list[Field]) -> list[Field]:
    """What is asked from player to player has the page to itself; it answers the questions beside it."""
    return [field for field in fields if field.widget == "turns" and not field.is_told]


def group_fields(blocks: list[Block], field: Field) -> None:
    """Tiles stand with tiles, piles with piles; everything else alone."""
    kind = "told" if field.is_told else "piles" if is_pile(field) else "fields"
    if blocks and blocks[-1].kind == kind and kind != "fields":
        blocks[-1].fields.append(field)
    else:
        blocks.append(Block(kind, [field]))


def tables_of_piles(blocks: list[Block]) -> list[Block]:
    """Two counts make a table; one alone has the room of the page."""
    for block in blocks:
        if block.kind == "piles" and len([field for field in block.fields if field.boxes]) < 2:
            block.kind = "fields"
    return blocks


def is_pile(field: Field) -> bool:
    """Whether it is one number, or one tap, for every side."""
    return field.kind in ("tally", "taker") and not field.can_fold
