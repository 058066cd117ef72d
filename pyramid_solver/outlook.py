"""A proof of "not" that ignores the order of the stock: would the deal be won if every loose card were at hand?

*Loose* cards are those of waste and stock. Freeing them all only adds lines, so a table that cannot be cleared even
then is lost. Loose cards of one rank are now alike, so only their numbers count, and tables repeat: few questions
remain, each asked once.
"""

from __future__ import annotations

from pyramid_solver.bits import BIT, CLASSES, KINGS, each_bit
from pyramid_solver.layout import Layout


class Outlook:
    """Answers for one layout, remembered."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._known: dict[tuple[int, int], bool] = {}
        self._supplies: dict[int, int] = {}

    def hopeful(self, table: int, loose: int) -> bool:
        """Whether the needed cards of a table could leave if these loose cards were all at hand."""
        supply = self._supplies.get(loose)
        if supply is None:
            supply = 0
            for rank in range(2 * CLASSES):
                supply |= (loose >> 4 * rank & 15).bit_count() << 3 * rank
            self._supplies[loose] = supply
        return self._hopeful(table, supply)

    def _hopeful(self, table: int, supply: int) -> bool:
        """The same for so many loose cards of each rank, three bits a rank.

        Kings on the table leave at once, which only uncovers. Where a class has a loose partner for each of its table
        cards, its exposed cards leave with loose ones at once: that uncovers, and takes nothing that is wanted
        elsewhere. Only the other classes are tried out.
        """
        if not table & self.layout.needed & self.layout.table:
            return True
        known = self._known.get((table, supply))
        if known is None:
            known = self._known[table, supply] = self._try(table, supply)
        return known

    def _try(self, table: int, supply: int) -> bool:
        exposed, kings, pairs = self.layout.view(table)
        if kings:
            return self._hopeful(table & ~kings, supply)
        scarce: list[tuple[int, int]] = []
        for k in range(CLASSES):
            low, high = table >> 8 * k & 15, table >> 8 * k + 4 & 15
            if not low and not high:
                continue
            low_supply, high_supply = supply >> 6 * k & 7, supply >> 6 * k + 3 & 7
            if high_supply >= low.bit_count() and low_supply >= high.bit_count():
                free = exposed >> 8 * k & 255
                if free:
                    spent = (free & 15).bit_count() << 6 * k + 3 | (free >> 4).bit_count() << 6 * k
                    return self._hopeful(table & ~(free << 8 * k), supply - spent)
                continue
            if high_supply:
                scarce.append((exposed & 15 << 8 * k, 1 << 6 * k + 3))
            if low_supply:
                scarce.append((exposed & 240 << 8 * k, 1 << 6 * k))
        return any(self._hopeful(table & ~pair, supply) for pair, _ in pairs) or any(
            self._hopeful(table & ~BIT[card], supply - one) for cards, one in scarce for card in each_bit(cards)
        )


def loose_cards(live: int, table: int) -> int:
    """The loose cards that may still leave."""
    return live & ~table & ~KINGS
