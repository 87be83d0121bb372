"""The description of the API as a page shows it: worked out from the same schema that programs read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Shown = dict[str, Any]
Pieces = list[tuple[str, bool]]  # a text in pieces, those that are code marked

PREFIX = "/api/v1"
METHODS = ("get", "post", "put", "patch", "delete")
FIRST = ("games", "score", "devices", "circles", "events")  # the rest follows as it comes


def page_context(schema: Shown) -> Shown:
    groups: dict[str, list[Shown]] = {name: [] for name in FIRST}
    for path, methods in schema["paths"].items():
        for method in METHODS:
            if method in methods:
                one = operation(path, method, methods[method])
                groups.setdefault(one["tag"], []).append(one)
    components = [component(name, one) for name, one in schema["components"]["schemas"].items()]
    return {"groups": groups, "components": components}


def operation(path: str, method: str, told: Shown) -> Shown:
    body = told.get("requestBody")
    return {
        "tag": told["tags"][0],
        "method": method.upper(),
        "path": path.removeprefix(PREFIX),
        "summary": split_type(told["summary"]),
        "description": split_type(told.get("description", "")),
        "is_open": not told.get("security") or {} in told["security"],
        "parameters": [parameter(one) for one in told.get("parameters", ()) if one["in"] == "query"],
        "body": notation(content(body)) if body else "",
        "answers": [answer(status, one) for status, one in sorted(told["responses"].items()) if status < "4"],
        "errors": [status for status in sorted(told["responses"]) if status >= "4"],
    }


def answer(status: str, told: Shown) -> Shown:
    schema = content(told)
    return {"status": status, "words": split_type(told["description"]), "type": notation(schema) if schema else ""}


def parameter(told: Shown) -> Shown:
    return {"name": told["name"], "type": notation(told["schema"]), "words": split_type(told.get("description", ""))}


def component(name: str, schema: Shown) -> Shown:
    return {"name": name, "type": notation(schema), "fields": list(fields(schema))}


def fields(schema: Shown) -> Iterator[Shown]:
    for name, one in schema.get("properties", {}).items():
        words = one.get("description") or one.get("title") or ""
        needed = name in schema.get("required", ())
        yield {"name": name, "type": notation(one), "needed": needed, "words": split_type(words)}


def content(told: Shown) -> Shown:
    for one in told.get("content", {}).values():
        found: Shown = one.get("schema", {})
        return found
    return {}


def notation(schema: Shown) -> str:
    """A type in short: `[Event]`, `string | null`, `{id, seq}`."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if "const" in schema:
        return f"“{schema['const']}”"
    if "enum" in schema:
        return " | ".join(str(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(notation(one) for one in schema["anyOf"]))
    kinds = schema.get("type", "any")
    if isinstance(kinds, list):
        return " | ".join(notation({**schema, "type": kind}) for kind in kinds)
    if kinds == "array":
        several = schema.get("prefixItems") or [schema.get("items", {})]
        return f"[{', '.join(notation(one) for one in several)}]"
    if kinds == "object" and schema.get("properties"):
        return f"{{{', '.join(schema['properties'])}}}"
    return str(schema.get("format", kinds))


def split_type(text: str) -> Pieces:
    return [(piece, number % 2 == 1) for number, piece in enumerate(text.split("`")) if piece]
