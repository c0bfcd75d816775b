"""What is wrong with a request of the wrong form, in one plain sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# The kinds of errors that Pydantic finds in our requests: https://docs.pydantic.dev/latest/errors/validation_errors/
SENTENCES = {
    "missing": "{name} is missing",
    "extra_forbidden": "there is no field {name}",
    "int_type": "{name} must be a whole number",
    "int_parsing": "{name} must be a whole number",
    "int_from_float": "{name} must be a whole number",
    "string_type": "{name} must be a text",
    "list_type": "{name} must be a list",
    "model_attributes_type": "{name} must be an object",
    "model_type": "{name} must be an object",
    "dict_type": "{name} must be an object",
    "bool_type": "{name} must be true or false",
    "greater_than_equal": "{name} must be at least {ge}",
    "less_than_equal": "{name} must be at most {le}",
    "string_too_long": "{name} must have at most {max_length} characters",
    "string_too_short": "{name} must not be empty",
    "too_long": "{name} must have at most {max_length} entries, not {actual_length}",
    "too_short": "{name} must have at least {min_length} entry",
    "literal_error": "{name} must be {expected}",
}


def describe_invalid(error: Mapping[str, Any]) -> str:
    """Returns one of Pydantic's errors as a sentence that names the field."""
    name = _name_field(error["loc"])
    if error["type"] == "json_invalid" or name == "":
        return "the body is not a JSON object, sent as application/json"
    values = {**error.get("ctx", {}), "name": name}
    kind = error["type"]
    if isinstance(error.get("input"), str) and kind in ("too_long", "too_short"):  # of a text that was joined first
        kind = f"string_{kind}"
    known = SENTENCES.get(kind)
    if known is None:
        return f"{name}: {str(error['msg'])[:1].lower()}{str(error['msg'])[1:]}"
    return known.format(**values)


def _name_field(where: tuple[str | int, ...]) -> str:
    """The name of a field, such as `limit`, or `turn 2 of history: guess` for one inside a list."""
    parts = list(where[1:])
    if len(parts) == 3 and parts[0] == "history" and isinstance(parts[1], int):
        return f"{parts[2]} of turn {parts[1] + 1}"
    return ".".join(str(part) for part in parts)
