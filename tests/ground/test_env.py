"""A misspelt value of an environment variable stops the start."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from scorekeeper import env


@pytest.mark.parametrize(("value", "flag"), [("1", True), ("on", True), ("True", True), ("0", False), ("", False)])
def test_a_flag_is_parsed(monkeypatch, value, flag):
    monkeypatch.setenv("DEBUG", value)
    assert env.flag("DEBUG") is flag


def test_an_unknown_flag_is_refused(monkeypatch):
    monkeypatch.setenv("DEBUG", "maybe")
    with pytest.raises(ImproperlyConfigured, match="DEBUG must be 1 or 0, not 'maybe'"):
        env.flag("DEBUG")


def test_a_missing_or_empty_variable_has_its_default(monkeypatch):
    monkeypatch.delenv("ALLOWED_HOSTS", raising=False)
    assert env.text("ALLOWED_HOSTS", "localhost") == "localhost"
    monkeypatch.setenv("ALLOWED_HOSTS", "")
    assert env.text("ALLOWED_HOSTS", "localhost") == "localhost"


def test_names_are_separated_by_commas(monkeypatch):
    monkeypatch.setenv("ALLOWED_HOSTS", "cards.example, 192.0.2.1,")
    assert env.names("ALLOWED_HOSTS", "") == ["cards.example", "192.0.2.1"]


def test_a_text_or_a_small_number_is_refused(monkeypatch):
    monkeypatch.setenv("WORKERS", "0")
    assert env.number("WORKERS", 2) == 0
    with pytest.raises(ImproperlyConfigured, match="WORKERS must be a whole number from 1 on, not '0'"):
        env.number("WORKERS", 2, least=1)
    monkeypatch.setenv("WORKERS", "two")
    with pytest.raises(ImproperlyConfigured, match="WORKERS must be a whole number, not 'two'"):
        env.number("WORKERS", 2)


@pytest.mark.parametrize("value", ["short", "with a space in between", "né" * 10, "x" * 19])
def test_a_key_that_can_be_guessed_is_refused_without_repeating_it(monkeypatch, value):
    monkeypatch.setenv("METRICS_KEY", value)
    with pytest.raises(ImproperlyConfigured, match="METRICS_KEY must have at least 20") as refusal:
        env.key("METRICS_KEY")
    assert value not in str(refusal.value)
    monkeypatch.setenv("METRICS_KEY", "x" * 20)
    assert env.key("METRICS_KEY") == "x" * 20
