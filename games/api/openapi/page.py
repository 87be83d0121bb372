"""The description of the API as a page shows it, from the same schema that programs read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]
Parts = list[tuple[str, bool]]  # the parts of a text, each with whether it is code

PREFIX = "/api/v1"
METHODS = ("get", "post", "put", "patch", "delete")
FIRST = ("games", "score", "devices", "circles", "events")  # the others follow in their order


def page_context(schema: Json) -> Json:
    """Return the operations by group, and the components."""
    groups: dict[str, list[Json]] = {name: [] for name in FIRST}
    for path, methods in schema["paths"].items():
        for method in METHODS:
            if method in methods:
                described = operation(path, method, methods[method])
                groups.setdefault(described["tag"], []).append(described)
    components = [component(name, inner) for name, inner in schema["components"]["schemas"].items()]
    return {"groups": groups, "components": components}


def operation(path: str, method: str, described: Json) -> Json:
    """Return what the page shows of an operation."""
    body = described.get("requestBody")
    return {
        "tag": described["tags"][0],
        "method": method.upper(),
        "path": path.removeprefix(PREFIX),
        "summary": split_code(described["summary"]),
        "description": split_code(described.get("description", "")),
        "is_open": not described.get("security") or {} in described["security"],
        "parameters": [parameter(given) for given in described.get("parameters", ()) if given["in"] == "query"],
        "body": notation(content(body)) if body else "",
        "answers": [answer(status, given) for status, given in sorted(described["responses"].items()) if status < "4"],
        "errors": [status for status in sorted(described["responses"]) if status >= "4"],
    }


def answer(status: str, response: Json) -> Json:
    """Return what the page shows of a response."""
    schema = content(response)
    return {"status": status, "words": split_code(response["description"]), "type": notation(schema) if schema else ""}


def parameter(given: Json) -> Json:
    """Return what the page shows of a parameter."""
    return {"name": given["name"], "type": notation(given["schema"]), "words": split_code(given.get("description", ""))}


def component(name: str, schema: Json) -> Json:
    """Return what the page shows of a component."""
    return {"name": name, "type": notation(schema), "fields": list(fields(schema))}


def fields(schema: Json) -> Iterator[Json]:
    """Yield what the page shows of each property."""
    for name, inner in schema.get("properties", {}).items():
        words = inner.get("description") or inner.get("title") or ""
        if inner.get("deprecated"):
            words = f"Deprecated: see `id`. {words}".rstrip()
        needed = name in schema.get("required", ())
        yield {"name": name, "type": notation(inner), "needed": needed, "words": split_code(words)}


def content(described: Json) -> Json:
    """Return the schema of a body; it is the same for all media types."""
    for media_type in described.get("content", {}).values():
        schema: Json = media_type.get("schema", {})
        return schema
    return {}


def notation(schema: Json) -> str:
    """Return a short notation of the type: `[Event]`, `string | null`, `{id, seq}`."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if "const" in schema:
        return f"“{schema['const']}”"
    if "enum" in schema:
        return " | ".join(str(value) for value in schema["enum"])
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        return " | ".join(dict.fromkeys(notation(choice) for choice in choices))
    kinds = schema.get("type", "any")
    if isinstance(kinds, list):
        return " | ".join(notation({**schema, "type": kind}) for kind in kinds)
    if kinds == "array":
        items = schema.get("prefixItems") or [schema.get("items", {})]
        return f"[{', '.join(notation(item) for item in items)}]"
    if kinds == "object" and schema.get("properties"):
        return f"{{{', '.join(schema['properties'])}}}"
    return str(schema.get("format", kinds))


def split_code(text: str) -> Parts:
    """Return the parts of the text; those in backticks are code."""
    return [(part, number % 2 == 1) for number, part in enumerate(text.split("`")) if part]
