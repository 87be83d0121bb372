"""The form of something new: one that comes twice creates one thing."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from games import models
from games.services.new_ids import id_for
from games.web.form_fields import NewId
from games.web.form_messages import OwnForm


class NewForm(OwnForm):
    """A form that creates a season or a custom game. It comes before the form of the same fields among the bases."""

    id = NewId()
    own: UUID | None

    def clean(self) -> Any:
        data = self.cleaned_data
        if not self.errors:
            self.own = data["id"] = id_for(data["id"], [str(value) for value in data.values()], self.is_other)
        return super().clean()

    def is_other(self, id: UUID) -> bool:
        """Return whether what has this id already, if anything, is not what the form creates."""
        row = self.find(id)
        return row is not None and (row.is_deleted or not self.creates(row))

    def find(self, id: UUID) -> models.Season | models.CustomGame | None:
        raise NotImplementedError

    def creates(self, row: Any) -> bool:
        """Return whether the row is as the form has it."""
        raise NotImplementedError
