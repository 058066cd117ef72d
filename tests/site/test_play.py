"""The play page: whole games by mouse and by keyboard, refusals, hints, records, links, and what is told of a fault."""

from __future__ import annotations

import json
import os
import random
import re
from functools import cache
from urllib.parse import urlencode

import pytest

from pyramid_ref import (
    Position,
    Ruleset,
    after,
    apply,
    deal,
    format_deck,
    legal_moves,
    load_spec,
    new_game,
    parse_record,
    replay,
    status,
)
from pyramid_ref.conditions import in_words
from pyramid_solver import solve

from .. import pasted

SPEC = load_spec()
PRESETS = {name: preset.rules for name, preset in SPEC.presets.items()}

WON = {
    "pyramid": (32, PRESETS["pyramid"]),
    "relaxed": (2, PRESETS["relaxed"]),  # the stock's top, redeals
    "apophis": (19, PRESETS["apophis"]),  # a pile is chosen for each turn
    "apophis-dealt": (1, PRESETS["apophis-dealt"]),  # a card to each pile, every card must go
    "giza": (1, PRESETS["giza"]),  # reserve piles, no stock
    "turned-pair": (21, PRESETS["turned-pair"]),
    "tuts-tomb": (52, PRESETS["tuts-tomb"]),  # a card with its cover, three cards in a turn
    "open-draw-three": (11, PRESETS["open-draw-three"]),  # piles that fill themselves, unused cards set aside
    "short": (1, Ruleset.of(rows=4, waste_pair="top_two", opening_draw=True, passes="unlimited")),
    "tall": (11, Ruleset.of(rows=8, reserve_piles=3, reserve_depth=2, goal="pyramid_and_reserve", passes=3)),
}
"""Rulesets that together use every control of the table, each with a deal that can be won."""

EVERY = os.environ.get("SITE_EVERY") == "1"
"""Whether all these games are played in the browser, which takes some minutes, or a few of them."""


def link(rules, moves=(), **more):
    words = {name: in_words(value) for name, value in rules.changes().items()}
    if moves:
        more["moves"] = " ".join(moves)
    return "play/#" + urlencode({**words, **more})


@cache
def winning(name):
    """A deal, its rules, and moves that win it."""
    number, rules = WON[name]
    return number, rules, solve(new_game(deal(number), rules), rules).moves


class Table:
    """The page of one game."""

    def __init__(self, page, site) -> None:
        self.page, self.site = page, site

    def open(self, address):
        self.page.set_default_timeout(8_000)
        self.page.goto("about:blank")
        self.page.goto(self.site.url(address))
        self.page.wait_for_selector(".felt .card")
        return self

    @property
    def message(self):
        return self.page.inner_text("[data-is=message]")

    def part(self, name):
        return self.page.locator(f"[data-is={name}]")

    def do(self, deed):
        self.page.click(f"[data-do={deed}]")

    def card(self, card):
        return self.page.locator(f".card[data-card='{card}']:not(.ghost)")

    def move(self, word, *, by="click"):
        """Makes a move by the mouse, or by a finger: `by="tap"`."""
        if word == "redeal" or word.startswith("draw"):
            pile = word.partition("@")[2]
            turn = self.page.locator(f".turn[data-pile='{pile}']" if pile else ".turn:not([data-pile])")
            getattr(turn, by)()
            return
        for card in word.split("+"):
            getattr(self.card(card), by)(position={"x": 6, "y": 6})

    def open_part(self, title):
        self.page.click(f".play-side summary:has-text('{title}')")

    def shows(self, position: Position):
        """The table holds exactly the cards of a position that are in sight."""
        seen = self.page.eval_on_selector_all(".pyramid .card", "cards => cards.map(card => card.dataset.card)")
        assert seen == [card for card in position.pyramid if card]
        piles = self.page.eval_on_selector_all(
            ".reserve .pile", "piles => piles.map(pile => [...pile.children].map(card => card.dataset.card))"
        )
        assert piles == [list(pile) for pile in position.reserve]
        tops = self.page.eval_on_selector_all(".fan", "piles => piles.map(pile => pile.lastElementChild?.dataset.card)")
        assert tops == [pile[-1] if pile else None for pile in position.waste]
        if self.page.locator(".loose").is_visible():
            assert self.page.inner_text(".loose .caption >> nth=0") == f"Stock {len(position.stock)}"


@pytest.fixture
def table(new_page, site):
    return Table(new_page(reduced_motion="reduce"), site)


# -- whole games ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WON if EVERY else ["pyramid", "apophis-dealt", "open-draw-three", "tall"])
def test_a_whole_game_is_played_to_the_win_by_clicks(table, name):
    number, rules, moves = winning(name)
    table.open(link(rules, deal=number))
    position = new_game(deal(number), rules)
    for move in moves:
        table.shows(position)
        table.move(move)
        position = apply(position, move, rules)
    assert f"Won in {len(moves)} moves!" in table.message
    assert re.search("END-[123]", table.message)
    table.do("undo")
    assert "Won" not in table.message


def test_a_whole_game_is_played_to_the_win_by_taps(new_page, site):
    """On a telephone: cards, turns, undo and redo."""
    rules = Ruleset.of(rows=3)
    moves = solve(new_game(deal(1), rules), rules).moves
    assert "draw" in moves
    phone = Table(new_page(width=390, height=844, has_touch=True, is_mobile=True, reduced_motion="reduce"), site)
    phone.open(link(rules, deal=1))
    position = new_game(deal(1), rules)
    for move in moves:
        phone.shows(position)
        phone.move(move, by="tap")
        position = apply(position, move, rules)
    assert f"Won in {len(moves)} moves!" in phone.message
    for deed, told in (("undo", "Taken back"), ("redo", "Won in")):
        phone.page.tap(f"[data-do={deed}]")
        assert told in phone.message


WAYS = """target => {
  const start = document.activeElement;
  const goal = target && document.querySelector(target);
  const ways = new Map([[start, []]]);
  for (const [element, way] of ways) {
    if (ways.has(goal)) break;
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
      element.focus();
      element.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
      if (!ways.has(document.activeElement)) ways.set(document.activeElement, [...way, key]);
    }
  }
  start.focus();
  const stops = [...document.querySelectorAll('.felt button')].filter(button => button.offsetParent);
  const beyond = stops.filter(stop => !ways.has(stop)).map(stop => stop.ariaLabel ?? stop.textContent);
  return {way: ways.get(goal) ?? null, beyond};
}"""
"""The arrow keys from where the focus is to a target, by trying them; without one, the buttons that none lead to."""

ON_TABLE = "document.activeElement.closest('.felt') !== null"


@pytest.mark.parametrize(
    "name", ["pyramid", "relaxed", "apophis", "giza", "open-draw-three", "tall"] if EVERY else ["tall"]
)
def test_arrow_keys_lead_to_every_button_of_the_table(table, name):
    number, rules, moves = winning(name)
    for made in (0, len(moves) // 2, len(moves) - 3):
        table.open(link(rules, moves[:made], deal=number)).page.focus(".felt button[tabindex='0']")
        assert table.page.evaluate(WAYS, "")["beyond"] == []


@pytest.mark.parametrize("name", ["relaxed", "apophis"] if EVERY else ["relaxed"])
def test_a_whole_game_is_played_to_the_win_by_keyboard(table, name):
    number, rules, moves = winning(name)
    keyboard = table.open(link(rules, deal=number)).page.keyboard
    for _ in range(60):
        keyboard.press("Tab")
        if table.page.evaluate(ON_TABLE):
            break
    for move in moves:
        if move.startswith("draw") or move == "redeal":
            keyboard.press({"draw": "d", "redeal": "r"}.get(move) or move[-1])
            continue
        for card in move.split("+"):
            assert table.page.evaluate(ON_TABLE), "the focus stays on the table"
            for key in table.page.evaluate(WAYS, f".card[data-card='{card}']")["way"]:
                keyboard.press(key)
            keyboard.press("Enter")
    assert f"Won in {len(moves)} moves!" in table.message
    assert table.page.locator(".felt button[tabindex='0']").count() == 1
    keyboard.press("Tab")
    assert not table.page.evaluate(ON_TABLE)


# -- refusals, undo, hints --------------------------------------------------------------------------------------------


def test_refusals_are_explained_by_their_clause_and_leave_nothing_selected(table):
    table.open("play/#deal=32")
    table.card("TH").click(position={"x": 6, "y": 6}, force=True)
    assert "10 of hearts is covered by 3 of clubs and 4 of clubs" in table.message
    clause = table.page.locator("[data-is=message] a")
    assert clause.inner_text() == "AVAIL-2"
    assert clause.get_attribute("href") == "../rules/#AVAIL-2"
    assert table.card("TH").get_attribute("aria-label") == "10 of hearts, covered"
    table.card("6D").click()
    assert table.card("6D").get_attribute("aria-pressed") == "true"
    table.card("3S").click()
    assert "total 9, not 13" in table.message
    assert "PAIR-2" in table.message
    assert table.page.locator("[aria-pressed=true]").count() == 0
    table.page.keyboard.press("r")
    assert "REDEAL-1" in table.message
    assert table.part("facts").inner_text().split("\n")[-1] == "0 moves"


def test_a_turn_that_names_no_pile_is_explained(table):
    table.open(link(PRESETS["apophis"], deal=1)).page.keyboard.press("d")
    assert "TURN-8" in table.message
    table.page.keyboard.press("2")
    assert table.page.inner_text(".caption >> nth=2") == "Pile 2: 1"


def test_undo_and_redo_by_button_key_and_list(table):
    number, rules, moves = winning("relaxed")
    positions = [new_game(deal(number), rules)]
    for move in moves[:12]:
        positions.append(apply(positions[-1], move, rules))
    table.open(link(rules, moves[:12], deal=number)).shows(positions[12])
    table.do("undo")
    table.shows(positions[11])
    table.page.keyboard.press("u")
    table.shows(positions[10])
    table.page.keyboard.press("y")
    table.do("redo")
    table.shows(positions[12])
    table.page.keyboard.press("y")
    assert "no move to make again" in table.message
    table.page.click("[data-at='3']")
    table.shows(positions[3])
    table.page.click("[data-at='12']")
    table.shows(positions[12])


def test_hints_lead_to_a_win(table):
    number, rules, moves = winning("pyramid")
    table.open(link(rules, moves[:-6], deal=number))
    for _ in range(6):
        table.page.keyboard.press("h")
        table.page.wait_for_selector("[data-kind=hint]")
        assert re.search(r"leads to a win in \d move", table.message)
        assert re.search("(PAIR-1|SINGLE-1|TURN-1)\n? ", table.message)
        hinted = table.page.locator(".hinted")
        for handle in hinted.element_handles():
            handle.click(position={"x": 6, "y": 6})
        if "Won" in table.message:
            break
    assert "Won" in table.message


def test_a_hint_says_that_there_is_no_win(table):
    assert solve(new_game(deal(1), Ruleset.of()), Ruleset.of()).winnable is False
    table.open("play/#deal=1").do("hint")
    table.page.wait_for_function("document.querySelector('[data-is=message]').innerText.includes('cannot be won')")


def test_a_hint_in_a_lost_position_tells_where_the_win_was_lost(table):
    number, rules, _ = winning("pyramid")
    line, position = [], new_game(deal(number), rules)
    while solve(position, rules).winnable:
        line.append("draw")
        position = apply(position, "draw", rules)
    table.open(link(rules, [*line, "draw", "draw"], deal=number)).do("hint")
    told = f"It could after move {len(line) - 1}; the next one lost it: draw."
    table.page.wait_for_function(
        "told => document.querySelector('[data-is=message]').innerText.includes(told)", arg=told
    )


def test_without_workers_hints_say_so(new_page, site):
    page = new_page()
    page.add_init_script("delete window.Worker")
    table = Table(page, site).open("play/#deal=32")
    table.do("hint")
    assert "does not run the search" in table.message
    table.move("draw")
    assert "Turned the ace of spades" in table.message


def test_a_lost_game_tells_the_cards_left(table):
    rules, rng = PRESETS["pyramid"], random.Random(1)
    position, moves = new_game(deal(1), rules), []
    while status(position, rules) == "playing":
        moves.append(rng.choice(legal_moves(position, rules)))
        position = after(position, moves[-1], rules)
    left = sum(card is not None for card in position.pyramid)
    table.open(link(rules, moves[:-1], deal=1)).move(moves[-1])
    assert f"No moves left: {left} cards of the pyramid are left" in table.message
    assert "END-6" in table.message
    table.do("judge")
    table.page.wait_for_function("document.querySelector('[data-is=message]').innerText.includes('cannot be won')")


# -- links, decks and records -----------------------------------------------------------------------------------------


def test_the_address_holds_the_game(table):
    rules = PRESETS["par-pyramid"]
    table.open(link(rules, deal=2**64 - 1, name="Sunday & co"))
    table.move("draw")
    table.page.reload()
    table.page.wait_for_selector(".felt .card")
    table.shows(apply(new_game(deal(2**64 - 1), rules), "draw", rules))
    assert table.part("rules").inner_text() == "Sunday & co"
    assert "passes=3" in table.part("house").get_attribute("href")
    deck = format_deck(deal(5)).replace(" ", "")
    table.open(f"play/#deck={deck}&moves=draw")
    table.shows(apply(new_game(deal(5), Ruleset.of()), "draw", Ruleset.of()))


@pytest.mark.parametrize(
    ("hash_", "told"),
    [
        ("deal=x", "deal: found “x”, expected a whole number"),
        ("deal=1&pases=3", "“pases” is no flag of the rules. Did you mean passes?"),
        ("deal=1&passes=0", "passes: found “0”, expected"),
        ("deal=1&pile_pair=false", "needs more than one waste pile"),
        ("deck=7D7D", "7D stands there twice"),
        ("deal=1&moves=fly", "number 1 is no move"),
        ("deal=32&moves=draw+redeal", "Move 2 of the link, redeal, is refused by REDEAL-1"),
        ("moves=draw", "the link names none"),
    ],
)
def test_a_bad_link_is_told_and_the_page_works(table, hash_, told):
    table.open(f"play/#{hash_}")
    assert told in table.part("faults").inner_text()
    table.move("draw")
    assert "Turned" in table.message


def test_a_pasted_deck_is_played_or_all_its_faults_are_named(table):
    table.open("play/#deal=1").open_part("Deal")
    words = list(deal(9))
    spoiled = [{"7D": "7X", "KH": "QS"}.get(card, card) for card in words]
    table.part("deck").fill(" ".join(spoiled))
    table.page.click("text=Play this deck")
    told = table.part("deal-fault").inner_text()
    assert [part in told for part in ("“7X”", "More than once: QS", "Missing: 7D KH")] == [True] * 3
    assert table.part("deal").inner_text() == "deal 1"
    table.part("deck").fill(pasted.WAYS["names"](tuple(words)))
    table.page.click("text=Play this deck")
    table.shows(new_game(deal(9), Ruleset.of()))
    table.part("deal-number").fill("-1")
    table.page.click("form >> text=/^Deal$/")
    assert "expected a whole number" in table.part("deal-fault").inner_text()
    table.part("deal-number").fill("12345678901234567890")
    table.page.click("form >> text=/^Deal$/")
    table.shows(new_game(deal(12345678901234567890), Ruleset.of()))


def test_records_are_downloaded_and_loaded_and_checked(table):
    rules = Ruleset.of(passes=2, score="cards_left")
    table.open(link(rules, deal=3)).open_part("Record")
    table.move("draw")
    with table.page.expect_download() as download:
        table.do("download")
    text = download.value.path().read_text("utf-8")
    record = parse_record(text)
    assert (record.rules, record.deal, record.moves, record.score) == (rules, 3, ("draw",), 28)
    assert replay(record).status == record.result == "playing"
    number, _, moves = winning("relaxed")
    other = f"record: 1\nrules:\n  version: '1.0'\n  flags: {{stock_top: playable, passes: 3}}\ndeal: {number}\n"
    table.part("record").fill(f"{other}moves: {' '.join(moves[:4])} fly\n")
    table.page.click("text=/^Load$/")
    assert "number 5" in table.part("record-fault").inner_text()
    table.part("record").fill(f"deal: -1\n{other}moves: draw\n")
    table.page.click("text=/^Load$/")
    assert table.part("record-fault").inner_text() == "Line 6: deal stands there twice."
    table.part("record").fill(f"{other}moves: {'[' * 5000}")
    table.page.click("text=/^Load$/")
    assert table.part("record-fault").inner_text() == "Line 6: holds more than 40 levels of nesting, expected fewer."
    assert table.part("deal").inner_text() == "deal 3", "a record that is not sound leaves the game as it is"
    table.part("record").fill(f"{other}moves: {' '.join(moves)}\nresult: won\n")
    table.page.click("text=/^Load$/")
    assert f"Won in {len(moves)} moves!" in table.message
    table.part("file").set_input_files({"name": "a.yaml", "mimeType": "text/plain", "buffer": text.encode()})
    table.page.wait_for_function("document.querySelector('[data-is=deal]').innerText === 'deal 3'")
    assert not table.part("faults").is_visible()
    newer = json.dumps({"record": 1, "rules": {"version": "1.9"}, "deal": 4, "moves": "draw"}, indent=1)
    table.part("record").fill(newer)
    table.page.click("text=/^Load$/")
    assert table.part("deal").inner_text() == "deal 4"
    assert "names version 1.9 of the rules" in table.part("faults").inner_text()


def test_links_and_records_are_copied(new_page, site):
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    table = Table(page, site).open("play/#deal=7")
    table.move("draw")
    table.open_part("Deal")
    table.do("share")
    page.wait_for_function("document.querySelector('[data-is=message]').innerText.includes('copied')")
    assert page.evaluate("navigator.clipboard.readText()") == site.url("play/#deal=7&moves=draw")
    table.open_part("Record")
    table.do("copy")
    page.wait_for_function("document.querySelector('[data-is=message]').innerText.includes('Record copied')")
    assert parse_record(page.evaluate("navigator.clipboard.readText()")).deal == 7


def test_the_whole_table_is_in_sight_on_a_laptop(table):
    """Down to the Draw button, under a pyramid of any height."""
    for rows in (7, 9):
        table.open(f"play/#deal=1&rows={rows}")
        for width, height in ((1280, 720), (1366, 640), (1280, 900)):
            table.page.set_viewport_size({"width": width, "height": height})
            button = table.page.locator(".turn:visible").bounding_box()
            assert button["y"] + button["height"] <= height, (rows, width, height)


# -- deals, score, settings -------------------------------------------------------------------------------------------


def test_winnable_deals_only(table):
    rules = PRESETS["relaxed"]
    table.open(link(rules, deal=1)).page.check("[data-set=winnableOnly]")
    for _ in range(3):
        table.do("new")
        table.page.wait_for_function("document.querySelector('[data-is=message]').innerText.includes('can be won')")
        number = int(table.part("deal").inner_text().removeprefix("deal "))
        assert solve(new_game(deal(number), rules), rules).winnable
        table.move("draw")


def test_a_search_for_a_winnable_deal_can_be_stopped(table):
    """Deals are drawn at random, so the rules are such that hardly any can be won: none of the first 20,000."""
    hopeless = Ruleset.of(rows=9, unused_card="discarded", goal="all")
    table.open(link(hopeless, deal=1)).page.check("[data-set=winnableOnly]")
    table.do("new")
    table.page.wait_for_function("/[1-9]\\d* deals tried/.test(document.querySelector('[data-is=tried]').innerText)")
    table.do("stop")
    assert table.part("search").is_hidden()
    assert table.part("deal").inner_text() == "deal 1"


def test_the_score_adds_up_over_deals(table):
    table.open("play/#score=cards_left&deal=32")
    table.move("draw")
    table.do("new")
    table.move("draw")
    assert "56 with 1 earlier deal" in table.part("facts").inner_text()


SHUT = """for (const name of ['getItem', 'setItem']) {
  const open = Storage.prototype[name];
  Storage.prototype[name] = function (key, ...rest) {
    if (key.startsWith('pyramid')) throw new Error('shut');
    return open.call(this, key, ...rest);
  };
}"""
"""Storage that is shut to us; the theme does not look after itself there."""


def test_settings_last_and_the_page_does_without_storage(new_page, site):
    page = new_page()
    table = Table(page, site).open("play/#deal=32")
    table.open_part("Display")
    page.check("[data-set=fourColours]")
    page.uncheck("[data-set=letterKeys]")
    page.reload()
    page.wait_for_selector(".four-colours .card")
    page.keyboard.press("d")
    assert "0 moves" in table.part("facts").inner_text()
    shut = new_page()
    shut.add_init_script(SHUT)
    other = Table(shut, site).open("play/#deal=32")
    other.open_part("Display")
    shut.check("[data-set=fourColours]")
    other.move("draw")
    assert "Turned" in other.message


def test_choosing_a_preset_deals_the_same_cards_anew(table):
    table.open("play/#deal=4&moves=draw").open_part("Rules")
    table.part("presets").select_option("giza")
    table.shows(new_game(deal(4), PRESETS["giza"]))
    assert "reserve_piles=8" in table.page.url


# -- open to everyone -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["apophis", "giza", "open-draw-three", "tall"])
@pytest.mark.parametrize(("dark", "width"), [(False, 1280), (True, 390)])
def test_a_game_under_way_is_open_to_everyone(new_page, site, name, dark, width):
    from axe_playwright_python.sync_playwright import Axe

    number, rules, moves = winning(name)
    page = new_page(dark=dark, width=width, reduced_motion="reduce")
    table = Table(page, site).open(link(rules, moves[: len(moves) // 2], deal=number))
    page.eval_on_selector_all(".play-side details", "parts => parts.forEach(part => part.open = true)")
    page.check("[data-set=fourColours]")
    page.locator(".pyramid .card:not(.inert)").first.click()
    found = Axe().run(page).response["violations"]
    assert not found, [(one["id"], one["nodes"][0]["html"][:200]) for one in found]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.eval_on_selector_all(
        ".felt button, .play-tools button",
        "buttons => buttons.filter(button => button.offsetParent).map(button => button.getBoundingClientRect())"
        ".filter(({width, height}) => width < 34 || height < 34).length",
    )
    assert small == 0
    assert table.message


def test_without_javascript_the_page_says_so_and_shows_a_board(new_page, site):
    page = new_page(javascript=False)
    page.goto(site.url("play/"))
    assert "needs JavaScript" in page.inner_text("#play")
    assert page.locator("#play svg[role=img]").count() == 1
