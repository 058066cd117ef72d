"""Probes: small games whose course tells rulesets apart.

A *probe* is a deck, an opening and words to try. What it *shows* is the answer to each word and a look at the table
after it. The rules say what it shows under any ruleset; the engine shows which of them it plays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, NamedTuple

from conformance.adapter import About
from conformance.answers import Answer
from conformance.driver import Session
from conformance.shapes import State
from pyramid_ref.game import after, is_won, legal_moves, new_game
from pyramid_ref.moves import DRAW, REDEAL
from pyramid_ref.position import Position
from pyramid_ref.ruleset import Ruleset

Deck = tuple[str, ...]

Looks = Literal["answers", "table", "won"]
"""What counts beside the answers to the words: nothing, stock and waste, whether the game is won."""


@dataclass(frozen=True)
class Probe:
    """One small game."""

    asks: str
    """The question that it answers, in a sentence."""
    deck: Deck
    opening: tuple[str, ...]
    words: tuple[str, ...]
    looks: Looks = "answers"


class Shown(NamedTuple):
    """What one word showed. None stands for what an engine does not tell, and agrees with everything."""

    word: str
    """Empty for the deal."""
    done: bool | None
    stock: int | None = None
    tops: tuple[str | None, ...] | None = None
    sizes: tuple[int, ...] | None = None
    pyramid: tuple[str | None, ...] | None = None
    won: bool | None = None

    def agrees(self, other: Shown) -> bool:
        """Whether the two may be the same."""
        return all(one == two or one is None or two is None for one, two in zip(self, other, strict=True))

    def __str__(self) -> str:
        said = {True: "was done", False: "was refused", None: "could not be tried"}[self.done]
        text = f"{self.word} {said}" if self.word else "at the deal"
        if self.tops is not None:
            waste = " | ".join(map(_pile, self.tops, self.sizes or [None] * len(self.tops)))
            text += f": stock {self.stock}, waste {waste}"
        if self.won is not None and self.word:
            text += f" and the game was {'won' if self.won else 'not won'}"
        return text


def _pile(top: str | None, size: int | None) -> str:
    if top is None:
        return "empty"
    return top if size in (None, 1) else f"{top} on {(size or 1) - 1}"


def predicted(probe: Probe, rules: Ruleset) -> list[Shown]:
    """What the probe shows under a ruleset, by the rules."""
    position = new_game(probe.deck, rules)
    shown = [_shown(probe, 0, None, partial(_lying, position, rules))]
    for number, word in enumerate((*probe.opening, *probe.words), 1):
        done = word in legal_moves(position, rules)
        position = after(position, word, rules) if done else position
        shown.append(_shown(probe, number, done, partial(_lying, position, rules)))
    return shown


def shown_by(session: Session, probe: Probe, rules: Ruleset, about: About) -> list[Shown]:
    """What the engine shows. `rules` is what its state is read by. May raise `EngineFinding`."""
    session.new_game(list(probe.deck), rules.flags)
    shown = [_shown(probe, 0, None, lambda: _told(session.state(), about))]
    ahead = False  # whether a redeal has made the next turn already
    for number, word in enumerate((*probe.opening, *probe.words), 1):
        if ahead and word.startswith(DRAW):
            done: bool | None = True
            ahead = False
        else:
            answer = session.play(word)
            done = None if answer is Answer.UNSUPPORTED else answer is Answer.DONE
            ahead = done is True and word == REDEAL and about.redeal == "fused"
        looked = _shown(probe, number, done, lambda: _told(session.state(), about))
        shown.append(Shown(word, done) if ahead else looked)
    return shown


_TABLE = ("stock", "tops", "sizes")


def _shown(probe: Probe, number: int, done: bool | None, table: Callable[[], Mapping[str, Any]]) -> Shown:
    """What the word of a number shows: where the opening ends, everything; before that its answer alone."""
    word = ("", *probe.opening, *probe.words)[number]
    parts: tuple[str, ...] = ()
    if number == len(probe.opening):
        parts = (*_TABLE, "pyramid")
    elif number > len(probe.opening) and probe.looks == "table":
        parts = _TABLE
    if number >= len(probe.opening) and probe.looks == "won":
        parts += ("won",)
    if not parts:
        return Shown(word, done)
    lies = table()
    return Shown(word, done, **{part: lies[part] for part in parts})


def _lying(position: Position, rules: Ruleset) -> Mapping[str, Any]:
    return {
        "stock": len(position.stock),
        "tops": tuple(pile[-1] if pile else None for pile in position.waste),
        "sizes": tuple(map(len, position.waste)),
        "pyramid": position.pyramid,
        "won": is_won(position, rules),
    }


def _told(state: State, about: About) -> Mapping[str, Any]:
    return {
        "stock": state.stock,
        "tops": state.waste_tops,
        "sizes": None if state.waste is None else tuple(map(len, state.waste)),
        "pyramid": state.pyramid,
        "won": state.status == "won" if about.won == "exact" else None,
    }


def agree(one: Sequence[Shown], other: Sequence[Shown]) -> bool:
    """Whether two courses of a probe may be the same."""
    return all(a.agrees(b) for a, b in zip(one, other, strict=True))


def first_odd(course: Sequence[Shown], others: Sequence[Sequence[Shown]]) -> Shown | None:
    """What a course shows first that none of the others, which were like it up to there, shows too."""
    for number, shown in enumerate(course):
        others = [other for other in others if shown.agrees(other[number])]
        if not others:
            return shown
    return None
