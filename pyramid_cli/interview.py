"""A ruleset asked for flag by flag.

Flags that decide nothing with the answers so far are passed over, and what does not go together is told as soon as it
is answered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pyramid_cli.lines import filled
from pyramid_ref.clauses import Constraint
from pyramid_ref.conditions import in_words
from pyramid_ref.difference import difference
from pyramid_ref.document import shown, suggestion
from pyramid_ref.flags import Flag, FlagValue
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import Spec

Ask = Callable[[str], str]
"""Puts a question and gives the answer."""
Say = Callable[[str], None]

_SWITCH: Final = {"yes": True, "y": True, "no": False, "n": False}
YES: Final = ("yes", "y")


def ask_rules(spec: Spec, start: Ruleset, ask: Ask, say: Say) -> Ruleset:
    """The ruleset that the answers come to; an empty answer keeps the value of `start`."""
    rules, asked = start, list[str]()
    while flag := next(
        (flag for flag in spec.flags.values() if flag.name not in asked and _matters(spec, flag, rules)), None
    ):
        asked.append(flag.name)
        say("")
        say(filled(f"{flag.title}. {flag.why}"))
        for word, meaning in flag.says.items():
            say(filled(f"{word}: {meaning}", "  ", hanging=2))
        rules = _Question(spec, flag, rules, asked, ask, say).answer()
    return rules


def _matters(spec: Spec, flag: Flag, rules: Ruleset) -> bool:
    return flag.name not in spec.idle_flags(rules) and (spec.deals_stock(rules) or not flag.needs_stock)


class _Question:
    """One flag, asked until the answer is one that goes with the others."""

    def __init__(self, spec: Spec, flag: Flag, rules: Ruleset, asked: list[str], ask: Ask, say: Say) -> None:
        self.spec, self.flag, self.rules, self.asked, self.ask, self.say = spec, flag, rules, asked, ask, say

    def answer(self) -> Ruleset:
        flag, kept = self.flag, self.rules.flags[self.flag.name]
        while True:
            text = self.ask(f"{flag.name}: {flag.expected()} [{in_words(kept)}] ").strip()
            if not text:
                return self.rules
            if text == "?":
                self.explain()
                continue
            word = text.lower()
            value = _SWITCH[word] if flag.type == "switch" and word in _SWITCH else flag.parse(word)
            if not flag.accepts(value):
                hint = suggestion(text, map(str, flag.values))
                self.say(filled(f"{shown(text)} is not {flag.expected()}" + (f"; {hint}" if hint else "."), "  "))
            elif (rules := self.combined(value)) is not None:
                return rules

    def combined(self, value: FlagValue) -> Ruleset | None:
        """The rules with this value; None where it does not go with the others and is to be asked again."""
        rules = self.with_flags({self.flag.name: value})
        broken = self.spec.broken(rules)
        if not broken:
            return rules
        for constraint in broken:
            self.say(filled(f"That makes no game with {self.others(constraint, rules)}: {constraint.reason}", "  "))
        mended = {
            name: self.spec.flags[name].default
            for constraint in broken
            for name in constraint.flags()
            if name not in self.asked
        }
        rules = self.with_flags({self.flag.name: value, **mended})
        if not mended or self.spec.broken(rules):
            return None
        back = " and ".join(f"{name} {in_words(value)}" for name, value in mended.items())
        return rules if self.ask(f"  Take it, with {back}? [no] ").strip().lower() in YES else None

    def with_flags(self, changes: dict[str, FlagValue]) -> Ruleset:
        return Ruleset({**self.rules.flags, **changes}, self.spec.default.flags)

    def others(self, constraint: Constraint, rules: Ruleset) -> str:
        names = [name for name in constraint.flags() if name != self.flag.name]
        return " and ".join(f"{name} {in_words(rules.flags[name])}" for name in names)

    def explain(self) -> None:
        """What each value would change, in the words of the clauses."""
        kept = self.rules.flags[self.flag.name]
        for value in self.flag.sample():
            told = difference(self.spec, self.rules, self.with_flags({self.flag.name: value}))
            if value == kept:
                self.say(f"  {in_words(value)}: as it is")
            else:
                now = [f"{clause.text_for(told.after)} ({clause.id})" for clause in (*told.added, *told.reworded)]
                gone = [f"no longer: {clause.title} ({clause.id})" for clause in told.dropped]
                self.say(filled(f"{in_words(value)}: {'; '.join([*now, *gone])}", "  ", hanging=2))
