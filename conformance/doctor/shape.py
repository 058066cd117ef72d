"""The form of an answer to `state()`: usual ways to miss it, each with what to change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from conformance.doctor.report import Advice
from conformance.shapes import Foreign, check_state
from pyramid_ref.cards import CARDS, RANKS, SUITS
from pyramid_ref.document import shown
from pyramid_ref.errors import Fault
from pyramid_ref.flags import FlagValue
from pyramid_ref.position import places
from pyramid_ref.wording import counted

_GAPS: Final = ("", "--", "-", "..", ".", "  ", " ", "0", "None", "null", "xx", "XX", 0, False)
"""What stands for an empty place in some engines."""

_NAMES: Final = {
    **dict(zip(("ACE", "JACK", "QUEEN", "KING"), "AJQK", strict=True)),
    **dict(zip(("TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN"), RANKS[1:10], strict=True)),
    **{str(value): rank for value, rank in enumerate(RANKS, 1)},
    **{rank: rank for rank in RANKS},
}
_SUIT_NAMES: Final = {
    **{name: name[0] for name in ("CLUBS", "DIAMONDS", "HEARTS", "SPADES")},
    **dict(zip(("CLUB", "DIAMOND", "HEART", "SPADE"), SUITS, strict=True)),
    **dict(zip("♣♦♥♠", SUITS, strict=True)),
    **dict(zip("♧♢♡♤", SUITS, strict=True)),
    **{suit: suit for suit in SUITS},
}


def meant(word: object) -> str | None:
    """The card that somebody else's word for it means, or None.

    >>> meant("10h"), meant("♠Q"), meant("KING of Hearts"), meant("H13"), meant("1C"), meant("joker")
    ('TH', 'QS', 'KH', 'KH', 'AC', None)
    """
    if not isinstance(word, str) or len(word) > 24:
        return None
    parts = word.upper().replace("OF", " ").replace("_", " ").replace("-", " ").split()
    text = "".join(parts)
    for suit_word, suit in _SUIT_NAMES.items():
        for rank_word in (text.removesuffix(suit_word), text.removeprefix(suit_word)):
            if rank_word != text and rank_word in _NAMES:
                return _NAMES[rank_word] + suit
    return None


def shape_advice(
    answer: Any, rules: Mapping[str, FlagValue], unclaimed: Mapping[str, FlagValue] | None = None
) -> list[Advice]:
    """Everything that is wrong with the form of a state, the usual mistakes in words of their own.

    `unclaimed` are those of the rules that the engine does not say it plays.
    """
    if not isinstance(answer, dict):
        return [_advice("state", f"state() answers {_found(answer)}.", "Answer a mapping with pyramid, waste, ...")]
    usual = list(_of_other_rules(answer, rules, unclaimed or {}))
    covered = {part for parts, _ in usual for part in parts}
    usual += [(parts, advice) for parts, advice in _usual(answer, rules) if not covered & {*parts}]
    covered |= {part for parts, _ in usual for part in parts}
    faults = (fault for fault in check_state(answer, rules) if fault.path or not fault.found.startswith("no key"))
    rest = [fault for fault in faults if _part_of(fault.path) not in covered]
    others = [
        _advice(_part_of(fault.path) or "state", f"In the answer to state(), {_bare(fault)}.", _instead(fault.hint))
        for fault in rest[:6]
    ]
    return [advice for _, advice in usual] + others


_Found = Iterator[tuple[tuple[str, ...], Advice]]
"""Advice, and before it the parts of a state of which it says all there is to say."""


_LACKING: Final = {
    "pyramid": 'Write "pyramid": the card at each place from the apex, null where it has gone.',
    "waste": 'Write "waste": a list of piles, the top last; [[]] while one pile is empty.',
    "stock": 'Write "stock": how many cards are left to turn.',
    "reserve": 'Write "reserve": a list of piles, the top last; [] where the rules have none.',
    "status": 'Write "status": "playing", "won" or "lost", or null for no such signal.',
}
"""What to write for each key that a state has to have."""


_SIZES: Final = {"rows": "pyramid", "waste_piles": "waste", "reserve_piles": "reserve"}
"""Flags that say how many places or piles a part of a state has."""


def _of_other_rules(
    answer: Mapping[str, Any], rules: Mapping[str, FlagValue], unclaimed: Mapping[str, FlagValue]
) -> _Found:
    """A state that has its form from other rules than it was told, which are none that the engine claims."""
    for flag, part in _SIZES.items():
        size, value = int(rules[flag]), answer.get(part)
        expected = places(size) if part == "pyramid" else size
        if flag in unclaimed and isinstance(value, list) and len(value) != expected:
            what = f"Your {part} has {_places(part, len(value))}; under {flag} {size} it has {expected}."
            do = (
                f"Your about() does not claim {flag} {size}. Look at it under rules that it claims, without --preset, "
                "--rules or --flag; or claim the value once the engine plays it."
            )
            yield (part,), _advice(part, what, do)


def _places(part: str, count: int) -> str:
    return counted(count, "place" if part == "pyramid" else "pile")


def _usual(answer: Mapping[str, Any], rules: Mapping[str, FlagValue]) -> _Found:
    rows, piles = int(rules["rows"]), int(rules["waste_piles"])
    for key, do in _LACKING.items():
        if key not in answer:
            yield ((key,), _advice(key, f"Your state has no {key}.", do))
    if isinstance(answer.get("pyramid"), list):
        yield from _usual_pyramid(answer["pyramid"], rows)
    yield from _usual_piles(answer, piles, int(rules["reserve_piles"]))
    yield from _usual_cards(answer)
    status = answer.get("status")
    if isinstance(status, (bool, Foreign)) or status in _STATUS_WORDS:
        word = _STATUS_WORDS.get(status) if isinstance(status, str) else None
        do = f'Write "{word}".' if word else 'Write "playing", "won" or "lost", or null for no such signal.'
        yield ("status",), _advice("status", f"Your status is {_found(status)}.", do)


_ROWS: Final = {places(rows): rows for rows in range(1, 10)}
"""The rows that a number of places makes."""


def _usual_pyramid(pyramid: list[Any], rows: int) -> _Found:
    if pyramid and all(isinstance(row, list) for row in pyramid):
        do = "Tell the places in one list, row by row: [card for row in rows for card in row]."
        yield ("pyramid",), _advice("pyramid", "Your pyramid is a list of rows.", do)
        return
    gaps = sorted({_found(card) for card in pyramid if type(card) in (str, int, bool) and card in _GAPS})
    if gaps:
        what = f"Your pyramid says {gaps[0]} where a place is empty."
        yield ("pyramid",), _advice("pyramid", what, "Say null (None) for an empty place.")
    elif None not in pyramid and len(pyramid) in _ROWS and len(pyramid) != places(rows):
        dealt = _ROWS[len(pyramid)]
        what = f"Your pyramid has {len(pyramid)} places, which are {dealt} rows; these rules have {rows}."
        yield ("pyramid",), _advice("pyramid", what, f'Claim what the engine deals in about(): "rows": [{dealt}].')
    elif len(pyramid) != places(rows) and all(_is_word(card) for card in pyramid):
        what = f"Your pyramid has {len(pyramid)} places; under these rules it has {places(rows)} at all times."
        yield ("pyramid",), _advice("pyramid", what, "Keep the place of a card that has gone, as null (None).")


def _usual_piles(answer: Mapping[str, Any], piles: int, reserve: int) -> _Found:
    waste = answer.get("waste")
    if isinstance(waste, list) and not answer.get("waste_tops_only"):
        if waste and all(_is_word(card) for card in waste):
            what = "Your waste is a list of cards; it is a list of piles, even where there is one."
            yield ("waste",), _advice("waste", what, 'Put it in brackets: "waste": [cards], the top last.')
        elif not waste:
            what = "Your waste is [] while it is empty."
            yield ("waste",), _advice("waste", what, f'Keep its piles: "waste": {[[]] * piles}.')
    if isinstance(answer.get("stock"), list):
        do = 'Write "stock": len(stock); nobody needs to see its cards.'
        yield ("stock",), _advice("stock", "Your stock is told as cards; it is a number.", do)
    if "reserve" in answer and answer["reserve"] is None:
        yield ("reserve",), _advice("reserve", "Your reserve is null.", 'Write "reserve": [] where there is none.')
    yield from _too_few(answer, "waste", piles)
    yield from _too_few(answer, "reserve", reserve)


def _too_few(answer: Mapping[str, Any], part: str, piles: int) -> _Found:
    """Piles that are missing, though the engine claims them."""
    told = answer.get(part)
    if isinstance(told, list) and len(told) < piles and (told or part == "reserve"):
        what = f"Your {part} has {_places(part, len(told))}; under these rules it has {piles} at all times."
        do = f'Tell each of them, "{part}": {[[]] * piles} where all have run out.'
        yield (part,), _advice(part, what, do)


_OF_CARDS: Final = ("pyramid", "waste", "reserve", "removed", "stock_top")


def _usual_cards(answer: Mapping[str, Any]) -> _Found:
    do = "Translate both ways in the adapter: rank A23456789TJQK, then suit CDHS, in capitals, as in 7H or TC."
    inside = [leaf for part in _OF_CARDS for leaf in _leaves(answer.get(part))]
    if spelt := sorted({leaf for leaf in inside if isinstance(leaf, str) and leaf not in CARDS and meant(leaf)}):
        example = ", ".join(f"{shown(word)} for {meant(word)}" for word in spelt[:3])
        yield _OF_CARDS, Advice("card names", f"Your cards are spelt otherwise: {example}.", do)
    elif foreign := next((leaf for leaf in inside if isinstance(leaf, Foreign)), None):
        yield _OF_CARDS, Advice("card names", f"Your cards are objects ({foreign.what}), not words.", do)


_STATUS_WORDS: Final = {
    **dict.fromkeys(("win", "WIN", "WON", "Won", "victory", "VICTORY", "solved", "finished"), "won"),
    **dict.fromkeys(("loss", "lose", "LOSE", "LOST", "Lost", "game over", "gameover", "stuck", "GAME_OVER"), "lost"),
    **dict.fromkeys(("play", "PLAYING", "Playing", "running", "in progress", "in_progress", "ongoing"), "playing"),
}


def _instead(hint: str) -> str:
    return f"{hint[:1].upper()}{hint[1:]}." if hint else "spec/schema/protocol.schema.json has the form of a state."


def _bare(fault: Fault) -> Fault:
    """A fault without the hint, which is what to do."""
    return replace(fault, hint="")


def _advice(part: str, what: str, do: str) -> Advice:
    return Advice(f"form of {part}", what, do)


def _is_word(card: object) -> bool:
    return card is None or isinstance(card, str)


def _leaves(value: Any) -> Iterator[Any]:
    """Everything inside lists, however deep they are."""
    if isinstance(value, list):
        for inner in value:
            yield from _leaves(inner)
    else:
        yield value


def _part_of(path: str) -> str:
    """The key of a state that a path leads into.

    >>> _part_of("waste[0][3]"), _part_of("status"), _part_of("")
    ('waste', 'status', '')
    """
    return path.partition("[")[0].partition(".")[0]


def _found(value: object) -> str:
    return value.what if isinstance(value, Foreign) else shown(value)
