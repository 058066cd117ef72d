"""The rules file: what it holds, what follows from it, and every fault in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyramid_ref.errors import BadRulesFile, Fault
from pyramid_ref.flags import Flag
from pyramid_ref.spec import Ruleset, Spec, find_spec_dir, load_spec

SPEC = load_spec()

SMALL = """\
version: "1.0"
name: Small
deck:
  ranks: {A: 1, K: 2}
  suits: {C: clubs, D: diamonds}
target: 2
layout: {cover_offsets: [1, 2]}
sources: {book: A book}
flags:
  passes: {title: t, type: count, default: 1, from: 1, also: [unlimited], why: w}
  draw: {title: t, type: count, default: 1, from: 1, to: 3, why: w}
  goal: {title: t, type: choice, default: pyramid, values: [pyramid, all], why: w}
  open: {title: t, type: switch, default: false, why: w}
constraints:
  - {id: one, forbid: {open: true, draw: {min: 2}}, reason: No.}
areas: {DEAL: Deal, END: End}
clauses:
  - id: DEAL-1
    title: t
    text: The deal.
    sources: [book]
  - id: END-1
    title: t
    text: After {passes} passes.
    when: {passes: {min: 2}}
    sources: [book]
    readings:
      - {reads: r, flags: {goal: all}}
"""


@pytest.fixture
def small(tmp_path: Path) -> Callable[..., Spec]:
    """Loads the small rules file, with one piece of its text replaced, and any presets beside it."""

    def load(old: str = "", new: str = "", /, **presets: str) -> Spec:
        assert old in SMALL
        (tmp_path / "presets").mkdir()
        for name, text in presets.items():
            (tmp_path / "presets" / f"{name}.yaml").write_text(text, encoding="utf-8")
        (tmp_path / "pyramid.yaml").write_text(SMALL.replace(old, new, 1) if old else SMALL, encoding="utf-8")
        return load_spec(tmp_path)

    return load


# -- what it holds ----------------------------------------------------------------------------------------------------


def test_spec_is_read_once() -> None:
    """The rules of the package are one value; those of a path are read anew."""
    assert load_spec() is SPEC
    assert load_spec(find_spec_dir()) is not SPEC
    assert load_spec(find_spec_dir() / "pyramid.yaml").flags == SPEC.flags


def test_tables_come_from_the_file() -> None:
    """Thirteen ranks worth 1 to 13, four suits, the target and the covering."""
    assert list(SPEC.deck.ranks.items()) == list(zip("A23456789TJQK", range(1, 14), strict=True))
    assert "".join(SPEC.deck.suits) == "CDHS"
    assert (SPEC.target, SPEC.cover_offsets) == (13, (1, 2))


def test_default_rules_are_the_preset_pyramid() -> None:
    """The preset without changes is the default."""
    assert SPEC.presets["pyramid"].rules == SPEC.default == SPEC.ruleset() == Ruleset.of()


PRESETS = {
    "pyramid": {},
    "par-pyramid": {"passes": 3},
    "relaxed": {"stock_top": "playable", "passes": 3},
    "classic": {"stock_top": "playable", "passes": 3, "goal": "all", "opening_draw": True},
    "thirteen": {"waste_pair": "top_two", "goal": "all"},
    "turned-pair": {"waste_pair": "turned"},
    "king-tut": {"draw": 3, "passes": "unlimited"},
    "giza": {"reserve_piles": 8, "reserve_depth": 3},
    "apophis": {"waste_piles": 3},
    "apophis-dealt": {"waste_piles": 3, "draw_to": "each", "passes": 3, "goal": "all"},
    "reserve-row": {"reserve_piles": 7},
    "reserve-row-six": {"reserve_piles": 6},
    "overlap": {"cover_pair": True},
    "tuts-tomb": {"cover_pair": True, "draw": 3},
    "clear-everything": {"goal": "all"},
    "discard": {"unused_card": "discarded"},
    "open-draw": {"auto_turn": True, "unused_card": "discarded"},
    "open-draw-three": {"auto_turn": True, "unused_card": "discarded", "waste_piles": 3, "pile_pair": False},
}


@pytest.mark.parametrize("name", PRESETS)
def test_preset_is_what_it_is_known_as(name: str) -> None:
    """Each named preset has exactly these changes from the default."""
    assert SPEC.presets[name].rules.changes() == PRESETS[name]


def test_clauses_follow_from_the_flags() -> None:
    """The rules of a ruleset are the clauses whose `when` holds, in file order."""

    def held(**flags: bool | int | str) -> set[str]:
        return {clause.id for clause in SPEC.clauses_for(Ruleset.of(**flags))}

    assert {"REDEAL-1", "END-6", "AVAIL-5", "PAIR-9"} <= held()
    assert held(passes=3) - held() == {f"REDEAL-{n}" for n in (2, 3, 4, 5, 7, 9)}
    assert held() - held(passes=3) == {"REDEAL-1"}
    assert held(passes="unlimited") - held(passes=3) == {"REDEAL-6", "END-7"}
    ids = [clause.id for clause in SPEC.clauses_for(Ruleset.of())]
    assert ids == [name for name in SPEC.clauses if name in ids]


def test_clause_text_names_the_values_of_the_ruleset() -> None:
    """Placeholders are filled with the values in force, and none is left over."""
    assert "from the apex to row 5 " in SPEC.clauses["DEAL-2"].text_for(Ruleset.of(rows=5))
    assert SPEC.clauses["DEAL-2"].placeholders == {"rows"}
    for clause in SPEC.clauses.values():
        assert "{" not in clause.text_for(SPEC.presets["giza"].rules)


def test_a_clause_reads_well_with_a_one() -> None:
    """One row, one reserve pile, one card in it: no `1 rows`."""
    rules = SPEC.ruleset({"rows": 1, "reserve_piles": 1, "passes": 3})
    texts = [clause.text_for(rules) for clause in SPEC.clauses_for(rules)]
    assert any(re.search(r"\b1\b", text) for text in texts)
    assert [text for text in texts if re.search(r"\b1 (\w+ )?(rows|piles|cards|passes)\b", text)] == []


def test_every_clause_holds_under_some_ruleset() -> None:
    """No clause is dead: each holds under the default or with one or two flags changed from it."""
    rulesets = [SPEC.default, *(preset.rules for preset in SPEC.presets.values())]
    for name, flag in SPEC.flags.items():
        for value in flag.sample():
            for base in list(rulesets[: len(SPEC.presets) + 1]):
                try:
                    rulesets.append(SPEC.ruleset({name: value}, base=base))
                except BadRulesFile:
                    continue
    dead = [clause.id for clause in SPEC.clauses.values() if not any(map(clause.holds, rulesets))]
    assert dead == []


def test_every_word_of_a_flag_has_its_meaning() -> None:
    """Where it has words at all; numbers stand for themselves."""
    assert all({*flag.says} == {*flag.words} for flag in SPEC.flags.values())
    assert SPEC.said(SPEC.presets["overlap"].rules) == [
        "A card with its last cover: may leave with it, if the two total 13"
    ]
    assert SPEC.flags["passes"].said("unlimited") == "without limit"


def test_every_flag_is_named_by_a_clause() -> None:
    """A flag that no clause speaks of would change rules that nobody can read."""
    named = {name for clause in SPEC.clauses.values() for name in {*clause.when, *clause.placeholders}}
    assert set(SPEC.flags) <= named


def test_clause_ids_have_an_area_of_the_closed_list() -> None:
    """`AVAIL-2` is in the area AVAIL, and areas stand together in the file."""
    areas = [clause.area for clause in SPEC.clauses.values()]
    assert list(dict.fromkeys(areas)) == list(SPEC.areas)
    assert areas == sorted(areas, key=list(SPEC.areas).index)


NEEDING = {"draw_to", "pile_pair", "reserve_depth"}
"""The flags of rules 1.0 that decide nothing beside the defaults of all others."""


@pytest.mark.parametrize(
    ("flags", "idle"),
    [
        ({}, {"draw_to", "pile_pair", "reserve_depth"}),
        ({"waste_piles": 2}, {"reserve_depth"}),
        ({"reserve_piles": 1}, {"draw_to", "pile_pair"}),
        ({"unused_card": "discarded"}, {"draw_to", "pile_pair", "reserve_depth"}),
    ],
)
def test_idle_flags_are_those_that_decide_nothing(flags: dict[str, int | str], idle: set[str]) -> None:
    """Where a flag has nothing to decide, the spec says what would have to hold for it to matter."""
    needs = SPEC.idle_flags(SPEC.ruleset(flags))
    assert NEEDING & set(needs) == idle
    assert needs.keys().isdisjoint({"passes", "draw", "waste_pair", "cover_pair", "rows", "goal", "score"})
    assert all(when for when in needs.values())


def test_a_new_flag_needs_no_code(small: Callable[..., Spec]) -> None:
    """Adding a flag to the file adds an attribute, its checks, and its place in random rulesets."""
    spec = small(
        "constraints:", "  shape: {title: t, type: choice, default: flat, values: [flat, tall], why: w}\nconstraints:"
    )
    assert isinstance(spec.flags["shape"], Flag)
    assert spec.ruleset({"shape": "tall"}).shape == "tall"
    assert spec.default.shape == "flat"


# -- faults -----------------------------------------------------------------------------------------------------------


def test_the_small_rules_file_is_sound(small: Callable[..., Spec]) -> None:
    """The file that the tests below damage has no fault itself."""
    assert small(mine="flags: {goal: all}").presets["mine"].rules.changes() == {"goal": "all"}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("name: Small\n", "", ":1:1: found no key name, expected name, the name of the game"),
        ("target: 2", "target: two", "6:9: target: found 'two', expected the total"),
        ("version:", "verison:", "1:1: verison: found the key 'verison'"),
        ('version: "1.0"', "version: 1.0", "1:10: version: found 1.0"),
        ("K: 2", "K: 2, A: 3", "4:23: deck.ranks.A: found the key 'A' for the second time"),
        ("K: 2", "king: 2", "4:17: deck.ranks.king: found the key 'king', expected a rank of one capital letter"),
        ("K: 2", "K: 0", "deck.ranks.K: found 0, expected the value of a rank"),
        ("[1, 2]", "[1, 1]", "layout.cover_offsets: found a list, expected a list of offsets"),
        ("default: pyramid", "default: pyramd", "12:43: flags.goal.default: found 'pyramd', expected pyramid or all"),
        ("default: 1, from: 1, to: 3", "default: 4, from: 1, to: 3", "flags.draw.default: found 4"),
        (
            "default: 1, from: 1, to: 3",
            "default: 1, from: 1, to: 0",
            "flags.draw.to: found 0, expected a number from 1 up",
        ),
        ("default: false", "default: 0", "flags.open.default: found 0, expected true or false"),
        ("default: false", "default: false, from: 1", "flags.open.from: found the key 'from'"),
        (
            "values: [pyramid, all]",
            "values: [pyramid, no]",
            "12:70: flags.goal.values[1]: found no, which YAML reads as",
        ),
        (", values: [pyramid, all]", "", "flags.goal: found no key values"),
        ("type: switch", "type: swich", "flags.open.type: found 'swich', expected switch"),
        ("also: [unlimited]", "also: [endless]", "flags.passes.also[0]: found 'endless', expected the word unlimited"),
        (
            "  open: {",
            "  changes: {",
            "flags.changes: found the flag 'changes', expected a name that rulesets do not use",
        ),
        ("default: false", "default: false, says: {'true': t}", "flags.open.says: found nothing for false, expected"),
        ("default: false", "default: false, says: {yes: t}", "flags.open.says.yes: found"),
        (
            "values: [pyramid, all]",
            "values: [pyramid, all], says: {pyramd: p, all: a}",
            "flags.goal.says.pyramd: found 'pyramd', expected a word that goal may be (did you mean pyramid?)",
        ),
        ("default: 1, from: 1, to: 3", "default: 1, from: 1, to: 3, says: {}", "flags.draw.says: found"),
        ("  open: {", "  open: {tilte: x, ", "flags.open.tilte: found the key 'tilte'"),
        ("forbid: {open", "forbid: {opne", "constraints[0].forbid.opne: found no flag of the name 'opne'"),
        (
            "{min: 2}}, reason",
            "{min: 4}}, reason",
            "constraints[0].forbid.draw: found 4 or more, which no value of draw is",
        ),
        (
            "forbid: {open: true, draw: {min: 2}}, ",
            "",
            "constraints[0]: found a mapping, expected either forbid or cards",
        ),
        ("draw: {min: 2}}, r", "draw: 1}, cards: {}, r", "constraints[0]: found a mapping, expected either"),
        ("open: true, draw: {min: 2}", "open: false, draw: 1", "flags: found defaults that make no game"),
        ("id: END-1", "id: DEAL-1", "22:9: clauses[1].id: found DEAL-1 for the second time"),
        ("id: END-1", "id: ENDE-1", "clauses[1].id: found 'ENDE-1', expected an id in one of the areas DEAL or END"),
        ("id: END-1", "id: end 1", "clauses[1].id: found 'end 1', expected the id of a clause"),
        ("{passes} passes", "{pases} passes", "clauses[1].text: found {pases}, expected the name of a flag in braces"),
        ("when: {passes: {min: 2}}", "when: {passes: {mim: 2}}", "25:21: clauses[1].when.passes.mim: found the key"),
        ("when: {passes: {min: 2}}", "when: {passes: 0}", "clauses[1].when.passes: found 0"),
        ("when: {passes: {min: 2}}", "when: {goal: {min: 2}}", "clauses[1].when.goal.min: found 2, expected no min"),
        (
            "when: {passes: {min: 2}}",
            "when: {open: no way}",
            "clauses[1].when.open: found 'no way', expected true or false",
        ),
        (
            "sources: [book]\n    r",
            "sources: [boook]\n    r",
            "clauses[1].sources[0]: found 'boook', expected the short",
        ),
        ("flags: {goal: all}", "flags: {goal: every}", "clauses[1].readings[0].flags.goal: found 'every'"),
        ("flags: {goal: all}", "flags: {gaol: all}", "clauses[1].readings[0].flags.gaol: found no flag of the name"),
        ("areas: {DEAL: Deal, END: End}", "areas: [DEAL, END]", "areas: found a list, expected a mapping of areas"),
    ],
)
def test_rules_file_that_does_not_fit_together_is_refused(
    small: Callable[..., Spec], old: str, new: str, told: str
) -> None:
    """Whatever a name, an id, a value or a type does wrong is told with its place."""
    with pytest.raises(BadRulesFile) as refused:
        small(old, new)
    assert told in str(refused.value)


def test_faults_of_shape_and_of_meaning_come_together(tmp_path: Path) -> None:
    """A wrong shape in one place does not hide a wrong name in another, nor bring faults that only follow from it."""
    text = SMALL.replace("target: 2", "target: x").replace("[pyramid, all]", "3").replace("{passes} passes", "{pases}")
    text = text.replace("sources: [book]\n    r", "sources: [boook]\n    r")
    (tmp_path / "pyramid.yaml").write_text(text)
    with pytest.raises(BadRulesFile) as refused:
        load_spec(tmp_path)
    assert [fault.path for fault in refused.value.faults] == [
        "target",
        "flags.goal.values",
        "clauses[1].text",
        "clauses[1].sources[0]",
    ]


def test_constraint_on_cards_names_counts(small: Callable[..., Spec]) -> None:
    """The flags that a constraint multiplies exist and are numbers."""
    cards = "cards: {rows: rows, piles: goal, depth: draw, at_most: 9}"
    with pytest.raises(BadRulesFile) as refused:
        small("forbid: {open: true, draw: {min: 2}}", cards)
    assert [(fault.path, fault.expected) for fault in refused.value.faults] == [
        ("constraints[0].cards.rows", "the name of a flag"),
        ("constraints[0].cards.piles", "a flag that is a count"),
    ]


def test_faults_of_all_presets_are_told_at_once(small: Callable[..., Spec]) -> None:
    """Each faulty preset is named with its file, whatever the others are."""
    with pytest.raises(BadRulesFile) as refused:
        small(a="flags: {goal: everything}", b="based_on: zzz", c="flags: {open: true, draw: 2}", d="flags: {draw: 2}")
    assert [Path(fault.file).name for fault in refused.value.faults] == ["a.yaml", "b.yaml", "c.yaml"]


def test_missing_rules_file_is_a_fault(tmp_path: Path) -> None:
    """A directory without a rules file, or no directory at all, is bad input like any other."""
    for path in (tmp_path, tmp_path / "nowhere", tmp_path / "other.yaml"):
        with pytest.raises(BadRulesFile, match="no such file"):
            load_spec(path)


def faults_or_rules(path: Path) -> tuple[Fault, ...]:
    """The faults of a rules file; none where it gives rules."""
    try:
        assert load_spec(path).default.flags
    except BadRulesFile as error:
        return error.faults
    return ()


LINES = SMALL.splitlines(keepends=True)
PIECES = st.sampled_from(
    ["", "x", "3", "{", "}", "[", "]", ": ", "- ", "\n", "'", "null", "{}", "[]", "open", "true", "*a "]
)
WORDS = [found.span() for found in re.finditer(r"\w+|[^\w\s]", SMALL)]


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """The small rules file with a few of its words replaced, or a few of its lines left out or exchanged."""
    if draw(st.booleans()):
        kept = draw(st.lists(st.sampled_from(range(len(LINES))), min_size=len(LINES) - 4, max_size=len(LINES)))
        return "".join(LINES[n] for n in sorted(kept))
    text = SMALL
    for start, end in sorted(draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=3, unique=True)), reverse=True):
        text = text[:start] + draw(PIECES) + text[end:]
    return text


@settings(max_examples=60)
@given(text=damaged())
def test_damaged_rules_files_are_read_or_answered_with_faults(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    """Whatever happens to a rules file, loading gives rules or faults with lines."""
    path = tmp_path_factory.getbasetemp() / "damaged.yaml"
    path.write_text(text, encoding="utf-8")
    assert all(fault.line >= 1 and "\n" not in str(fault) for fault in faults_or_rules(path))
