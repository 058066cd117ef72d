"""Reports link to the rules site where they are told its address, and nowhere where they are not."""

from urllib.parse import parse_qs, urlsplit

import pytest

from conformance.boards_svg import board_of
from conformance.markdown import markdown
from conformance.pages import report_page
from conformance.siteaddress import VARIABLE, site_address
from conformance.sitelinks import moves_done, pages_of
from pyramid_ref.deals import deal
from pyramid_ref.document import Document
from pyramid_ref.game import new_game
from pyramid_ref.ruleset import Ruleset
from pyramid_ref.schemas import check_shape

from .reports import made_up, run_suite

SITE = "https://example.org/pyramid/"
DECK = list(deal(1))


def broken(*, site: str = SITE, case: str = "apex-is-free:pyramid", moves: tuple[str, ...] = ()) -> dict:
    report = {**made_up(AVAIL_1="broken"), "site": site}
    report["findings"][0].update(case=case, deck=DECK, moves=list(moves))
    return report


def test_a_finding_links_to_clause_scenario_and_board():
    report = broken(moves=("KC", "draw", "6H+7S"))
    pages = dict(pages_of(report["findings"][0], report))
    assert pages["clause AVAIL-1"] == f"{SITE}rules/#AVAIL-1"
    scenario, board = (urlsplit(pages[words]) for words in ("this scenario, step by step", "this board, to play on"))
    assert (scenario.path, board.path) == ("/pyramid/scenarios/apex-is-free/", "/pyramid/play/")
    assert scenario.fragment == board.fragment
    assert parse_qs(board.fragment) == {"deck": ["".join(DECK)], "moves": ["KC draw"]}
    assert check_shape(Document.of(report), "report") == []
    for text in (report_page(report), markdown(report)):
        assert f"{SITE}scenarios/apex-is-free/" in text


def test_a_fault_in_a_smaller_pyramid_leads_to_that_one():
    report = broken()
    small = Ruleset.of(rows=3)
    report["findings"][0]["position"] = board_of(new_game(DECK, small), small)
    address = dict(pages_of(report["findings"][0], report))["this board, to play on"]
    assert parse_qs(urlsplit(address).fragment)["rows"] == ["3"]


def test_a_check_of_whole_games_has_no_page_of_its_own():
    report = broken(case="no-such-scenario:pyramid")
    assert [words for words, _ in pages_of(report["findings"][0], report)] == [
        "clause AVAIL-1",
        "this board, to play on",
    ]


def test_without_an_address_there_are_no_links():
    report = made_up(AVAIL_1="broken")
    assert pages_of(report["findings"][0], report) == []
    assert "rules site" not in report_page(report) + markdown(report)


def test_what_was_refused_or_taken_back_is_not_on_the_board():
    assert moves_done(DECK, ("redeal", "KC", "no move", "KH", "undo", "undo", "undo", "draw"), Ruleset.of()) == ["draw"]


@pytest.mark.parametrize(
    "bad", ["javascript:alert(1)", "example.org", "https://", "https://a.org/?q", "https://a.org/#x"]
)
def test_what_is_no_address_is_told(bad):
    with pytest.raises(ValueError, match="no address of a site"):
        site_address(bad)


def test_the_environment_says_it_too(monkeypatch):
    monkeypatch.setenv(VARIABLE, "https://example.org/pyramid")
    assert site_address(None) == SITE
    assert site_address("") == ""


def test_a_run_is_told_of_a_bad_address_before_it_starts():
    ran = run_suite("--site-url", "ftp://example.org", "--preset", "pyramid", "--clause", "AVAIL-1")
    assert ran.returncode == 4
    assert "--site-url: 'ftp://example.org' is no address of a site" in ran.stderr
