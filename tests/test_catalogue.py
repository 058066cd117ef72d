"""The catalogue as a whole: under every preset each clause is shown accepting and refusing, or it is said why not."""

from collections.abc import Callable, Iterator

import pytest

from conformance.layers import CHECKS
from conformance.pattern import row_of
from conformance.planner import Unreachable
from conformance.playing import planned
from conformance.scenarios import Scenario, catalogue
from pyramid_ref.cards import VALUE
from pyramid_ref.game import after, new_game
from pyramid_ref.position import Position
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import load_spec

from .proof.pairs import cover

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
    "DEAL-3": (lambda rules: rules.reserve_depth == 1, "every card of a reserve of depth 1 is free"),
    **dict.fromkeys(
        ["AVAIL-3", "AVAIL-4", "AVAIL-5", "PAIR-6", "TURN-1", "TURN-5", "TURN-11", "TURN-12"],
        (lambda rules: not SPEC.deals_stock(rules), "with all cards dealt there is neither stock nor waste"),
    ),
}
"""Clauses that some rulesets leave nothing to refuse: which, and why."""


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
    is_bare, why = NOT_UNDER.get(clause, (lambda _: False, ""))
    holding = {name: one.rules for name, one in SPEC.presets.items() if SPEC.clauses[clause].holds(one.rules)}
    presets = {name for name, rules in holding.items() if is_bare(rules)}
    assert without <= presets, f"{clause} has no scenario that {shows.__name__} under {without - presets}"
    if shows is refuses:
        assert without == presets, f"{clause} is shown under {presets - without}, so there is no reason for: {why}"


# -- every two values of two flags ------------------------------------------------------------------------------------

EVERY_TWO_VALUES = cover()
"""Rulesets that together have every two values of two flags that can be combined."""

NONE_FOR: dict[str, tuple[Callable[[Ruleset], bool], str]] = {
    **dict.fromkeys(
        ["DEAL-2", "DEAL-3", "DEAL-4", "DEAL-5", "DEAL-6"],
        (lambda _: True, "a deal is spelt out for some sizes; that of every other scenario is compared card by card"),
    ),
    "TURN-10": (lambda rules: rules.waste_piles > 1, "a card that stays in the stock is refused by AVAIL-5 or AVAIL-6"),
    "TURN-5": (lambda rules: rules.rows == 9, "no game was found that leaves the few cards of such a stock as named"),
    "TURN-11": (
        lambda rules: (rules.stock_top == "playable" and rules.waste_piles > 1) or rules.rows == 9,
        "a card that stays in the stock is refused by AVAIL-6; with nine rows see TURN-5",
    ),
    "REDEAL-2": (lambda rules: rules.auto_turn, "REDEAL-5 to REDEAL-8 show redeals where piles fill themselves"),
    "REDEAL-6": (lambda rules: rules.auto_turn, "a redeal with a card in the stock is refused by REDEAL-3"),
    "REDEAL-8": (
        lambda rules: rules.auto_turn and rules.stock_top == "playable",
        "the card that comes too early in another order may be used on the stock, too",
    ),
    "SCORE-2": (
        lambda _: True,
        "it says what the score is, and that of a single pyramid card changes with the win only",
    ),
}
"""Clauses for which no scenario is meant under some rulesets where they hold: which, and why."""


def unmeant(clause: str, shows: Callable[[Scenario], bool]) -> list[Ruleset]:
    """The rulesets of these under which the clause holds and no scenario shows it, and the planner does not know why
    those that are meant for them are out of reach.
    """
    scenarios = [scenario for scenario in catalogue() if scenario.clause == clause and shows(scenario)]

    def is_explained(rules: Ruleset) -> bool:
        plans = (planned(scenario.pattern, rules) for scenario in scenarios if scenario.applies(rules))
        return any(not isinstance(plan, Unreachable) or not plan.reason.startswith("none of") for plan in plans)

    return [rules for rules in EVERY_TWO_VALUES if SPEC.clauses[clause].holds(rules) and not is_explained(rules)]


@pytest.mark.parametrize("clause", SPEC.clauses)
def test_a_clause_is_shown_under_every_two_values_of_flags_or_it_is_said_why_not(clause: str) -> None:
    """Where a scenario is meant for a ruleset and out of reach, the planner says why: there is no room, or too few
    cards to leave with those that have to be gone.
    """
    given = [(accepts, NOTHING_TO_ACCEPT), (refuses, NOTHING_TO_REFUSE)]
    lacking = [rules for shows, reasons in given if clause not in reasons for rules in unmeant(clause, shows)]
    has_none, why = NONE_FOR.get(clause, (lambda _: False, ""))
    assert [str(rules) for rules in lacking if not has_none(rules)] == [], f"no scenario of {clause} is for these"
    assert lacking or not why, f"{clause} has scenarios for every ruleset, so there is no reason for: {why}"


# -- every cover ------------------------------------------------------------------------------------------------------


def tried(scenario: Scenario) -> Iterator[tuple[Position, str, bool]]:
    """The words that a scenario tries under the default rules: where, which, and whether they have to be done."""
    rules = Ruleset.of()
    if not scenario.applies(rules) or isinstance(plan := planned(scenario.pattern, rules), Unreachable):
        return
    position = new_game(plan.deck, rules)
    for move in plan.opening:
        position = after(position, move, rules)
    for step in scenario.steps:
        for word in step.play:
            move = "+".join(sorted(word.split("+"), key=VALUE.__getitem__)) if "+" in word else word
            yield position, move, True
            position = after(position, move, rules)
        for word in step.refuse:
            yield position, word.removeprefix("="), False


def test_every_card_stays_under_each_of_its_covers_and_under_both_and_leaves_without() -> None:
    """The 21 places with covers: 42 relations, each as the only cover left, beside all covered and all free."""
    stays, leaves = set(), set()
    for scenario in catalogue():
        for position, word, done in tried(scenario) if scenario.clause == "AVAIL-2" else ():
            for card in set(word.split("+")) & set(position.pyramid):
                place = position.pyramid.index(card)
                row = row_of(place)
                covers = {place + row + 1, place + row + 2} if row < 6 else set()
                left = frozenset(cover for cover in covers if position.pyramid[cover])
                (leaves if done else stays).add((place, left))
    for row in range(6):
        for place in range(row * (row + 1) // 2, (row + 1) * (row + 2) // 2):
            left, right = place + row + 1, place + row + 2
            assert {(place, frozenset({left})), (place, frozenset({right})), (place, frozenset({left, right}))} <= stays
            assert (place, frozenset()) in leaves


def test_no_check_has_the_id_of_a_scenario() -> None:
    """An id reruns one case and nothing else."""
    assert not {check.id for check in CHECKS} & {scenario.id for scenario in catalogue()}
