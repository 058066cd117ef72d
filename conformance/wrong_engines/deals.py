"""Mistakes of the deal and of what cards are worth."""

from __future__ import annotations

from collections.abc import Iterable

from conformance.wrong_engines.making import Deal, Engine, Values, Words, mistaken, replaces
from pyramid_ref.moves import cards_of
from pyramid_ref.position import Position
from pyramid_ref.ruleset import Ruleset

# -- deck, pyramid, stock ---------------------------------------------------------------------------------------------


@replaces("game.new_game", breaks="DEAL-1", kind="deal", also=["DEAL-4"])
def card_dealt_twice(right: Deal, deck: Iterable[str], rules: Ruleset) -> Position:
    """One card lies both at the apex and at the end of the stock, and another one is missing."""
    position = right(deck, rules)
    return position._replace(stock=(*position.stock[:-1], position.pyramid[0] or ""))


@replaces("game.new_game", breaks="DEAL-4", kind="off by one", also=["DEAL-1"])
def stock_starts_one_card_early(right: Deal, deck: Iterable[str], rules: Ruleset) -> Position:
    """The stock begins with the last pyramid card, and the last card of the deck is never seen."""
    position = right(deck, rules)
    return position._replace(stock=(position.pyramid[-1] or "", *position.stock[:-1]))


@replaces("game.new_game", breaks="DEAL-2", kind="deal")
def dealt_from_the_base_up(right: Deal, deck: Iterable[str], rules: Ruleset) -> Position:
    """The bottom row is dealt first and the apex last."""
    cards = list(deck)
    rows = []
    for row in range(rules.rows, 0, -1):
        rows.append(cards[:row])
        del cards[:row]
    return right([*(card for row in reversed(rows) for card in row), *cards], rules)


@replaces("game.new_game", breaks="DEAL-2", kind="deal")
def dealt_from_right_to_left(right: Deal, deck: Iterable[str], rules: Ruleset) -> Position:
    """Every row is dealt from its right end."""
    cards = list(deck)
    for row in range(rules.rows):
        first = row * (row + 1) // 2
        cards[first : first + row + 1] = reversed(cards[first : first + row + 1])
    return right(cards, rules)


@replaces("game.new_game", breaks="DEAL-2", kind="deal", also=["DEAL-4"])
def pyramid_dealt_after_the_stock(right: Deal, deck: Iterable[str], rules: Ruleset) -> Position:
    """The stock is set aside first, so the pyramid gets the end of the deck."""
    cards = list(deck)
    size = rules.rows * (rules.rows + 1) // 2
    return right(cards[-size:] + cards[:-size], rules)


@replaces("game.new_game", breaks="DEAL-2", kind="deal", also=["DEAL-4"])
def dealt_from_the_back_of_the_deck(right: Deal, deck: Iterable[str], rules: Ruleset) -> Position:
    """Cards are popped from the end of the list that holds the deck."""
    return right(list(deck)[::-1], rules)


@replaces("game.new_game", breaks="DEAL-4", kind="stock")
def stock_upside_down(right: Deal, deck: Iterable[str], rules: Ruleset) -> Position:
    """The last card of the deck is the first to be turned."""
    position = right(deck, rules)
    return position._replace(stock=position.stock[::-1])


@replaces("game.new_game", breaks="DEAL-4", kind="off by one")
def last_card_of_the_deck_lost(right: Deal, deck: Iterable[str], rules: Ruleset) -> Position:
    """The stock ends one card too early."""
    position = right(deck, rules)
    return position._replace(stock=position.stock[:-1])


# -- reserve ----------------------------------------------------------------------------------------------------------


@replaces("game.new_game", breaks="DEAL-3", kind="reserve", under="giza")
def reserve_dealt_pile_by_pile(right: Deal, deck: Iterable[str], rules: Ruleset) -> Position:
    """Each reserve pile is filled before the next is begun."""
    position = right(deck, rules)
    depth, count = rules.reserve_depth, rules.reserve_piles
    cards = [pile[level] for level in range(depth) for pile in position.reserve]
    return position._replace(reserve=tuple(tuple(cards[depth * n : depth * (n + 1)]) for n in range(count)))


@replaces("game.new_game", breaks="DEAL-3", kind="reserve", under="giza")
def reserve_upside_down(right: Deal, deck: Iterable[str], rules: Ruleset) -> Position:
    """The card dealt first to a reserve pile is its top."""
    position = right(deck, rules)
    return position._replace(reserve=tuple(pile[::-1] for pile in position.reserve))


@replaces("game.new_game", breaks="DEAL-3", kind="reserve", under="reserve-row", also=["DEAL-4"])
def reserve_dealt_from_the_end(right: Deal, deck: Iterable[str], rules: Ruleset) -> Position:
    """The reserve gets the last cards of the deck, the stock those after the pyramid."""
    position = right(deck, rules)
    rest = [*(pile[0] for pile in position.reserve), *position.stock]
    count = rules.reserve_piles
    return position._replace(stock=tuple(rest[:-count]), reserve=tuple((card,) for card in rest[-count:]))


@replaces("game.new_game", breaks="DEAL-2", kind="reserve", under="reserve-row", also=["DEAL-3"])
def reserve_dealt_before_the_pyramid(right: Deal, deck: Iterable[str], rules: Ruleset) -> Position:
    """The first cards of the deck go to the reserve."""
    cards = list(deck)
    count, size = rules.reserve_piles, rules.rows * (rules.rows + 1) // 2
    return right([*cards[count : count + size], *cards[:count], *cards[count + size :]], rules)


# -- the turn of the deal ---------------------------------------------------------------------------------------------


@mistaken(breaks="DEAL-6", kind="turn", under={"opening_draw": True, "draw": 3})
class OpeningTurnOfOneCard(Engine):
    """The deal turns one card although a turn takes three."""

    def new_game(self, deck: Iterable[str], rules: dict[str, object]) -> None:  # type: ignore[override]
        super().new_game(deck, rules)
        (start,) = self.past
        (pile,) = start.waste
        self.position = start._replace(waste=(pile[:1],), stock=pile[1:] + start.stock, turned=start.turned[:1])


@replaces("game.new_game", breaks="DEAL-6", kind="off by one", under={"opening_draw": True, "waste_piles": 3})
def opening_turn_onto_the_last_pile(right: Deal, deck: Iterable[str], rules: Ruleset) -> Position:
    """The deal's own turn puts its card onto the last pile, as an index of -1 does."""
    position = right(deck, rules)
    return position._replace(waste=position.waste[::-1])


@replaces(
    "game.new_game",
    breaks="DEAL-6",
    kind="turn",
    under={"opening_draw": True, "waste_piles": 3, "draw_to": "each"},
)
def opening_turn_onto_one_pile(right: Deal, deck: Iterable[str], rules: Ruleset) -> Position:
    """The deal turns a card onto the first pile although a turn deals one to each."""
    position = right(deck, rules)
    first, *others = position.waste
    return position._replace(
        waste=(first, *((),) * len(others)),
        stock=tuple(card for pile in others for card in pile) + position.stock,
    )


# -- values -----------------------------------------------------------------------------------------------------------


@replaces("cards.VALUE", breaks="VALUE-1", kind="values", also=["PAIR-1", "PAIR-2"])
def ace_is_fourteen(right: Values) -> Values:
    """An ace counts 14, so it never finds a partner."""
    return {card: 14 if card[0] == "A" else value for card, value in right.items()}


@replaces("cards.VALUE", breaks="VALUE-1", kind="values", also=["PAIR-1", "PAIR-2", "PAIR-3", "SINGLE-1"])
def court_cards_are_ten(right: Values) -> Values:
    """Jack, queen and king count ten each, as at other games."""
    return {card: min(value, 10) for card, value in right.items()}


@replaces("cards.VALUE", breaks="VALUE-1", kind="values", also=["PAIR-1", "PAIR-2"])
def queen_and_jack_swapped(right: Values) -> Values:
    """A queen counts 11 and a jack 12."""
    return {card: {"J": 12, "Q": 11}.get(card[0], value) for card, value in right.items()}


@replaces("cards.VALUE", breaks="VALUE-1", kind="values", also=["PAIR-1", "PAIR-2"])
def ten_is_one(right: Values) -> Values:
    """A ten is read by its first digit, so it counts one."""
    return {card: 1 if card[0] == "T" else value for card, value in right.items()}


def _only(moves: list[str], *, same: bool, of: dict[str, str]) -> list[str]:
    pairs = {move: cards_of(move) for move in moves}
    return [m for m, cards in pairs.items() if len(cards) < 2 or (of[cards[0][1]] == of[cards[1][1]]) is same]


@replaces("game.removals", breaks="VALUE-1", kind="values", also=["PAIR-1"])
def only_other_colours_pair(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """A pair has to be one red and one black card."""
    return _only(right(position, rules), same=False, of={"C": "black", "D": "red", "H": "red", "S": "black"})


@replaces("game.removals", breaks="VALUE-1", kind="values", also=["PAIR-1"])
def same_suit_never_pairs(right: Words, position: Position, rules: Ruleset) -> list[str]:
    """Two cards of one suit do not pair."""
    return _only(right(position, rules), same=False, of={suit: suit for suit in "CDHS"})
