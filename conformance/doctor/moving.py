"""Whether a move takes the cards that it names, in either order, and says so."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.doctor.decks import Deck, Layout, deck_where, inviting, played, takes, turn_word
from conformance.doctor.patient import Patient, Reaction, cards_in
from conformance.doctor.report import Advice
from pyramid_ref.cards import VALUE
from pyramid_ref.game import new_game
from pyramid_ref.moves import TAKES
from pyramid_ref.position import places

_MOST_WORDS = 8


def moves(patient: Patient) -> Iterator[Advice | str]:
    """A move takes the cards that it names and no others."""
    refused = []
    deck = inviting(patient.rules)
    for opening, word in _legal(patient, deck):
        patient.go(deck, opening)
        reaction = patient.react(word)
        if found := list(_taken(reaction)):
            yield from found
            return
        if not reaction.changed:
            refused.append(reaction)
    if refused:
        yield from _why_refused(patient, refused)
        return
    yield from _covers(patient)


def order(patient: Patient) -> Iterator[Advice | str]:
    """The same pair in either order is the same move."""
    deck = inviting(patient.rules)
    for opening, word in _legal(patient, deck):
        if "+" not in word:
            continue
        swapped = "+".join(reversed(word.split("+")))
        results = []
        for each in (word, swapped):
            patient.go(deck, opening)
            results.append(patient.react(each))
        done, other = sorted(results, key=lambda reaction: not reaction.changed)
        if done.changed and not other.changed:
            do = "Try the two cards in the other order too before you call the pair refused."
            saw = f"{done.word} was done and {other.word} was {_came(other)}"
            yield Advice("order of a pair", "The order in which a pair is named matters to your engine.", do, saw)
            return


def _legal(patient: Patient, deck: Deck) -> Iterator[tuple[tuple[str, ...], str]]:
    """Words that are legal on a deck, with what is to be played before: at the deal, then with a turn before it."""
    words: list[tuple[tuple[str, ...], str]] = []
    position = new_game(deck, patient.rules)
    words += [((), word) for word in takes(position, patient.rules)[:_MOST_WORDS]]
    turn = turn_word(patient.rules)
    if position.stock and (later := played(deck, [turn], patient.rules)):
        fresh = [word for word in takes(later, patient.rules) if word not in takes(position, patient.rules)]
        words += [((turn,), word) for word in fresh[:2]]
        words.append(((), turn))
    yield from words


def _taken(reaction: Reaction) -> Iterator[Advice]:
    """What is wrong with a reaction to a legal word, where something was done or failed."""
    word = reaction.word
    named = set(TAKES.get(word, ())).intersection(cards_in(reaction.before))  # the stock's top cannot be seen
    if reaction.kind == "raised" and reaction.finding is not None:
        yield Advice(
            "play fails",
            f"play fails on a legal move: {reaction.finding.came}.",
            "Follow the file and line; where the engine has no way to try such a move, raise Unsupported.",
            f"{word} at a deal where it is legal",
        )
    elif reaction.kind == "done" and not reaction.changed:
        yield Advice(
            "done without doing",
            "play answers True to a move that changes nothing.",
            "Answer what the engine answers; and see that the move reaches the game that state() tells.",
            f"{word} was done, and state() told the same as before",
        )
    elif reaction.changed and not named.issubset(reaction.vanished):
        gone = ", ".join(reaction.vanished) or "no card"
        yield Advice(
            "other cards",
            f"play takes other cards than those that a move names: {word} made {gone} vanish.",
            "Look at how play finds the place of a card: state() and play have to count places the same way.",
        )


def _why_refused(patient: Patient, refused: list[Reaction]) -> Iterator[Advice | str]:
    """Whether play counts places from elsewhere than state(), seen from a legal move that was refused."""
    word = refused[0].word
    if patient.rules.rows > 1:
        patient.start(deck_where({0: "KD"}))
        if patient.react("KD").changed:
            do = "Turn one of the two round; place 0 is the apex, which all others cover."
            saw = f"{word} lies free and was refused; the apex KD, with the whole pyramid on it, was done"
            yield Advice("upside down", "play and state() count the rows from different ends.", do, saw)
            return
    if all(reaction.kind == "unsupported" for reaction in refused):
        words = ", ".join(reaction.word for reaction in refused)
        yield f"play says Unsupported to {words}, which are legal: nothing that needs them is tested"
        return
    yield f"{word} is legal here and was {_came(refused[0])}: for the suite to judge"


def _covers(patient: Patient) -> Iterator[Advice | str]:
    """Whether the card that comes free is the one that state() shows over the gap."""
    rules = patient.rules
    if rules.rows < 3:
        return
    left, right = places(rules.rows - 2), places(rules.rows - 1) - 1
    bottom = Layout.of(rules).bottom
    deck = deck_where({bottom[0]: "5C", bottom[1]: "8D", left: "KC", right: "KD"})
    patient.go(deck, ["5C+8D"])
    if patient.react("KC").changed:
        return
    patient.go(deck, ["5C+8D"])
    if patient.react("KD").changed:
        do = "Count columns from the same side in play and in state()."
        saw = "with both cards on KC gone it was refused, and KD at the other end of its row was done"
        yield Advice("columns swapped", "play and state() count the columns from different sides.", do, saw)
    else:
        yield "with both cards on it gone, KC was refused: for the suite to judge"


def wrong_total(cards: list[str]) -> str | None:
    """A word for two of these cards that is no pair, None where there are none; no king among them.

    >>> wrong_total(["5C", "KD", "8D", "9H"])
    '5C+9H'
    """
    low = [card for card in cards if VALUE[card] != 13]
    return next((f"{a}+{b}" for a in low for b in low if a < b and VALUE[a] + VALUE[b] != 13), None)


def _came(reaction: Reaction) -> str:
    if reaction.finding is not None:
        return f"answered otherwise: {reaction.finding.came}" if reaction.kind == "raised" else f"not: {reaction.said}"
    return "told to be unsupported" if reaction.kind == "unsupported" else reaction.kind
