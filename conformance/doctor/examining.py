"""The examination: every check in its order, those that make no sense after an earlier one left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from conformance.adapter import About, AboutError
from conformance.answers import EngineFinding, Kind
from conformance.doctor import dealt, ending, looking, moving, offering, refusing, timing
from conformance.doctor.patient import NotLooked, Patient, advice_on
from conformance.doctor.report import Advice, Item, Report
from conformance.doctor.shape import shape_advice
from conformance.driver import Driver, Transport
from conformance.heard import Heard
from conformance.shapes import Foreign
from pyramid_ref.conditions import in_words
from pyramid_ref.document import shown
from pyramid_ref.errors import BadRulesFile
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import load_spec


@dataclass(frozen=True)
class Check:
    """One line of the checklist. `run` gives advice, and notes as text."""

    id: str
    title: str
    run: Callable[[Patient], Iterator[Advice | str]]
    needs: tuple[str, ...] = ()
    """The lines that have to be ok before this one means anything."""


def _starts(patient: Patient) -> Iterator[Advice | str]:
    """new_game() starts a game and answers nothing."""
    try:
        patient.session.new_game(list(dealt.DECK), patient.rules.flags)
    except EngineFinding as finding:
        if finding.kind is not Kind.SHAPE:
            raise
        what = f"new_game() answers {_found(patient.raw)}; it has nothing to answer."
        yield Advice("new_game answers", what, "Return None (null): whatever it returns is not read.")


def _shape(patient: Patient) -> Iterator[Advice | str]:
    """state() has the right form."""
    try:
        patient.start(dealt.DECK)
    except EngineFinding as finding:
        if finding.kind is not Kind.SHAPE:
            raise
        yield from shape_advice(patient.raw, patient.rules.flags, patient.unclaimed)


_BASIC: Final = ("start", "form", "reading")
_SOUND: Final = (*_BASIC, "deal", "moves")

CHECKS: Final = (
    Check("start", "new_game() starts a game", _starts),
    Check("form", "state() has the right form", _shape, ("start",)),
    Check("again", "a new game forgets the one before", looking.again, ("start", "form")),
    Check("reading", "reading changes nothing and never fails", looking.reading, ("start", "form", "again")),
    Check("apart", "two engines share nothing", looking.apart, (*_BASIC, "again")),
    Check("handed", "the deck and the rules stay as they were", looking.handed, ("start", "form")),
    Check("deal", "the pyramid lies as the deck says", dealt.deal, _BASIC),
    Check("stock", "cards come off the stock in order, the waste's top is told last", dealt.turns, _BASIC),
    Check("moves", "a move takes the cards that it names", moving.moves, (*_BASIC, "deal")),
    Check("order", "a pair may be named in either order", moving.order, _SOUND),
    Check("answers", "play() answers True or False", refusing.answers, _BASIC),
    Check("tries", "a refused try leaves nothing behind", refusing.leftovers, _SOUND),
    Check("gone", "a card that is not there is not found", refusing.gone, _SOUND),
    Check("ends", "status tells wins and losses as claimed", ending.ends, (*_SOUND, "stock")),
    Check("undo", "undo() takes back one move", offering.undo, _SOUND),
    Check("list", "legal_moves() lists words", offering.listing, _BASIC),
    Check("time", "a call takes little time", timing.calls, ("start",)),
)
"""The checklist after its first line, about()."""


def examine(connect: Callable[[], Transport], option: str, rules: Ruleset | None = None) -> Report:
    """Look at the adapter that `connect` reaches, under these rules or the first that it claims.

    `option` is what names it on a command line.
    """
    first = _said_of_itself(connect, option)
    if isinstance(first, Item):
        rest = [Item(check.id, check.title, "not looked at", "first put about() right") for check in CHECKS]
        return Report(option, option, rules or Ruleset.of(), [first, *rest])
    try:
        own = load_spec().ruleset({name: values[0] for name, values in first.rules.items()})
    except BadRulesFile as error:
        own, told = Ruleset.of(), str(error).splitlines()[0]
        do = "Put first in each list the value that it plays when nothing else is asked for."
        advice = Advice("claims", "The first values that about() gives make no game together.", do, told)
        claims = Item("about", _ABOUT, "look here", "", (advice,))
    else:
        claims = Item("about", _ABOUT, "ok")
    patient = Patient(connect, option, rules or own, first)
    claims = replace(claims, note=_unclaimed(patient))
    with patient.driver:
        items = [claims, *(_looked(check, patient) for check in CHECKS)]
    return Report(f"{first.name} {first.version}", option, patient.rules, items)


_ABOUT = "about() says what the engine plays"


def _unclaimed(patient: Patient) -> str:
    """What the engine is told to play and does not claim, in words."""
    words = ", ".join(f"{name} {in_words(value)}" for name, value in patient.unclaimed.items())
    return f"it does not claim to play {words}" if words else ""


def _said_of_itself(connect: Callable[[], Transport], option: str) -> About | Item:
    """What the engine says of itself, or the line of the checklist where it does not."""
    heard = Heard(connect())
    with Driver(lambda: heard, option).session() as session:
        try:
            return session.about()
        except EngineFinding as finding:
            advice: list[Advice] = [advice_on(finding)]
            if finding.kind is Kind.SHAPE:
                advice = list(_of_about(heard.answer)) or advice
    return Item("about", _ABOUT, "look here", "", tuple(advice))


def _of_about(answer: object) -> Iterator[Advice]:
    """Each fault of an answer to about()."""
    try:
        About.parse(answer)
    except AboutError as error:
        for fault in error.faults[:6]:
            do = (
                f"{fault.hint[:1].upper()}{fault.hint[1:]}."
                if fault.hint
                else "The README has an adapter to copy from."
            )
            yield Advice("form of about", f"In the answer to about(), {replace(fault, hint='')}.", do)


def _looked(check: Check, patient: Patient) -> Item:
    """A check run, or left out with the reason."""
    patient.looking = check.id
    if missing := dict.fromkeys(patient.ailing[need] for need in check.needs if need in patient.ailing):
        return Item(check.id, check.title, "not looked at", f"first put {' and '.join(missing)} right")
    advice, notes = list[Advice](), list[str]()
    try:
        for said in check.run(patient):
            if isinstance(said, Advice):
                advice.append(said)
            else:
                notes.append(said)
    except NotLooked as reason:
        if not advice:
            return Item(check.id, check.title, "not looked at", str(reason))
    except EngineFinding as finding:
        if patient.tells(finding):
            advice += looking.trouble(finding, patient)
        elif not advice:
            root = patient.ailing[check.id] = patient.met[finding.alike]
            return Item(check.id, check.title, "not looked at", f"first put {root} right")
    if advice:
        patient.ailing[check.id] = check.id
    return Item(check.id, check.title, "look here" if advice else "ok", "; ".join(notes), tuple(advice))


def _found(value: object) -> str:
    return value.what if isinstance(value, Foreign) else shown(value)
