"""Whether Pyramid can be won from here under any house rules, and how: an exact solver above the plain engine.

>>> from pyramid_ref import Ruleset, deal, new_game
>>> rules = Ruleset.of()
>>> solve(new_game(deal(1), rules), rules).winnable
False
"""

from pyramid_solver.solve import NotFast, Solution, find_deals, hint, solve, winnable_deals

__all__ = ["NotFast", "Solution", "find_deals", "hint", "solve", "winnable_deals"]
