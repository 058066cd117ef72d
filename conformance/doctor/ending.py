"""Whether status tells wins and losses as the adapter claims, and whether it ever does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from conformance.adapter import CLAIMS
from conformance.answers import Answer
from conformance.doctor.decks import turn_word
from conformance.doctor.patient import Patient
from conformance.doctor.report import Advice
from conformance.lines import Line
from conformance.pattern import Pattern
from conformance.planner import Unreachable, plan
from conformance.playouts import Playout, sure_win
from conformance.standing import allowed_statuses
from pyramid_ref.game import Status, after, legal_moves, new_game, status
from pyramid_ref.moves import PAIR, REDEAL, SINGLE
from pyramid_ref.position import Position

_WINS = 3
_LOSSES = 3
_TRIES = 24


@dataclass(frozen=True)
class Moment:
    """What was told at one moment of a game."""

    told: str | None
    stands: Status
    position: Position


def ends(patient: Patient) -> Iterator[Advice | str]:
    """The status tells a win and a loss as about() claims."""
    won = list(_moments(patient, list(_won_lines(patient))))
    yield from _wins(patient, won)
    lost = list(_moments(patient, list(_lost_lines(patient))))
    yield from _losses(patient, [*won, *lost])
    yield from _after_win(patient)


def _won_lines(patient: Patient) -> Iterator[Line]:
    lines = (sure_win(patient.rules, number) for number in range(_WINS * 2))
    found = [line for line in lines if status(_end(patient, line), patient.rules) == "won"]
    yield from sorted(found, key=lambda line: len(line.words))[:_WINS]


def _lost_lines(patient: Patient) -> Iterator[Line]:
    found = []
    for number in range(_TRIES):
        playout, words = Playout(patient.rules, number, sure=False), list[str]()
        while move := playout.move():
            words.append(move)
            playout.play(move)
            if status(playout.position, patient.rules) == "lost":
                found.append(Line(playout.deck, tuple(words)))
                break
        if len(found) == _LOSSES:
            break
    yield from found


def _end(patient: Patient, line: Line) -> Position:
    position = new_game(line.deck, patient.rules)
    for word in line.words:
        position = after(position, word, patient.rules)
    return position


def _moments(patient: Patient, lines: list[Line]) -> Iterator[Moment]:
    """Every moment of some lines, up to the first move that the engine does not make."""
    for line in lines:
        told = patient.start(line.deck).status
        position = new_game(line.deck, patient.rules)
        ahead = False
        yield Moment(told, status(position, patient.rules), position)
        for word in line.words:
            if not ahead:
                reaction = patient.react(word)
                told = reaction.after.status
                if not (reaction.changed or reaction.kind == "done"):
                    break
                ahead = word == REDEAL and patient.about.redeal == "fused"
            else:
                ahead = False
            position = after(position, word, patient.rules)
            if not ahead:
                yield Moment(told, status(position, patient.rules), position)


def _after_win(patient: Patient) -> Iterator[str]:
    """Whether the engine goes on after a win with cards left to turn."""
    last = plan(Pattern(pyramid=((0, "KD"),), stock=("2C",)), patient.rules)
    if patient.about.after_win == "open" or isinstance(last, Unreachable):
        return
    *_, end = _moments(patient, [Line(last.deck, (*last.opening, "KD"))])
    word = turn_word(patient.rules)
    if end.stands == "won" and patient.react(word).kind == "done":
        yield (
            f"after a win {word} was done, which breaks END-5: if a screen closes the game and not the engine, "
            'about() may say "after_win": "open"; then this is not tested'
        )


def _wins(patient: Patient, moments: list[Moment]) -> Iterator[Advice | str]:
    at_wins = [moment for moment in moments if moment.stands == "won"]
    if not at_wins:
        yield "no game was won"
        return
    fired = any(moment.told == "won" for moment in at_wins)
    if not fired and patient.about.won == "exact" and _tells_it_with_nothing_left(patient):
        yield "a win is told only with more cards gone: identify says which goal it plays"
    elif not fired and patient.about.won == "exact":
        what = "Your status never tells a win: with the goal reached it was told as " + _told(at_wins[-1]) + "."
        do = 'Tell "won" from state() if the engine knows; if it has no such signal, say so in about(): "won": "never".'
        yield Advice("win never told", what, do, f"{len(at_wins)} games were won")
    elif fired and patient.about.won == "never":
        what = 'Your about() says "won": "never", and status does tell wins.'
        yield Advice("win told", what, "Leave the key out, so that wins are tested.")


def _losses(patient: Patient, moments: list[Moment]) -> Iterator[Advice | str]:
    at_losses = [moment for moment in moments if moment.stands == "lost"]
    if not at_losses:
        yield "no game was lost"
        return
    fitting = [claim for claim in CLAIMS["lost"] if all(_fits(patient, moment, claim) for moment in moments)]
    claim = patient.about.lost
    if claim in fitting:
        return
    saw = f"{len(at_losses)} lost games"
    if not fitting:
        yield "losses are told as by none of the claims that about() can make: for the suite to judge"
    elif fitting[0] == "never":
        yield from _silent(patient, at_losses[-1], saw)
    else:
        what = f'Your status tells losses otherwise than "{claim}", which about() claims or leaves out.'
        yield Advice("loss claim", what, f'Say so in about(): "lost": "{fitting[0]}".', saw)


def _silent(patient: Patient, last: Moment, saw: str) -> Iterator[Advice | str]:
    """A loss that was never told; the last lost game is still on the table."""
    if _goes_on(patient, last.position):
        yield "where the game is lost the engine still has moves that the rules refuse: for the suite to judge"
    elif _after_a_try(patient) == "lost":
        what = "Your status tells a loss only after another move has been tried."
        do = "Work the status out in state(), or after every move that is done."
        yield Advice("loss told late", what, do, "at the end it was told as playing; after a refused try as lost")
    else:
        what = f"Your status never tells a loss: with no move left it was told as {_told(last)}."
        do = 'Tell "lost" from state() if the engine knows. If not, about() has to say "lost": "never".'
        yield Advice("loss never told", what, do, saw)


def _tells_it_with_nothing_left(patient: Patient) -> bool:
    """Whether a win is told where every card has gone, which is a win under every goal."""
    last = plan(Pattern(pyramid=((0, "KD"),), stock=(), waste=(), reserve=()), patient.rules)
    if isinstance(last, Unreachable):
        return False
    *_, end = _moments(patient, [Line(last.deck, (*last.opening, "KD"))])
    return end.told == "won"


def _goes_on(patient: Patient, position: Position) -> bool:
    """Whether the engine makes or lists a move at the end of the last lost game that the rules do not allow."""
    legal = legal_moves(position, patient.rules)
    if any(word not in legal for word in patient.session.legal_moves() or ()):
        return True
    cards = position.cards()
    takes = [SINGLE[card] for card in cards if card in SINGLE]
    takes += [PAIR[pair] for pair in combinations(cards, 2) if pair in PAIR]
    tried = [word for word in (*takes, turn_word(patient.rules), REDEAL) if word not in legal]
    return any(patient.session.play(word) is Answer.DONE for word in tried)


def _fits(patient: Patient, moment: Moment, claim: str) -> bool:
    """Whether what was told about a loss is what an engine with this claim tells."""
    if moment.stands == "won" or moment.told == "won":
        return True  # not about losses
    about = replace(patient.about, lost=claim)
    return (moment.told or "playing") in allowed_statuses(moment.stands, moment.position, patient.rules, about)


def _after_a_try(patient: Patient) -> str | None:
    """What is told at the end of a lost game, the last one played, once a move has been refused there."""
    if patient.session.play(turn_word(patient.rules)) is Answer.DONE:
        return None
    return patient.session.state().status


def _told(moment: Moment) -> str:
    return moment.told or "nothing (null)"
