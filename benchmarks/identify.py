"""How often `pyramid-ref identify` names the right mistake: ``python benchmarks/identify.py``.

Two questions, both to the published matrix. Every wrong engine of the matrix is taken for one that nobody knows: is the
nearest of the others one that breaks the same clause? And for mistakes that are in no matrix, nor were when the odds
of `conformance.mistakes` were chosen: is it the clause that they break?
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any

from conformance.driver import Driver
from conformance.mistakes import clauses_of, nearest_mistake, pattern_of, read_matrix
from conformance.wrong_engines.making import Engine, Flags, private_engine
from conformance.wrong_engines.matrix import named_rules
from pyramid_ref.moves import PAIR, cards_of
from pyramid_ref.spec import load_spec

MATRIX = read_matrix()


def left_out() -> tuple[int, int, int]:
    """How many rows there are with a pattern, and for how many the first, or one of the first three, is right."""
    rows = [row for row in MATRIX if row["red"]]
    first = among = 0
    for row in rows:
        found = nearest_mistake(row["red"], [other for other in rows if other is not row])[:3]
        first += found[0].breaks == row["breaks"]
        among += row["breaks"] in {likeness.breaks for likeness in found}
    return len(rows), first, among


def without(values: set[str]) -> Callable[..., Any]:
    """Pairs of these ranks are never offered nor done."""
    return lambda right, position, rules: [
        move for move in right(position, rules) if {card[0] for card in cards_of(move)} != values
    ]


def with_more(wanted: Callable[[str, str], bool]) -> Callable[..., Any]:
    """Two available cards pair as well where the function says so."""

    def removals(right: Any, position: Any, rules: Any) -> list[str]:
        free = [card for card in position.pyramid[21:] if card] + [pile[-1] for pile in position.waste if pile]
        more = ["+".join(sorted((one, two))) for one in free for two in free if one < two and wanted(one, two)]
        return [*right(position, rules), *dict.fromkeys(more)]

    return removals


def jack_is_ten(values: dict[str, int]) -> dict[str, int]:
    return {card: 10 if card[0] == "J" else value for card, value in values.items()}


def row_of_two_is_never_covered(right: Any, position: Any, rules: Any) -> list[str]:
    return [
        *right(position, rules),
        *(card for card in position.pyramid[1:3] if card and card not in right(position, rules)),
    ]


def third_of_the_waste_is_free(right: Any, position: Any, rules: Any) -> list[str]:
    return [*right(position, rules), *(pile[-3] for pile in position.waste if len(pile) > 2)]


def every_turn_takes_two(right: Any, position: Any, pile: int, rules: Any) -> Any:
    position = right(position, pile, rules)
    return right(position, pile, rules) if position.stock else position


def first_two_change_places(right: Any, position: Any, rules: Any) -> Any:
    position = right(position, rules)
    return position._replace(stock=(*position.stock[1::-1], *position.stock[2:]))


def no_win_at_pass_end(right: Any, position: Any, rules: Any) -> bool:
    return bool(position.stock) and right(position, rules)


def reserve_pairs_with_the_pyramid_only(right: Any, position: Any, rules: Any) -> list[str]:
    piles = {pile[-1] for pile in (*position.reserve, *position.waste) if pile}
    tops = {pile[-1] for pile in position.reserve if pile}
    barred = {PAIR[pair] for one in tops for other in piles if (pair := (one, other)) in PAIR}
    return [move for move in right(position, rules) if move not in barred]


def stock_begins_with_its_second_card(right: Any, deck: Any, rules: Any) -> Any:
    position = right(deck, rules)
    return position._replace(stock=(*position.stock[1::-1], *position.stock[2:]))


class UndoTakesTwoMoves(Engine):
    def undo(self) -> bool:
        return super().undo() and (super().undo() or True)


class RefusedPairLosesItsSecondCard(Engine):
    def play(self, move: str) -> bool:
        done = super().play(move)
        cards = move.split("+")
        if not done and len(cards) == 2 and cards[1] in self.position.pyramid:
            pyramid = tuple(None if card == cards[1] else card for card in self.position.pyramid)
            self.position = self.position._replace(pyramid=pyramid)
        return done


Unknown = tuple[str, Mapping[str, Any] | type, Flags | str]
UNKNOWN: dict[str, Unknown] = {
    "five_and_eight_never_pair": ("PAIR-1", {"game.removals": without({"5", "8"})}, {}),
    "jack_is_ten": ("VALUE-1", {"cards.VALUE": jack_is_ten}, {}),
    "row_of_two_is_never_covered": ("AVAIL-2", {"game.available": row_of_two_is_never_covered}, {}),
    "third_of_the_waste_is_free": ("AVAIL-4", {"game.available": third_of_the_waste_is_free}, {}),
    "every_turn_takes_two": ("TURN-1", {"game.turn": every_turn_takes_two}, {}),
    "first_two_change_places": ("REDEAL-7", {"game.redeal": first_two_change_places}, "par-pyramid"),
    "no_win_with_an_empty_stock": ("END-1", {"game.is_won": no_win_at_pass_end}, {}),
    "two_queens_pair": ("PAIR-2", {"game.removals": with_more(lambda one, two: one[0] == two[0] == "Q")}, {}),
    "king_pairs_with_queen": (
        "PAIR-3",
        {"game.removals": with_more(lambda one, two: {one[0], two[0]} == {"K", "Q"})},
        {},
    ),
    "reserve_pairs_with_the_pyramid_only": (
        "AVAIL-7",
        {"game.removals": reserve_pairs_with_the_pyramid_only},
        "reserve-row",
    ),
    "stock_begins_with_its_second_card": ("DEAL-4", {"game.new_game": stock_begins_with_its_second_card}, {}),
    "UndoTakesTwoMoves": ("PLAY-6", UndoTakesTwoMoves, {}),
    "RefusedPairLosesItsSecondCard": ("PLAY-2", RefusedPairLosesItsSecondCard, {}),
}
"""Mistakes by name: the clause that each breaks, how it is made, and the rules that it is told."""


def unknown() -> list[tuple[str, str, list[tuple[str, str, float]]]]:
    """Each unknown mistake with its clause and the three nearest."""
    found = []
    for name, (clause, made, under) in UNKNOWN.items():
        rules = named_rules(under).rules
        engine = made if isinstance(made, type) else private_engine(made)
        claims = {flag: [value] for flag, value in rules.flags.items()}
        about = {"name": name, "version": load_spec().version, "rules": claims}
        odd = type(name, (engine,), {"about": lambda _, about=about: about})
        with Driver.in_process(odd) as driver:
            session = driver.session()
            pattern = pattern_of(driver, session, session.about(), rules)
        nearest = nearest_mistake(pattern, MATRIX, tested=clauses_of(rules))[:3]
        found.append((name, clause, [(one.name, one.breaks, one.sure) for one in nearest]))
    return found


def main() -> int:
    if not MATRIX:
        print("there is no kill matrix: python docs/kill_matrix.py", file=sys.stderr)
        return 2
    rows, first, among = left_out()
    print(f"each of {rows} known mistakes as if unknown: the clause is right in {first}, among three in {among}")
    found = unknown()
    for name, clause, nearest in found:
        told = (
            "; ".join(f"{other} ({breaks}, {sure:.0%})" for other, breaks, sure in nearest) or "nothing is found broken"
        )
        print(f"  {name}, {clause}: {told}")
    first = sum(bool(nearest) and nearest[0][1] == clause for _, clause, nearest in found)
    among = sum(clause in {breaks for _, breaks, _ in nearest} for _, clause, nearest in found)
    print(f"{len(found)} mistakes of no matrix: the clause is right in {first}, among three in {among}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
