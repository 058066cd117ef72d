"""Pyramid Solitaire: a plain reference engine that reads its rules from a file.

>>> rules = load_spec().presets["giza"].rules
>>> position = new_game(deal(1), rules)
>>> "KC" in legal_moves(position, rules)
True
>>> position = apply(position, "KC", rules)
>>> status(position, rules)
'playing'
>>> why_not(position, "KC", rules).reason
'KC has left play'
"""

from pyramid_ref.cards import CARDS, VALUE
from pyramid_ref.deals import check_deck, deal, format_deck, parse_deck
from pyramid_ref.difference import difference
from pyramid_ref.drawing import draw_board
from pyramid_ref.engine import Engine
from pyramid_ref.errors import BadDeck, BadRulesFile, IllegalMove, MalformedMove, NoGame, PyramidError
from pyramid_ref.foreign import read_deck, read_moves
from pyramid_ref.game import after, legal_moves, new_game, score, status
from pyramid_ref.moves import parse_move, parse_moves
from pyramid_ref.perft import divide, perft
from pyramid_ref.position import Position, covers
from pyramid_ref.positiontext import MalformedPosition, format_position, parse_position
from pyramid_ref.records import Record, RecordFault, Replay, format_record, parse_record, replay
from pyramid_ref.referee import Refusal, apply, why_not
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.spec import Spec, load_spec

__all__ = [
    "CARDS",
    "VALUE",
    "BadDeck",
    "BadRulesFile",
    "Engine",
    "IllegalMove",
    "MalformedMove",
    "MalformedPosition",
    "NoGame",
    "Position",
    "PyramidError",
    "Record",
    "RecordFault",
    "Refusal",
    "Replay",
    "Ruleset",
    "Spec",
    "after",
    "apply",
    "check_deck",
    "covers",
    "deal",
    "difference",
    "divide",
    "draw_board",
    "format_deck",
    "format_position",
    "format_record",
    "legal_moves",
    "load_spec",
    "new_game",
    "parse_deck",
    "parse_move",
    "parse_moves",
    "parse_position",
    "parse_record",
    "perft",
    "read_deck",
    "read_moves",
    "replay",
    "score",
    "status",
    "why_not",
]
