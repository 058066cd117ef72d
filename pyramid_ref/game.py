"""The rules of play. `legal_moves` is their heart; every function names the clauses that it carries out.

A game is a `Position` and a `Ruleset`. Moves are words (see `pyramid_ref.moves`): `legal_moves` lists them, `after`
gives the position that one of them leads to, `status` tells how the game stands. `pyramid_ref.referee` plays moves that
may be wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, combinations
from typing import Literal

from pyramid_ref.deals import check_deck
from pyramid_ref.moves import DRAW, OPENS, PAIR, REDEAL, TAKES, draw_to, pile_of
from pyramid_ref.position import Pile, Position, covers, exposed, places
from pyramid_ref.ruleset import Ruleset

Status = Literal["playing", "won", "lost"]


def legal_moves(position: Position, rules: Ruleset) -> list[str]:
    """Every legal move and no other (PLAY-7): removals and, whatever can be removed (PLAY-1), turns or else a redeal.

    None is legal once the game is won (END-5). Asking changes nothing (PLAY-4), since positions are values.

    >>> from pyramid_ref.deals import deal
    >>> rules = Ruleset.of()
    >>> legal_moves(new_game(deal(1), rules), rules)
    ['KC', 'KH', 'draw']
    """
    if is_won(position, rules):
        return []
    return removals(position, rules) + (turns(position, rules) or redeals(position, rules))


def removals(position: Position, rules: Ruleset) -> list[str]:
    """SINGLE-1, PAIR-1, PAIR-11, PAIR-12: an available card worth the target, two that total it, wherever they lie."""
    cards = available(position, rules)
    free = set(cards)
    moves = [move for card in cards if card in OPENS for other, move in OPENS[card] if other in free]
    if not rules.pile_pair:
        across = combinations([pile[-1] for pile in position.waste if pile], 2)
        forbidden = {PAIR[pair] for pair in across if pair in PAIR}
        moves = [move for move in moves if move not in forbidden]
    if rules.waste_pair != "never":
        moves += [PAIR[pair] for pair in waste_pairs(position, rules) if pair in PAIR]
    if rules.cover_pair:
        moves += [PAIR[pair] for pair in cover_pairs(position, rules) if pair in PAIR]
    return moves


def available(position: Position, rules: Ruleset) -> list[str]:
    """AVAIL-1 to AVAIL-8: the cards that may be used now, of the pyramid and of each pile the top."""
    cards = exposed(position, rules)
    cards += [pile[-1] for pile in position.reserve + position.waste if pile]
    if rules.stock_top == "playable":
        cards += position.stock[:1]
    return cards


def waste_pairs(position: Position, rules: Ruleset) -> Iterator[tuple[str, str]]:
    """PAIR-6 to PAIR-8: the top of a waste pile with the card under it, where and while the rules allow that."""
    for pile in position.waste:
        if len(pile) > 1 and (rules.waste_pair == "top_two" or pile[-1] in position.turned):
            yield pile[-2], pile[-1]


def cover_pairs(position: Position, rules: Ruleset) -> Iterator[tuple[str, str]]:
    """PAIR-9, PAIR-10: a card with its last cover, where that cover is exposed; asked only where the rules allow it."""
    pyramid = position.pyramid
    free = set(exposed(position, rules))
    for card, below in zip(pyramid, covers(rules.rows), strict=True):
        if card:
            on_it = [cover for place in below if (cover := pyramid[place])]
            if len(on_it) == 1 and on_it[0] in free:
                yield card, on_it[0]


def turns(position: Position, rules: Ruleset) -> list[str]:
    """TURN-4, TURN-7, TURN-8: the turns that may be made."""
    words = [draw_to(pile) for pile in range(1, rules.waste_piles + 1)] if names_pile(rules) else [DRAW]
    if position.stock:
        return words
    if rules.unused_card == "discarded":
        return [word for word, pile in zip(words, position.waste, strict=True) if pile]
    return []


def redeals(position: Position, rules: Ruleset) -> list[str]:
    """REDEAL-1 to REDEAL-6: a redeal of a waste that holds a card, onto an empty stock, while a pass is left."""
    if position.stock or not any(position.waste):
        return []
    return [REDEAL] if rules.passes == "unlimited" or position.redeals + 1 < rules.passes else []


def names_pile(rules: Ruleset) -> bool:
    """TURN-8, TURN-12, TURN-13: whether a turn names its waste pile."""
    return bool(rules.waste_piles > 1 and rules.draw_to == "chosen")


# -- playing a move ---------------------------------------------------------------------------------------------------


def new_game(deck: Iterable[str], rules: Ruleset) -> Position:
    """DEAL-1 to DEAL-6, PLAY-5: the position at the start of play. Raises BadDeck where the cards are not the 52."""
    cards = check_deck(deck)
    pyramid, rest = cards[: places(rules.rows)], cards[places(rules.rows) :]
    piles, reserved = rules.reserve_piles, rules.reserve_piles * rules.reserve_depth
    position = Position(
        pyramid=pyramid,
        waste=((),) * rules.waste_piles,
        stock=rest[reserved:],
        reserve=tuple(rest[pile:reserved:piles] for pile in range(piles)),
    )
    return turn(position, 0, rules) if rules.opening_draw else refill(position, rules)


def after(position: Position, move: str, rules: Ruleset) -> Position:
    """The position after a move that is known to be legal; nothing is checked."""
    if move in TAKES:
        position = remove(position, TAKES[move])
    elif move == REDEAL:
        position = redeal(position, rules)
    else:
        position = turn(position, (pile_of(move) or 1) - 1, rules)
    return refill(position, rules) if rules.auto_turn else position


def remove(position: Position, cards: tuple[str, ...]) -> Position:
    """PLAY-3, AVAIL-9: these cards leave play for good, and no other."""
    pyramid, waste, stock, reserve, redeals_made, turned = position
    board = list(pyramid)
    for card in cards:
        if card in board:
            board[board.index(card)] = None
        elif card in stock[:1]:
            stock = stock[1:]
        else:
            waste = _without(card, waste)
            reserve = reserve and _without(card, reserve)
    return Position(tuple(board), waste, stock, reserve, redeals_made, turned)


def _without(card: str, piles: tuple[Pile, ...]) -> tuple[Pile, ...]:
    """The piles without a card that is the top of one or lies directly under it."""
    return tuple([(*pile[:-2], *[c for c in pile[-2:] if c != card]) if card in pile[-2:] else pile for pile in piles])


def turn(position: Position, pile: int, rules: Ruleset) -> Position:
    """TURN-1 to TURN-9: the next cards of the stock go to a pile (from 0), or one to each pile from the left."""
    pyramid, waste, stock, reserve, redeals_made, _ = position
    piles = list(waste)
    if rules.draw_to == "each":
        turned, stock = stock[: len(piles)], stock[len(piles) :]
        for number, card in enumerate(turned):
            piles[number] += (card,)
    else:
        turned, stock = stock[: rules.draw], stock[rules.draw :]
        piles[pile] = turned if rules.unused_card == "discarded" else piles[pile] + turned  # TURN-6
    return Position(pyramid, tuple(piles), stock, reserve, redeals_made, _remembered(turned, rules))


def redeal(position: Position, rules: Ruleset) -> Position:
    """REDEAL-7 to REDEAL-9: the waste becomes the stock, first pile first, each from its oldest card on."""
    pyramid, waste, _, reserve, redeals_made, _ = position
    counted = 0 if rules.passes == "unlimited" else redeals_made + 1
    return Position(pyramid, ((),) * len(waste), tuple(chain(*waste)), reserve, counted)


def refill(position: Position, rules: Ruleset) -> Position:
    """TURN-10, TURN-11: with automatic turns alone no pile stays empty while the stock lasts, leftmost first."""
    if rules.auto_turn:
        while position.stock and not all(position.waste):
            card, waste = position.stock[:1], list(position.waste)
            waste[waste.index(())] = card
            position = position._replace(waste=tuple(waste), stock=position.stock[1:], turned=_remembered(card, rules))
    return position


def _remembered(turned: Pile, rules: Ruleset) -> Pile:
    return turned if rules.waste_pair == "turned" else ()


# -- how the game stands ----------------------------------------------------------------------------------------------


def is_won(position: Position, rules: Ruleset) -> bool:
    """END-1 to END-4: whether all that the goal names is gone."""
    if any(position.pyramid) or (rules.goal != "pyramid" and any(position.reserve)):
        return False
    return rules.goal != "all" or not (position.stock or any(position.waste))


def status(position: Position, rules: Ruleset) -> Status:
    """END-1 to END-9: won is tested before lost."""
    if is_won(position, rules):
        return "won"
    if rules.passes == "unlimited":
        return "playing" if removal_comes_up(position, rules) else "lost"  # END-7
    return "playing" if legal_moves(position, rules) else "lost"  # END-6


def removal_comes_up(position: Position, rules: Ruleset) -> bool:
    """END-7: whether turning and redealing alone, each as long as it is legal, ever allow a removal.

    Only for rules in which a turn leaves nothing to choose: there the walk runs in one line, so it ends when no move
    is left or a position comes round again.
    """
    seen = set()
    while position not in seen:
        if removals(position, rules):
            return True
        seen.add(position)
        onward = turns(position, rules) or redeals(position, rules)
        if not onward:
            return False
        position = after(position, onward[0], rules)
    return False


def score(position: Position, rules: Ruleset) -> int | None:
    """SCORE-1, SCORE-2: a penalty point for each pyramid card left, or None where no score is kept."""
    return sum(map(bool, position.pyramid)) if rules.score == "cards_left" else None
