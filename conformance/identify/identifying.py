"""Finding out which ruleset an engine plays: the deal first, then group after group of flags by small games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Final

from conformance.adapter import About
from conformance.answers import EngineFinding
from conformance.driver import Driver, Session, Transport
from conformance.heard import Heard, Told
from conformance.identify.identity import Evidence, Found, Identity
from conformance.identify.probes import Probe, Shown, agree, first_odd, predicted, shown_by
from conformance.identify.questions import GROUPS, Asking, Group, everything_gone, moot
from conformance.mistakes import Misformed, Pattern, Row, clauses_of, nearest_mistake, pattern_of
from conformance.shapes import State
from pyramid_ref.conditions import in_words
from pyramid_ref.deals import deal
from pyramid_ref.errors import BadRulesFile
from pyramid_ref.flags import FlagValue
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import load_spec

FEWEST_ROUNDS: Final = 6
"""Redeals in a row after which passes count as unlimited, where the engine was told no larger number."""

MOST_ROUNDS: Final = 40

_DEALT: Final = ("rows", "waste_piles", "reserve_piles", "reserve_depth")
"""The flags that the deal itself shows."""


class Unidentified(Exception):
    """Nothing can be found out about the engine; the message says why."""


@dataclass
class Inquiry:
    """An engine that is asked, and what is known of it so far."""

    session: Session
    heard: Heard
    about: About
    told: Ruleset
    found: dict[str, Found] = field(default_factory=dict)
    trouble: list[str] = field(default_factory=list)

    @property
    def settled(self) -> dict[str, FlagValue]:
        """The values found, and one of those that are left where there are several."""
        told = self.told.flags
        return {
            name: told[name] if told[name] in found.values and found.values else found.values[0]
            for name, found in self.found.items()
        }

    @property
    def rules(self) -> Ruleset:
        """The ruleset that the engine plays as far as is known."""
        return completed(self.settled, self.told) or self.told


def identify(
    connect: Callable[[], Transport], option: str, told: Ruleset | None = None, matrix: Sequence[Row] = ()
) -> Identity:
    """Find out which ruleset the engine that `connect` reaches plays, told to play these rules or its own.

    `option` is what names it on a command line. With the `matrix` of the wrong engines it plays the scenarios too, and
    is compared with them. Raises `Unidentified` where it cannot be played with at all.
    """
    heard = Heard(connect())
    try:
        with Driver(lambda: heard, option).session() as session:
            about = session.about()
            told = told or completed({name: values[0] for name, values in about.rules.items()}, Ruleset.of())
            if told is None:
                raise Unidentified("the first values that about() gives make no game together")
        heard = Heard(connect())
        with Driver(lambda: Told(heard, told.flags), option).session() as session:
            inquiry = Inquiry(session, heard, about, told)
            _read_deal(inquiry)
            _ask_groups(inquiry)
            misformed = ""
            breaks: Pattern = {}
            try:
                breaks = _broken(inquiry) if matrix else {}
            except Misformed as error:
                misformed = str(error)
            name = f"{about.name} {about.version}"
            unclaimed = [flag for flag, value in told.flags.items() if not about.plays({flag: value})]
            mistakes = nearest_mistake(breaks, matrix, tested=clauses_of(told))
            found, broken = _in_order(inquiry), sorted(breaks)
            return Identity(name, told, found, unclaimed, inquiry.trouble, broken, mistakes, misformed)
    except EngineFinding as finding:
        raise Unidentified(f"the engine cannot be played with: {finding}") from None


def completed(fixed: Mapping[str, FlagValue], told: Ruleset) -> Ruleset | None:
    """The ruleset with these flags and, wherever that makes a game, the others as told; None where they make none."""
    try:
        rules = load_spec().ruleset(fixed)
    except BadRulesFile:
        return None
    for name, value in told.flags.items():
        if name not in fixed and rules.flags[name] != value:
            try:
                rules = load_spec().ruleset({name: value}, base=rules)
            except BadRulesFile:
                continue
    return rules


# -- the deal ---------------------------------------------------------------------------------------------------------

_DECK: Final = deal(1)


def _read_deal(inquiry: Inquiry) -> None:
    """What a freshly dealt table shows: rows, piles, and whether a score is kept."""
    inquiry.session.new_game(list(_DECK), inquiry.told.flags)
    answer = inquiry.heard.call("state", {})
    pyramid, waste, reserve = (answer.get(part) if isinstance(answer, dict) else None for part in _PARTS)
    sizes = {rows * (rows + 1) // 2: rows for rows in range(1, 10)}
    if not (isinstance(pyramid, list) and isinstance(waste, list) and isinstance(reserve, list)):
        raise Unidentified("state() does not have the form of a state: see what `doctor` says")
    if len(pyramid) not in sizes or not waste:
        raise Unidentified("state() shows no pyramid of whole rows, or no waste pile: see what `doctor` says")
    depth = len(reserve[0]) if reserve and isinstance(reserve[0], list) else 0
    for flag, value, did in (
        ("rows", sizes[len(pyramid)], f"{len(pyramid)} places were dealt"),
        (
            "waste_piles",
            len(waste),
            "1 waste pile is there" if len(waste) == 1 else f"{len(waste)} waste piles are there",
        ),
        ("reserve_piles", len(reserve), f"{len(reserve)} reserve piles were dealt"),
        ("reserve_depth", depth, f"{depth} cards lie in each"),
    ):
        told = inquiry.told.flags[flag]
        if flag == "reserve_depth" and not reserve:
            every = load_spec().flags[flag].sample()
            inquiry.found[flag] = Found(flag, told, every, (), moot(flag, inquiry.rules))
        elif not load_spec().flags[flag].accepts(value):
            raise Unidentified(f"{did}, which no ruleset has: see what `doctor` says")
        else:
            asks = "What does the deal show?"
            inquiry.found[flag] = Found(flag, told, (value,), (Evidence(asks, _DECK, (), did, {}),))
    inquiry.session.new_game(list(_DECK), inquiry.rules.flags)
    _read_score(inquiry, inquiry.session.state())


_PARTS: Final = ("pyramid", "waste", "reserve")


def _read_score(inquiry: Inquiry, state: State) -> None:
    """Whether the score is a point for each pyramid card left; any other score is outside the rules."""
    kept = state.score is not None and state.score == sum(map(bool, state.pyramid))
    value: FlagValue = "cards_left" if kept else "none"
    did = f"the score at the deal was {state.score}" if state.score is not None else "no score was told"
    evidence = Evidence("Is a score kept?", _DECK, (), did, {})
    inquiry.found["score"] = Found("score", inquiry.told.score, (value,), (evidence,))


# -- the games --------------------------------------------------------------------------------------------------------


def _ask_groups(inquiry: Inquiry) -> None:
    trusted = True
    for group in GROUPS:
        if group.flags == ("goal",):
            trusted = _tells_wins(inquiry)
        _ask(inquiry, group, _asking(inquiry, trusted))


def _asking(inquiry: Inquiry, trusted: bool = True) -> Asking:
    told = inquiry.told.passes
    rounds = max(FEWEST_ROUNDS, min(told + 1, MOST_ROUNDS) if isinstance(told, int) else 0)
    unknown = frozenset(inquiry.told.flags) - {name for name, found in inquiry.found.items() if found.known}
    return Asking(inquiry.rules, inquiry.about, unknown, rounds, [], trusted)


@dataclass
class _Open:
    """The rulesets that are still possible for a group of flags, and the games that left no others."""

    group: Group
    candidates: list[Ruleset]
    evidence: dict[str, list[Evidence]] = field(default_factory=dict)

    def values(self, flag: str) -> tuple[FlagValue, ...]:
        """The values of a flag that are left."""
        return tuple({repr(rules.flags[flag]): rules.flags[flag] for rules in self.candidates}.values())

    @property
    def undecided(self) -> list[str]:
        """The flags with several values left."""
        return [flag for flag in self.group.flags if len(self.values(flag)) > 1]


def _ask(inquiry: Inquiry, group: Group, asking: Asking) -> None:
    """Tell the values of a group's flags apart, as far as its games do."""
    still = _Open(group, list(_candidates(inquiry, group, asking.rounds)))
    at_first, trouble = set(still.undecided), len(inquiry.trouble)
    if at_first:
        for probe in group.probes(asking):
            _put(inquiry, still, probe)
            if not still.undecided:
                break
    for flag in group.flags:
        values = still.values(flag)
        why = ""
        if flag not in at_first:
            why = moot(flag, still.candidates[0]) or "no other value makes a game with the others"
        elif len(values) > 1:
            odd = "the engine did what no ruleset explains" if len(inquiry.trouble) > trouble else ""
            why = moot(flag, still.candidates[0]) or odd or _why_open(asking)
        inquiry.found[flag] = Found(flag, inquiry.told.flags[flag], values, tuple(still.evidence.get(flag, ())), why)


def _why_open(asking: Asking) -> str:
    return asking.reasons[0] if asking.reasons else "no game that was tried tells them apart"


def _candidates(inquiry: Inquiry, group: Group, rounds: int) -> Iterator[Ruleset]:
    """Every ruleset that the flags of a group can make with what is known, the one told first."""
    spec, told = load_spec(), inquiry.told.flags
    choices = []
    for flag in group.flags:
        values: list[FlagValue] = [told[flag], *spec.flags[flag].sample()]
        values += range(1, rounds + 1) if flag == "passes" else ()
        choices.append(list({repr(value): value for value in values}.values()))
    settled = inquiry.settled
    seen = set()
    for chosen in product(*choices):
        rules = completed({**settled, **dict(zip(group.flags, chosen, strict=True))}, inquiry.told)
        if rules is not None and rules not in seen:
            seen.add(rules)
            yield rules


def _put(inquiry: Inquiry, still: _Open, probe: Probe) -> None:
    """Play a probe, if it tells anything apart, and keep the rulesets that agree with what the engine did."""
    courses = {rules: predicted(probe, rules) for rules in still.candidates}
    if all(agree(course, courses[still.candidates[0]]) for course in courses.values()):
        return
    try:
        course = shown_by(inquiry.session, probe, inquiry.rules, inquiry.about)
    except EngineFinding as finding:
        inquiry.trouble.append(f"{probe.asks} {finding.with_last_words}")
        if finding.breaks:
            raise
        return
    left = [rules for rules in still.candidates if agree(course, courses[rules])]
    if not left:
        odd = first_odd(course, list(courses.values()))
        if not any(text.startswith(probe.asks) for text in inquiry.trouble):  # the first time tells enough
            inquiry.trouble.append(f"{probe.asks} No ruleset explains the answer: {odd}")
        return
    if len(left) == len(still.candidates):
        return
    before = {flag: still.values(flag) for flag in still.undecided}
    told_apart = _enough(course, [courses[rules] for rules in still.candidates if rules not in left])
    still.candidates = left
    for flag, values in before.items():
        if len(still.values(flag)) < len(values):
            would = {
                in_words(value): _told(probe, courses[rules][:told_apart])
                for value in values
                if (rules := _with(left[0], flag, value, courses))
            }
            moves = (*probe.opening, *probe.words)[: told_apart - 1]
            evidence = Evidence(probe.asks, probe.deck, moves, _told(probe, course[:told_apart]), would)
            still.evidence.setdefault(flag, []).append(evidence)


def _enough(course: Sequence[Shown], others: Sequence[Sequence[Shown]]) -> int:
    """How much of a course it takes to tell it from all of these others."""
    return max(1 + next(n for n, shown in enumerate(course) if not shown.agrees(other[n])) for other in others)


def _with(rules: Ruleset, flag: str, value: FlagValue, among: Mapping[Ruleset, Any]) -> Ruleset | None:
    """The ruleset with another value of one flag, where it is among these."""
    wanted = {**rules.flags, flag: value}
    return next((each for each in among if each.flags == wanted), None)


def _told(probe: Probe, course: Sequence[Shown]) -> str:
    """The decisive part of a course in words."""
    shown = course[len(probe.opening) + 1 :]
    return "; ".join(map(str, shown if probe.opening else course))


def _tells_wins(inquiry: Inquiry) -> bool:
    """Whether the engine says that a game is won where it is won under every goal."""
    if inquiry.about.won != "exact":
        return False
    for probe in everything_gone(_asking(inquiry)):
        try:
            course = shown_by(inquiry.session, probe, inquiry.rules, inquiry.about)
        except EngineFinding as finding:
            inquiry.trouble.append(f"{probe.asks} {finding.with_last_words}")
            return False
        if course[-1].done and not course[-1].won:
            inquiry.trouble.append(f"{probe.asks} The status said no: see what `doctor` says")
            return False
    return True


def _broken(inquiry: Inquiry) -> Pattern:
    """What the engine breaks of the rules that it was told, which a flag that is read as another value may explain."""
    driver = Driver(lambda: inquiry.heard, "")
    return pattern_of(driver, inquiry.session, inquiry.about, inquiry.told)


def _in_order(inquiry: Inquiry) -> dict[str, Found]:
    """The flags in the order of the rules; one that no question is about yet is left open."""
    why = "no question tells its values apart yet"
    return {
        name: inquiry.found.get(name) or Found(name, inquiry.told.flags[name], flag.sample(), (), why)
        for name, flag in load_spec().flags.items()
    }
