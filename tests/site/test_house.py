"""The pages of house rules in a browser: what is chosen, what the page then says, and what can be taken along."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from pyramid_cli.kinds import check_file
from pyramid_ref.editors import house_schema
from pyramid_ref.spec import load_spec

SPEC = load_spec()
PAGE = "house-rules/"
REFUSED = "house-rules/#passes=unlimited&waste_piles=2&draw=2"


def control(page, flag: str, value: str):
    return page.locator(f'[data-flag="{flag}"] input[value="{value}"]')


def clause(page, name: str):
    return page.locator(f'[data-clause="{name}"]')


def behind(page) -> str:
    """What stands behind the # of the address; the page itself knows it first."""
    return page.evaluate("location.hash")


def bar(page) -> str:
    return page.locator(".house-bar-says").inner_text()


def opened(page, site, path: str = PAGE):
    page.goto(site.url(path))
    page.wait_for_selector(".house-bar")
    return page


def chosen(page) -> dict[str, str]:
    """The value of every control, as a word."""
    return page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('[data-flag]')].map((flag) => {
             const on = flag.querySelector('input:checked');
             const word = on?.type === 'checkbox' ? 'unlimited' : on?.value;
             return [flag.dataset.flag, word ?? flag.querySelector('input[type=number]').value];
           }))"""
    )


def words(rules) -> dict[str, str]:
    return {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in rules.flags.items()}


def address(rules) -> str:
    return PAGE + ("#" + "&".join(rules.words()) if rules.changes() else "")


def test_a_choice_changes_the_text_and_is_marked_in_words(page, site) -> None:
    opened(page, site)
    assert "The default rules." in bar(page)
    assert clause(page, "PAIR-9").is_visible()
    assert not clause(page, "PAIR-10").is_visible()
    control(page, "cover_pair", "true").check()
    assert "no longer holds" in clause(page, "PAIR-9").inner_text()
    assert "new here" in clause(page, "PAIR-10").inner_text()
    assert "1 flag and 2 clauses differ from the default." in bar(page)
    assert "Overlap" in bar(page)
    assert page.title().startswith("Overlap, House rules")
    assert "changed" in page.locator('[data-flag="cover_pair"] legend').inner_text()
    control(page, "rows", "5").check()
    reworded = clause(page, "DEAL-2").inner_text()
    assert "from the apex to row 5 and" in reworded
    assert "By default:" in reworded
    assert "changed" in reworded
    assert "Rows of the pyramid: 5; by default 7" in page.locator(".house-box").first.inner_text()
    page.get_by_label("Show only what differs").check()
    assert page.locator(".house-clause:visible").count() == 3
    page.get_by_role("button", name="Set “Rows of the pyramid” back").click()
    assert control(page, "rows", "7").is_checked()
    assert page.locator(".house-clause:visible").count() == 2


def test_the_rules_shown_are_those_of_the_spec(page, site) -> None:
    """Under presets and other rulesets, every clause that holds is there with its text, and no other."""
    rng = random.Random(3)
    rulesets = [SPEC.presets[name].rules for name in ("king-tut", "giza", "open-draw-three")]
    for rules in [SPEC.default, *rulesets, *(SPEC.random_ruleset(rng) for _ in range(4))]:
        page.goto("about:blank")  # so that the next address is loaded anew, whatever stands after its #
        opened(page, site, address(rules))
        shown = page.locator('.house-clause:visible:not([data-mark="gone"])')
        texts = dict(
            shown.evaluate_all("all => all.map((c) => [c.dataset.clause, c.querySelector('.house-text').textContent])")
        )
        assert texts == {each.id: each.text_for(rules) for each in SPEC.clauses_for(rules)}, rules
        assert chosen(page) == words(rules)


def test_the_address_holds_the_choice(page, site) -> None:
    """A preset writes its flags there; a reload, and going back and forward, show what the address says."""
    opened(page, site)
    page.select_option("#house-preset", label="Classic")
    assert behind(page) == "#passes=3&stock_top=playable&opening_draw=true&goal=all"
    control(page, "goal", "pyramid").check()
    control(page, "opening_draw", "false").check()
    assert page.locator("#house-preset option:checked").inner_text() == "Relaxed"
    page.fill("#house-name", "Tom & Änn = 100% #1")
    before = chosen(page)
    page.reload()
    page.wait_for_selector(".house-bar")
    assert chosen(page) == before
    assert page.input_value("#house-name") == "Tom & Änn = 100% #1"
    assert "Tom & Änn = 100% #1" in bar(page)
    page.go_back()
    assert control(page, "opening_draw", "true").is_checked()
    assert control(page, "goal", "pyramid").is_checked()
    page.go_back()
    assert control(page, "goal", "all").is_checked()
    page.go_back()
    assert "The default rules." in bar(page)
    page.go_forward()
    assert control(page, "stock_top", "playable").is_checked()
    assert page.locator(".house-bar a", has_text="Play").get_attribute("href") == "../play/" + behind(page)


@pytest.mark.parametrize("part", ["flag-goal", "the-rules", "house-rules"])
def test_a_link_may_lead_to_a_part_of_the_page(page, site, part: str) -> None:
    opened(page, site, f"{PAGE}#{part}")
    assert chosen(page) == words(SPEC.default)
    assert page.locator(f"#{part}").evaluate("part => part.getBoundingClientRect().top < innerHeight")
    assert behind(page) == ""


def test_links_within_the_page_leave_the_choice(page, site) -> None:
    opened(page, site, PAGE + "#passes=3")
    page.evaluate("location.hash = 'house-rules'")
    page.wait_for_function("location.hash === '#passes=3'")
    assert chosen(page)["passes"] == "3"


def test_what_makes_no_game_is_refused_with_every_reason(page, site) -> None:
    opened(page, site, PAGE + "#waste_piles=2")
    control(page, "draw", "2").check()
    page.get_by_label("without limit").check()
    constraints = {constraint.id: constraint.reason for constraint in SPEC.constraints}
    reasons = [constraints["draw-one-per-pile"], constraints["unlimited-chosen-piles"]]
    status = page.locator('.house-bar [role="status"]')
    assert [item.inner_text() for item in status.locator("li").all()] == reasons
    for flag, own in {"draw": reasons[:1], "passes": reasons[1:], "waste_piles": reasons, "goal": []}.items():
        beside = page.locator(f'[data-flag="{flag}"] .house-refused li').all_inner_texts()
        assert beside == [f"Makes no game: {reason}" for reason in own]
    # Text and address stay those of the last settings that made a game, and the page says so.
    assert behind(page) == "#waste_piles=2"
    assert "for the last settings that made a game" in page.locator(".house-reading").inner_text()
    assert not clause(page, "TURN-2").is_visible()
    assert clause(page, "TURN-8").is_visible()
    assert page.get_by_role("button", name="Download house.yaml").is_disabled()
    page.get_by_role("button", name="Back to the last settings that made a game").click()
    assert chosen(page) == words(SPEC.ruleset({"waste_piles": 2}))
    assert page.get_by_role("button", name="Download house.yaml").is_enabled()


def test_a_link_that_makes_no_game_shows_no_rules(page, site) -> None:
    opened(page, site, REFUSED)
    assert chosen(page)["draw"] == "2"
    assert "These settings make no game." in bar(page)
    assert page.locator(".house-clause:visible").count() == 0
    page.get_by_role("button", name="Back to the default rules").click()
    assert clause(page, "REDEAL-1").is_visible()


def test_a_bad_link_is_told_in_words(page, site) -> None:
    opened(page, site, PAGE + "#passes=0&goal=al&pases=3&draw=3&moves=draw")
    told = page.get_by_role("alert").inner_text()
    assert "passes: found “0”, expected a whole number from 1 to 999999999, or unlimited." in told
    assert "Did you mean all?" in told
    assert "Did you mean passes?" in told
    assert "moves" in told
    assert chosen(page) == words(SPEC.ruleset({"draw": 3}))


def test_a_flag_without_effect_says_what_it_needs(page, site) -> None:
    opened(page, site)
    depth = page.locator('[data-flag="reserve_depth"] .house-effect')
    assert "Has no effect here; it needs “Reserve piles: 1 or more”." in depth.inner_text()
    control(page, "reserve_piles", "4").check()
    assert "no effect" not in depth.inner_text()


def test_a_number_is_typed_and_a_bad_one_is_told(page, site) -> None:
    opened(page, site)
    number = page.get_by_label("1 or more")
    number.fill("12")
    assert behind(page) == "#passes=12"
    for bad in ("0", "", "2.5", "-3", "1e3"):
        number.fill(bad)
        number.blur()
        assert "Expected a whole number" in page.locator("#bad-passes").inner_text(), bad
        assert behind(page) == "#passes=12"
    number.fill("2")
    assert page.locator("#bad-passes").inner_text() == ""
    assert behind(page) == "#passes=2"


@pytest.mark.parametrize("name", ["Sunday rules", 'yes: "no" # 🂡 \\', ""])
def test_the_file_passes_check(page, site, tmp_path: Path, name: str) -> None:
    """It holds the ruleset, the name and the notes, whatever characters are in them."""
    opened(page, site, PAGE + "#passes=3&cover_pair=true&goal=all")
    page.fill("#house-name", name)
    page.fill("#house-notes", "Winner deals.\n- 'never' on: Sundays\t[x]")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download house.yaml").click()
    assert download.value.suggested_filename == "house.yaml"
    path = tmp_path / "house.yaml"
    download.value.save_as(path)
    assert check_file(str(path), None).says.startswith("house rules")
    house = SPEC.house_rules(path)
    assert house.rules == SPEC.ruleset({"passes": 3, "cover_pair": True, "goal": "all"})
    assert house.notes == "Winner deals.\n- 'never' on: Sundays\t[x]"
    assert house.name == (name or "house")
    named = path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# yaml-language-server: $schema=")
    assert named == site.url("schema/house-editor.schema.json")
    assert page.request.get(named).json() == house_schema(SPEC)
    assert page.locator("pre[aria-label='house.yaml']").text_content() == path.read_text(encoding="utf-8")


def test_odds_are_those_of_the_table(page, site) -> None:
    """Where the table has the ruleset, with the number of deals; where it has not, the command that computes them."""
    table = Path(__file__).parents[2] / "docs" / "data" / "odds.json"
    rows = json.loads(table.read_text(encoding="utf-8"))["rows"] if table.exists() else []
    for rules in (SPEC.default, SPEC.presets["relaxed"].rules, SPEC.ruleset({"passes": 17, "rows": 8})):
        page.goto("about:blank")
        opened(page, site, address(rules))
        said = page.locator(".house-box", has=page.get_by_role("heading", name="Odds")).inner_text()
        known = [row for row in rows if row["kind"] != "player" and row["flags"] == rules.changes()]
        for row in sorted(known, key=lambda row: row["deals"])[-1:]:
            assert f"Of the {row['deals']:,} deals 1 to" in said
            assert f"{row['winnable']:,} can be won" in said
        if not known:
            assert " ".join(["pyramid-ref odds", *(f"--flag {word}" for word in rules.words())]) in said


def test_link_and_file_are_copied(new_page, site) -> None:
    page = opened(new_page(permissions=["clipboard-read", "clipboard-write"]), site, PAGE + "#passes=3&gol=all")
    page.get_by_role("button", name="Copy link").click()
    page.get_by_text("Link copied.").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == site.url(PAGE + "#passes=3")
    page.get_by_role("button", name="Copy house.yaml").click()
    page.get_by_text("house.yaml copied.").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == (
        f"# yaml-language-server: $schema={site.url('schema/house-editor.schema.json')}\n"
        'rules: "1.0"\nflags:\n  passes: 3\n'
    )


def test_where_copying_is_not_allowed_the_text_is_shown(page, site) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    opened(page, site, PAGE + "#passes=3")
    page.get_by_role("button", name="Copy link").click()
    page.get_by_text("does not let a page copy").wait_for()
    assert page.get_by_label("To copy").input_value() == site.url(PAGE + "#passes=3")


def test_a_reading_chooses_its_flags(page, site) -> None:
    opened(page, site)
    clause(page, "END-1").locator("summary").click()
    item = clause(page, "END-1").locator("li", has_text="All 52 cards")
    item.get_by_role("button", name="Read it so").click()
    assert control(page, "goal", "all").is_checked()
    assert "no longer holds" in clause(page, "END-1").inner_text()
    assert item.get_by_role("button").inner_text() == "read so here"


def test_the_clauses_of_a_flag_are_shown_where_they_stand(page, site) -> None:
    opened(page, site)
    link = page.locator('[data-flag="goal"] .house-clause-link a').first
    assert link.get_attribute("href") == "../rules/#END-1"
    link.click()
    assert page.evaluate("document.activeElement.dataset.clause") == "END-1"
    assert behind(page) == ""


def test_everything_is_done_with_the_keyboard_alone(page, site) -> None:
    """From the top of the page by Tab: a preset, a switch, a number, a clause, back to the default rules."""
    opened(page, site)

    def tab_to(selector: str) -> None:
        for _ in range(200):
            page.keyboard.press("Tab")
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
        pytest.fail(f"{selector} is not reached by Tab")

    tab_to("#house-preset")
    page.keyboard.type("Par")
    page.wait_for_function("location.hash === '#passes=3'")
    tab_to('[data-flag="cover_pair"] input')
    page.keyboard.press("ArrowDown")
    assert control(page, "cover_pair", "true").is_checked()
    tab_to('[data-flag="passes"] input')
    page.keyboard.press("ArrowUp")
    assert "passes=4" in behind(page)
    tab_to('[data-flag="passes"] input[type="checkbox"]')
    page.keyboard.press("Space")
    assert "passes=unlimited" in behind(page)
    tab_to(".house-box .house-small")
    page.keyboard.press("Enter")
    assert chosen(page)["passes"] == "1"
    assert page.evaluate("document.activeElement.closest('[data-flag]').dataset.flag") == "passes"
    tab_to('[data-clause="REDEAL-1"] summary')
    page.keyboard.press("Enter")
    tab_to('[data-clause="REDEAL-1"] button')
    page.keyboard.press("Enter")
    assert chosen(page)["passes"] == "3"
    assert page.evaluate("document.activeElement.closest('article').dataset.clause") == "REDEAL-1"


@pytest.mark.parametrize("path", [PAGE + "#passes=3&rows=5&cover_pair=true&waste_piles=3", REFUSED])
@pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, True)])
def test_changed_or_refused_the_page_is_open_to_everyone(new_page, site, path: str, width: int, dark: bool) -> None:
    """axe finds nothing to complain about, and nothing has to be scrolled sideways."""
    from axe_playwright_python.sync_playwright import Axe

    page = opened(new_page(width=width, dark=dark), site, path)
    for details in page.locator("#house details:visible").all()[:3]:
        details.evaluate("details => (details.open = true)")
    found = Axe().run(page, context="#house").response["violations"]
    assert [f"{each['id']}: {node['html'][:200]}" for each in found for node in each["nodes"]] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_any_ruleset_is_printed_on_one_page(page, site) -> None:
    """The rules with their name, without controls; the rulesets are those with the most clauses and the longest."""
    rng = random.Random(5)
    rulesets = [SPEC.random_ruleset(rng) for _ in range(300)]
    longest = sorted(rulesets, key=lambda rules: sum(len(each.text) for each in SPEC.clauses_for(rules)))[-2:]
    for rules in [SPEC.default, SPEC.presets["apophis-dealt"].rules, *longest]:
        page.goto("about:blank")
        opened(page, site, address(rules))
        page.fill("#house-name", "Rules of the house")
        pdf = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1, rules
    page.emulate_media(media="print")
    assert page.get_by_text("Rules of the house", exact=True).last.is_visible()
    assert not page.locator(".house-controls").is_visible()
    assert page.locator(".house-clause:visible").count() == len(SPEC.clauses_for(longest[-1]))


def test_without_javascript_flags_and_default_rules_are_there(new_page, site) -> None:
    page = new_page(javascript=False)
    page.goto(site.url(PAGE))
    text = page.locator("article").inner_text()
    for flag in SPEC.flags.values():
        assert flag.title in text
        assert flag.why in text
    for each in SPEC.clauses_for(SPEC.default):
        assert each.text_for(SPEC.default) in text
    page.goto(site.url("which-game/"))
    for preset in SPEC.presets.values():
        assert page.get_by_role("link", name=preset.name, exact=True).count() == 1


# -- which game is my app playing? ------------------------------------------------------------------------------------


def asked(page) -> str:
    return page.locator(".which-asking h2").inner_text()


def test_answers_lead_to_a_preset_with_the_keyboard_alone(page, site) -> None:
    page.goto(site.url("which-game/"))
    page.wait_for_selector(".which-answers")
    assert "turn the waste over" in asked(page)
    page.get_by_role("button", name="as often as I like").press("Enter")
    assert asked(page) == "It looks like King Tut"
    assert page.evaluate("document.activeElement.textContent") == "It looks like King Tut"
    page.get_by_role("link", name="See its rules").click()
    page.wait_for_selector(".house-bar")
    assert chosen(page) == words(SPEC.presets["king-tut"].rules)


def test_who_does_not_know_is_told_what_is_left(page, site) -> None:
    page.goto(site.url("which-game/"))
    page.wait_for_selector(".which-answers")
    page.get_by_role("button", name="three times through").click()
    left = page.locator(".which-left a")
    assert sorted(left.all_inner_texts()) == ["Apophis, dealt", "Classic", "Par Pyramid", "Relaxed"]
    while page.locator(".which-answers").count():
        page.get_by_role("button", name=re.compile("^I don.t know$")).click()
    assert asked(page) == "It is one of these"
    assert left.count() == 4
    page.get_by_role("button", name="Take back: When does the game say").click()
    page.get_by_role("button", name="When all 52 cards are gone").click()
    assert sorted(left.all_inner_texts()) == ["Apophis, dealt", "Classic"]
    page.get_by_role("button", name="Start again").click()
    assert left.count() == len(SPEC.presets)


def test_an_app_that_is_no_preset_is_told_so(page, site) -> None:
    page.goto(site.url("which-game/"))
    page.wait_for_selector(".which-answers")
    page.get_by_role("button", name="once through").click()
    page.get_by_role("button", name="None of these").click()
    assert asked(page) == "No preset plays like that"
    assert page.get_by_role("link", name="Set the rest yourself").get_attribute("href") == "../house-rules/"
