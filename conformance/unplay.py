"""Unplaying: a game played backwards from a target to the deal.

Each step undoes one legal move: a turn goes back on the stock, a removed king or pair comes back to places where it
was available. Since the cards that are gone may be any that are left over, the search chooses them as it goes; it is
random, guided by how many cards the pyramid (P), the stock side (S) and the reserve (R) still lack.
"""

from __future__ import annotations

import random

from conformance.filling import Target, stock_side
from conformance.pattern import parents
from pyramid_ref.cards import TARGET, VALUE
from pyramid_ref.moves import DRAW, REDEAL, draw_to, removal
from pyramid_ref.ruleset import Ruleset

_MOST_STEPS = 300


def stock_pairs(rules: Ruleset) -> bool:
    """Whether two cards of the stock side can leave together."""
    return bool(
        rules.waste_pair != "never" or rules.stock_top == "playable" or (rules.waste_piles > 1 and rules.pile_pair)
    )


class Stuck(Exception):
    """An attempt that leads nowhere."""


class Unplay:
    """One attempt. `run` gives the deck and the opening, or raises Stuck."""

    def __init__(self, target: Target, rules: Ruleset, redeals: int, rng: random.Random) -> None:
        self.rules, self.rng = rules, rng
        self.pyramid = list(target.pyramid)
        self.waste = [list(pile) for pile in target.waste]
        self.stock = list(target.stock)
        self.reserve = [list(pile) for pile in target.reserve]
        self.redeals = redeals
        self.pool: dict[int, list[str]] = {value: [] for value in range(1, TARGET + 1)}
        for card in rng.sample(target.gone, len(target.gone)):
            self.pool[VALUE[card]].append(card)
        self.parents = parents(rules.rows)
        self.side = stock_side(rules)
        self.named_pile = rules.waste_piles > 1 and rules.draw_to == "chosen"
        self.moves: list[str] = []

    # -- what is lacking --------------------------------------------------------------------------------------------

    def lacking(self) -> tuple[int, int, int]:
        p = self.pyramid.count(None)
        s = self.side - len(self.stock) - sum(map(len, self.waste))
        r = self.rules.reserve_piles * self.rules.reserve_depth - sum(map(len, self.reserve))
        return p, s, r

    def addable(self) -> list[int]:
        """Empty places whose parents are all there: the next to come back (AVAIL-1)."""
        return [
            place
            for place, card in enumerate(self.pyramid)
            if card is None and all(self.pyramid[parent] for parent in self.parents[place])
        ]

    # -- the walk ---------------------------------------------------------------------------------------------------

    def run(self) -> tuple[list[str], list[str]]:
        for _ in range(_MOST_STEPS):
            lacking = self.lacking()
            if not any(lacking) and not self.redeals and self.opening_stands():
                return self.deck(), self.moves[::-1]
            if not self.step(*lacking):
                raise Stuck
        raise Stuck

    def step(self, p: int, s: int, r: int) -> bool:
        if self.rules.unused_card == "discarded":
            return self.unplay_discarding(p, s, r)
        may_unturn = self.can_unturn(s)
        if may_unturn and (not self.waits_for_more(s) or not (p or s or r)):
            self.unturn()
            return True
        if self.redeals and self.may_unredeal() and (not (p or s or r) or self.rng.random() < 0.3):
            self.unredeal()
            return True
        if p or s or r:
            return self.unremove(p, s, r)
        return False

    # -- the start of the game --------------------------------------------------------------------------------------

    def opened(self) -> list[int]:
        """How many cards each waste pile holds when play begins (DEAL-5, DEAL-6, TURN-10)."""
        piles = int(self.rules.waste_piles)
        if self.redeals:  # the start of a later pass
            return [1 if self.rules.auto_turn and pile < self.side else 0 for pile in range(piles)]
        if self.rules.auto_turn or (self.rules.opening_draw and self.rules.draw_to == "each" and piles > 1):
            return [1 if pile < self.side else 0 for pile in range(piles)]
        if self.rules.opening_draw:
            return [min(int(self.rules.draw), self.side)] + [0] * (piles - 1)
        return [0] * piles

    def opening_stands(self) -> bool:
        return [len(pile) for pile in self.waste] == self.opened()

    def deck(self) -> list[str]:
        reserve = [pile[i] for i in range(self.rules.reserve_depth) for pile in self.reserve]
        turned = [card for pile in self.waste for card in pile]
        return [card for card in self.pyramid if card] + reserve + turned + self.stock

    # -- turns and redeals ------------------------------------------------------------------------------------------

    def in_turn(self) -> int:
        """How many cards the turn to be undone moved (TURN-3, TURN-9)."""
        full = int(self.rules.waste_piles if self.rules.draw_to == "each" else self.rules.draw)
        if self.stock or full == 1:
            return full
        return self.side % full or full if not self.redeals else self.rng.randint(1, full)

    def can_unturn(self, s: int) -> bool:
        if s == 0 and self.opening_stands():
            return False
        if self.rules.auto_turn and not all(self.waste):
            return False  # with a card back on the stock, the empty pile would have filled itself
        base = 1 if self.rules.auto_turn else 0
        if self.rules.draw_to == "each" and self.rules.waste_piles > 1:
            full = int(self.rules.waste_piles)
            least = full if self.stock else (self.side % full or full)
            return all(self.waste[:least])
        full = int(self.rules.draw)
        least = full if self.stock else (self.side % full or full if not self.redeals else 1)
        return any(len(pile) - base >= least for pile in self.waste)

    def waits_for_more(self, s: int) -> bool:
        """Whether to bring cards back to the waste before the next turn is undone; now and then, for variety."""
        return bool(s) and self.rng.random() < 0.25

    def unturn(self) -> None:
        count = self.in_turn()
        if self.rules.draw_to == "each" and self.rules.waste_piles > 1:
            if not all(self.waste[:count]):
                raise Stuck
            for pile in reversed(self.waste[:count]):
                self.stock.insert(0, pile.pop())
            self.moves.append(DRAW)
            return
        base = 1 if self.rules.auto_turn else 0
        ready = [i for i, pile in enumerate(self.waste) if len(pile) - base >= count]
        if not ready:
            raise Stuck
        if self.rules.opening_draw and ready != [0] and len(self.waste[0]) == 1:
            ready = [i for i in ready if i != 0] or ready  # the first pile's first card came with the deal
        chosen = self.rng.choice(ready)
        pile = self.waste[chosen]
        self.stock[:0] = pile[-count:]
        del pile[-count:]
        self.moves.append(draw_to(chosen + 1) if self.named_pile else DRAW)

    def may_unredeal(self) -> bool:
        if not self.stock:
            return False
        if self.rules.auto_turn:
            return all(len(pile) == 1 for pile in self.waste)
        return not any(self.waste)

    def unredeal(self) -> None:
        """The stock goes back to the waste from which it was gathered (REDEAL-7, REDEAL-8)."""
        cards = [card for pile in self.waste for card in pile] + self.stock
        piles = int(self.rules.waste_piles)
        if self.rules.draw_to == "each" and piles > 1:
            counts = [len(range(pile, len(cards), piles)) for pile in range(piles)]
        else:
            others = min(piles - 1, len(cards) - 1) if self.rules.auto_turn else 0
            counts = [len(cards) - others] + [1] * others + [0] * (piles - 1 - others)
        self.waste, start = [], 0
        for count in counts:
            self.waste.append(cards[start : start + count])
            start += count
        self.stock = []
        self.redeals -= 1
        self.moves.append(REDEAL)

    # -- removals ---------------------------------------------------------------------------------------------------

    def kings(self) -> int:
        return len(self.pool[TARGET])

    def take_pair(self) -> tuple[str, str]:
        values = [value for value in range(1, TARGET) if self.pool[value] and self.pool[TARGET - value]]
        if not values:
            raise Stuck
        value = self.rng.choice(values)
        return self.pool[value].pop(), self.pool[TARGET - value].pop()

    def unremove(self, p: int, s: int, r: int) -> bool:
        """One king or one pair comes back to places that have room for it."""
        kings = self.kings()
        pairs = (p + s + r - kings) // 2
        spots = self.addable()
        choices: list[tuple[str, float]] = []
        surplus = s - (p + r + kings)  # stock cards that will find neither a partner outside the stock side nor a king
        spare = surplus < -1  # whether two cards of pyramid and reserve may leave without one of the stock side
        if pairs > 0:
            if p and s and spots:
                choices.append(("PS", 8.0))
            if p and r and spots and spare:
                choices.append(("PR", 6.0))
            if s and r:
                choices.append(("SR", 4.0))
            if len(spots) > 1 and spare:
                choices.append(("PP", 2.0 if s else 8.0))
            if spare and sum(len(pile) < self.rules.reserve_depth for pile in self.reserve) > 1:
                choices.append(("RR", 1.0))
            if s > 1 and stock_pairs(self.rules) and (surplus > 0 or not choices or self.rng.random() < 0.1):
                choices.append(("SS", 50.0 if surplus > 0 else 1.0))
        if kings:
            weight = 6.0 * kings / (pairs + kings) + (20.0 if len(spots) == 1 and not s and not r else 0.0)
            choices += [
                (kind, weight) for kind, open_ in (("P", spots and spare), ("S", s), ("R", r and spare)) if open_
            ]
        if not choices:
            return False
        (kind,) = self.rng.choices([kind for kind, _ in choices], [weight for _, weight in choices])
        self.bring_back(kind, spots)
        return True

    def bring_back(self, kind: str, spots: list[int]) -> None:
        if kind == "SS":
            self.bring_back_stock_pair()
            return
        cards = (self.pool[TARGET].pop(),) if len(kind) == 1 else self.take_pair()
        chosen = self.rng.sample(spots, kind.count("P"))
        if kind == "RR":  # both have to be tops at once
            room = [pile for pile in self.reserve if len(pile) < self.rules.reserve_depth]
            for pile, card in zip(self.rng.sample(room, 2), cards, strict=True):
                pile.append(card)
            self.moves.append(removal(*cards))
            return
        # The waste comes last: with automatic turns its card may push another back onto the stock.
        for source, card in sorted(zip(kind, cards, strict=True), key=lambda of: "PRS".index(of[0])):
            if source == "P":
                self.pyramid[chosen.pop()] = card
            elif source == "R":
                self.to_reserve(card)
            else:
                self.to_stock_side(card)
        self.moves.append(removal(*cards))

    def to_reserve(self, card: str) -> None:
        self.rng.choice([pile for pile in self.reserve if len(pile) < self.rules.reserve_depth]).append(card)

    def to_stock_side(self, card: str) -> None:
        if self.rules.stock_top == "playable" and self.rng.random() < 0.3 and self.stock_side_settled():
            self.stock.insert(0, card)
            return
        self.to_waste(card)

    def stock_side_settled(self) -> bool:
        return not self.rules.auto_turn or all(self.waste)

    def to_waste(self, card: str) -> None:
        piles = self.waste
        if self.rules.auto_turn:
            empty = [pile for pile in piles if not pile]
            (self.rng.choice(empty) if empty else self.rng.choice(piles)).append(card)
            return
        if self.rules.draw_to == "each":
            least = min(map(len, piles))
            piles = [pile for pile in piles if len(pile) == least]
        self.rng.choice(piles).append(card)

    # -- two cards of the stock side with each other ----------------------------------------------------------------

    def bring_back_stock_pair(self) -> None:
        under, top = self.take_pair()
        rules = self.rules
        if rules.waste_piles > 1 and rules.pile_pair and not rules.auto_turn:
            piles = self.rng.sample(self.waste, len(self.waste))
            if rules.draw_to == "each":
                piles.sort(key=len)  # a turn is undone from piles of one height
            for pile, card in zip(piles, (under, top), strict=False):
                pile.append(card)
            self.moves.append(removal(under, top))
            return
        if rules.stock_top == "playable" and self.stock_side_settled():
            self.stock.insert(0, top)
            self.to_waste(under)
            self.moves.append(removal(under, top))
            return
        if rules.waste_pair == "never":
            raise Stuck
        number = self.rng.randrange(len(self.waste))
        pile = self.waste[number]
        pile += [under, top]
        self.moves.append(removal(under, top))
        if rules.waste_pair == "turned":  # PAIR-7: the top has to be what the last turn put there
            count = self.in_turn()
            if rules.draw_to == "each" or len(pile) < count or not (all(self.waste) or not rules.auto_turn):
                raise Stuck
            self.stock[:0] = pile[-count:]
            del pile[-count:]
            self.moves.append(self.turn_word(number))

    # -- cards set aside --------------------------------------------------------------------------------------------

    def excess(self) -> list[str]:
        """Cards of the pool that have no partner left in it."""
        return [
            card
            for value in range(1, TARGET)
            for card in self.pool[value][: max(0, len(self.pool[value]) - len(self.pool[TARGET - value]))]
        ]

    def take_single(self) -> str:
        """A card to have been set aside: one without a partner, or any, whose partner then is set aside too."""
        cards = self.excess() or [card for value, pile in self.pool.items() if value < TARGET for card in pile]
        if not cards:
            cards = self.pool[TARGET]
        if not cards:
            raise Stuck
        card = self.rng.choice(cards)
        self.pool[VALUE[card]].remove(card)
        return card

    def unplay_discarding(self, p: int, s: int, r: int) -> bool:
        """TURN-6, TURN-7: each pile holds one card at most, and any turn may have set one aside."""
        auto = bool(self.rules.auto_turn)
        empty = [i for i, pile in enumerate(self.waste) if not pile]
        held = [i for i, pile in enumerate(self.waste) if pile]
        unmatched = len(self.excess())
        must_discard = s > 0 and (unmatched or s > p + r + self.kings())
        if auto and empty and s:  # the stock has run out: fill the pile first, from the right
            pile = empty[-1]
            if must_discard:
                self.set_aside(pile)
            else:
                self.from_pile(pile, p, r)
            return True
        if held and not auto and not (s == 0 and self.opening_stands()) and self.rng.random() < 0.7:
            pile = self.rng.choice(held)
            self.stock.insert(0, self.waste[pile].pop())
            self.moves.append(self.turn_word(pile))
            # Few cards of the pyramid leave with many of the stock: most turns then set a card aside.
            if must_discard and self.rng.random() < max(0.5, 1 - (p + r + self.kings()) / s):
                self.waste[pile] = [self.take_single()]
            return True
        if s and auto and held:
            pile = self.rng.choice(held)
            if must_discard:
                self.stock.insert(0, self.waste[pile].pop())
                self.waste[pile] = [self.take_single()]
                self.moves.append(self.turn_word(pile))
            else:
                self.stock.insert(0, self.waste[pile].pop())
                self.from_pile(pile, p, r)
            return True
        if s and empty:
            pile = self.rng.choice(empty)
            if must_discard and not self.stock:
                self.set_aside(pile)
                return True
            if not must_discard or not held or self.rng.random() < 0.5:
                self.from_pile(pile, p, r)
                return True
            if held:
                return True
        if s and self.rules.stock_top == "playable" and p and self.rng.random() < 0.3:
            self.from_stock()
            return True
        if s:
            return bool(held) and not auto
        if unmatched:
            return False
        return bool(p or r) and self.unremove(p, 0, r)

    def turn_word(self, pile: int) -> str:
        return draw_to(pile + 1) if self.named_pile else DRAW

    def set_aside(self, pile: int) -> None:
        """Undo a turn that only set the last card of a pile aside."""
        self.waste[pile] = [self.take_single()]
        self.moves.append(self.turn_word(pile))

    def from_pile(self, pile: int, p: int, r: int) -> None:
        """Undo a removal from an empty pile: a king, or a card with a partner in the pyramid or the reserve."""
        spots = self.addable()
        kinds = ["P"] * bool(p and spots) + ["R"] * bool(r)
        if self.kings() and (not kinds or self.rng.random() < 0.2):
            self.waste[pile] = [self.pool[TARGET].pop()]
            self.moves.append(removal(*self.waste[pile]))
            return
        if not kinds:
            raise Stuck
        card, partner = self.take_pair()
        if self.rng.choice(kinds) == "P":
            self.pyramid[self.rng.choice(spots)] = partner
        else:
            self.to_reserve(partner)
        self.waste[pile] = [card]
        self.moves.append(removal(card, partner))

    def from_stock(self) -> None:
        spots = self.addable()
        card, partner = self.take_pair()
        self.pyramid[self.rng.choice(spots)] = partner
        self.stock.insert(0, card)
        self.moves.append(removal(card, partner))
