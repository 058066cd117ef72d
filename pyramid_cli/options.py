"""The options that choose a ruleset, the same for every command: a preset or a file, and flags that change it."""

from __future__ import annotations

import functools
import math
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from pyramid_cli.command import complain
from pyramid_ref.conditions import in_words
from pyramid_ref.document import Document, shown, suggestion
from pyramid_ref.errors import BadRulesFile, Fault
from pyramid_ref.flags import FlagValue, check_flags
from pyramid_ref.houserules import HouseRules
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import Spec, load_spec

Returned = TypeVar("Returned")

DEFAULT = "pyramid"
"""The preset that stands for the default rules."""


class Seconds(click.FloatRange):
    """A time in seconds that ends: neither nan nor inf."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number; a usage error where it is none."""
        seconds: float = super().convert(value, param, ctx)
        if not math.isfinite(seconds):
            self.fail(f"{value!r} is no number of seconds.", param, ctx)
        return seconds


fast_option = click.option(
    "--fast",
    is_flag=True,
    help="Search in machine code, many times as fast, with the same answers (needs the extra `fast`; its first use "
    "takes half a minute).",
)


@dataclass(frozen=True, slots=True)
class Chosen:
    """A ruleset with what to call it."""

    title: str
    rules: Ruleset
    notes: str = ""


def ruleset_options(command: Callable[..., Returned]) -> Callable[..., Returned]:
    """Give a command the options `--preset`, `--rules` and `--flag`, and what they come to as `chosen`."""

    @click.option(
        "--preset", metavar="NAME", help="Take the rules of a preset; `pyramid-ref rules --list` shows them all."
    )
    @click.option("--rules", "file", metavar="FILE", help="Take the house rules in a file.")
    @click.option(
        "--flag",
        "words",
        metavar="NAME=VALUE",
        multiple=True,
        help="Change one flag, such as passes=3; may be repeated.",
    )
    @functools.wraps(command)
    def with_ruleset(*args: Any, preset: str | None, file: str | None, words: tuple[str, ...], **rest: Any) -> Returned:
        return command(*args, chosen=choose(preset, file, words), **rest)

    return with_ruleset


def choose(preset: str | None = None, file: str | None = None, words: Iterable[str] = ()) -> Chosen:
    """The ruleset that the options name. Raises `BadRulesFile` with every fault in all of them.

    >>> choose("relaxed", words=["passes=2"])
    Chosen(title='Relaxed, with passes 2', rules=Ruleset.of(passes=2, stock_top='playable'), notes='')
    """
    if preset is not None and file is not None:
        raise click.UsageError("Give --preset or --rules, not both; a file names the preset it starts from: based_on.")
    spec = load_spec()
    changes, faults = _changes(spec, words)
    document = Document.of(changes, name="--flag")
    try:
        base = _from_file(spec, file) if file is not None else _from_preset(spec, DEFAULT if preset is None else preset)
    except BadRulesFile as error:
        raise BadRulesFile([*error.faults, *faults, *check_flags(document, (), spec.flags)[1]]) from None
    for warning in base.warnings:
        complain(as_warning(warning))
    rules, more = spec.rules_at(document, (), base=base.rules)
    document.refuse([*faults, *more])
    if rules == base.rules:
        return Chosen(base.name, rules, base.notes)
    before = base.rules.flags
    differing = {name: value for name, value in rules.flags.items() if value != before[name]}
    return Chosen(f"{base.name}, with {in_short(differing)}", rules)


def choose_each(option: str, words: Iterable[str]) -> list[Chosen]:
    """The rulesets that words name, each a preset or the path of a file. Raises `BadRulesFile` with all their faults.

    >>> [one.title for one in choose_each("--diff", ["pyramid", "giza"])]
    ['Pyramid', 'Giza']
    """
    spec = load_spec()
    chosen: list[Chosen] = []
    faults: list[Fault] = []
    for word in words:
        is_file = word.endswith((".yaml", ".yml")) or os.path.exists(word)
        if is_file or word in spec.presets:
            try:
                chosen.append(choose(*((word, None) if word in spec.presets else (None, word))))
            except BadRulesFile as error:
                faults += error.faults
        else:
            hint = suggestion(word, spec.presets) or "pyramid-ref rules --list shows the presets"
            expected = "the name of a preset, or a file of house rules"
            faults.append(Fault(option, 0, 0, "", shown(word), expected, hint))
    if faults:
        raise BadRulesFile(dict.fromkeys(faults))
    return chosen


def vary(base: Chosen, word: str) -> Chosen:
    """The ruleset that one word makes of another: a preset, a file, or flags to change, such as `passes=3,draw=2`.

    >>> vary(choose("relaxed"), "passes=2,cover_pair=true").title
    'passes 2, cover_pair true'
    """
    if "=" not in word:
        return choose_each("--also", [word])[0]
    spec = load_spec()
    changes, faults = _changes(spec, word.split(","))
    document = Document.of(changes, name="--also")
    rules, more = spec.rules_at(document, (), base=base.rules)
    document.refuse([*faults, *more])
    return Chosen(in_short(changes), rules)


def _changes(spec: Spec, words: Iterable[str]) -> tuple[dict[str, FlagValue], list[Fault]]:
    changes: dict[str, FlagValue] = {}
    faults = []
    for word in words:
        name, equals, text = (part.strip() for part in word.partition("="))
        if equals:
            changes[name] = spec.flags[name].parse(text) if name in spec.flags else text
        else:
            hint = "" if name in spec.flags else suggestion(name, spec.flags)
            faults.append(Fault("--flag", 0, 0, "", shown(word), "a name and a value, such as passes=3", hint))
    return changes, faults


def _from_preset(spec: Spec, name: str) -> HouseRules:
    if name in spec.presets:
        return spec.presets[name]
    hint = suggestion(name, spec.presets) or "pyramid-ref rules --list shows them all"
    if os.path.isfile(name):
        hint = f"for house rules in a file: --rules {name}"
    raise BadRulesFile([Fault("--preset", 0, 0, "", shown(name), "the name of a preset", hint)])


def _from_file(spec: Spec, file: str) -> HouseRules:
    if file in spec.presets and not os.path.exists(file):
        hint = f"for the preset: --preset {file}"
        raise BadRulesFile([Fault("--rules", 0, 0, "", f"no file {shown(file)}", "a file of house rules", hint)])
    return spec.house_rules(file)


def in_short(flags: Mapping[str, FlagValue]) -> str:
    """Flags in a line, or that there are none.

    >>> in_short({"passes": 3, "cover_pair": True}), in_short({})
    ('passes 3, cover_pair true', 'the default rules')
    """
    return ", ".join(f"{name} {in_words(value)}" for name, value in flags.items()) or "the default rules"


def as_warning(fault: Fault) -> str:
    """A fault that is none: the same line, with the word `warning` after the place.

    >>> as_warning(Fault("sunday.yaml", 4, 9, "flags.draw_to", "draw_to", "more than one pile"))
    'sunday.yaml:4:9: warning: flags.draw_to: found draw_to, expected more than one pile'
    """
    place = f"{fault.file}:{fault.line}:{fault.column}" if fault.line else fault.file
    return f"{place}: warning: {str(fault).removeprefix(place + ': ')}"
