"""Mutants: the text of a rule module with one small change, made by the operators of cosmic-ray."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from textwrap import dedent, indent
from typing import Final

from cosmic_ray.mutating import MutationVisitor
from cosmic_ray.operators.provider import OperatorProvider

from .rule_modules import BESIDE_THE_RULES, source_of

_LEFT_OUT: Final = re.compile(r"(Eq|NotEq|Lt|LtE|Gt|GtE)_Is(Not)?$|^Variable")
"""`is` for a comparison of values asks which object a value is, which is up to the interpreter; the operators on
variables need to be told which."""


@dataclass(frozen=True)
class Mutant:
    """One changed text of a module."""

    module: str
    where: str
    """The function, class or name that is defined where the change lies."""
    before: str
    """The changed line, without the blanks around it."""
    after: str
    text: str = field(repr=False)
    again: int = 1
    """The how manieth it is among those of which all else is the same."""

    @property
    def key(self) -> str:
        """What it is known by as long as its line stays the same."""
        more = f" ({self.again})" if self.again > 1 else ""
        return f"{self.module}.{self.where}: {self.before} -> {self.after}{more}"


def mutants(module: str) -> Iterator[Mutant]:
    """All mutants of a rule module; none that differs from another, or from the module, in looks alone."""
    source = source_of(module)
    lines = source.splitlines(keepends=True)
    keys = Counter[str]()
    for where, first, last in _definitions(ast.parse(source).body):
        if f"{module}.{where}" not in BESIDE_THE_RULES:
            # A definition is changed by itself, since finding the places in a whole module takes long.
            definition = dedent("".join(lines[first:last]))
            blanks = lines[first][: len(lines[first]) - len(lines[first].lstrip())]
            for changed in _changes(definition):
                before, after = _difference(definition, changed)
                text = "".join([*lines[:first], indent(changed, blanks), *lines[last:]])
                mutant = Mutant(module, where, before, after, text)
                keys[mutant.key] += 1
                yield replace(mutant, again=keys[mutant.key])


def _definitions(body: Iterable[ast.stmt]) -> Iterator[tuple[str, int, int]]:
    """What a module or class defines: the name, and the lines that it takes, from 0."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}.{name}", first, last) for name, first, last in _definitions(node.body))
        elif name := _name(node):
            decorators = getattr(node, "decorator_list", [])
            yield name, min(each.lineno for each in (node, *decorators)) - 1, node.end_lineno or node.lineno


def _name(node: ast.stmt) -> str:
    """The name that a statement defines; "" where it defines none, as an import."""
    if isinstance(node, ast.FunctionDef):
        return node.name
    if isinstance(node, ast.For):
        return "(loop)"
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return ", ".join(target.id for target in targets if isinstance(target, ast.Name))


def _changes(definition: str) -> Iterator[str]:
    """The texts that one operator at one place makes of a definition."""
    provider = OperatorProvider()
    seen = {_essence(definition)}
    for operator in (provider[name] for name in provider if not _LEFT_OUT.search(name)):
        occurrence = 0
        while changed := MutationVisitor.mutate_code(definition, operator(), occurrence):
            occurrence += 1
            try:
                essence = _essence(changed)
            except SyntaxError:
                continue
            if essence not in seen:
                seen.add(essence)
                yield changed


def _difference(one: str, other: str) -> tuple[str, str]:
    """The first line that differs, in both texts."""
    before, after = one.splitlines(), other.splitlines()
    at = next(number for number, (old, new) in enumerate(zip(before, after, strict=False)) if old != new)
    return " ".join(before[at].split()), " ".join(after[at].split()) if len(before) == len(after) else "gone"


class _Bare(ast.NodeTransformer):
    """Takes away the annotations, which never run, and texts for people, which tests of their own compare."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        return ast.Constant(value="")

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        node.returns = None
        for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
            argument.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        node.annotation = ast.Constant(value=None)
        return node


def _essence(text: str) -> str:
    return ast.unparse(_Bare().visit(ast.parse(text)))
