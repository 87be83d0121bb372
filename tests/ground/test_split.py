"""docs/hosting.md says which tables can be split by circle."""

import re

import pytest
from django.apps import apps
from django.db.models import CompositePrimaryKey

from tests.docs import markdown

PAGE = markdown.page("hosting.md")
PART = PAGE.partition("### Can the database be split?")[2].partition("\n## ")[0]
MODELS = list(apps.get_app_config("games").get_models())


def is_keyed_by_circle(model):
    key = model._meta.pk
    if key.name == "circle":  # one row for each circle
        return True
    return isinstance(key, CompositePrimaryKey) and key.field_names[0] == "circle_id"


KEYED = [model for model in MODELS if is_keyed_by_circle(model)]
APART = {model for model in MODELS if model not in KEYED}


def test_the_page_lists_the_models_with_and_without_a_circle():
    assert {row[0].strip("`") for row in markdown.rows(PART, "what")} == {model.__name__ for model in APART}
    assert {model.__name__ for model in KEYED} == set(re.findall(r"`(\w+)`", PART.partition("What is not keyed")[0]))


@pytest.mark.parametrize("model", KEYED, ids=lambda model: model.__name__)
def test_every_index_begins_with_the_circle(model):
    indexes = [index.fields for index in model._meta.indexes]
    indexes += [constraint.fields for constraint in model._meta.constraints if hasattr(constraint, "fields")]
    assert [fields for fields in indexes if fields[0] != "circle"] == []


def test_the_page_lists_foreign_keys_across_the_split():
    across = {
        f"{model.__name__}.{field.name}"
        for model in MODELS
        for field in model._meta.get_fields()
        if field.concrete
        and field.is_relation
        and not field.many_to_many
        and {model, field.related_model} & APART
        and {model, field.related_model} & {*KEYED, apps.get_model("games.Circle")}
        and not (model in KEYED and field.name == "circle")
    }
    line = PART.partition("foreign keys across")[0].splitlines()[-1]
    assert across == set(re.findall(r"`(\w+\.\w+)`", line))
