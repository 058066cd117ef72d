"""What a run writes with --report, and how its verdict is told: real runs on a broken engine with an awkward name."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from conformance.badges import badge_json, badge_svg
from conformance.boards_svg import board_of, board_svg, told
from conformance.claims import claims_of
from conformance.elements import as_html, as_xml, element
from conformance.games import GAME_CHECKS
from conformance.markdown import markdown
from conformance.outcomes import Kind
from conformance.pages import report_page
from conformance.playing import play_scenario
from conformance.relations import RELATION_CHECKS
from conformance.report import FindingData, Report, as_json, read_report
from conformance.reporting import Proceedings, report_of, run_options
from conformance.rulesets import NamedRules
from conformance.scenarios import by_clause
from conformance.telling import Line, accounts, left_out, lines_of, text_of
from conformance.verdict import Result, Verdict, in_order, result_of
from pyramid_ref import Engine
from pyramid_ref.deals import deal
from pyramid_ref.errors import BadRulesFile, IllegalMove
from pyramid_ref.game import new_game
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.schemas import schema
from pyramid_ref.spec import load_spec

from .benches import bench_of
from .reports import Page, data_of, made_up, run_suite, saved

FILES = {"report.json", "report.xml", "report.md", "report.html", "badge.json", "badge.svg"}
NAME = '<b>Süß</b> & "Söhne" | `x`'

ENGINE = f"""\
from pyramid_ref import Engine


class Broken(Engine):
    def about(self):
        return {{**super().about(), "name": {NAME!r}, "version": "1.0", "rules": {{"passes": [1, 3]}}}}

    def play(self, move):
        return False if move == "KC" else super().play(move)
"""

KNOWN = """\
engine: mine
known_failures:
  - {id: SINGLE-1, reason: the king of clubs is <stuck>}
"""

FEW = ("--engine=awkward:Broken", "--preset=pyramid", "--clause=SINGLE-1", "--clause=SINGLE-2", "--clause=DEAL-4")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the engine, a list of known failures and plugins that get in the way."""
    folder = tmp_path_factory.mktemp("awkward")
    (folder / "awkward.py").write_text(ENGINE, encoding="utf-8")
    (folder / "known.yaml").write_text(KNOWN, encoding="utf-8")
    plugin = "def pytest_runtest_setup(item):\n    assert 'each-suit' not in item.nodeid, 'a plugin got in the way'\n"
    (folder / "in_the_way.py").write_text(plugin, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def folder(place: Path) -> Path:
    """The report of that engine."""
    run = run_suite(*FEW, f"--report={place / 'report'}", path=place)
    assert run.returncode == 1, run.stdout + run.stderr
    assert "report written to" in run.stdout
    return place / "report"


@pytest.fixture(scope="module")
def report(folder: Path) -> Report:
    return data_of(folder)


@pytest.fixture(scope="module")
def finding(report: Report) -> FindingData:
    (found,) = report["findings"]
    return found


# -- report.json ------------------------------------------------------------------------------------------------------


def test_all_files_are_written(folder: Path) -> None:
    assert {path.name for path in folder.iterdir()} == FILES


def test_the_report_has_the_shape_of_its_schema(folder: Path, report: Report) -> None:
    """Which is draft 2020-12 and lets no unknown key pass."""
    shape = schema("report")
    Draft202012Validator.check_schema(shape)
    Draft202012Validator(shape).validate(report)
    assert read_report(str(folder / "report.json")) == report


def test_the_schema_lets_no_unknown_key_pass(report: Report) -> None:
    """Wherever in a report it stands."""
    shape = Draft202012Validator(schema("report"))
    spots: list[object] = [
        report,
        report["engine"],
        report["run"],
        report["verdict"],
        report["cases"],
        report["findings"][0],
    ]
    spots += [report["rulesets"][0], report["claims"][0], report["clauses"][0], report["not_held"][0]]
    spots += [report["findings"][0]["position"]]
    for spot in spots:
        assert isinstance(spot, dict)
        spot["odd"] = 1
        assert not shape.is_valid(report)
        del spot["odd"]
    assert shape.is_valid(report)


def test_the_report_says_what_was_tested_how(report: Report) -> None:
    assert (report["engine"]["name"], report["engine"]["version"]) == (NAME, "1.0")
    assert report["rules"] == load_spec().version
    assert report["engine"]["options"] == ["--engine=awkward:Broken"]
    assert report["run"]["options"][:4] == ["--preset", "pyramid", "--clause", "SINGLE-1"]
    assert report["run"]["complete"]
    assert report["run"]["played"] == sum(report["cases"].values())  # type: ignore[arg-type]
    assert report["verdict"]["sentence"].endswith("SINGLE-1 broken")
    (ruleset,) = report["rulesets"]
    assert (ruleset["name"], ruleset["changes"], len(ruleset["flags"])) == ("pyramid", {}, 16)
    claims = {(claim["flag"], claim["value"]): claim["rulesets"] for claim in report["claims"]}
    assert claims["passes", 1] == ["pyramid"]
    assert claims["passes", 3] == []
    standing = {clause["id"]: clause["standing"] for clause in report["clauses"]}
    assert (standing["SINGLE-1"], standing["SINGLE-2"], standing["END-1"]) == ("broken", "held", "no_case")


def test_a_finding_has_all_that_its_reader_needs(finding: FindingData, report: Report) -> None:
    """Board, deck, moves, what was expected and got, the other cases, and a command that shows it again."""
    assert finding["clause"] == "SINGLE-1"
    assert "MAY be removed by itself" in finding["text"]
    assert (finding["expected"], finding["got"], finding["moves"][-1]) == ("done", "refused", "KC")
    assert sorted(finding["deck"]) == sorted(deal(1))
    assert "[KC]" in finding["board"]
    assert finding["position"]
    assert "KC" in finding["position"]["available"]
    assert finding["others"]
    assert {one["case"] for one in report["not_held"]} >= {finding["case"], *finding["others"]}
    assert finding["rerun"].endswith(f'-k "{finding["case"]}"')


def test_nothing_in_it_changes_from_run_to_run(place: Path, folder: Path) -> None:
    """Nor when the cases run side by side: only the times in the JUnit file differ."""
    pytest.importorskip("xdist", reason="pytest-xdist is not installed")
    run = run_suite("-n2", *FEW, f"--report={place / 'side-by-side'}", path=place)
    assert run.returncode == 1, run.stdout + run.stderr
    for name in FILES - {"report.xml"}:
        assert (place / "side-by-side" / name).read_text() == (folder / name).read_text(), name
    first, second = ([case.attrib["name"] for case in cases(path)] for path in (folder, place / "side-by-side"))
    assert first == second


def test_known_failures_are_told_with_their_reason(place: Path) -> None:
    """They fail neither the run nor the pages of a CI service, and make the badge yellow."""
    target = place / "known"
    run = run_suite(*FEW, f"--known-failures={place / 'known.yaml'}", f"--report={target}", path=place)
    assert run.returncode == 0, run.stdout + run.stderr
    assert data_of(target)["findings"][0]["known"] == "the king of clubs is <stuck>"
    assert not list(ET.parse(target / "report.xml").iter("failure"))
    assert any("<stuck>" in skipped.attrib["message"] for skipped in ET.parse(target / "report.xml").iter("skipped"))
    assert json.loads((target / "badge.json").read_text())["color"] == "yellow"
    for name in ("report.html", "report.md"):
        assert "&lt;stuck" in (target / name).read_text(encoding="utf-8")


def test_a_run_that_was_stopped_says_so(place: Path) -> None:
    target = place / "stopped"
    run = run_suite(*FEW, "-x", f"--report={target}", path=place)
    told = data_of(target)["run"]
    assert not told["complete"]
    assert told["played"] < told["collected"]
    assert f"stopped after {told['played']} of {told['collected']} cases" in run.stdout
    assert json.loads((target / "badge.json").read_text())["message"] == "run incomplete"
    assert "The run is incomplete" in (target / "report.md").read_text(encoding="utf-8")


def test_what_the_suite_could_not_run_is_an_error(place: Path) -> None:
    """A fault that is not the engine's never looks like a case that holds."""
    target = place / "error"
    run = run_suite("--clause=SINGLE-1", "--preset=pyramid", "-p", "in_the_way", f"--report={target}", path=place)
    assert run.returncode == 1
    told = data_of(target)
    assert told["errors"]
    assert all("a plugin got in the way" in one["said"] for one in told["errors"])
    assert f"{told['errors'][0]['test']} could not be run: " in run.stdout
    root = ET.parse(target / "report.xml").getroot()
    assert int(root.attrib["errors"]) == len(told["errors"]) == len(list(root.iter("error")))
    assert not told["run"]["complete"]


@pytest.mark.parametrize("option", ["--report", "--save-finds"])
def test_a_folder_that_cannot_be_made_is_told_before_anything_runs(place: Path, option: str) -> None:
    folder = place / "awkward.py" / "report"
    run = run_suite(*FEW, f"{option}={folder}", path=place)
    assert run.returncode == 4
    assert f"{option} {folder}: the folder cannot be made" in run.stderr
    assert "Traceback" not in run.stderr


# -- report.xml -------------------------------------------------------------------------------------------------------


def cases(folder: Path) -> list[ET.Element]:
    return list(ET.parse(folder / "report.xml").iter("testcase"))


def test_junit_has_every_case(folder: Path, report: Report) -> None:
    """The class is the tier; what failed has the text of the finding."""
    root = ET.parse(folder / "report.xml").getroot()
    assert int(root.attrib["tests"]) == len(cases(folder)) == report["run"]["played"]
    assert int(root.attrib["failures"]) == report["cases"]["broken"]
    assert {case.attrib["classname"] for case in cases(folder)} >= {"deal", "removal"}
    assert root.attrib["name"] == f"{NAME} 1.0"
    failed = {case.attrib["name"]: case.find("failure") for case in cases(folder)}
    told = failed[report["findings"][0]["case"]]
    assert told is not None
    assert told.attrib["type"] == "SINGLE-1"
    for piece in ("[KC]", "expected: done", "deck:  ", "again: pytest"):
        assert piece in (told.text or "")


# -- report.html ------------------------------------------------------------------------------------------------------


def test_the_page_needs_nothing_else(folder: Path) -> None:
    """No other file, no script, and every link leads to a place in it."""
    page = Page((folder / "report.html").read_text(encoding="utf-8"))
    page.check_self_contained()
    assert "script" not in page.tags
    assert any("prefers-color-scheme: dark" in raw for raw in page.raw)
    assert page.tags.count("h1") == 1


def test_the_page_tells_the_finding(folder: Path, finding: FindingData) -> None:
    page = Page((folder / "report.html").read_text(encoding="utf-8"))
    for piece in (NAME, "SINGLE-1", finding["said"], finding["case"], " ".join(finding["deck"]), finding["rerun"]):
        assert " ".join(piece.split()) in page.text
    assert "b" not in page.tags, "a name is text"


def test_boards_are_drawings_that_can_be_read_aloud(folder: Path) -> None:
    """Each has a title, a description, and cards as text."""
    text = (folder / "report.html").read_text(encoding="utf-8")
    start = text.index("<svg")
    drawing = ET.fromstring(text[start : text.index("</svg>") + len("</svg>")])
    assert drawing.attrib["role"] == "img"
    assert (drawing.findtext("title") or "").startswith("The board of ")
    assert "Pyramid from the apex: " in (drawing.findtext("desc") or "")
    ringed = [group for group in drawing.iter("g") if "moved" in group.attrib.get("class", "")]
    assert [group.findtext("text") for group in ringed] == ["KC"]


@pytest.mark.parametrize("preset", load_spec().presets)
def test_every_board_can_be_drawn(preset: str) -> None:
    """All cards that lie open stand in the drawing, inside its bounds."""
    rules = load_spec().presets[preset].rules
    board = board_of(new_game(deal(7), rules), rules)
    drawing = board_svg(board)
    width, height = map(float, drawing.attrib["viewBox"].split()[2:])
    for rect in drawing.iter("rect"):
        assert 0 <= float(rect.attrib["x"]) <= width - 46
        assert 0 <= float(rect.attrib["y"]) <= height - 58
    cards = [text.text for text in drawing.iter("text")]
    shown = [*filter(None, board["pyramid"]), *(card for pile in board["reserve"] for card in pile)]
    assert set(shown) <= set(cards)
    assert all(card in told(board) for card in shown)


# -- report.md and the badges -----------------------------------------------------------------------------------------


def test_markdown_shows_names_as_they_are(folder: Path, finding: FindingData) -> None:
    text = (folder / "report.md").read_text(encoding="utf-8")
    assert "<b>" not in text
    assert '&lt;b>Süß&lt;/b> &amp; "Söhne" \\| \\`x\\`' in text
    assert f"The board as the rules have it:\n\n```text\n{finding['board']}\n```" in text
    assert len(text) < 65536, "as much as a comment may have"


def test_the_badge_is_an_endpoint_and_an_image(folder: Path, report: Report) -> None:
    badge = json.loads((folder / "badge.json").read_text())
    assert badge["schemaVersion"] == 1
    assert badge["message"] == f"{report['verdict']['held']} of {report['verdict']['tested']} clauses"
    image = ET.fromstring((folder / "badge.svg").read_text())
    assert image.findtext("{http://www.w3.org/2000/svg}title") == f"{badge['label']}: {badge['message']}"


def test_the_colour_of_the_badge() -> None:
    """Green where all holds, red where much is broken or nothing was tested."""
    good = made_up(SINGLE_1="held", SINGLE_2="held")
    assert badge_json(good)["color"] == "brightgreen"
    assert badge_json(made_up(SINGLE_1="held", END_4="broken"))["color"] == "red"
    nearly = dict.fromkeys((clause.replace("-", "_") for clause in [*load_spec().clauses][:20]), "held")
    assert badge_json(made_up(**{**nearly, "END_4": "broken"}))["color"] == "orange"
    assert badge_json(made_up(SINGLE_1="unreachable"))["color"] == "red"
    assert "2 of 2 clauses" in badge_svg(good)


@pytest.mark.parametrize("name", ["a\x00b", "a\x1b[31mb", "a\x9b31mb", "a\ud800b", "a]]>b", "a\nb", "```", "\u202e"])
def test_no_name_breaks_a_file(name: str, tmp_path: Path) -> None:
    """Characters that a file cannot hold are replaced, and those that steer a terminal."""
    report = made_up(name, END_4="broken", SINGLE_1="held")
    Page(report_page(report)).check_self_contained()
    for text in (report_page(report), markdown(report), text_of(lines_of(report)), as_json(report), badge_svg(report)):
        text.encode("utf-8")
        assert not {"\x1b", "\x9b"} & set(text)
    ET.fromstring(as_xml(element("suite", name, name=name)))
    assert read_report(saved(report, tmp_path))["engine"]["name"] == name


# -- the verdict on a terminal ----------------------------------------------------------------------------------------


def test_a_good_verdict_is_short() -> None:
    """Engine, cases and the sentence."""
    clauses = (clause.id.replace("-", "_") for clause in load_spec().clauses_for(Ruleset.of()))
    lines = list(lines_of(made_up(**dict.fromkeys(clauses, "held"))))
    assert [line.text for line in lines] == ["mine 1.0 under pyramid", "41 cases held", "41 of 41 clauses hold"]


@pytest.mark.parametrize("key", ["status", "reserve", "stock"])
def test_where_an_answer_cannot_be_read_that_is_the_headline(key: str) -> None:
    """And not the title of the clause under which it is told, which the engine may well keep."""

    class Lacks(Engine):
        def state(self) -> dict[str, Any]:
            return {name: value for name, value in super().state().items() if name != key}

    named = NamedRules("pyramid", Ruleset.of(), ("--preset", "pyramid"))
    bench = bench_of(Lacks, games=6)
    for check in (*RELATION_CHECKS[:1], *GAME_CHECKS[:1]):
        result = result_of(check.play(bench, named.rules), check, named, known=())
        verdict = Verdict("mine 1.0", ("--engine=mine:Engine",), [named], [result])
        (finding,) = report_of(verdict, bench.about, None, Proceedings()).get("findings")
        assert finding["title"].startswith(f"state() has no {key}; expected pyramid, waste, stock, reserve and status")
        clause = load_spec().clauses[finding["clause"]]
        assert clause.text_for(named.rules) != finding["text"]
        assert f"told under {clause.id}, {clause.title}" in finding["text"]


def test_a_crash_is_its_own_headline() -> None:
    """The clause under which it is told may well be kept: nothing says so before the crash is mended."""

    class Crashes(Engine):
        def play(self, move: str) -> bool:
            raise KeyError(move)

    named = NamedRules("pyramid", Ruleset.of(), ("--preset", "pyramid"))
    bench = bench_of(Crashes, games=2)
    result = result_of(GAME_CHECKS[1].play(bench, named.rules), GAME_CHECKS[1], named, known=())
    verdict = Verdict("mine 1.0", ("--engine=mine:Engine",), [named], [result])
    (finding,) = report_of(verdict, bench.about, None, Proceedings())["findings"]
    assert "raised KeyError" in finding["title"]
    assert f"It is told under {finding['clause']}, " in finding["text"]


def test_an_exception_that_may_be_a_refusal_is_told_before_what_it_leads_to() -> None:
    """Once, with what to write; and no headline ends in the middle of what was expected."""

    class RaisesIllegalMove(Engine):
        def play(self, move: str) -> bool:
            if not super().play(move):
                raise IllegalMove(move, "PAIR-1", "13 it is not")
            return True

    named = NamedRules("pyramid", Ruleset.of(), ("--preset", "pyramid"))
    bench = bench_of(RaisesIllegalMove, games=2)
    scenarios = [one for one in by_clause() if one.clause in ("PAIR-1", "AVAIL-2") and one.applies(named.rules)]
    results = [result_of(play_scenario(one, named.rules, bench), one, named, known=()) for one in scenarios]
    verdict = Verdict("mine 1.0", ("--engine=mine:Engine",), [named], results)
    report = report_of(verdict, bench.about, None, Proceedings())
    count = sum("raised IllegalMove" in case["said"] for case in report["not_held"])
    assert count > 1
    first = next(lines_of(report)).text
    assert first.startswith(f"play raised IllegalMove in {count} cases; if that is how the engine refuses, ")
    assert first.endswith('about() has to name it: "refusals": ["IllegalMove"]')
    assert not [finding["title"] for finding in report["findings"] if "expected" in finding["title"]]


def test_cases_that_are_not_tested_have_their_reason() -> None:
    """Of many reasons the commonest; the numbers add up to all the cases that are not tested."""
    report = made_up(PLAY_5="held", END_1="held", PLAY_6="untested")
    left = [("PLAY-5", "no games"), ("PLAY-5", "no games"), ("END-1", "no signal"), ("END-1", "a"), ("END-1", "b")]
    (of_its_own,) = report["not_held"]
    report["not_held"] += [{**of_its_own, "clause": clause, "said": said} for clause, said in left]
    of_kings = "the engine has no way to try AD+KC and 2 more: a click takes the king alone; no signal"
    report["not_held"] += [{**of_its_own, "said": said} for said in (of_kings, of_kings.replace("AD", "2D"), of_kings)]
    said = [
        "3 cases not tested: the engine has no way to try a move: a click takes the king alone",
        "2 cases not tested: no games",
    ]
    assert list(left_out(report)) == [*said, "4 more cases not tested for other reasons (-rs tells them)"]
    assert set(said) <= {line.text for line in lines_of(report)}


def test_a_verdict_on_nothing_says_so() -> None:
    report = made_up(END_1="unreachable", PLAY_6="untested")
    assert [line.text for line in lines_of(report)][-1] == "nothing could be tested"


KINDS: dict[str, Kind] = {
    "SINGLE_1": "broken",
    **dict.fromkeys(["PAIR_1", "PAIR_2", "PAIR_3", "AVAIL_1", "AVAIL_2", "TURN_1"], "blocked"),
    "PLAY_6": "untested",
    "END_1": "unreachable",
    "DEAL_1": "held",
}


def test_every_clause_that_is_not_judged_is_named_with_the_reason() -> None:
    """However many there are: the sentence itself only counts them."""
    report = made_up(**KINDS)
    for case in report["not_held"]:
        case["by"] = "SINGLE-1" if case["kind"] == "blocked" else case["by"]
    assert report["verdict"]["sentence"] == "1 of 8 clauses hold; SINGLE-1 broken; 6 blocked"
    told = accounts(report)
    (left,) = [clauses for words, clauses in told.items() if words == "no case in this run"]
    assert len(left) == len(report["clauses"]) - len(KINDS)
    assert {words: set(clauses) for words, clauses in told.items() if clauses is not left} == {
        "blocked by SINGLE-1": {"PAIR-1", "PAIR-2", "PAIR-3", "AVAIL-1", "AVAIL-2", "TURN-1"},
        "not tested, said <so> & so": {"PLAY-6"},
        "out of reach, said <so> & so": {"END-1"},
    }
    lines = text_of(lines_of(report)).splitlines()
    assert f"blocked by SINGLE-1: {', '.join(told['blocked by SINGLE-1'])}" in lines
    assert "not tested, said <so> & so: PLAY-6" in lines
    assert f"{len(left)} clauses: no case in this run" in lines
    assert "- blocked by SINGLE-1: " in markdown(report)
    assert "! blocked by SINGLE-1" in Page(report_page(report)).text
    assert "? not tested : said <so> & so" in Page(report_page(report)).text
    assert [*report["verdict"]["blocked"]] == told["blocked by SINGLE-1"]


def test_where_the_run_was_stopped_no_clause_is_said_to_have_no_case() -> None:
    report = made_up(DEAL_1="held")
    report["run"]["complete"] = False
    assert f"{len(report['clauses']) - 1} clauses: no case played before the run ended" in text_of(lines_of(report))


def test_on_a_terminal_it_is_coloured_and_wrapped() -> None:
    """Commands are left whole, so that they can be copied; in a pipe nothing is wrapped or coloured."""
    lines = [Line("word " * 30, "bold red", "  said: "), Line("pytest " * 20, before="  again: ", wraps=False)]
    fancy = text_of(lines, width=60, fancy=True).splitlines()
    assert "\x1b[" in fancy[0]
    assert all(line.startswith("        ") for line in fancy[1:3])
    assert "pytest " * 20 in fancy[-1]
    plain = text_of(lines)
    assert "\x1b" not in plain
    assert len(plain.splitlines()) == 2


def test_every_ruleset_and_claim_is_told_when_asked_for(place: Path) -> None:
    """-v names them all; without it those with nothing to tell are counted."""
    options = ("--engine=awkward:Broken", "--clause=SINGLE-1")
    told = run_suite(*options, "-v", "-v", path=place).stdout
    assert "  passes 3: tested in par-pyramid" in told
    assert "  par-pyramid  " in told
    short = run_suite(*options, path=place).stdout
    assert "claims: 17 of 17 values of flags tested" in short
    assert "tested in" not in short


def test_claims_that_no_ruleset_can_have_say_why() -> None:
    """Values that make no game with the rest of what the engine claims."""
    claims = {name: [flag.default] for name, flag in load_spec().flags.items()}
    claims["draw_to"] = ["chosen", "each"]
    claims["rows"] = [7, 3]
    rulesets = [NamedRules("pyramid", Ruleset.of(), ())]
    held = Result("held", "END-1", "END-1", "a:pyramid", "", "pyramid", ())
    found = {(one.flag, one.value): one for one in claims_of(claims, rulesets, [held])}
    assert found["rows", 7].rulesets == ("pyramid",)
    assert found["rows", 3].reason == "no ruleset of this run has it"
    assert "Dealing a card to each pile needs more than one waste pile" in found["draw_to", "each"].reason
    nothing = claims_of(claims, rulesets, [replace(held, kind="unreachable")])
    assert nothing[0].reason == "no case under pyramid could be played to its end"


# -- results from several processes -----------------------------------------------------------------------------------


def test_results_are_judged_in_the_order_of_the_cases() -> None:
    """A fault on the way is a finding once; later ones are blocked by it, whichever process saw them first."""
    own = Result("broken", "SINGLE-1", "SINGLE-1", "own:pyramid", "", "pyramid", ())
    first = Result("broken", "SINGLE-1", "DEAL-4", "first:pyramid", "", "pyramid", (), yields=True)
    later = replace(first, case="later:pyramid")
    order = ["first:pyramid", "own:pyramid", "later:pyramid"]
    judged = list(in_order([replace(later, kind="blocked"), own, later, first], order))
    assert [(one.case, one.kind) for one in judged] == [
        ("first:pyramid", "broken"),
        ("own:pyramid", "broken"),
        ("later:pyramid", "blocked"),
        ("later:pyramid", "blocked"),
    ]


def test_results_travel_as_plain_data() -> None:
    result = Result("held", "END-1", "END-1", "a:pyramid", "", "pyramid", ("--preset", "x"), words=("KD", "5D 8C"))
    assert Result.from_data(json.loads(json.dumps(result.as_data()))) == result


# -- files that are no report -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "an empty file"),
        ('{"report": 1,', "1:14: found a file that is no JSON"),
        ("[" * 100_000, "lists inside each other without end"),
        ('{"report": 2}', "1:12: report: found 2, expected 1"),
        ("[1]", "expected a report"),
        ("\xff", "that is no"),
    ],
)
def test_what_is_no_report_is_refused_in_words(text: str, says: str, tmp_path: Path) -> None:
    """With the place where that can be said, and never with more than a few lines."""
    path = tmp_path / "report.json"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(BadRulesFile) as refused:
        read_report(str(path))
    assert says in str(refused.value)
    assert len(str(refused.value).splitlines()) <= 5


def test_options_of_the_run_are_those_that_choose_cases() -> None:
    given = {"--preset": ["giza", "pyramid"], "--games": 0, "--full": True, "--clause": [], "--seed": None}
    assert run_options(given.get) == ["--preset", "giza", "--preset", "pyramid", "--full", "--games", "0"]


def test_elements_escape_text_and_attributes() -> None:
    made = element("a", "<&>", href='"<&>', aria_label="x", class_=None)
    assert as_html(made) == '<a href="&quot;<&amp;&gt;" aria-label="x">&lt;&amp;&gt;</a>'
