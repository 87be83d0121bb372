"""Groups of a round's questions on the page: rows of tiles, tables of piles, and single fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.pages.entry.fields import Field


class Block:
    """A group on the page: one field, a table of piles, or a row of tiles."""

    def __init__(self, kind: str, fields: list[Field]) -> None:
        self.kind = kind
        self.fields = fields
        self.has_keys = False  # the keypad is below it


def fields_in_turn(fields: list[Field]) -> list[Field]:
    """Return fields that players answer in turn. They are shown alone, because they answer the other questions, too."""
    return [field for field in fields if field.widget == "turns" and not field.is_tile]


def group_fields(blocks: list[Block], field: Field) -> None:
    """Append a field to the last block if both are tiles or both are piles. Otherwise add a block."""
    kind = "tiles" if field.is_tile else "piles" if is_pile(field) else "fields"
    if blocks and blocks[-1].kind == kind and kind != "fields":
        blocks[-1].fields.append(field)
    else:
        blocks.append(Block(kind, [field]))


def tables_of_piles(blocks: list[Block]) -> list[Block]:
    """Show a table only for two counts or more. A single count has room enough."""
    for block in blocks:
        if block.kind == "piles" and len([field for field in block.fields if field.boxes]) < 2:
            block.kind = "fields"
    return blocks


def is_pile(field: Field) -> bool:
    """Return whether the question asks each side for one number or one tap."""
    return field.kind in ("tally", "taker") and not field.can_fold
