"""Relations that hold of any right engine and need no other engine to compare with.

*Walk*: a game that the engine has gone along with, and what it said at each step. Its moves come from the engine's own
list, or from trying words where it offers none. Each relation plays the walk again in some other way (suits swapped,
board mirrored, wrong tries in between, without reading, with undo) and compares what the engine says with what it said
before. The rules come in only once a relation does not hold, to see whether a misjudged move explains it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from conformance import blame
from conformance.answers import Answer, EngineFinding
from conformance.checks import RELATIONS, Bench, Check
from conformance.comparing import changed, in_words
from conformance.effort import GAMES
from conformance.finds import concluded
from conformance.lines import Line, fault_in
from conformance.outcomes import Game, Outcome
from conformance.playing import NO_UNDO
from conformance.playouts import Playout, sure_win
from conformance.shapes import State
from pyramid_ref.cards import SUITS, VALUE
from pyramid_ref.deals import deal
from pyramid_ref.game import after, names_pile, new_game
from pyramid_ref.moves import DRAW, OPENS, REDEAL, SINGLE, TAKES, draw_to, parse_move, removal
from pyramid_ref.position import places
from pyramid_ref.ruleset import Ruleset

LONGEST: Final = 60
"""Moves after which a walk ends, over or not."""

UNDO: Final = "undo"

_EVERY, _SOME = 11, 12
"""At every so many positions of a walk so many words are tried."""


@dataclass(frozen=True)
class Seen:
    """What an engine says of a position: its state, and its list of moves, sorted, where it offers one."""

    state: State
    listed: tuple[str, ...] | None


@dataclass(frozen=True)
class Walk:
    """A game that the engine has gone along with. `seen` has the deal first, then what each move led to."""

    line: Line
    seen: tuple[Seen, ...]

    @property
    def steps(self) -> Iterator[tuple[int, str, Seen, Seen]]:
        """The number of each move, the move, and what was seen before and after it."""
        return zip(range(len(self.line.words)), self.line.words, self.seen, self.seen[1:], strict=False)


class Broken(Exception):
    """A relation does not hold; `words` and the deck are those of the table where they are not given."""

    def __init__(self, clause: str, said: str, expected: str = "", got: str = "") -> None:
        self.clause, self.said, self.expected, self.got = clause, said, expected, got


class Untested(Exception):
    """The engine does not offer what the relation is about."""


@dataclass
class Table:
    """One engine, the ruleset it plays under, and the game that is being played."""

    bench: Bench
    rules: Ruleset
    deck: tuple[str, ...] = ()
    words: list[str] = field(default_factory=list)

    def deal(self, deck: Sequence[str]) -> None:
        self.deck, self.words = tuple(deck), []
        self.bench.session.new_game(list(deck), self.rules.flags)

    def play(self, word: str) -> Answer:
        self.words.append(word)
        return self.bench.session.play(word)

    def go(self, word: str, clause: str, when: str) -> None:
        """Play a word that was done before."""
        if self.play(word) is not Answer.DONE:
            raise Broken(clause, f"{word} was done, but not {when}", "done", "refused")

    def undo(self) -> bool:
        undone = self.bench.session.undo()
        if undone is None:
            raise Untested(NO_UNDO)
        self.words.append(UNDO)
        return undone

    def again(self, walk: Walk, moves: int) -> None:
        """Make the first moves of a walk once more, without looking."""
        self.deal(walk.line.deck)
        for word in walk.line.words[:moves]:
            self.play(word)

    def look(self) -> Seen:
        state = self.state()
        listed = None if self.left_open(state) else self.bench.session.legal_moves()
        return Seen(state, None if listed is None else tuple(sorted(listed)))

    def state(self) -> State:
        state = self.bench.session.state()
        return replace(state, removed=None if state.removed is None else tuple(sorted(state.removed)))

    def left_open(self, state: State) -> bool:
        """Whether play is left to a screen here, so that nothing is to be tried (`after_win: open`)."""
        return self.bench.about.after_win == "open" and cleared(state, self.rules)

    def same(self, expected: Seen, clause: str, when: str, got: Seen | None = None) -> None:
        """Look, and compare with what was seen before."""
        got = got or self.look()
        if wrong := changed(expected.state, got.state):
            one_is_won = wrong.part == "status" and "won" in (expected.state.status, got.state.status)
            if one_is_won and clause in _OF_CARDS and not cleared(got.state, self.rules):
                clause = "END-4"  # on either side the same cards are left, so neither is won
            said = f"the {wrong.part.replace('_', ' ')} is another one {when}"
            raise Broken(clause, said, wrong.expected, wrong.got)
        if expected.listed != got.listed:
            lists = [", ".join(one.listed or ()) or "none" for one in (expected, got)]
            raise Broken(clause, f"the list of legal moves is another one {when}", *lists)


_OF_CARDS = ("VALUE-1", "AVAIL-1")
"""Clauses of relations between two games that differ by suits or sides alone."""


def cleared(state: State, rules: Ruleset) -> bool:
    """Whether all that the goal names is gone from a state."""
    if any(state.pyramid) or (rules.goal != "pyramid" and any(state.reserve)):
        return False
    return rules.goal != "all" or not (state.stock or any(state.waste_tops))


# ---------------------------------------------------------------------------------------------------------------------
# Walks
# ---------------------------------------------------------------------------------------------------------------------


def walk_of(table: Table, number: int) -> Walk:
    """The walk of a number, made once for all relations that ask for it."""
    known: dict[object, Walk] = table.bench.memory.setdefault(walk_of, {})
    key = (table.rules, number)
    if key not in known:
        known[key] = _walk(table, number)
    return known[key]


def _walk(table: Table, number: int) -> Walk:
    """A walk along a line that wins where the number is even, otherwise on any deal, kings last."""
    rng = random.Random(number)
    start = Playout(table.rules, number, sure=False).deck
    line = Line(start, ()) if number % 2 else sure_win(table.rules, number)
    table.deal(line.deck)
    guide, words = list(line.words[::-1]), list[str]()
    while len(words) < LONGEST and (word := _step(table, guide, rng)):
        words.append(word)
    return _watched(table, Line(line.deck, tuple(words)))


def _step(table: Table, guide: list[str], rng: random.Random) -> str | None:
    """Play some move that the engine does: the next of the guide if it does that, else one of its own list."""
    if guide and not (table.bench.about.after_win == "open" and table.left_open(table.state())):
        word = guide.pop()
        if table.play(word) is Answer.DONE:
            return word
    seen = table.look()
    if table.left_open(seen.state):
        return None
    words = list(seen.listed if seen.listed is not None else pool(seen.state, table.rules))
    rng.shuffle(words)
    words.sort(key=lambda word: (word in SINGLE, word not in TAKES and rng.random() < 0.8, word == REDEAL))
    return next((word for word in words if table.play(word) is Answer.DONE), None)


def _watched(table: Table, line: Line) -> Walk:
    """The line played with a look after each move, as far as the engine goes along with it once more."""
    table.deal(line.deck)
    seen = [table.look()]
    for word in line.words:
        if table.play(word) is not Answer.DONE:
            break
        seen.append(table.look())
    return Walk(line, tuple(seen))


def pool(state: State, rules: Ruleset) -> list[str]:
    """Every word that could be a move for all that a state shows: removals that the values allow, turns, a redeal."""
    piles = [*(state.waste or [(top,) for top in state.waste_tops if top]), *state.reserve]
    cards = [*filter(None, state.pyramid), *(card for pile in piles for card in pile)]
    cards += [state.stock_top] if state.stock_top else []
    there = set(cards)
    removals = [move for card in dict.fromkeys(cards) for other, move in OPENS.get(card, ()) if other in there]
    turns = [*map(draw_to, range(1, rules.waste_piles + 1))] if names_pile(rules) else [DRAW]
    return [*removals, *turns, REDEAL]


# ---------------------------------------------------------------------------------------------------------------------
# The relations
# ---------------------------------------------------------------------------------------------------------------------

_NEXT_SUIT: Final = dict(zip(SUITS, SUITS[1:] + SUITS[:1], strict=True))


def _other_suit(card: str) -> str:
    return card[0] + _NEXT_SUIT[card[1]]


def suits_do_not_matter(table: Table, walk: Walk) -> None:
    """The same game with each suit in the place of another."""

    def swapped(seen: Seen) -> Seen:
        state = State(**{part: _mapped(getattr(seen.state, part), _other_suit) for part in State.__slots__})
        removed = None if state.removed is None else tuple(sorted(state.removed))
        return Seen(replace(state, removed=removed), seen.listed and tuple(sorted(map(word_of, seen.listed))))

    def word_of(word: str) -> str:
        return removal(*map(_other_suit, TAKES[word])) if word in TAKES else word

    when = "with the suits swapped"
    table.deal(tuple(map(_other_suit, walk.line.deck)))
    table.same(swapped(walk.seen[0]), "VALUE-1", when)
    for _, word, _, then in walk.steps:
        table.go(word_of(word), "VALUE-1", when)
        table.same(swapped(then), "VALUE-1", when)


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    """A part of a state with every card in it changed."""
    if isinstance(value, tuple):
        return tuple(_mapped(each, change) for each in value)
    return change(value) if value in VALUE else value


def sides_do_not_matter(table: Table, walk: Walk) -> None:
    """The same game with the rows of the pyramid dealt from right to left."""
    mirror = [place for row in range(table.rules.rows) for place in reversed(range(places(row), places(row + 1)))]

    def mirrored(seen: Seen) -> Seen:
        return replace(seen, state=replace(seen.state, pyramid=tuple(seen.state.pyramid[place] for place in mirror)))

    when = "with the board mirrored"
    table.deal((*(walk.line.deck[place] for place in mirror), *walk.line.deck[len(mirror) :]))
    table.same(mirrored(walk.seen[0]), "AVAIL-1", when)
    for _, word, _, then in walk.steps:
        table.go(word, "AVAIL-1", when)
        table.same(mirrored(then), "AVAIL-1", when)


def refusals_change_nothing(table: Table, walk: Walk) -> None:
    """The same game with words in between that the engine refuses."""
    rng = random.Random(len(walk.line.words))
    table.deal(walk.line.deck)
    for number, word, before, then in walk.steps:
        tried = [one for one in pool(before.state, table.rules) if one not in (before.listed or ())]
        refused: list[str] = []
        for one in rng.sample(tried, min(3, len(tried))):
            if table.play(one) is Answer.DONE:
                if before.listed is not None:
                    raise Broken("PLAY-7", f"{one} is done, but is not in the list of legal moves", "refused", "done")
                table.again(walk, number)
                refused = []
            else:
                refused.append(one)
        when = f"after {', '.join(refused)} was refused" if refused else "after a new start"
        table.same(before, "PLAY-2", when)
        table.go(word, "PLAY-2", when)
        table.same(Seen(then.state, then.listed), "PLAY-2", when, Seen(table.state(), then.listed))


def reading_changes_nothing(table: Table, walk: Walk) -> None:
    """The same game with everything read twice, and without reading anything."""
    table.deal(walk.line.deck)
    for number, word, before, _ in walk.steps:
        for _ in range(2 if number % 3 == 0 else 1):
            table.same(before, "PLAY-4", "when it is read again")
        table.go(word, "PLAY-4", "after everything was read again")
    table.again(walk, len(walk.line.words))
    table.same(walk.seen[-1], "PLAY-4", "when nothing was read on the way")


def same_game_again(table: Table, walk: Walk) -> None:
    """The same deck and the same moves, and an earlier game left unfinished."""
    if len(walk.seen) <= len(walk.line.words):
        table.deck, table.words = walk.line.deck, list(walk.line.words[: len(walk.seen)])
        said = f"{table.words[-1]} was done, but not when the same moves were played again"
        raise Broken("PLAY-5", said, "done", "refused")
    table.deal(walk.line.deck[::-1])
    table.play(DRAW)
    table.deal(walk.line.deck)
    when = "when the same game was played again"
    table.same(walk.seen[0], "PLAY-5", when)
    for _, word, _, then in walk.steps:
        table.go(word, "PLAY-5", when)
        table.same(then, "PLAY-5", when)


def undo_brings_back(table: Table, walk: Walk) -> None:
    """Each move taken back and made again, then all of them taken back."""
    table.deal(walk.line.deck)
    made = 0
    for _, word, before, then in walk.steps:
        if table.left_open(then.state) or (word == REDEAL and table.bench.about.redeal == "fused"):
            break  # left to a screen; or made of two moves, and nobody says how many an undo takes back
        table.go(word, "PLAY-6", "after a move was taken back and made again")
        _take_back(table, before, word)
        table.go(word, "PLAY-6", "after it was taken back")
        made += 1
    for number in reversed(range(made)):
        _take_back(table, walk.seen[number], walk.line.words[number])
    if table.undo():
        raise Broken("PLAY-6", "undo was done with no move to take back", "refused", "done")


def _take_back(table: Table, before: Seen, word: str) -> None:
    if not table.undo():
        raise Broken("PLAY-6", f"undo was refused after {word}", "done", "refused")
    table.same(before, "PLAY-6", f"after {word} was taken back")


def list_is_the_truth(table: Table, walk: Walk) -> None:
    """At some positions listed moves are done, and other words that a state suggests are refused."""
    if walk.seen[0].listed is None:
        raise Untested("the engine offers no list of legal moves")
    rng = random.Random(len(walk.seen))
    for number in range(len(walk.seen) - 1, -1, -_EVERY):
        seen = walk.seen[number]
        if table.left_open(seen.state):
            continue
        others = [word for word in pool(seen.state, table.rules) if word not in (seen.listed or ())]
        table.again(walk, number)
        for word in rng.sample(others, min(_SOME, len(others))):
            if table.play(word) is Answer.DONE:
                raise Broken("PLAY-7", f"{word} is done, but is not in the list of legal moves", "refused", "done")
        for word in rng.sample(seen.listed or (), min(_SOME // 3, len(seen.listed or ()))):
            table.again(walk, number)
            if table.play(word) is Answer.REFUSED:
                raise Broken("PLAY-7", f"{word} is in the list of legal moves, but is refused", "done", "refused")


def never_lost_too_early(table: Table, walk: Walk) -> None:
    """Wherever the engine calls the game lost, it does no removal any more."""
    for number, seen in enumerate(walk.seen):
        if seen.state.status == "lost" and not cleared(seen.state, table.rules):
            table.again(walk, number)
            for word in pool(seen.state, table.rules):
                if word in TAKES and table.play(word) is Answer.DONE:
                    raise Broken("END-8", f"the game is called lost, and {word} is done", "playing", "lost")
            return


def no_card_comes_or_goes(table: Table, walk: Walk) -> None:
    """Every card is in one place; a removal takes what it names, and a turn or a redeal nothing from the pyramid."""
    gone: set[str] = set()
    for number, seen in enumerate(walk.seen):
        table.deck, table.words = walk.line.deck, list(walk.line.words[:number])
        word = walk.line.words[number - 1] if number else ""
        _in_one_place(seen.state, gone, table.rules, "PLAY-3" if number else "DEAL-1")
        if number:
            _moved_rightly(walk.seen[number - 1].state, seen.state, word, table.rules)
        gone |= set(TAKES.get(word, ()))


def _in_one_place(state: State, gone: set[str], rules: Ruleset, clause: str) -> None:
    cards = _shown(state)
    if twice := [card for card, count in Counter(cards).items() if count > 1]:
        raise Broken(clause, f"{', '.join(twice)} can be seen in two places")
    if back := gone.intersection(cards):
        raise Broken("AVAIL-9", f"{', '.join(sorted(back))} has left play and is there again")
    if state.removed is None or rules.unused_card == "discarded":
        return
    if both := set(state.removed).intersection(cards):
        raise Broken(clause, f"{', '.join(sorted(both))} counts as removed and is there all the same")
    if (count := _count(state)) is not None and count + len(state.removed) != 52:
        raise Broken(clause, f"{count} cards are there and {len(state.removed)} are removed", "52 cards")


def _moved_rightly(before: State, now: State, word: str, rules: Ruleset) -> None:
    cards = TAKES.get(word, ())
    left = tuple(None if card in cards else card for card in before.pyramid)
    if now.pyramid != left:
        pyramids = [in_words("pyramid", one) for one in (left, now.pyramid)]
        raise Broken("PLAY-3", f"{word} changed the pyramid otherwise than by what it takes", *pyramids)
    count, was = _count(now), _count(before)
    aside = rules.waste_piles if rules.unused_card == "discarded" and not cards else 0
    if count is not None and was is not None and not was - len(cards) - aside <= count <= was - len(cards):
        raise Broken("PLAY-3", f"{word} took the wrong number of cards", f"{was - len(cards)} cards", f"{count} cards")


def _shown(state: State) -> list[str]:
    """Every card that a state shows, the stock's top left out, which an engine may show beside the stock."""
    waste = state.waste if state.waste is not None else [(top,) for top in state.waste_tops if top]
    return [*filter(None, state.pyramid), *(card for pile in (*waste, *state.reserve) for card in pile)]


def _count(state: State) -> int | None:
    """How many cards are in play, None where only the tops of the waste are told."""
    return None if state.waste is None else len(_shown(state)) + state.stock


# ---------------------------------------------------------------------------------------------------------------------
# The checks
# ---------------------------------------------------------------------------------------------------------------------

Relation = Callable[[Table, Walk], None]


def _run(relation: Relation, clause: str, first: int, bench: Bench, rules: Ruleset) -> Outcome:
    """A relation on so many walks, every second one from the first."""
    table = Table(bench, rules)
    try:
        for number in range(max(1, bench.effort.games // 6)):
            walk = walk_of(table, first + 2 * number)
            relation(table, walk)
    except Untested as untested:
        return Outcome("untested", clause, str(untested))
    except Broken as broken:
        return _outcome(table, broken, walk)
    except EngineFinding as finding:
        return _outcome(table, Broken(clause, str(finding), finding.expected, finding.came))
    return Outcome("held", clause)


def _outcome(table: Table, broken: Broken, walk: Walk | None = None) -> Outcome:
    """What a broken relation comes to: the fault that the rules see in the same game or in the one that it is compared
    with; where there is none, that cards are missing from the deal, that a game is not the same when it is played again
    or when it is looked at; or else the relation itself.
    """
    bench, rules = table.bench, table.rules
    line = Line(table.deck, tuple(table.words))
    if line.deck and UNDO not in line.words and (fault := fault_in(bench, rules, line)):
        return concluded(bench, rules, fault)
    if walk and broken.clause in _OF_CARDS:
        plain = Line(walk.line.deck, walk.line.words[: len(line.words)])
        if fault := fault_in(bench, rules, plain):
            return concluded(bench, rules, fault)
        if missed := _failing(no_card_comes_or_goes, table, walk):
            broken, line = missed, Line(table.deck, tuple(table.words))
    if walk and (unlike := _not_again(table, broken.clause, walk)):
        broken, line = unlike, Line(table.deck, tuple(table.words))
    if "PLAY-4" in bench.broken:  # everything is looked at on the way
        broken.clause = "PLAY-4"
    position = new_game(line.deck or deal(1), rules)
    for word in line.words:
        if word != UNDO and blame.judged(position, word, rules) is None:
            position = after(position, parse_move(word), rules)
    game = Game(line.deck, line.words, position) if line.deck else None
    fault = Outcome("broken", broken.clause, broken.said, broken.expected, broken.got, game)
    return replace(fault, kind="blocked") if fault.clause in bench.broken else fault


def _not_again(table: Table, clause: str, walk: Walk) -> Broken | None:
    """What the plain game of a walk shows otherwise when it is played once more; None where it is the same.

    Where games are known to differ, it is played often enough to meet what differs in every third one.
    """
    known = "PLAY-5" in table.bench.broken
    times = 0 if clause == "PLAY-5" else 3 if known else 0 if clause == "PLAY-4" else 1
    tries = (_failing(same_game_again, table, walk) for _ in range(times))
    return next(filter(None, tries), None)


def _failing(relation: Relation, table: Table, walk: Walk) -> Broken | None:
    try:
        relation(table, walk)
    except Broken as broken:
        return broken
    return None


def _check(slug: str, clause: str, title: str, relation: Relation, first: int) -> Check:
    return Check(slug, clause, RELATIONS, title, partial(_run, relation, clause, first), effort=(GAMES,))


_WON, _ANY = 0, 3

RELATION_CHECKS = (
    _check("same-moves-again", "PLAY-5", "The same moves lead to the same positions", same_game_again, _WON),
    _check("refusals-change-nothing", "PLAY-2", "Refused words change nothing", refusals_change_nothing, _ANY),
    _check("reading-changes-nothing", "PLAY-4", "Reading changes nothing", reading_changes_nothing, _WON),
    _check("no-card-comes-or-goes", "PLAY-3", "All cards are accounted for", no_card_comes_or_goes, _ANY),
    _check("list-is-the-truth", "PLAY-7", "The list holds what is done", list_is_the_truth, _ANY),
    _check("suits-swapped", "VALUE-1", "With suits swapped the game is the same", suits_do_not_matter, _WON),
    _check("sides-do-not-matter", "AVAIL-1", "On a mirrored board the game is the same", sides_do_not_matter, _WON),
    _check("never-lost-too-early", "END-8", "Nothing is removed in a lost game", never_lost_too_early, _ANY),
    _check("undo-brings-back", "PLAY-6", "Undo brings back the position before", undo_brings_back, _WON),
)
