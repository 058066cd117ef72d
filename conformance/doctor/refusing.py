"""How an adapter refuses, and what a refused try leaves behind."""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from itertools import product

from conformance import blame
from conformance.doctor.decks import Deck, Layout, deck_where, inviting, played, takes, turn_word
from conformance.doctor.moving import wrong_total
from conformance.doctor.patient import NotLooked, Patient, Reaction
from conformance.doctor.report import Advice
from conformance.playouts import KINDS, tries
from conformance.shapes import canonical
from pyramid_ref.game import legal_moves, new_game
from pyramid_ref.position import Position
from pyramid_ref.ruleset import Ruleset

# -- what play answers ------------------------------------------------------------------------------------------------


def answers(patient: Patient) -> Iterator[Advice | str]:
    """What play() answers: True to what it does, False to what it refuses, and nothing else."""
    refusing = [reaction for reaction in _illegal(patient) if not (reaction.kind == "done" and reaction.changed)]
    doing = [reaction for reaction in _legal(patient) if reaction.changed]
    yield from _values(refusing, doing)
    yield from _exceptions([reaction for reaction in refusing if reaction.kind == "raised"])
    yield from _idle([reaction for reaction in refusing if reaction.kind == "done"])
    unsupported = [reaction for reaction in refusing if reaction.kind == "unsupported"]
    if unsupported:
        yield f"Unsupported, so not tested: {_words(unsupported)}"


def _idle(idle: list[Reaction]) -> Iterator[Advice | str]:
    """Words that changed nothing and were told to be done."""
    saw = f"{_words(idle)} changed nothing and was told to be done"
    moves = {reaction.word for reaction in idle if canonical(reaction.word)}
    if len(moves) > 1:
        what = "play answers True to moves that the engine refuses."
        yield Advice("always true", what, "Answer what the engine answers, or compare the game before and after.", saw)
    elif moves:
        yield f"{saw}: for the suite to judge"
    elif idle:
        do = "Answer False to a word that your adapter cannot read."
        yield Advice("no move", "play answers True to a word that is no move.", do, saw)


def _values(refusing: list[Reaction], doing: list[Reaction]) -> Iterator[Advice]:
    """Answers that are neither True nor False, and False where True is meant."""
    odd_no = [reaction for reaction in refusing if reaction.kind == "other"]
    odd_yes = [reaction for reaction in doing if reaction.kind == "other"]
    wrong_yes = [reaction for reaction in doing if reaction.kind == "refused"]
    if odd_no or odd_yes:
        said = " and ".join(
            f"{reactions[0].said} {when}"
            for reactions, when in ((odd_yes, "to a move that is done"), (odd_no, "to one that is refused"))
            if reactions
        )
        nothing = all(reaction.said == "nothing" for reaction in (*odd_no, *odd_yes))
        name = "answers nothing" if nothing else "answers otherwise"
        do = "Return True where the move was done and False where it was refused."
        if nothing:
            do += " A function that falls off its end answers None, a refusal, as null is on the wire."
        saw = f"tried: {_words([*odd_yes, *odd_no])}"
        yield Advice(name, f"play answers {said}.", do, saw)
    if wrong_yes:
        what = "play answers False to moves that it makes."
        do = "Return True once the move is done; look for a missing return, or an engine that answers otherwise."
        yield Advice("done but refused", what, do, f"{_words(wrong_yes)} changed the table and was told to be refused")


def _exceptions(raised: list[Reaction]) -> Iterator[Advice]:
    """Exceptions by which an engine may refuse, and those that a word that is no move sets off."""
    nonsense = [reaction for reaction in raised if canonical(reaction.word) is None]
    refusals = [reaction for reaction in raised if reaction not in nonsense]
    if refusals:
        names = list(dict.fromkeys(reaction.exception for reaction in refusals if reaction.exception))
        own = [name for name in names if not hasattr(builtins, name)]
        if not names:
            do = "Answer false, or the error -32001, which stands for a refusal."
        elif own == names:
            do = f'Name it in about(), "refusals": {own}'.replace("'", '"') + ", or catch it and return False."
        else:
            do = (
                "Catch it where the engine refuses and return False; as a built-in exception it may be a crash as well."
            )
        first = refusals[0]
        what = f"play does not answer False to a refused move but {_told(first)}."
        yield Advice("exceptions", what, do, f"tried: {_words(refusals)}")
    elif nonsense:
        what = f"play fails on a word that is no move: {_told(nonsense[0])}."
        do = "Answer False to a word that your adapter cannot read."
        yield Advice("no move", what, do, f"tried: {_words(nonsense)}")


def _told(reaction: Reaction) -> str:
    return reaction.finding.came if reaction.finding is not None else reaction.said


def _words(reactions: list[Reaction]) -> str:
    return ", ".join(dict.fromkeys(repr(reaction.word).strip("'") for reaction in reactions[:4]))


def _legal(patient: Patient) -> Iterator[Reaction]:
    """Reactions to some legal moves, each at a deal of its own."""
    deck = inviting(patient.rules)
    for word in legal_moves(new_game(deck, patient.rules), patient.rules)[:4]:
        patient.start(deck)
        yield patient.react(word)


def _illegal(patient: Patient) -> Iterator[Reaction]:
    """Reactions to illegal words of every kind, at a deal, after a turn, and with an empty stock.

    Words are tried in one game; one that is done against the rules ends it.
    """
    deck, turn = inviting(patient.rules), turn_word(patient.rules)
    for turns in dict.fromkeys((0, 1, _to_the_end(deck, turn, patient.rules))):
        position = played(deck, [turn] * turns, patient.rules)
        if position is None or ("deal" in patient.ailing and turns):
            return
        words = list(_illegal_words(position, patient.rules))
        fresh = False
        for word in words:
            if not fresh:
                patient.go(deck, [turn] * turns)
            reaction = patient.react(word)
            fresh = not reaction.changed
            yield reaction


def _illegal_words(position: Position, rules: Ruleset) -> Iterator[str]:
    found = {
        word: None
        for kind in range(KINDS)
        for word in [*tries(position, rules, (), kind)][: 4 if kind == KINDS - 1 else 2]
        if blame.judged(position, word, rules) is not None
    }
    yield from found


def _to_the_end(deck: Deck, turn: str, rules: Ruleset) -> int:
    """How many turns empty the stock."""
    turns = 0
    while (position := played(deck, [turn] * turns, rules)) and position.stock:
        turns += 1
    return turns


# -- what a try leaves behind -----------------------------------------------------------------------------------------


def leftovers(patient: Patient) -> Iterator[Advice | str]:
    """After a refused try a legal move is done as if nothing had been tried."""
    deck = inviting(patient.rules)
    legal = takes(new_game(deck, patient.rules), patient.rules)
    words = refused_words(deck, patient.rules)
    if not legal or not words:
        raise NotLooked("no deal has a refused try and a legal removal")
    for word, after_it in product(words, legal[:3]):
        patient.start(deck)
        alone = patient.react(after_it)
        patient.start(deck)
        first = patient.react(word)
        if first.changed or not alone.changed:
            continue  # one for the suite
        then = patient.react(after_it)
        if _table(then) != _table(alone):
            came = f"took {', '.join(then.vanished) or 'nothing'}" if then.changed else "was refused"
            what = "A refused try leaves something behind, a selection most likely, that spoils the next move."
            do = "Clear the engine's selection before each move that play tries."
            saw = f"after the refused {word} the legal {after_it} {came}"
            yield Advice("selection", what, do, saw)
            return


def _table(reaction: Reaction) -> tuple[object, ...]:
    """What lies where after a reaction."""
    state = reaction.after
    return state.pyramid, state.waste_tops, state.waste, state.stock, state.reserve


def refused_words(deck: Deck, rules: Ruleset) -> list[str]:
    """Illegal tries at a deal: a wrong total, a card alone, a free card with a covered one."""
    bottom = [deck[place] for place in Layout.of(rules).bottom]
    tried = [wrong_total(bottom), bottom[0], *_with_covered(deck, bottom, rules)]
    return [word for word in tried if word and blame.judged(new_game(deck, rules), word, rules) is not None]


def _with_covered(deck: Deck, bottom: list[str], rules: Ruleset) -> list[str]:
    """A free card and a covered one, in both orders."""
    return [f"{bottom[0]}+{deck[0]}", f"{deck[0]}+{bottom[0]}"] if rules.rows > 2 else []


# -- cards that are not there -----------------------------------------------------------------------------------------


def gone(patient: Patient) -> Iterator[Advice | str]:
    """A card that is not on the table is not found at index -1, the end of some list."""
    rules = patient.rules
    layout = Layout.of(rules)
    if len(layout.bottom) < 4:
        raise NotLooked("the pyramid has too few places")
    first, second, third, *_, last = layout.bottom
    pair = deck_where({first: "5C", second: "8S", third: "5H", last: "8C"})
    king = deck_where({first: "KC", second: "8S", last: "KD"})
    for deck, opening, words in (
        (pair, ["5H+8S"], ["5C+8S", "8S+5C"]),
        (king, ["KC"], ["KC"]),
        (_in_stock(pair, layout), [], ["5C+8H", "8H+5C"]),
    ):
        if played(deck, opening, rules) is None or deck[last] == "8H":
            continue
        patient.go(deck, opening)
        for word in words:
            if blame.judged(played(deck, opening, rules) or new_game(deck, rules), word, rules) is None:
                continue
            reaction = patient.react(word)
            strangers = [card for card in reaction.vanished if card not in word.split("+")]
            if strangers:
                what = "A card that is not on the table is taken for another one, at the end of a list."
                do = "Look for an index of -1: a search that finds nothing has to be told apart from the last place."
                saw = f"{word} names a card that is not there, and {', '.join(strangers)} vanished"
                yield Advice("index -1", what, do, saw)
                return
            if reaction.changed:
                patient.go(deck, opening)


def _in_stock(deck: Deck, layout: Layout) -> Deck:
    """The deck with a card in the depth of the stock that pairs with the first of the bottom row."""
    if not layout.stock:
        return deck
    cards, at = list(deck), layout.stock[-1]
    other = cards.index("8H")
    cards[other], cards[at] = cards[at], cards[other]
    return tuple(cards)
