"""The pages whose programs a phone fetches apart from the others. The phone has a module of its own in place of this one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.pages import insert_round, match_rules, settings

if TYPE_CHECKING:
    from games.pages.request import PageData, PageRequest, PageResult


def show_settings(stored: PageData, request: PageRequest) -> PageResult:
    return settings.show(stored, request)


def write_settings(stored: PageData, request: PageRequest) -> PageResult:
    return settings.write(stored, request)


def show_insertion(stored: PageData, request: PageRequest) -> PageResult:
    return insert_round.show(stored, request)


def write_insertion(stored: PageData, request: PageRequest) -> PageResult:
    return insert_round.write(stored, request)


def show_rules(stored: PageData, request: PageRequest) -> PageResult:
    return match_rules.show(stored, request)
