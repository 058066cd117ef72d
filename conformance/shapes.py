"""Answers of an engine as plain, checked values, in process and over a pipe alike.

*Plain* data is what JSON can carry: text, whole numbers, true, false, null, lists and mappings. An engine in process
may answer with anything at all (its own live lists, an array, a generator), so its answers are copied to plain data
first; what is none is left as a `Foreign` value that names it. What is checked here is the shape alone, the same as
`spec/schema/protocol.schema.json` says in JSON Schema, and that there are as many places and piles as the rules deal.
Whether it is the right state is for the suite.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from pyramid_ref.cards import CARDS
from pyramid_ref.document import Document, Path, one_of, shown, suggestion
from pyramid_ref.errors import Fault, MalformedMove
from pyramid_ref.flags import FlagValue
from pyramid_ref.moves import parse_move

__all__ = [
    "Foreign",
    "State",
    "canonical",
    "check_keys",
    "check_moves",
    "check_plain",
    "check_state",
    "listed",
    "plain",
    "read_state",
]

DEEPEST: Final = 8
MOST: Final = 10_000
"""Entries in a list or a mapping; a state holds 52 cards."""

STATUS: Final = ("playing", "won", "lost")

_CARDS: Final = frozenset(CARDS)
_CARDS_AND_GAPS: Final = frozenset([*CARDS, None])
_CARD: Final = 'a card such as "7H"'


# ---------------------------------------------------------------------------------------------------------------------
# Plain data
# ---------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Foreign:
    """A value that is no plain data, reduced to what it is: `a generator`, `a list of 90000 entries`."""

    what: str


_SIMPLE: Final = frozenset({type(None), str, bool, int, float})


def plain(value: Any, depth: int = 0) -> Any:
    """A copy of a value as plain data that shares nothing with it.

    Tuples become lists, and members of text or number enumerations what they stand for.

    >>> plain({"pyramid": ("7H", None), "stock": {1}})
    {'pyramid': ['7H', None], 'stock': Foreign(what='a set')}
    """
    kind = type(value)
    if kind in _SIMPLE:
        return value
    # Nothing is asked of the value itself, only of the plain type below: its own methods may do anything.
    base: Any = next((base for base in (str, int, float, dict, list, tuple) if issubclass(kind, base)), None)
    if base is None:
        return Foreign(_called(kind))
    if base in (str, int, float):
        return _UNDRESS[base](value)
    length = base.__len__(value)
    if length > MOST or depth >= DEEPEST:
        return Foreign(f"{_called(kind)} " + (f"of {length} entries" if length > MOST else f"inside {depth} others"))
    if base is dict:
        return {_key(key): plain(inner, depth + 1) for key, inner in dict.items(value)}
    inside = [*base.__iter__(value)]
    if _SIMPLE.issuperset(map(type, inside)):
        return inside
    return [plain(inner, depth + 1) for inner in inside]


_UNDRESS: Final = {str: str.__str__, int: int.__int__, float: float.__float__}


def _key(key: object) -> str:
    return str.__str__(key) if issubclass(type(key), str) else f"({_called(type(key))})"


def _called(kind: type) -> str:
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    return f"{'an' if name[:1] in 'aeiou' else 'a'} {name}"


def check_plain(document: Document, path: Path = ()) -> Iterator[Fault]:
    """A fault for every value of a document that is no plain data."""
    value = document.at(path)
    if isinstance(value, Foreign):
        wanted = "plain data: text, a whole number, true, false, null, a list or a mapping"
        yield document.fault(path, found=value.what, expected=wanted)
    elif isinstance(value, (list, dict)):
        for step in value if isinstance(value, dict) else range(len(value)):
            yield from check_plain(document, (*path, step))


# ---------------------------------------------------------------------------------------------------------------------
# Shapes
# ---------------------------------------------------------------------------------------------------------------------

Pile = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class State:
    """What an engine tells of a game, checked and in one form. None stands for what it does not tell."""

    pyramid: tuple[str | None, ...]
    """The card at each place, None for a place that is empty."""
    waste: tuple[Pile, ...] | None
    """The waste piles, top last; None where the engine only shows their tops."""
    waste_tops: tuple[str | None, ...]
    """The top of each waste pile, None for a pile that is empty."""
    stock: int
    """How many cards the stock holds."""
    reserve: tuple[Pile, ...]
    """The reserve piles, top last."""
    status: str | None
    """`playing`, `won` or `lost`; None: no such signal."""
    stock_top: str | None = None
    removed: Pile | None = None
    """The cards that have left play, in any order."""
    score: int | None = None


def read_state(answer: Mapping[str, Any]) -> State:
    """The state in an answer that `check_state` finds no fault in."""
    tops_only = answer.get("waste_tops_only", False)
    waste = None if tops_only else tuple(map(tuple, answer["waste"]))
    removed = answer.get("removed")
    return State(
        pyramid=tuple(answer["pyramid"]),
        waste=waste,
        waste_tops=tuple(answer["waste"]) if waste is None else tuple(pile[-1] if pile else None for pile in waste),
        stock=answer["stock"],
        reserve=tuple(map(tuple, answer["reserve"])),
        status=answer["status"],
        stock_top=answer.get("stock_top"),
        removed=None if removed is None else tuple(removed),
        score=answer.get("score"),
    )


REQUIRED: Final = ("pyramid", "waste", "stock", "reserve", "status")
KNOWN: Final = (*REQUIRED, "waste_tops_only", "stock_top", "removed", "score")


def check_state(answer: Any, rules: Mapping[str, FlagValue]) -> list[Fault]:
    """Every fault in the shape of an answer to `state()` under these rules, a value for every flag."""
    document = Document.of(answer)
    if not isinstance(answer, dict):
        return [document.fault((), expected=f"a mapping with the keys {', '.join(REQUIRED)}")]
    rows, piles = int(rules["rows"]), int(rules["waste_piles"])
    tops_only = answer.get("waste_tops_only") is True
    waste = _cards(document, "waste", piles, gaps=True) if tops_only else _piles(document, "waste", piles)
    return [
        *check_keys(document, REQUIRED, KNOWN),
        *_cards(document, "pyramid", rows * (rows + 1) // 2, gaps=True),
        *waste,
        *_choice(document, "waste_tops_only", True, False),
        *_count(document, "stock", 52),
        *_piles(document, "reserve", int(rules["reserve_piles"])),
        *_choice(document, "status", *STATUS, None),
        *_choice(document, "stock_top", *CARDS, None, expected=f"{_CARD}, or null"),
        *_cards(document, "removed"),
        *_count(document, "score"),
    ]


def check_moves(answer: Any) -> list[Fault]:
    """Every fault in the shape of an answer to `legal_moves()`."""
    document = Document.of(answer)
    if not isinstance(answer, list):
        return [document.fault((), expected="a list of moves")]
    wanted = "a move: draw, draw@2, redeal, a card such as KD, or two such as 6H+7S"
    return [
        document.fault((index,), expected=wanted)
        for index, word in enumerate(answer)
        if not isinstance(word, str) or canonical(word) is None
    ]


@lru_cache(maxsize=4096)
def canonical(word: str) -> str | None:
    """The canonical word of a move, None for what is no move.

    >>> canonical("7S+6H"), canonical("drew")
    ('6H+7S', None)
    """
    try:
        return parse_move(word)
    except MalformedMove:
        return None


def check_keys(document: Document, required: Sequence[str], known: Sequence[str]) -> Iterator[Fault]:
    """A fault for each key that is missing from a mapping, and for each that nobody knows."""
    for key in required:
        if key not in document.data:
            yield document.fault((), found=f"no key {key}", expected=f"the keys {', '.join(required)}")
    for key in document.data:
        if key not in known:
            hint = suggestion(key, known)
            yield document.fault((key,), found=f"the key {shown(key)}", expected=one_of(known), hint=hint)


def _cards(document: Document, key: str, exactly: int | None = None, *, gaps: bool = False) -> Iterator[Fault]:
    value = document.data.get(key, _ABSENT)
    if value is _ABSENT or (exactly is None and value is None):
        return
    if not isinstance(value, list):
        yield document.fault((key,), expected="a list of cards")
        return
    if exactly is not None and len(value) != exactly:
        what = "the pyramid's places" if key == "pyramid" else "the waste piles"
        yield document.fault((key,), found=f"{len(value)} entries", expected=f"{exactly}, one for each of {what}")
    yield from _each_card(document, (key,), value, gaps=gaps)


def _each_card(document: Document, path: Path, value: list[Any], *, gaps: bool = False) -> Iterator[Fault]:
    try:
        if (_CARDS_AND_GAPS if gaps else _CARDS).issuperset(value):
            return
    except TypeError:  # a list or a mapping among them
        pass
    for index, card in enumerate(value):
        if not (isinstance(card, str) and card in _CARDS) and not (gaps and card is None):
            expected = f"{_CARD}, or null" if gaps else _CARD
            yield document.fault((*path, index), expected=expected, hint=_meant(card))


def _meant(card: object) -> str:
    """What to do about a card in another spelling."""
    if not isinstance(card, str) or len(card) > 3:
        return ""
    word = card.upper().replace("10", "T").translate(str.maketrans("♣♦♥♠", "CDHS"))
    return next((f'write "{guess}"' for guess in (word, word[::-1]) if guess in _CARDS), "")


def _piles(document: Document, key: str, exactly: int) -> Iterator[Fault]:
    value = document.data.get(key, _ABSENT)
    if value is _ABSENT:
        return
    if not isinstance(value, list):
        yield document.fault((key,), expected="a list of piles")
        return
    if len(value) != exactly:
        hint = "a pile that has run out stays in the list, as []" if len(value) < exactly else ""
        yield document.fault((key,), found=f"{len(value)} piles", expected=f"{exactly} under these rules", hint=hint)
    for index, pile in enumerate(value):
        if isinstance(pile, list):
            yield from _each_card(document, (key, index), pile)
        else:
            hint = 'say "waste_tops_only": true where only tops are told' if key == "waste" else ""
            yield document.fault((key, index), expected="a pile, a list of cards with the top last", hint=hint)


def _count(document: Document, key: str, most: int | None = None) -> Iterator[Fault]:
    value = document.data.get(key, _ABSENT)
    if value is _ABSENT or (most is None and value is None):
        return
    if type(value) is not int or value < 0 or (most is not None and value > most):
        hint = "give the number of cards, not the cards" if isinstance(value, list) else ""
        expected = "a whole number" + (f" from 0 to {most}" if most else "")
        yield document.fault((key,), expected=expected, hint=hint)


def _choice(document: Document, key: str, *values: object, expected: str = "") -> Iterator[Fault]:
    value = document.data.get(key, _ABSENT)
    if value is _ABSENT or any(value is known or (type(value) is str and value == known) for known in values):
        return
    words = [json.dumps(known) for known in values]
    hint = suggestion(value, [known for known in values if isinstance(known, str)])
    yield document.fault((key,), expected=expected or one_of(words), hint=hint or _meant(value))


_ABSENT: Final = object()


def listed(faults: Sequence[Fault], most: int = 6) -> str:
    """Faults as one phrase, the first few of them."""
    more = f"; and {len(faults) - most} more" if len(faults) > most else ""
    return "; ".join(map(str, faults[:most])) + more
