"""YAML files as documents.

Mappings become dictionaries whose keys are the text as written (`15: 5C` has the key `"15"`, `no: x` the key `"no"`),
dates stay text, and everything else is what YAML 1.1 reads. Nothing here knows what a file is about.

No input raises anything but `BadRulesFile`: not a directory, not bytes that are no text, not a file built to explode.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any, Final

import yaml
from yaml.constructor import SafeConstructor
from yaml.resolver import Resolver

from pyramid_ref.document import Document, Mark, Path, shown, suggestion, written
from pyramid_ref.errors import BadRulesFile, Fault

__all__ = ["Document", "parse", "read", "read_text"]

LARGEST: Final = 400_000
"""Bytes in a file; the rules of the game take a tenth of that."""
MOST: Final = 50_000
"""Values in a file once every alias is written out."""
LONGEST_NUMBER: Final = 80
"""Characters in a number; a deal number in binary takes 66."""
DEEPEST: Final = 40
"""Lists and mappings inside each other."""


def read(path: str | os.PathLike[str]) -> Document:
    """The document in a file. Raises `BadRulesFile` where there is no file, no UTF-8 text or no YAML in it."""
    return parse(read_text(path), name=os.fspath(path))


def read_text(path: str | os.PathLike[str], *, kind: str = "a YAML file") -> str:
    """The text in a file. Raises `BadRulesFile` where there is no file, no UTF-8 text, or far too much of it."""
    name = os.fspath(path)
    try:
        with open(path, "rb") as file:
            raw = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise BadRulesFile([_no_file(name, error, kind)]) from None
    if len(raw) > LARGEST:
        raise _too_large(name)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8", "replace")
        found = f"the byte 0x{raw[error.start]:02x}, which is not UTF-8"
        raise _fatal(name, _line_column(before), found, "text in UTF-8", "save the file as UTF-8") from None


def _no_file(name: str, error: OSError | ValueError, kind: str) -> Fault:
    hint = ""
    if isinstance(error, FileNotFoundError):
        found = "no such file"
        folder, base = os.path.split(name)
        try:
            hint = suggestion(base, os.listdir(folder or "."))
        except OSError:
            hint = f"there is no directory {folder} either"
    elif isinstance(error, IsADirectoryError):
        found = "a directory"
    else:
        found = f"a file that cannot be opened ({getattr(error, 'strerror', None) or error})"
    return Fault(name, 0, 0, "", found, kind, hint)


def parse(text: str, *, name: str = "text") -> Document:
    """The document in a text. Raises `BadRulesFile` where it is not one YAML document of a bearable size.

    >>> parse("flags: {passes: 3}").fault(("flags", "passes"), expected="less").line
    1
    """
    if len(text) > LARGEST:
        raise _too_large(name)
    return _Reader(name, text).document(_compose(name, text))


def _compose(name: str, text: str) -> yaml.Node:
    # The Python parser words its faults better, and it has the last word where the two do not agree.
    for loader in (_QUICK, yaml.SafeLoader):
        try:
            return _Composer(name, text, loader).root()
        except BadRulesFile:
            raise
        except (yaml.YAMLError, ValueError) as error:
            refused = error
    raise _not_yaml(name, text, refused)


_QUICK: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The parser in C, twenty times as fast, where PyYAML was built with it."""


def _fatal(name: str, place: tuple[int, int], found: str, expected: str, hint: str = "") -> BadRulesFile:
    return BadRulesFile([Fault(name, *place, "", found, expected, hint)])


def _too_large(name: str) -> BadRulesFile:
    return _fatal(name, (1, 1), f"more than {LARGEST:,} bytes", "a file of rules, which is far smaller")


def _line_column(before: str) -> tuple[int, int]:
    lines = re.split(r"\r\n|\n|\r", before)
    return len(lines), len(lines[-1]) + 1


_REMEDIES: Final = (
    (r"character '\\t'", "indent with spaces; YAML allows no tab there"),
    (r"character '[%@`]'", "put text that begins with this character in quotes"),
    (r"mapping values are not allowed", "put text that holds a colon and a space in quotes, or mend the indentation"),
    (r"expected <block end>", "the indentation does not match the lines above, or text in quotes goes on after them"),
    (r"could not find expected ':'", "a key needs a colon and a space after it"),
    (r"unexpected end of stream|<stream end>", "something opened by a quote or a bracket is never closed"),
    (r"expected ',' or", "a bracket is never closed, or a comma is missing"),
    (r"but found '[{]'", "it looks like JSON lines, as a log has them; pyramid-ref check-log reads logs"),
    (r"undefined alias", "put text that begins with * in quotes"),
    (r"escape character", "in double quotes a backslash begins an escape; use single quotes"),
    (r"special characters|invalid character", "remove the control character"),
)


def _not_yaml(name: str, text: str, error: Exception) -> BadRulesFile:
    place = 1, 1
    says = str(error)
    if isinstance(error, yaml.MarkedYAMLError):
        says = error.problem or error.context or says
        if error.problem and error.context and error.context_mark:
            says = f"{error.context} that begins in line {error.context_mark.line + 1}, {says}"
        if mark := error.problem_mark or error.context_mark:
            place = mark.line + 1, mark.column + 1
    elif isinstance(error, yaml.reader.ReaderError):
        place = _line_column(text[: error.position])
        says = f"the character {shown(chr(error.character)) if isinstance(error.character, int) else '?'}"
    hint = next((remedy for sign, remedy in _REMEDIES if re.search(sign, f"{says} {error}")), "")
    return _fatal(name, place, f"text that is not YAML ({says})", "YAML", hint)


class _Composer:
    """Events of a parser -> a tree of nodes, in which an alias is the very node that it stands for."""

    def __init__(self, name: str, text: str, loader: Any) -> None:
        self.name = name
        self.events: Iterator[yaml.Event] = iter(yaml.parse(text, Loader=loader))
        self.anchors: dict[str, yaml.Node] = {}
        self.nodes = 0
        self.resolver: Any = Resolver()

    def root(self) -> yaml.Node:
        start = [next(self.events), next(self.events)][-1]
        if isinstance(start, yaml.StreamEndEvent):
            raise _fatal(self.name, (1, 1), "an empty file", "a mapping of keys to values, or a list")
        root = self.node(next(self.events), 1)
        after = [next(self.events), next(self.events)][-1]
        if not isinstance(after, yaml.StreamEndEvent):
            raise _fatal(self.name, _place(after), "a second document", "one document in a file", "remove the ---")
        return root

    def node(self, event: yaml.Event, depth: int) -> yaml.Node:
        self.nodes += 1
        _bound(self.name, event, self.nodes, depth)
        mark: Any = event.start_mark
        end: Any = event.end_mark
        node: yaml.Node
        match event:
            case yaml.AliasEvent():
                if event.anchor not in self.anchors:
                    raise yaml.composer.ComposerError(None, None, f"found undefined alias {event.anchor!r}", mark)
                return self.anchors[event.anchor]
            case yaml.ScalarEvent():
                tag = event.tag if event.tag not in (None, "!") else self._implicit(event)
                node = yaml.ScalarNode(tag, event.value, mark, end, event.style)
                self._keep(event.anchor, node)
            case yaml.SequenceStartEvent():
                node = yaml.SequenceNode(event.tag or _TAG + "seq", [], mark, end)
                self._keep(event.anchor, node)
                node.value.extend(self._until(yaml.SequenceEndEvent, depth))
            case yaml.MappingStartEvent():
                node = yaml.MappingNode(event.tag or _TAG + "map", [], mark, end)
                self._keep(event.anchor, node)
                parts = [*self._until(yaml.MappingEndEvent, depth)]
                node.value.extend(zip(parts[::2], parts[1::2], strict=True))
        return node

    def _implicit(self, event: yaml.ScalarEvent) -> str:
        plain = (event.implicit[0], False) if event.tag is None else (False, True)
        return str(self.resolver.resolve(yaml.ScalarNode, event.value, plain))

    def _keep(self, anchor: str | None, node: yaml.Node) -> None:
        if anchor is not None:
            self.anchors[anchor] = node

    def _until(self, end: type[yaml.Event], depth: int) -> Iterator[yaml.Node]:
        while not isinstance(event := next(self.events), end):
            yield self.node(event, depth + 1)


def _place(at: yaml.Event | yaml.Node) -> tuple[int, int]:
    mark: Any = at.start_mark
    return mark.line + 1, mark.column + 1


def _bound(name: str, at: yaml.Event | yaml.Node, values: int, depth: int) -> None:
    if depth > DEEPEST:
        raise _fatal(name, _place(at), f"more than {DEEPEST} levels of nesting", "fewer levels")
    if values > MOST:
        raise _fatal(name, _place(at), f"more than {MOST:,} values, every alias written out", "far fewer")


_TAG: Final = "tag:yaml.org,2002:"
_PLAIN: Final = {
    "str": "construct_scalar",
    "timestamp": "construct_scalar",  # a date stays the text it was written as
    "int": "construct_yaml_int",
    "float": "construct_yaml_float",
    "bool": "construct_yaml_bool",
    "null": "construct_yaml_null",
    "merge": "construct_scalar",
    "value": "construct_scalar",
}


class _Reader:
    """A tree of nodes -> plain data, marks, and the faults that leave the rest readable."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self.faults: list[Fault] = []
        self.values: dict[Path, Mark] = {}
        self.keys: dict[Path, Mark] = {}
        self.unreadable: set[Path] = set()
        self.constructor = SafeConstructor()

    def document(self, root: yaml.Node) -> Document:
        data = self.value(root, (), [])
        marks = self.values, self.keys
        return Document(self.name, data, tuple(self.faults), *marks, frozenset(self.unreadable))

    def value(self, node: yaml.Node, path: Path, around: list[yaml.Node]) -> Any:
        self.values[path] = self.mark(node)
        _bound(self.name, node, len(self.values), len(path))
        if any(node is outer for outer in around):
            return self.lose(node, path, "an alias for the value around it", "a value that does not hold itself")
        kind = node.tag.removeprefix(_TAG)
        match node:
            case yaml.MappingNode() if kind == "map":
                return self.mapping(node, path, [*around, node])
            case yaml.SequenceNode() if kind == "seq":
                return [self.value(item, (*path, i), [*around, node]) for i, item in enumerate(node.value)]
            case yaml.ScalarNode() if kind in _PLAIN:
                return self.scalar(node, kind, path)
        return self.lose(node, path, f"a value with the tag {shown(node.tag)}", "a plain value", "remove the tag")

    def mark(self, node: yaml.Node) -> Mark:
        if not isinstance(node, yaml.ScalarNode):
            return Mark(*_place(node))
        start, end = (mark.index for mark in (node.start_mark, node.end_mark))
        return Mark(*_place(node), node.value, self.text[start:end])

    def scalar(self, node: yaml.ScalarNode, kind: str, path: Path) -> Any:
        if kind in ("int", "float") and len(node.value) > LONGEST_NUMBER:
            return self.lose(node, path, f"a number of {len(node.value):,} characters", "a shorter one")
        try:
            value = getattr(self.constructor, _PLAIN[kind])(node)
        except (ValueError, KeyError, IndexError):
            return self.lose(node, path, f"{shown(node.value)}, read as {kind}", "a value that YAML can read")
        if isinstance(value, str) and re.search(r"[\ud800-\udfff]", value):
            try:  # JSON escapes a character beyond the first 65,536 as two halves
                return value.encode("utf-16", "surrogatepass").decode("utf-16")
            except UnicodeDecodeError:
                return self.lose(node, path, "half of a surrogate pair", "text", "write the character itself")
        return value

    def mapping(self, node: yaml.MappingNode, path: Path, around: list[yaml.Node]) -> dict[str, Any]:
        data: dict[str, Any] = {}
        for key, item in node.value:
            if not isinstance(key, yaml.ScalarNode):
                self.lose(key, path, "a list or mapping as a key", "a word as a key", about_path=False)
                continue
            name = key.value
            if name in data:
                first = self.keys[(*path, name)].line
                hint = f"the first one is in line {first}; keep one of them"
                found = f"the key {shown(name)} for the second time"
                self.faults.append(self._fault(key, (*path, name), found, "each key once", hint))
                continue
            self.keys[(*path, name)] = Mark(*_place(key), name)
            data[name] = self.value(item, (*path, name), around)
        return data

    def lose(
        self, node: yaml.Node, path: Path, found: str, expected: str, hint: str = "", *, about_path: bool = True
    ) -> None:
        """Report a value that cannot be read; it stands as None, about which nothing else is reported."""
        self.faults.append(self._fault(node, path, found, expected, hint))
        if about_path:
            self.unreadable.add(path)

    def _fault(self, node: yaml.Node, path: Path, found: str, expected: str, hint: str = "") -> Fault:
        return Fault(self.name, *_place(node), written(path), found, expected, hint)
