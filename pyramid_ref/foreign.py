"""What others write: decks as people paste them, and moves as solvers print them.

A card is its rank and suit in either order: `7D`, `10h`, `h10`, `7♦`, `seven of diamonds`, `🃇`. What stands between
cards does not matter, nor does how they are split into lines. Nothing is guessed: what is no card is told where it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final
from urllib.parse import unquote_plus

from pyramid_ref.cards import CARDS, RANKS, is_king
from pyramid_ref.deals import Deck
from pyramid_ref.document import suggestion
from pyramid_ref.errors import BadRulesFile, Fault
from pyramid_ref.moves import DRAW, REDEAL, draw_to, removal
from pyramid_ref.wording import counted

__all__ = ["read_deck", "read_moves"]

_RANK_NAMES: Final = (
    "ace",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
)
_RANKS: Final = {
    **dict(zip(_RANK_NAMES, RANKS, strict=True)),
    **{str(value): rank for value, rank in enumerate(RANKS, 1)},
    **{rank.lower(): rank for rank in RANKS if rank.isalpha()},
    "deuce": "2",
}
_SUITS: Final = {
    **{word: word[0].upper() for word in ("clubs", "diamonds", "hearts", "spades")},
    **{word: word[0].upper() for word in ("club", "diamond", "heart", "spade", "c", "d", "h", "s")},
    **dict(zip("♣♧♦♢♥♡♠♤", "CCDDHHSS", strict=True)),
}
_GLYPHS: Final = {
    chr(first + value + (value > 11)): rank + suit
    for suit, first in (("S", 0x1F0A0), ("H", 0x1F0B0), ("D", 0x1F0C0), ("C", 0x1F0D0))
    for value, rank in enumerate(RANKS, 1)
}
"""The playing cards of Unicode, which have a knight between jack and queen."""


def _longest_first(words: dict[str, str]) -> str:
    """A pattern of these words, in either case, but without the other letters that count as an i, a k or an s."""
    return f"(?a:{'|'.join(sorted(map(re.escape, words), key=len, reverse=True))})"


_RANK, _SUIT = _longest_first(_RANKS), _longest_first(_SUITS)
_GAP: Final = r"(?:[-_ ]?of[-_ ]?|[-_]|[ ]?)"
_CARD: Final = re.compile(
    rf"(?P<rank>{_RANK})(?:{_GAP}(?P<suit>{_SUIT})(?!\w)|(?P<glued>{_SUIT}))"
    rf"|(?P<suit_first>{_SUIT})(?:[-_ ]?(?P<rank_last>{_RANK})(?!\w)|(?P<glued_last>{_RANK}))"
    rf"|(?P<glyph>[{''.join(_GLYPHS)}])",
    re.IGNORECASE,
)


_WITHIN_A_WORD: Final = re.compile(r"(?<=[^\W_])[^\W_]")


def _cards_at(text: str, at: int) -> list[re.Match[str]]:
    """The card here, and those that are glued to it; none where the word has something else in it, such as `Three`."""
    run: list[re.Match[str]] = []
    while not run or _WITHIN_A_WORD.match(text, at):
        found = _CARD.match(text, at)
        if not found:
            return []
        run.append(found)
        at = found.end()
    return run


def _card(found: re.Match[str]) -> str:
    if glyph := found["glyph"]:
        return _GLYPHS[glyph]
    rank = found["rank"] or found["rank_last"] or found["glued_last"]
    suit = found["suit_first"] or found["suit"] or found["glued"]
    return _RANKS[rank.lower()] + _SUITS[suit.lower()]


@dataclass(frozen=True, slots=True)
class _Token:
    """A piece of text: a card, a word of a move, a joint between two cards, or something unknown."""

    kind: str
    text: str
    line: int
    column: int


def _tokens(text: str, label: re.Pattern[str], words: re.Pattern[str]) -> Iterator[_Token]:
    """The text as cards, line ends, the words that a pattern names as a group, and what is neither.

    What begins a line as a label, a column of line numbers, and what the pattern matches without a group, mean nothing.
    """
    lines = re.split(r"\r\n|\n|\r", text)
    numbered = _are_numbered([line.translate(_PLAIN) for line in lines])
    for number, line in enumerate(lines, 1):
        plain = line.translate(_PLAIN)
        count = _COUNT.match(plain) if numbered else None
        at = count.end() if count else 0
        place = label.match(plain, at)
        at = place.end() if place else at
        while at < len(plain):
            if found := words.match(plain, at):
                if kind := found.lastgroup:
                    yield _Token(kind, found[0], number, at + 1)
            elif run := _cards_at(plain, at):
                found = run[-1]
                yield from (_Token("card", _card(card), number, card.start() + 1) for card in run)
            else:
                found = _STRANGE.match(plain, at)
                assert found
                yield _Token("strange", line[at : found.end()], number, at + 1)
            at = found.end()
        yield _Token("end", "", number, len(plain) + 1)


_COUNT: Final = re.compile(r"\s*([0-9]{1,6})(?=[\s,;|]|$)")
"""A bare number at the beginning of a line."""


def _are_numbered(lines: list[str]) -> bool:
    """Whether lines begin with numbers that count up one by one and are no ranks of cards, as `cat -n` writes them."""
    written = [line for line in lines if line.strip()]
    found = [count for line in written if (count := _COUNT.match(line)) and not _cards_at(line, count.start(1))]
    numbers = [int(count[1]) for count in found]
    return 1 < len(written) == len(numbers) and all(after - before == 1 for before, after in pairwise(numbers))


_PLAIN: Final[dict[int, int | str]] = {
    **{0xFEE0 + plain: plain for plain in range(0x21, 0x7F)},
    **dict.fromkeys(map(ord, "\ufe0e\ufe0f\u200b\u2060\ufeff\x1c\x1d\x1e\x1f\x85"), " "),
}
"""Full-width letters, figures and signs as the plain ones, and what does not show as a blank: one for one, so that
columns stay.
"""
_STRANGE: Final = re.compile(r"\w+|.", re.IGNORECASE)
_BETWEEN: Final = (
    r"[\s,;|/\\.:+&*_'\"`)\[\]{}<>=~¦·•‣●、。・「」『』【】\u2018-\u201f\u2039\u203a«»→⇒\u2010-\u2015\u2212-]+"
)


# -- decks ------------------------------------------------------------------------------------------------------------

_DECK_LABEL: Final = re.compile(r"\s*(?:(?a:[a-z][a-z ]*)[ ]?\d*\s*:|\d+\s*[.):](?!\d)|row\s*\d+\s)", re.IGNORECASE)
"""What numbers or names a line: `3.`, `row 2:`, `Stock:`."""
_DECK_WORDS: Final = re.compile(
    rf"{_BETWEEN}|[(]|#.*|(?a:pyramid|tableau|stock|talon|deck|deal|cards?|row|and|the)(?!\w)", re.IGNORECASE
)


def read_deck(text: str, *, name: str = "deck") -> Deck:
    """The 52 cards in a text, in deal order. `name` names the text in faults.

    Raises `BadRulesFile` with everything that is wrong at once: each piece that is no card and each card that comes a
    second time, where it stands, and all the cards that are missing.

    >>> import random
    >>> cards = [f"{rank}{suit}" for suit in "♣♦♥♠" for rank in "A 2 3 4 5 6 7 8 9 10 J Q K".split()]
    >>> read_deck(", ".join(cards)) == CARDS
    True
    """
    if link := re.search(r"[#?&]deck=([^&\s]+)", text):
        text = unquote_plus(link[1])
    faults: list[Fault] = []
    seen: dict[str, _Token] = {}
    for token in _tokens(text, _DECK_LABEL, _DECK_WORDS):
        if token.kind == "strange":
            hint = _meant(token.text)
            faults.append(Fault(name, token.line, token.column, "", repr(token.text), "a card, such as 7H", hint))
        elif token.kind == "card" and token.text in seen:
            first = seen[token.text]
            hint = f"the first one is in line {first.line}, column {first.column}"
            found = f"{token.text} for the second time"
            faults.append(Fault(name, token.line, token.column, "", found, "each card once", hint))
        elif token.kind == "card":
            seen[token.text] = token
    if missing := [card for card in CARDS if card not in seen]:
        found = counted(len(seen), "different card")
        faults.append(Fault(name, 0, 0, "", found, "all 52 in deal order", f"missing: {', '.join(missing)}"))
    if faults:
        raise BadRulesFile(faults)
    return tuple(seen)


def _meant(text: str) -> str:
    if re.fullmatch(r"(?a:(black|red)?jokers?)", text, re.IGNORECASE):
        return "the game is played without jokers"
    if re.fullmatch(rf"({_RANK})|({_SUIT})", text, re.IGNORECASE):
        return "a card is a rank and a suit"
    return ""


# -- moves ------------------------------------------------------------------------------------------------------------

_MOVE_LABEL: Final = re.compile(r"\s*(?:(?:move|step|turn|no)?[ .#]*\d+\s*[.):](?!\d))", re.IGNORECASE)
"""What numbers a line: `3.`, `Move 12:`."""
_PLACE: Final = (
    r"\((?:[\s\d,;:.-]|(?:waste|stock|talon|reserve|pyramid|tableau|row|col(?:umn)?|pile|pos(?:ition)?|slot|top|left|right"
    r"|from|the|in|of|on|at|and)(?!\w))*\)"
)
"""Where a card lies, in parentheses: `(6,3)`, `(from the waste)`."""
_TUPLE: Final = r"[\s'\"]*,\s*['\"]?(?=[^()'\",]+['\"]?\s*\))"
"""What stands between the last two pieces of a tuple: `('KC', '4D')`."""
_MOVE_WORDS: Final = re.compile(
    rf"#.*|{_PLACE}"
    r"|(?P<redeal>redeal|recycle|re-?stock|restart stock|reset(?: (?:the )?(?:stock|waste|deck))?"
    r"|(?:turn|flip) over (?:the )?waste)(?:[ ](?:the )?(?:waste|stock|pile|cards?))*(?!\w)"
    r"|(?P<turn>(?:draw|turn|deal|flip|hit|next)"
    r"(?:[ ](?:a|one|next|new|the|two|three|\d(?= cards)))*(?:[ ](?:card|cards|stock))?(?:[ ](?:from )?(?:the )?stock)?"
    r"(?:@\d+|[ ](?:on)?to (?:waste )?(?:pile )?\d+)?)(?!\w)"
    rf"|(?P<joint>\s*[+&/\u2010-\u2015\u2212-]\s*|[ ]*\b(?:and|with)\b[ ]*|{_TUPLE})"
    r"|(?:remove|match|pair|play|take|discard|select|pick|move|solution|kings?(?![-_ ]*(?:of|[cdhs♣♧♦♢♥♡♠♤]))|cards?"
    r"|pyramid|waste|stock|reserve|from|the|then|of|in|row|on)(?!\w)"
    rf"|a[ ](?={_RANK}|card|king|pair)"
    rf"|{_BETWEEN}|[(]",
    re.IGNORECASE,
)


def read_moves(text: str, *, name: str = "moves") -> tuple[str, ...]:
    r"""The moves that a text lists, as canonical words; whether they are legal is for a replay to say.

    A turn is `draw` or what solvers call it, with `@2` or `to pile 2` where a pile is named; a redeal also `recycle`. A
    king leaves alone; any other card leaves with the next one on its line. Cards joined by `+`, `-`, `&`, `/`, `and` or
    `with` are a pair whatever they are, and so are two in parentheses. What else stands in parentheses is read like the
    rest, unless it says where a card lies: `(6,3)`, `(waste)`. Raises `BadRulesFile` with every piece that is none of
    that, where it stands.

    >>> read_moves("1. Draw\n2. Remove 10♥ and 3♣\n3. kd, 7s 6h\nRecycle")
    ('draw', '3C+TH', 'KD', '6H+7S', 'redeal')
    """
    faults: list[Fault] = []
    moves: list[str] = []
    held: _Token | None = None
    joined = False

    def let_go() -> None:
        nonlocal held, joined
        if held:
            moves.append(held.text)
        held, joined = None, False

    for token in _tokens(text, _MOVE_LABEL, _MOVE_WORDS):
        match token.kind:
            case "card" if held and (joined or not (is_king(held.text) or is_king(token.text))):
                moves.append(removal(held.text, token.text))
                held, joined = None, False
            case "card":
                let_go()
                held = token
            case "joint":
                joined = held is not None
            case "turn" | "redeal" | "end":
                let_go()
                if token.kind != "end":
                    moves.append(REDEAL if token.kind == "redeal" else _turn(token.text))
            case "strange":
                hint = suggestion(token.text, ("draw", "recycle", "redeal", "remove")) or _meant(token.text)
                expected = "a card such as 7H, draw or redeal"
                faults.append(Fault(name, token.line, token.column, "", repr(token.text), expected, hint))
    if faults:
        raise BadRulesFile(faults)
    return tuple(moves)


def _turn(text: str) -> str:
    pile = re.search(r"\d+$", text)
    return draw_to(int(pile[0])) if pile else DRAW
