"""Whether the cards lie where they were handed over, and come off the stock in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from conformance.doctor.decks import Layout, turn_word
from conformance.doctor.layout import Reading, looks_so, pyramids, whole
from conformance.doctor.patient import NotLooked, Patient
from conformance.doctor.report import Advice
from conformance.shapes import State
from pyramid_ref.deals import deal as deal_of
from pyramid_ref.game import after, legal_moves, new_game
from pyramid_ref.moves import REDEAL
from pyramid_ref.position import places

DECK = deal_of(1)
_MOST_TURNS = 52


def deal(patient: Patient) -> Iterator[Advice | str]:
    """The pyramid lies as the deck says, row by row from the apex."""
    seen = _turned(patient)
    patient.memory["seen"] = seen
    if not any(seen[0].pyramid):
        yield Advice(
            "no pyramid", "Your pyramid is empty after the deal.", "Tell the cards in state(), covered ones too."
        )
        return
    if None in seen[0].pyramid:
        yield Advice(
            "covered hidden",
            "Your pyramid tells covered cards as null, as if their places were empty.",
            "Name every card that lies there; face down is a matter of the screen.",
            f"told at the deal: {_rows(seen[0], patient)}",
        )
    readings = list(pyramids(DECK, seen[0], patient.rules))
    if not readings:
        yield from _unexplained(patient, seen[0])
        return
    fitting = [found for reading in readings if (found := whole(DECK, _word(patient), seen, patient.rules, reading))]
    reading = min(fitting, key=Reading.mistakes, default=readings[0])
    patient.memory["reading"] = reading
    was = f"the deck begins {' '.join(DECK[:6])}; told {_rows(seen[0], patient)}"
    yield from (replace(advice, saw=was) for advice in reading.of_pyramid)


def turns(patient: Patient) -> Iterator[Advice | str]:
    """Cards come off the stock in deck order, and the waste's top is told last."""
    reading, seen = patient.memory.get("reading"), patient.memory.get("seen")
    if reading is None or seen is None:
        raise NotLooked("first put the deal right")
    if not Layout.of(patient.rules).stock and not patient.rules.reserve_piles:
        yield "these rules leave no stock"
        return
    found = whole(DECK, _word(patient), seen, patient.rules, reading)
    if found is not None:
        if found.base and not found.of_piles:
            raise NotLooked("first put deal right: the deck as a whole is dealt otherwise")
        yield from (replace(advice, saw=_last(seen)) for advice in found.of_piles)
        yield from _redealt(patient, len(seen) - 1)
    else:
        yield from _other_piles(patient, reading, seen)


def _word(patient: Patient) -> str:
    return turn_word(patient.rules)


def _turned(patient: Patient) -> list[State]:
    """The state at the deal and after each turn, until the stock is gone or a turn is not done."""
    word, position = _word(patient), new_game(DECK, patient.rules)
    seen = [patient.start(DECK)]
    while position.stock and word in legal_moves(position, patient.rules) and len(seen) < _MOST_TURNS:
        reaction = patient.react(word)
        if not reaction.changed:
            break
        position = after(position, word, patient.rules)
        seen.append(reaction.after)
    return seen


def _unexplained(patient: Patient, first: State) -> Iterator[Advice]:
    """Why the pyramid is none that the deck could give."""
    saw = f"the deck begins {' '.join(DECK[:6])}; told {_rows(first, patient)}"
    if patient.start(DECK).pyramid != first.pyramid:
        what = "Your engine shuffles: the same deck is dealt otherwise each time."
        do = "Put the cards in the order of the deck after the engine has shuffled, or switch its shuffle off."
        yield Advice("shuffles", what, do, saw)
    elif patient.start(deal_of(2)).pyramid == first.pyramid:
        what = "Your engine deals a deck of its own, whatever deck it is handed."
        yield Advice("own deck", what, "Use the deck that new_game() is handed.", saw)
    elif changed := _renamed(first):
        what = f"Your cards are mixed up: {changed}."
        yield Advice("cards mixed up", what, "Look at the table that translates card names, both ways.", saw)
    else:
        what = "Your pyramid shows other cards than the deck puts there, and no usual mistake explains it."
        yield Advice("deal", what, "Compare the two lines below; place 0 is the apex, rows read from the left.", saw)


def _renamed(first: State) -> str:
    """How suits or ranks are told as others, where that alone explains the pyramid; empty where it does not."""
    told = list(zip(DECK, first.pyramid, strict=False))
    for part, name in ((1, "suit"), (0, "rank")):
        other = 1 - part
        pairs = {(dealt[part], got[part]) for dealt, got in told if got}
        if all(got and dealt[other] == got[other] for dealt, got in told) and len({d for d, _ in pairs}) == len(pairs):
            return ", ".join(f"{name} {dealt} is told as {got}" for dealt, got in sorted(pairs) if dealt != got)
    return ""


def _other_piles(patient: Patient, reading: Reading, seen: list[State]) -> Iterator[Advice | str]:
    """What differs where no mistake of telling explains stock and waste."""
    position = new_game(reading.dealing(DECK, patient.rules), patient.rules)
    for number, state in enumerate(seen):
        if number:
            position = after(position, _word(patient), patient.rules)
        when = f"after {number} turns" if number > 1 else "after a turn" if number else "at the deal"
        if state.stock != len(position.stock):
            yield (
                f"{when} the stock is told to hold {state.stock}, by the rules {len(position.stock)}: "
                "identify says which rules it plays"
            )
            return
        tops = tuple(pile[-1] if pile else None for pile in position.waste)
        saw = f"{when} the waste is told as {_piles(state)}, by the deck it is {_shown(position.waste)}"
        if state.waste_tops != tops and number < 2:
            do = "See which cards the engine turns, and in which order state() tells the waste."
            yield Advice("turned cards", "Other cards come off your stock than the deck has there.", do, saw)
            return
        if state.waste_tops != tops or state.waste not in (None, position.waste):
            yield f"{saw}: identify says which rules it plays, the suite judges the rest"
            return
    told, by_deck = seen[0].reserve, position.reserve
    do = "One card goes to each pile in turn, round after round, and the card dealt last is the top, told last."
    saw = f"told {_shown(told)}, by the deck it is {_shown(by_deck)}"
    yield Advice("reserve", "Your reserve is told otherwise than it was dealt.", do, saw)


def _redealt(patient: Patient, turns: int) -> Iterator[Advice | str]:
    """Whether a redeal turns a card as well, where the rules have redeals and it has claimed that it does not."""
    rules = patient.rules
    if rules.passes == 1 or rules.auto_turn or not turns:
        return
    before = new_game(DECK, rules)
    for _ in range(turns):
        before = after(before, _word(patient), rules)
    if before.stock:
        return
    turned = after(after(before, REDEAL, rules), _word(patient), rules)
    reaction = patient.react(REDEAL)
    if reaction.kind == "done" and patient.about.redeal == "separate" and looks_so(reaction.after, turned):
        what = "Your redeal turns the next card as well."
        do = 'Say so in about(): "redeal": "fused".'
        yield Advice("fused redeal", what, do, f"after redeal the waste shows {_piles(reaction.after)}")
    elif reaction.kind == "done" and patient.about.redeal == "fused" and not any(reaction.after.waste_tops):
        what = 'Your about() says "redeal": "fused", and a redeal turns no card.'
        yield Advice("separate redeal", what, 'Leave the key out, or write "redeal": "separate".')


def _rows(state: State, patient: Patient) -> str:
    """The first rows of the pyramid as they are told."""
    rows = range(min(3, patient.rules.rows))
    lines = (state.pyramid[places(row) : places(row + 1)] for row in rows)
    return " / ".join(" ".join(card or "--" for card in line) for line in lines)


def _last(seen: list[State]) -> str:
    count = min(3, len(seen) - 1)
    state = seen[count]
    waste = f"after {count} turns the waste is told as {_piles(state)}" if count else ""
    reserve = f"the reserve is told as {_shown(state.reserve)}" if any(state.reserve) else ""
    return "; ".join(filter(None, (waste, reserve)))


def _piles(state: State) -> str:
    return " ".join(top or "--" for top in state.waste_tops) if state.waste is None else _shown(state.waste)


def _shown(piles: tuple[tuple[str, ...], ...]) -> str:
    return " | ".join(" ".join(pile) or "empty" for pile in piles) or "nothing"
