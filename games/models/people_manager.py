"""Creation of people, with or without an e-mail address."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib.auth.base_user import BaseUserManager

if TYPE_CHECKING:
    from games.models import Person


class PersonManager(BaseUserManager["Person"]):
    def create_user(self, email: str | None = None, password: str | None = None, **fields: Any) -> Person:
        person = self.model(email=(email or "").lower() or None, **fields)
        person.set_password(password)  # None becomes a password that never matches
        person.save(using=self._db)
        return person

    def create_superuser(self, email: str, password: str, **fields: Any) -> Person:
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)
