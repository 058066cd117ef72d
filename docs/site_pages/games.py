"""Games and deals in a page: a record replayed with a board after each removal, a deal as it is laid out."""

from __future__ import annotations

from itertools import groupby

from conformance.boards_svg import board_of, board_svg
from conformance.elements import Element, add, as_html, element
from conformance.sitelinks import play_page
from pyramid_ref.deals import deal as deal_number
from pyramid_ref.game import new_game
from pyramid_ref.moves import DRAW, cards_of
from pyramid_ref.position import Position
from pyramid_ref.records import read_record, replay
from pyramid_ref.ruleset import Ruleset
from site_pages.links import href
from site_pages.places import PAGES

PICTURED = 32


def deal(_: str, number: str, caption: str) -> str:
    """A deal under the default rules, as it lies on the table."""
    rules = Ruleset.of()
    board = board_svg(board_of(new_game(deal_number(int(number)), rules), rules), title=f"Deal {number} at the start")
    return as_html(element("figure", board, element("figcaption", caption), class_="example"))


def picture(_: str) -> str:
    """The deal of the front page."""
    rules = Ruleset.of()
    board = board_of(new_game(deal_number(PICTURED), rules), rules)
    return as_html(element("figure", board_svg(board, title=f"Deal {PICTURED} at the start"), class_="picture"))


def game(page: str, file: str) -> str:
    """A record of docs/pages, played again, turns in a row as one step. Raises RecordFault where it does not hold."""
    record = read_record(PAGES / file)
    played = replay(record)
    positions, steps, at = played.positions, element("ol", class_="film"), 0
    for turned, group in groupby(record.moves, key=lambda move: move == DRAW):
        moves = list(group)
        for run in [moves] if turned else [[move] for move in moves]:
            at += len(run)
            following = record.moves[at] if at < len(record.moves) else DRAW
            words = "Turn" if turned and len(run) == 1 else f"Turn {len(run)} cards" if turned else f"Remove {run[0]}"
            add(steps, _frame(words, positions[at], following, record.rules))
    start = _frame("The deal", positions[0], record.moves[0], record.rules)
    steps.insert(0, start)
    target = href(play_page(record.cards, record.moves, record.rules), page)
    link = element(
        "p", element("a", "Open this game on the play page", href=target), ", and take it back move by move."
    )
    end = positions[-1]
    waste, stock = sum(map(len, end.waste)), len(end.stock)
    left = f"The game is {played.status}, with {waste} cards on the waste and {stock} in the stock."
    return as_html(element("div", link, steps, element("p", left)))


def _frame(words: str, position: Position, following: str, rules: Ruleset) -> Element:
    board = board_svg(board_of(position, rules), cards_of(following), title=f"{words}: the board after it")
    return element("li", element("figure", element("figcaption", words), board))
