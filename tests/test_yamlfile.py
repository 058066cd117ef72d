"""YAML files as documents: what is read, and how every bad file is answered."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pyramid_ref.document import Document, shown, written
from pyramid_ref.errors import BadRulesFile, Fault
from pyramid_ref.yamlfile import DEEPEST, LARGEST, MOST, parse, read


def faults_of(text: str) -> tuple[Fault, ...]:
    """The faults of a text as YAML, whether or not the rest could be read."""
    try:
        return parse(text, name="f").faults
    except BadRulesFile as error:
        return error.faults


def only_fault(text: str) -> Fault:
    (fault,) = faults_of(text)
    return fault


# -- what is read -----------------------------------------------------------------------------------------------------


def test_values_are_those_of_yaml() -> None:
    """Words, numbers, switches, nothing, lists and mappings come out as plain data."""
    text = "a: word\nb: 3\nc: true\nd:\ne: [1, '2']\nf: {g: 1.5}"
    assert parse(text).data == {"a": "word", "b": 3, "c": True, "d": None, "e": [1, "2"], "f": {"g": 1.5}}


def test_keys_are_text_as_written() -> None:
    """A key is never read as a number or a switch, so a place stays `15` and `no` stays `no`."""
    assert parse("15: 5C\nno: 1\n~: 2\n<<: 3").data == {"15": "5C", "no": 1, "~": 2, "<<": 3}


def test_dates_stay_text() -> None:
    """A date is the text it was written as, not a date object."""
    assert parse("date: 2026-05-31").data == {"date": "2026-05-31"}


def test_marks_tell_line_and_column() -> None:
    """The marks of keys and values count lines and columns from 1, in flow and block style alike."""
    document = parse("name: x\nflags:\n  passes: 3\n  more: {draw: 2}\nlist:\n- a\n- b\n")
    paths = [("name",), ("flags", "passes"), ("flags", "more", "draw"), ("list", 1)]
    marks = [document.values[path] for path in paths]
    assert [(mark.line, mark.column) for mark in marks] == [(1, 7), (3, 11), (4, 16), (7, 3)]
    assert (document.keys[("flags", "more", "draw")].line, document.keys[("flags", "more", "draw")].column) == (4, 10)


def test_anchors_and_aliases_are_written_out() -> None:
    """An alias stands for the value it names, and its faults for the line where that is written."""
    document = parse("a: &x [1, 2]\nb: *x")
    assert document.data == {"a": [1, 2], "b": [1, 2]}
    assert document.fault(("b", 1), expected="3").line == 1


def test_byte_order_mark_is_skipped(tmp_path: Path) -> None:
    """A file that an editor began with a byte order mark reads as without it."""
    path = tmp_path / "bom.yaml"
    path.write_bytes(b"\xef\xbb\xbfname: x\r\n")
    assert read(path).data == {"name": "x"}


def test_json_is_read_too() -> None:
    """A JSON file is YAML, with characters escaped in two halves put together."""
    assert parse('{"name": "\\ud83c\\udca1", "n": [1, null, true]}').data == {
        "name": "\U0001f0a1",
        "n": [1, None, True],
    }


# -- what is refused --------------------------------------------------------------------------------------------------

NOT_YAML = {
    "tab": ("a:\n\tb: 1", 2, "spaces"),
    "colon": ("notes: a: b", 1, "quotes"),
    "indentation": ("a: 1\n  b: 2", 2, "indentation"),
    "open quote": ("a: 'x\nb: 1", 2, "closed"),
    "open brace": ("a: {b: 1\nc: 2", 2, "closed|comma"),
    "open list": ("a: [1, 2\n", 2, "closed"),
    "alias": ("a: *nobody", 1, "quotes"),
    "at sign": ("a: @home", 1, "quotes"),
    "escape": ('a: "\\q"', 1, "single quotes"),
    "control character": ("a: 1\nb: \x07", 2, "control"),
    "another version": ("%YAML 9.9\n---\na: 1", 1, ""),
}


@pytest.mark.parametrize(("text", "line", "hint"), NOT_YAML.values(), ids=NOT_YAML)
def test_syntax_faults_have_a_line_and_a_remedy(text: str, line: int, hint: str) -> None:
    """What is not YAML is one fault with the line where reading stopped, and says what to do."""
    fault = only_fault(text)
    assert fault.line == line, str(fault)
    assert fault.found.startswith("text that is not YAML")
    assert any(word in fault.hint for word in hint.split("|")), fault.hint


@pytest.mark.parametrize("text", ["", "\n\n", "# only a remark\n"], ids=["nothing", "blank", "remark"])
def test_empty_file_is_a_fault(text: str) -> None:
    """A file without a value is called empty."""
    assert only_fault(text).found == "an empty file"


def test_second_document_is_a_fault() -> None:
    """Two documents in a file are refused at the line where the second begins."""
    fault = only_fault("a: 1\n---\nb: 2")
    assert (fault.found, fault.line) == ("a second document", 2)


def test_every_repeated_key_is_a_fault() -> None:
    """Each repetition is named with its own line and the line of the first; the first value stays."""
    faults = faults_of("a: 1\nb: {c: 1, c: 2}\na: 3\na: 4")
    assert [(fault.line, fault.path) for fault in faults] == [(2, "b.c"), (3, "a"), (4, "a")]
    assert "line 1" in faults[1].hint
    assert parse("a: 1\na: 3").data == {"a": 1}


@pytest.mark.parametrize(
    "value",
    ["!!python/object/apply:os.system [ls]", "!!binary aGk=", "!mine x", "!!seq {a: b}", "!!map x", "!!set {a, b}"],
)
def test_tags_are_faults(value: str) -> None:
    """A tag that asks for anything but a plain value is refused, and nothing of it is run."""
    fault = only_fault(f"a: {value}")
    assert (fault.path, fault.expected) == ("a", "a plain value")


def test_values_that_do_not_fit_their_tag_are_faults() -> None:
    """Text tagged as a number, or a number that YAML takes and Python does not, is a fault and no traceback."""
    faults = faults_of("a: !!int x\nb: !!bool x\nc: 0x_\nd: " + "9" * 5000 + "\ne: 1" + ":1" * 500)
    assert [fault.path for fault in faults] == ["a", "b", "c", "d", "e"]


def test_lists_and_mappings_as_keys_are_faults() -> None:
    """A key has to be a word."""
    assert only_fault("? [a]\n: 1").expected == "a word as a key"


def test_half_a_character_is_a_fault() -> None:
    """Half of a surrogate pair could never be printed, so it is refused."""
    assert only_fault('a: "\\ud83c"').path == "a"


def test_alias_for_the_value_around_it_is_a_fault() -> None:
    """A value that holds itself would never end."""
    assert only_fault("a: &x [1, *x]").path == "a[1]"


def test_aliases_cannot_explode() -> None:
    """A billion laughs are refused once the values written out pass the bound."""
    text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    text += "".join(f"a{i + 1}: &a{i + 1} [{', '.join([f'*a{i}'] * 9)}]\n" for i in range(12))
    assert f"{MOST:,}" in only_fault(text).found


@pytest.mark.parametrize("opening", ["[", "{", "- ", "? ", "{a: ", "[{a: "])
def test_nesting_is_bounded(opening: str) -> None:
    """Endless nesting is refused at the first that is too deep, before they cost anything."""
    assert f"more than {DEEPEST} levels" in only_fault(opening * 20_000).found


def test_nesting_by_aliases_is_bounded() -> None:
    """Aliases that each add a level are counted like levels in the text."""
    text = "a0: &a0 [x]\n" + "".join(f"a{i + 1}: &a{i + 1} [*a{i}]\n" for i in range(DEEPEST + 5))
    assert "levels" in only_fault(text).found


def test_size_is_bounded(tmp_path: Path) -> None:
    """A file beyond all bounds is refused without being parsed, and one without end without being read to it."""
    assert f"{LARGEST:,} bytes" in only_fault("#" * (LARGEST + 1)).found
    path = tmp_path / "large.yaml"
    path.write_bytes(b"#" * (LARGEST + 1))
    for name in (path, "/dev/zero") if os.path.exists("/dev/zero") else (path,):
        with pytest.raises(BadRulesFile, match="bytes"):
            read(name)


def test_not_utf8_names_the_byte(tmp_path: Path) -> None:
    """Bytes that are no UTF-8 are a fault at their line and column."""
    path = tmp_path / "latin.yaml"
    path.write_bytes("name: x\nnotes: é".encode("latin-1"))
    with pytest.raises(BadRulesFile, match=r"latin\.yaml:2:8: found the byte 0xe9, which is not UTF-8"):
        read(path)


def test_missing_file_suggests_its_neighbour(tmp_path: Path) -> None:
    """A misspelt file name is answered with the file that was probably meant."""
    (tmp_path / "sunday.yaml").write_text("a: 1")
    with pytest.raises(BadRulesFile, match=r"no such file.*did you mean sunday\.yaml\?"):
        read(tmp_path / "sundy.yaml")


@pytest.mark.parametrize(
    "name", ["nowhere/x.yaml", "nul\0.yaml", "x" * 5000, "\ud800.yaml"], ids=["folder", "nul", "long", "surrogate"]
)
def test_paths_that_open_nothing_are_faults(tmp_path: Path, name: str) -> None:
    """Whatever is wrong with a path, the answer is a fault."""
    with pytest.raises(BadRulesFile):
        read(tmp_path / name)


def test_directory_is_a_fault(tmp_path: Path) -> None:
    """A directory is not a file."""
    with pytest.raises(BadRulesFile, match="found a directory, expected a YAML file"):
        read(tmp_path)


# -- documents --------------------------------------------------------------------------------------------------------


def test_fault_quotes_what_yaml_made_of_a_word() -> None:
    """Where YAML reads something else than was written, the fault shows both."""
    document = parse("goal: no\nat: 12:30\nnone: ~\nplain: 3\ntext: 'no'")
    assert [document.found((key,)) for key in document.data] == [
        "no, which YAML reads as false",
        "12:30, which YAML reads as 750",
        "~, which YAML reads as nothing",
        "3",
        "'no'",
    ]


def test_faults_come_in_file_order_and_once() -> None:
    """`refuse` sorts by line, drops repetitions, and says nothing more about a value that could not be read."""
    document = parse("a: !x 1\nb: 2\nc: 3", name="f")
    told = [document.fault((key,), expected="nothing") for key in ("c", "a", "b", "c")]
    with pytest.raises(BadRulesFile) as refused:
        document.refuse(told)
    assert [(fault.path, fault.line) for fault in refused.value.faults] == [("a", 1), ("b", 2), ("c", 3)]
    assert len(str(refused.value).splitlines()) == 3


def test_document_without_faults_is_not_refused() -> None:
    """`refuse` without any fault does nothing."""
    parse("a: 1").refuse()


def test_data_from_code_has_paths_but_no_lines() -> None:
    """Faults in data that comes from code print their path and no line."""
    fault = Document.of({"a": [1, 2]}).fault(("a", 1), expected="3")
    assert str(fault) == "a[1]: found 2, expected 3"


def test_nothing_unprintable_reaches_a_message() -> None:
    """Control characters in names and values are shown escaped, so that a file cannot write to a terminal."""
    document = Document.of({"\x1b[2J": "\x9b31m\u202e"})
    assert str(document.fault(("\x1b[2J",), expected="text")).isprintable()


ANY = {
    "nan": float("nan"),
    "inf": -float("inf"),
    "int": 10**5000,
    "object": object(),
    "dict": {1: 2},
    "text": "x" * 9**6,
}


@pytest.mark.parametrize("value", ANY.values(), ids=ANY)
def test_any_value_can_be_shown(value: object) -> None:
    """Values of any type and size have short words."""
    assert len(shown(value)) < 80


# -- nothing but faults -----------------------------------------------------------------------------------------------

TOKEN_TEXT = (
    "a b: - ? : [ ] { } , ' \" | > &x *x ! !!int !!python/name:os # --- ... %YAML %TAG 1.1 \t 1 yes ~ \\ \\u \\x00 é "
    "\u2028 \x85 \r\n \ufeff <<: = 2020-01-01 0x_ 1_ 12:30 @ ` \ud800 \0 .inf"
)
TOKENS = st.sampled_from(TOKEN_TEXT.split(" ")).flatmap(
    lambda token: st.sampled_from([token, f"{token} ", f"{token}\n", f"\n  {token}"])
)
TEXTS = st.lists(TOKENS, max_size=25).map("".join) | st.text()


@given(TEXTS)
@example("!!python/object/apply:os.system ['true']")
@example("? !!int x\n: !!float y")
def test_any_text_is_read_or_answered_with_faults(text: str) -> None:
    """No text raises anything but `BadRulesFile`, and every fault points into the text."""
    for fault in faults_of(text):
        assert 1 <= fault.line <= len(text.splitlines()) + 2
        assert fault.column >= 1
        assert str(fault).startswith("f:")


@given(st.binary())
def test_any_bytes_are_read_or_answered_with_faults(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    """No bytes in a file raise anything but `BadRulesFile`."""
    path = tmp_path_factory.getbasetemp() / "bytes.yaml"
    path.write_bytes(raw)
    with contextlib.suppress(BadRulesFile):
        read(path)


@given(st.lists(st.text(max_size=5) | st.integers(0, 99), max_size=5).map(tuple))
def test_written_paths_are_printable(path: tuple[str | int, ...]) -> None:
    """A path is one printable line whatever its keys are."""
    assert written(path).isprintable()
