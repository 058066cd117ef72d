"""Pin the number of cases: ``python -m conformance.pinned`` checks the numbers, with ``--update`` it writes them.

The numbers are those of the reference engine, which claims every value of every flag. They are counted without playing
anything: a run collects what is counted here, and what is out of reach is so for every engine.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Final

from conformance.checks import ORDER, Bench
from conformance.driver import Driver
from conformance.pins import FILE, Pin, Pins, Total
from conformance.planner import Unreachable
from conformance.playing import planned
from conformance.plugin import REFERENCE, Run
from conformance.rulesets import NamedRules, claimed
from conformance.scenarios import Scenario, catalogue
from pyramid_ref.flags import value_word
from pyramid_ref.spec import load_spec

_HEAD: Final = """\
# How many cases the suite has; a run that has fewer fails (see guard.py).
# Written by `python -m conformance.pinned --update`; not to be edited by hand.
"""


def counted(*, reach: bool = True) -> Pins:
    """The numbers as they are now. Without `reach`, which takes some seconds of planning, nothing is out of reach."""
    with Driver.in_process(REFERENCE) as driver:
        session = driver.session()
        about = session.about()
        every = claimed(about, load_spec())
        presets = [NamedRules(name, one.rules, ("--preset", name)) for name, one in load_spec().presets.items()]
        run = Run(Bench(driver, session, about), [], (), None, set())
        pins = {named: _count(run, named, reach=reach) for named in [*every, *presets]}
    return Pins(
        scenarios=len(catalogue()),
        everything=Total(
            len(every), sum(pins[named].cases for named in every), sum(pins[named].out_of_reach for named in every)
        ),
        whole={named.name: pins[named] for named in presets},
        beside={named.name: pins[named] for named in every if named.about is not None and named.only is None},
    )


def _count(run: Run, named: NamedRules, *, reach: bool) -> Pin:
    cases = [case.of for tier in ORDER for case in run.cases_under(named, tier, [], checks=not named.alone)]
    patterns = [one.pattern for one in cases if isinstance(one, Scenario) and reach]
    unreachable = sum(isinstance(planned(pattern, named.rules), Unreachable) for pattern in patterns)
    return Pin(len(cases), unreachable, None if named.name in load_spec().presets else named.rules.changes())


def written(pins: Pins) -> str:
    """The numbers as the file has them."""
    total = pins.everything
    lines = [
        f"scenarios: {pins.scenarios}",
        f"everything: {{rulesets: {total.rulesets}, cases: {total.cases}, out_of_reach: {total.out_of_reach}}}",
    ]
    for title, group in (("whole", pins.whole), ("beside", pins.beside)):
        lines += [f"{title}:", *(f"  {name}: {{{_fields(pin)}}}" for name, pin in group.items())]
    return _HEAD + "\n".join(lines) + "\n"


def _fields(pin: Pin) -> str:
    fields = f"cases: {pin.cases}, out_of_reach: {pin.out_of_reach}"
    if pin.flags is None:
        return fields
    flags = ", ".join(f"{name}: {value_word(value)}" for name, value in pin.flags.items())
    return f"{fields}, flags: {{{flags}}}"


def differences(now: Pins, then: Pins) -> Iterator[str]:
    """Where two sets of numbers differ, a line for each."""
    before, after = written(then).splitlines(), written(now).splitlines()
    yield from (f"- {line.strip()}" for line in before if line not in after)
    yield from (f"+ {line.strip()}" for line in after if line not in before)


def main(words: Sequence[str]) -> int:
    """The command: 0 the numbers are right or written, 1 they are not right, 2 it was called otherwise."""
    if list(words) not in ([], ["--update"]):
        print(__doc__, file=sys.stderr)
        return 2
    now = counted()
    differing = list(differences(now, Pins.read())) if FILE.exists() else ["+ all numbers"]
    print("\n".join(differing) or "the numbers are right")
    if words and differing:
        FILE.write_text(written(now), encoding="utf-8")
    return 1 if differing and not words else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
