"""The flags of the rules as a table."""

from __future__ import annotations

from pyramid_ref.conditions import in_words
from pyramid_ref.flags import Flag
from pyramid_ref.spec import load_spec


def flags(_: str) -> str:
    """A table of every flag: title, values with the default first and what they mean, why there is a choice."""
    rows = (f"| `{flag.name}` | {flag.title} | {_values(flag)} | {flag.why} |" for flag in load_spec().flags.values())
    return "\n".join(["| flag | title | values | why |", "|---|---|---|---|", *rows])


def _values(flag: Flag) -> str:
    means = "".join(f"<br>`{word}`: {says}" for word, says in flag.says.items())
    return f"`{in_words(flag.default)}`; {flag.expected()}{means}"
