"""What an engine claims to play, value by value, and where the run has tested it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from conformance.report import NOT_IN_RUN
from conformance.rulesets import NamedRules
from conformance.verdict import Result
from pyramid_ref.errors import BadRulesFile
from pyramid_ref.flags import FlagValue
from pyramid_ref.spec import load_spec

Claims = Mapping[str, Sequence[FlagValue]]
"""For every flag the values that an engine says it plays, the one of its own ruleset first."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One value of a flag that an engine says it plays."""

    flag: str
    value: FlagValue
    rulesets: tuple[str, ...]
    """The rulesets of the run in which it was tested."""
    reason: str = ""
    """Why it was not tested."""


def claims_of(
    claims: Claims, rulesets: Sequence[NamedRules], results: Sequence[Result], *, asked: bool = False
) -> list[Claim]:
    """Every value that is claimed, in the order of the flags. Tested is what a case was played under to its end.

    `asked`: the rulesets were asked for, and not chosen by the claims.
    """
    tried = {result.ruleset for result in results}
    played = {result.ruleset for result in results if result.kind in ("held", "broken")}
    return list(_claims(claims, rulesets, tried, played, asked=asked))


def _claims(
    claims: Claims, rulesets: Sequence[NamedRules], tried: set[str], played: set[str], *, asked: bool
) -> Iterator[Claim]:
    for flag, values in claims.items():
        for value in values:
            having = [named.name for named in rulesets if _is(named.rules.flags[flag], value)]
            tested = tuple(name for name in having if name in played)
            if tested:
                yield Claim(flag, value, tested)
            elif vain := [name for name in having if name in tried]:
                yield Claim(flag, value, (), f"no case under {_some(vain)} could be played to its end")
            elif having:
                yield Claim(flag, value, (), NOT_IN_RUN)
            else:
                yield Claim(flag, value, (), NOT_IN_RUN if asked else _why_not(claims, flag, value))


def _some(names: Sequence[str], most: int = 3) -> str:
    more = [f"{len(names) - most} other rulesets"] if len(names) > most + 1 else []
    return " or ".join([*names[: most if more else None], *more])


def _is(one: FlagValue, other: FlagValue) -> bool:
    return type(one) is type(other) and one == other


def _why_not(claims: Claims, flag: str, value: FlagValue) -> str:
    """Why no ruleset of the run has a value."""
    spec = load_spec()
    own = {name: values[0] for name, values in claims.items()}
    try:
        spec.ruleset({**own, flag: value})
    except BadRulesFile as error:
        # The hint of a broken constraint is its reason; no ruleset near the engine's own avoids it.
        fault = error.faults[0]
        return f"with {fault.found} there is no game: {fault.hint}"
    return NOT_IN_RUN
