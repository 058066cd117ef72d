"""What an adapter may offer beside: undo and a list of legal moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from conformance.answers import EngineFinding, Kind
from conformance.doctor.decks import inviting, takes, turn_word
from conformance.doctor.patient import NotLooked, Patient
from conformance.doctor.refusing import refused_words
from conformance.doctor.report import Advice
from conformance.shapes import canonical
from pyramid_ref.document import shown
from pyramid_ref.game import legal_moves, new_game
from pyramid_ref.moves import TAKES


def undo(patient: Patient) -> Iterator[Advice | str]:
    """Undo takes back one move that was done, where it is offered, and answers False where there is none."""
    deck = inviting(patient.rules)
    first = patient.start(deck)
    answer, said = _undone(patient)
    if answer is None and not said:
        yield "not offered"
        return
    if answer:
        what = "undo() answers True with nothing to take back."
        yield Advice("undo of nothing", what, "Answer False at the start of a game.")
    word = _first_move(patient)
    patient.go(deck, [word])
    answer, said = _undone(patient)
    now = patient.session.state()
    if said and now == first:
        what = f"undo() answers {said} where it took a move back."
        yield Advice("undo answers", what, "Return True where a move was taken back, False where there was none.")
        return
    if not answer:
        yield f"undo() takes back nothing after {word}: for the suite to judge"
        return
    if now != first:
        yield f"after {word} was taken back the table is not as before: for the suite to judge"
        return
    if tried := next(iter(refused_words(deck, patient.rules)), None):
        patient.go(deck, [word])
        refused = not patient.react(tried).changed
        _undone(patient)
        if refused and patient.session.state() != first:
            what = "undo() takes back a refused try instead of the last move."
            do = "Keep the state for undo only once the move has been done."
            yield Advice("undo of a try", what, do, f"{word}, the refused {tried}, then undo()")


def _undone(patient: Patient) -> tuple[bool | None, str]:
    """What undo answers, and in words where it is neither yes nor no."""
    try:
        return patient.session.undo(), ""
    except EngineFinding as finding:
        if finding.kind is not Kind.SHAPE:
            raise
        return None, shown(patient.raw)


def _first_move(patient: Patient) -> str:
    position = new_game(inviting(patient.rules), patient.rules)
    words = [turn_word(patient.rules)] if position.stock else takes(position, patient.rules)
    if not words:
        raise NotLooked("nothing can be played on this deal")
    return words[0]


def listing(patient: Patient) -> Iterator[Advice | str]:
    """legal_moves() lists every move once, as words, turns and redeals among them."""
    deck = inviting(patient.rules)
    patient.start(deck)
    try:
        listed = patient.session.legal_moves()
    except EngineFinding as finding:
        if finding.kind is not Kind.SHAPE:
            raise
        yield _misshapen(patient)
        return
    if listed is None:
        yield "not offered"
        return
    twice = [word for word, count in Counter(listed).items() if count > 1]
    if twice:
        what = f"legal_moves() lists {twice[0]} more than once: a pair in either order is one move."
        yield Advice("listed twice", what, "List each move once; dict.fromkeys(moves) keeps the order.")
    position, turn = new_game(deck, patient.rules), turn_word(patient.rules)
    legal = legal_moves(position, patient.rules)
    if turn in legal and turn not in listed and patient.react(turn).changed:
        what = f"legal_moves() leaves out {turn}, which is done when it is played."
        yield Advice(
            "turn not listed", what, f"List {turn} while the stock holds a card, and redeal where it is legal."
        )
    elif listed and not any(word in TAKES for word in listed) and any(word in TAKES for word in legal):
        yield "legal_moves() lists no removal where there are some: for the suite to judge"


def _misshapen(patient: Patient) -> Advice:
    answer = patient.raw
    odd = (
        answer
        if not isinstance(answer, list)
        else next((word for word in answer if not isinstance(word, str) or canonical(word) is None), None)
    )
    what = f"legal_moves() answers {shown(odd)} where a list of words is due."
    do = 'Answer a list of words such as "draw", "KD", "6H+7S"; leave the method out if the engine has no such list.'
    return Advice("form of moves", what, do)
