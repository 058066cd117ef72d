"""Addresses of pages of the rules site: a clause, a scenario, a game on the play page.

All are relative to the site's own address, which reports put before them where they are told it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from urllib.parse import quote_plus

from conformance.report import FindingData, Report
from conformance.scenarios import catalogue
from pyramid_ref.conditions import in_words
from pyramid_ref.errors import IllegalMove, MalformedMove
from pyramid_ref.game import new_game
from pyramid_ref.referee import apply
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import load_spec


def clause_page(clause: str) -> str:
    """A clause in the rules."""
    return f"rules/#{clause}"


def scenario_page(id_: str) -> str:
    """A scenario, step by step with its boards."""
    return f"scenarios/{id_}/"


def flags_query(rules: Ruleset) -> str:
    """The flags that differ from the default, as they stand behind the `#` of an address.

    >>> flags_query(Ruleset.of(passes=3, cover_pair=True))
    'passes=3&cover_pair=true'
    """
    return "&".join(f"{name}={quote_plus(in_words(value))}" for name, value in rules.changes().items())


def game_query(deck: Sequence[str], moves: Sequence[str], rules: Ruleset) -> str:
    """A game played up to here, as it stands behind the `#` of an address.

    >>> game_query(("7D", "9C"), ("4D+9C", "draw"), Ruleset.of(rows=2))
    'rows=2&deck=7D9C&moves=4D%2B9C+draw'
    """
    parts = [flags_query(rules), f"deck={''.join(deck)}", f"moves={quote_plus(' '.join(moves))}" if moves else ""]
    return "&".join(filter(None, parts))


def play_page(deck: Sequence[str], moves: Sequence[str], rules: Ruleset) -> str:
    """The play page with a game on it, played up to here."""
    return f"play/#{game_query(deck, moves, rules)}"


def pages_of(finding: FindingData, report: Report) -> list[tuple[str, str]]:
    """What the site has about a finding, in words with an address each; nothing where the report names no site."""
    site = report.get("site")
    if not site:
        return []
    pages = [(f"clause {finding['clause']}", clause_page(finding["clause"]))]
    game = _game_of(finding, report)
    scenario = finding["case"].partition(":")[0]
    if any(scenario == one.id for one in catalogue()):
        pages.append(("this scenario, step by step", scenario_page(scenario) + (f"#{game}" if game else "")))
    if game:
        pages.append(("this board, to play on", f"play/#{game}"))
    return [(words, site + page) for words, page in pages]


def _game_of(finding: FindingData, report: Report) -> str:
    """The game of a finding as a query; empty where the finding has none, or its rules are not in the report."""
    flags = next((one["flags"] for one in report["rulesets"] if one["name"] == finding["ruleset"]), None)
    if flags is None or not finding["deck"]:
        return ""
    if finding["position"]:  # of a smaller pyramid, it may be
        flags = {**flags, "rows": isqrt(2 * len(finding["position"]["pyramid"]))}
    rules = load_spec().ruleset(flags)
    return game_query(finding["deck"], moves_done(finding["deck"], finding["moves"], rules), rules)


def moves_done(deck: Sequence[str], words: Sequence[str], rules: Ruleset) -> list[str]:
    """Of the words tried in a game, those that the rules let be done and that no undo has taken back.

    >>> from pyramid_ref.deals import deal
    >>> moves_done(deal(1), ("KC", "KC", "draw", "undo", "KH"), Ruleset.of())
    ['KC', 'KH']
    """
    positions = [new_game(deck, rules)]
    moves: list[str] = []
    for word in words:
        if word == "undo":
            if moves:
                positions.pop()
                moves.pop()
            continue
        try:
            positions.append(apply(positions[-1], word, rules))
        except (IllegalMove, MalformedMove):
            continue
        moves.append(word)
    return moves
