"""The catalogue as a whole: under every preset each clause is shown accepting and refusing, or it is said why not."""

from collections.abc import Callable, Iterator

import pytest

from conformance.planner import Unreachable
from conformance.playing import planned
from conformance.scenarios import Scenario, catalogue
from pyramid_ref.spec import load_spec

SPEC = load_spec()

STATUS = {"END-1": "won", "END-2": "won", "END-3": "won", "END-6": "lost", "END-7": "lost"}
"""Clauses that demand a status: they accept where it comes and refuse where it does not come yet."""

NOTHING_TO_ACCEPT = {
    "PLAY-5": "it compares whole games, which checks of the table and relations do",
}
NOTHING_TO_REFUSE = {
    "DEAL-5": "it says what lies on the waste; what may be done with an empty one is TURN-1 and PAIR-1",
    "SINGLE-1": "it only allows; which kings stay is said by AVAIL-2 to AVAIL-9",
    "PLAY-5": "it compares whole games, which checks of the table and relations do",
    "END-4": "it says that the game goes on, whatever moves there are",
    "END-8": "it says that the game goes on, and its scenarios make the move that is left",
    "END-9": "the last move is a win; that none follows is END-5",
    "SCORE-1": "there is no score that could be wrong",
}
NOT_UNDER = {
    "DEAL-3": ({"reserve-row", "reserve-row-six"}, "every card of a reserve of depth 1 is free"),
    **dict.fromkeys(
        ["AVAIL-3", "AVAIL-4", "AVAIL-5", "PAIR-6", "TURN-1", "TURN-5", "TURN-11", "TURN-12"],
        ({"giza"}, "with all cards dealt there is neither stock nor waste"),
    ),
}


def accepts(scenario: Scenario) -> bool:
    if status := STATUS.get(scenario.clause):
        return any(step.then and step.then.get("status") == status for step in scenario.steps)
    return any(step.play or step.legal or step.then for step in scenario.steps)


def refuses(scenario: Scenario) -> bool:
    if status := STATUS.get(scenario.clause):
        return any(step.then and step.then.get("status") not in (None, status) for step in scenario.steps)
    return any(step.refuse or step.illegal for step in scenario.steps)


def lacking(clause: str, shows: Callable[[Scenario], bool]) -> Iterator[str]:
    """The presets under which the clause holds and no scenario that can be reached shows it."""
    scenarios = [scenario for scenario in catalogue() if scenario.clause == clause and shows(scenario)]
    for name, preset in SPEC.presets.items():
        if not SPEC.clauses[clause].holds(preset.rules):
            continue
        fitting = (scenario.pattern for scenario in scenarios if scenario.applies(preset.rules))
        if all(isinstance(planned(pattern, preset.rules), Unreachable) for pattern in fitting):
            yield name


@pytest.mark.parametrize("clause", SPEC.clauses)
@pytest.mark.parametrize("shows", [accepts, refuses], ids=lambda shows: shows.__name__)
def test_a_clause_is_shown_under_every_preset_or_it_is_said_why_not(
    clause: str, shows: Callable[[Scenario], bool]
) -> None:
    without = {*lacking(clause, shows)}
    reasons = NOTHING_TO_ACCEPT if shows is accepts else NOTHING_TO_REFUSE
    if clause in reasons:
        assert without, f"{clause} is shown everywhere, so there is no reason for: {reasons[clause]}"
        return
    presets, why = NOT_UNDER.get(clause, (set(), ""))
    assert without <= presets, f"{clause} has no scenario that {shows.__name__} under {without - presets}"
    if shows is refuses:
        assert without == presets, f"{clause} is shown under {presets - without}, so there is no reason for: {why}"
