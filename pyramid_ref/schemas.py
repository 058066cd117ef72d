"""The shape of each kind of file: JSON Schemas, applied to a document and answered in words.

A schema's `description` is a noun phrase, because it is what a fault says was expected.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path as FilePath
from typing import Any, Final

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend

from pyramid_ref.document import Document, Path, one_of, shown, suggestion
from pyramid_ref.errors import Fault
from pyramid_ref.otherkinds import other_kind

__all__ = ["check_shape", "find_spec_dir", "schema"]


def find_spec_dir() -> FilePath:
    """The directory of the rules: carried inside an installed package, beside the package in a checkout."""
    here = FilePath(__file__).resolve().parent
    carried = here / "_spec"
    return carried if carried.is_dir() else here.parent / "spec"


@cache
def schema(kind: str) -> dict[str, Any]:
    """The JSON Schema of a kind of file: `rules`, `house`, `scenario`, `record`, `report` or `protocol`."""
    text = (find_spec_dir() / "schema" / f"{kind}.schema.json").read_text(encoding="utf-8")
    return dict(json.loads(text))


def check_shape(document: Document, kind: str, known: Iterable[Fault] = ()) -> list[Fault]:
    """Faults that are known already, then every other way in which a document differs from the shape of its kind.

    A document that is plainly of another kind has the one fault that says so.

    >>> from pyramid_ref.yamlfile import parse
    >>> print(*check_shape(parse("nmae: Sunday rules", name="sunday.yaml"), "house"))
    sunday.yaml:1:1: nmae: found the key 'nmae', expected name, rules, based_on, flags or notes (did you mean name?)
    """
    told = list(known)
    if other := other_kind(document, kind):
        return [other]
    paths = {fault.path for fault in told}
    errors: Iterator[ValidationError] = _validator(kind).iter_errors(document.data)
    shape = [fault for error in errors for fault in _faults(document, error) if fault.path not in paths]
    # Two parts of a schema may refuse the same thing; the first of them has the better words.
    return told + list({(fault.path, fault.found): fault for fault in reversed(shape)}.values())[::-1]


@cache
def _validator(kind: str) -> Any:
    # JSON Schema takes 3.0 for a whole number; the rules do not. And `$` in Python lets a line break follow.
    types = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: type(value) is int)
    make_strict: Any = extend
    strict = make_strict(
        Draft202012Validator, {"pattern": _whole_pattern, "uniqueItems": _unique_items}, type_checker=types
    )
    return strict(schema(kind))


def _whole_pattern(_: Any, pattern: str, value: object, __: object) -> Iterator[ValidationError]:
    if isinstance(value, str) and not re.fullmatch(pattern, value):
        yield ValidationError(f"{value!r} is not of the form {pattern!r}")


def _unique_items(_: Any, wanted: bool, value: object, __: object) -> Iterator[ValidationError]:
    # The library compares every pair where items do not sort, which a long enough list turns into minutes.
    if wanted and isinstance(value, list) and len({json.dumps(item, sort_keys=True) for item in value}) < len(value):
        yield ValidationError("an item stands there twice")


_TYPES: Final = {
    "object": "a mapping",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "nothing",
}


def _faults(document: Document, error: ValidationError) -> Iterator[Fault]:
    path: Path = tuple(error.absolute_path)
    value: Any = error.instance
    wanted: Any = error.validator_value
    schema: Any = error.schema
    if list(error.schema_path)[-2:-1] == ["propertyNames"]:
        expected = schema.get("description", "another key")
        yield document.fault((*path, value), found=f"the key {shown(value)}", expected=expected, key=True)
        return
    match error.validator:
        case "additionalProperties":
            known = schema.get("properties", {})
            for key in value:
                if key not in known:
                    found, expected = f"the key {shown(key)}", one_of(list(known))
                    hint = suggestion(key, known)
                    yield document.fault((*path, key), found=found, expected=expected, hint=hint, key=True)
        case "required":
            for key in wanted:
                if key not in value:
                    yield document.fault(path, found=f"no key {key}", expected=_described(schema, key))
        case "anyOf" | "oneOf" if branch := _nearest_branch(error):
            for inner in branch:
                yield from _faults(document, inner)
        case _:
            expected = schema.get("description") or _expected(str(error.validator), wanted, schema)
            yield document.fault(path, expected=expected, hint=_hint(value, str(error.validator), wanted, schema))


def _nearest_branch(error: ValidationError) -> list[ValidationError]:
    """The errors of the alternative that was probably meant; none where that is anybody's guess."""
    branches: dict[Any, list[ValidationError]] = {}
    for inner in error.context or ():
        branches.setdefault(inner.schema_path[0], []).append(inner)
    kinds = ("type", "const", "enum")
    likely = [b for b in branches.values() if not any(e.validator in kinds and not e.relative_path for e in b)]
    fewest = min(map(len, likely), default=0)
    nearest = [branch for branch in likely if len(branch) == fewest]
    return nearest[0] if len(nearest) == 1 else []


def _described(parent: Mapping[str, Any], key: str) -> str:
    inner = parent.get("properties", {}).get(key, {})
    return f"{key}, {inner['description']}" if "description" in inner else f"the key {key}"


def _expected(validator: str, wanted: Any, schema: Mapping[str, Any]) -> str:
    match validator:
        case "type":
            return one_of([_TYPES[name] for name in ([wanted] if isinstance(wanted, str) else wanted)])
        case "enum":
            return one_of([str(option) for option in wanted])
        case "const":
            return str(wanted)
        case "minimum" | "maximum":
            low, high = (schema.get(bound) for bound in ("minimum", "maximum"))
            span = "" if low is None else f" from {low}" + (" up" if high is None else "")
            return f"a number{span}" + ("" if high is None else f" to {high}" if span else f" up to {high}")
        case "minItems" | "minProperties" | "minLength":
            return f"at least {wanted}"
        case "maxItems" | "maxProperties" | "maxLength":
            return f"at most {wanted}"
        case "uniqueItems":
            return "no item twice"
        case "pattern":
            return f"text of the form {wanted}"
    return "another value"


def _hint(value: object, validator: str, wanted: Any, schema: Mapping[str, Any]) -> str:
    if isinstance(value, str) and validator == "enum":
        return suggestion(value, map(str, wanted))
    if isinstance(value, (bool, int, float)) and schema.get("type") == "string":
        return "put it in quotes"
    return ""
