"""Surveys of many deals: how often a game can be won under some rules, by perfect play or by a simple player.

*Trial*: one deal under one ruleset by one player. *Span*: deal numbers in a row. *Store*: a file that remembers every
trial, so that none is made twice. *Survey*: the trials of some players and rulesets over one span.

>>> from pyramid_ref import Ruleset
>>> with Store(":memory:") as store:
...     job = Job(Ruleset.of())
...     survey(store, [job], Span(2, 40), workers=1)
...     tally = store.tally(job, Span(2, 40))
>>> tally.won, tally.deals
(2, 40)
"""

from pyramid_odds.intervals import Interval, paired_difference, wilson
from pyramid_odds.store import BadStore, Pairs, Span, Store, Tally
from pyramid_odds.survey import survey
from pyramid_odds.trials import PERFECT, PLAYER_NAMES, Job, Outcome

__all__ = [
    "PERFECT",
    "PLAYER_NAMES",
    "BadStore",
    "Interval",
    "Job",
    "Outcome",
    "Pairs",
    "Span",
    "Store",
    "Tally",
    "paired_difference",
    "survey",
    "wilson",
]
