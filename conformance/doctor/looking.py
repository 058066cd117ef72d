"""Whether reading changes nothing and never fails, and what games and engines share with each other."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.answers import Answer, EngineFinding, Kind
from conformance.doctor.dealt import DECK
from conformance.doctor.decks import Deck, Layout, deck_where, inviting, played, takes, turn_word
from conformance.doctor.patient import NotLooked, Patient, advice_on
from conformance.doctor.report import Advice
from conformance.doctor.shape import shape_advice
from conformance.driver import Session
from conformance.lines import Line
from conformance.playouts import sure_win
from conformance.shapes import State
from conformance.tables import short_game
from pyramid_ref.game import legal_moves, new_game, status
from pyramid_ref.ruleset import Ruleset

# -- reading ----------------------------------------------------------------------------------------------------------


def reading(patient: Patient) -> Iterator[Advice | str]:
    """Reading the state or the list of moves changes nothing and never fails, not even where something has run out."""
    offers = True
    for when, line in _moments(patient.rules):
        if not _reached(patient, line):
            continue
        try:
            first = patient.session.state()
            second = patient.session.state()
            offers = offers and _lists(patient.session)
            third = patient.session.state()
        except EngineFinding as finding:
            yield from _failing(patient, finding, when)
            return
        if first != second:
            what = "Reading the state changes it: read twice in a row, it tells two different things."
            do = "Let state() tell and nothing else: copy what it shows, and turn or take nothing in it."
            yield Advice("reading changes", what, do, f"{when} the {_part(first, second)} changed")
            return
        if second != third:
            what = "Asking for the legal moves changes the game."
            do = "Let legal_moves() try moves on a copy, or take back every one that it tries."
            yield Advice("listing changes", what, do, f"{when} the {_part(second, third)} changed")
            return
    yield from _unread(patient)


def _lists(session: Session) -> bool:
    """Ask for the list of moves; whether it is offered in its proper form."""
    try:
        return session.legal_moves() is not None
    except EngineFinding as finding:
        if finding.kind is not Kind.SHAPE:
            raise
        return False


def _failing(patient: Patient, finding: EngineFinding, when: str) -> Iterator[Advice]:
    """A reading that failed, or that came in another form than at the deal."""
    if finding.breaks:
        raise finding
    patient.tells(finding)
    if finding.kind is Kind.SHAPE and finding.asked == "state()":
        found = shape_advice(patient.raw, patient.rules.flags, patient.unclaimed)
        yield from (_at(advice, when) for advice in found)
        return
    what = f"{finding.asked} fails {when}: {finding.came}."
    do = "Let it tell what is there, even where a pile has run out: the top of an empty list is no card."
    yield Advice("reading fails", what, do)


def _at(advice: Advice, when: str) -> Advice:
    return Advice(advice.mistake, advice.what, advice.do, when)


def _moments(rules: Ruleset) -> Iterator[tuple[str, Line]]:
    """Moments of a game at which something has run out or has just happened, each with a line that leads there."""
    deck, turn = inviting(rules), turn_word(rules)
    yield "at the deal", Line(deck, ())
    if Layout.of(rules).stock:
        yield "after a turn", Line(deck, (turn,))
        yield from _last_waste_card(rules, turn)
        line: list[str] = []
        while (position := played(deck, line, rules)) and position.stock:
            line.append(turn)
        yield "after the last card of the stock", Line(deck, tuple(line))
    if words := takes(new_game(deck, rules), rules):
        yield "after a removal", Line(deck, (words[0],))
    win = sure_win(rules, 0)
    if (position := played(win.deck, win.words, rules)) and status(position, rules) == "won":
        yield "after the last card of the pyramid", win


def _last_waste_card(rules: Ruleset, turn: str) -> Iterator[tuple[str, Line]]:
    """The waste is empty again, because kings came first and have left."""
    first = Layout.of(rules).stock
    deck = deck_where(dict(zip(first, ("KD", "KH", "KS"), strict=False)))
    line: list[str] = []
    for _ in range(8):
        position = played(deck, line, rules)
        if position is None:
            return
        if line and not any(position.waste):
            yield "after the last card of the waste has left", Line(deck, tuple(line))
            return
        tops = {pile[-1] for pile in position.waste if pile}
        line.append(next((king for king in takes(position, rules) if king in tops), turn))


def _reached(patient: Patient, line: Line) -> bool:
    """Whether a line could be played, without a look on the way."""
    patient.session.new_game(list(line.deck), patient.rules.flags)
    ahead = False
    for word in line.words:
        if ahead:
            ahead = False
            continue
        if not _tried(patient.session, word):
            return False
        ahead = word == "redeal" and patient.about.redeal == "fused"
    return True


def _tried(session: Session, word: str) -> bool:
    """Whether a move may have been made: answered by anything but a refusal."""
    try:
        return session.play(word) is Answer.DONE
    except EngineFinding as finding:
        if finding.breaks or finding.kind is not Kind.SHAPE:
            raise
        return True


def _unread(patient: Patient) -> Iterator[Advice]:
    """The same game with and without looking on the way."""
    deck, words, _ = short_game(patient.rules)
    if not _reached(patient, Line(deck, words)):
        return
    blind = patient.session.state()
    seen = patient.start(deck)
    if any(card not in (None, there) for card, there in zip(blind.pyramid, seen.pyramid, strict=True)):
        return  # another deal
    for word in words:
        _tried(patient.session, word)
        seen = patient.session.state()
    if seen != blind:
        what = "The game goes otherwise when the state is read on the way."
        do = "Let state() tell and nothing else: see what it changes that only a later move shows."
        yield Advice("reading changes", what, do, f"after {' '.join(words)} the {_part(seen, blind)} differs")


def _part(one: State, other: State) -> str:
    return next((name for name in State.__slots__ if getattr(one, name) != getattr(other, name)), "state")


# -- what is shared ---------------------------------------------------------------------------------------------------


def handed(patient: Patient) -> Iterator[Advice | str]:
    """The deck and the rules that are handed over stay as they were."""
    patient.start(DECK)
    _lists(patient.session)
    _tried(patient.session, turn_word(patient.rules))
    patient.session.state()
    try:
        patient.session.check_unharmed()
    except EngineFinding as finding:
        what = "Your engine changes the deck or the rules that it is handed; others may hold the same list."
        do = "Copy them first: list(deck), dict(rules)."
        yield Advice("deck eaten", what, do, f"{finding.asked} did it")


def again(patient: Patient) -> Iterator[Advice | str]:
    """A new game forgets the one before it."""
    _check_deal(patient)
    first = _states(patient.session, DECK, patient.rules)
    other, words, _ = short_game(patient.rules, 2)
    _played(patient.session, other, words, patient.rules)
    second = _states(patient.session, DECK, patient.rules)
    if first != second:
        what = "A new game is not new: it keeps something of the game before."
        do = "Make everything anew in new_game(): piles, counters of passes, the list of moves for undo."
        differs = next((one, two) for one, two in zip(first, second, strict=True) if one != two)
        yield Advice("old game", what, do, f"the same deck again, and the {_part(*differs)} differs")


def apart(patient: Patient) -> Iterator[Advice | str]:
    """Two engines beside each other share nothing."""
    _check_deal(patient)
    alone = _states(patient.session, DECK, patient.rules)
    other, replies, _ = short_game(patient.rules, 2)
    with patient.driver.session() as beside:
        patient.start(DECK)
        beside.new_game(list(other), patient.rules.flags)
        state, expected = patient.session.state(), alone[0]
        if state == expected and len(alone) > 1:
            _tried(patient.session, turn_word(patient.rules))
            for reply in replies[:4]:
                _tried(beside, reply)
            state, expected = patient.session.state(), alone[1]
    if state != expected:
        what = "Two engines share one table: a game at the second changes the game at the first."
        do = "Keep the game in the object: set it in __init__ or new_game, not on the class or the module."
        yield Advice("shared state", what, do, f"the {_part(state, expected)} of the first changed")


def _check_deal(patient: Patient) -> None:
    """Raise NotLooked where the same deck is not even dealt the same way twice in a row."""
    if patient.start(DECK) != patient.start(DECK):
        raise NotLooked("the same deck is dealt otherwise each time")


def _states(session: Session, deck: Deck, rules: Ruleset) -> list[State]:
    """The state at the deal, and after a turn where there is one."""
    session.new_game(list(deck), rules.flags)
    states = [session.state()]
    if turn_word(rules) in legal_moves(new_game(deck, rules), rules):
        _tried(session, turn_word(rules))
        states.append(session.state())
    return states


def _played(session: Session, deck: Deck, words: tuple[str, ...], rules: Ruleset) -> None:
    session.new_game(list(deck), rules.flags)
    for word in words:
        _tried(session, word)


def trouble(finding: EngineFinding, patient: Patient) -> list[Advice]:
    """Advice where an engine did not answer properly in the middle of something else."""
    if finding.kind is Kind.SHAPE and finding.asked == "state()":
        return shape_advice(patient.raw, patient.rules.flags, patient.unclaimed)
    return [advice_on(finding)]
