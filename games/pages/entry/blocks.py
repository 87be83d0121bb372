"""Groups of a round's questions on the page: folded parts, rows of tiles, tables of piles, and single fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.pages.entry.fields import Field, Label


class Block:
    """A group on the page: one field, a table of piles, a row of tiles, or a part that is folded to a line."""

    def __init__(self, kind: str, fields: list[Field], part: str = "") -> None:
        self.kind = kind
        self.fields = fields
        self.part = part  # the name of a folded part
        self.has_pile = False  # a row of tiles that has the tile of the pile, too

    @property
    def opened(self) -> list[Field]:
        """The opened field of a row of tiles, if any."""
        return [field for field in self.fields if field.is_open] if self.kind == "tiles" else []

    @property
    def words(self) -> list[Label]:
        """The answers of a folded part in words. Beside a number a picture is enough: 100 ♥."""
        has_number = any(field.kind == "number" for field in self.fields)
        words: list[Label] = []
        for field in self.fields:
            if field.kind not in ("number", "tally") and not (has_number and field.pictures):
                words.extend(field.answer)
        return words

    @property
    def visible(self) -> list[Field]:
        """The fields whose inputs the page shows."""
        return self.opened if self.kind == "tiles" else [] if self.kind == "fold" else self.fields


def fields_in_turn(fields: list[Field]) -> list[Field]:
    """Return fields that players answer in turn. They are shown alone, because they answer the other questions, too."""
    return [field for field in fields if field.widget == "turns" and field.is_open]


def group_fields(blocks: list[Block], field: Field) -> None:
    """Append a field to the last block if both are tiles, piles or pairs of choices. Otherwise add a block."""
    is_tile = field.can_fold and not (field.is_open and field.widget == "turns")
    kind = "tiles" if is_tile else "piles" if is_pile(field) else "pairs" if is_pair(field) else "fields"
    if blocks and blocks[-1].kind == kind and kind != "fields":
        blocks[-1].fields.append(field)
    else:
        blocks.append(Block(kind, [field]))


def tables_of_piles(blocks: list[Block], has_pile: bool) -> list[Block]:
    """Show a table only for two counts or more. A single count has room enough. The tile of the pile is the last."""
    if has_pile:
        if not blocks or blocks[-1].kind != "tiles":
            blocks.append(Block("tiles", []))
        blocks[-1].has_pile = True
    for block in blocks:
        if block.kind == "piles" and len([field for field in block.fields if field.boxes]) < 2:
            block.kind = "fields"
    return blocks


def is_pair(field: Field) -> bool:
    """Return whether the question has two values, so that two such questions stand side by side."""
    return field.kind in ("choice", "yes_no") and len(field.picks) == 2


def is_pile(field: Field) -> bool:
    """Return whether the question asks each side for one number or one tap."""
    return field.kind in ("tally", "taker", "most") and not field.can_fold
