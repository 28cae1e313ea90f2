"""The pages in a real browser: people play, look, replay and practise as they would."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from tests.web.browsers import Browser, Served, browsing, needs_browser, serving, violations
from tests.web.heat_map import FRAME, measure

pytestmark = [pytest.mark.slow, needs_browser]
NOLIMIT = "nolimit(stack=50bb, rules=casino)"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("web") / "tables.db") as each:
        yield each


@pytest.fixture(scope="module")
def open_browser(served: Served) -> Iterator[Browser]:
    with browsing(served) as each:
        yield each


@pytest.fixture
def browser(open_browser: Browser) -> Iterator[Browser]:
    """The browser, whose pages are closed after each test: an open page works on."""
    yield open_browser
    open_browser.close()


def hands_of(page: Page) -> int:
    """The number of the hand that is told."""
    heading = page.locator("#log li").first.text_content() or "hand 0"
    return int(re.sub(r"\D", "", heading) or 0)


def wait_for_turn(page: Page) -> None:
    """Wait until it is our turn, or the hand is over."""
    page.wait_for_selector(
        "#buttons button:has-text('Check'), #buttons button:has-text('Call'), #buttons :text('Next hand')"
    )


def call_to_the_end(page: Page, holds: Callable[[], bool] = lambda: True) -> None:
    """Check and call until the hand is over; something holds at each turn."""
    for _ in range(20):
        wait_for_turn(page)
        if page.locator("#buttons :text('Next hand')").count():
            return
        assert holds()
        page.keyboard.press("c")
        page.wait_for_timeout(50)


def test_a_new_player_sits_down_from_the_lobby_and_plays_hands_by_keys_and_by_clicks(browser: Browser) -> None:
    page = browser.page()
    page.click("#suggestions button:has-text('Three opponents')")
    page.fill("#name-dialog input", "Ann")
    page.click("#name-dialog button")
    page.wait_for_url("**/table.html*")
    for number in range(6):
        wait_for_turn(page)
        if page.locator("#buttons :text('Next hand')").count():
            page.keyboard.press("n")
            page.wait_for_timeout(50)
        elif number % 2:
            page.keyboard.press("c")
        else:
            page.locator("#buttons button", has_text=re.compile("Check|Call")).click()
        page.wait_for_timeout(100)
    expect(page.locator("#message")).to_have_text("")
    assert page.locator("#felt text", has_text="magpie").count() == 1


def test_fifty_hands_are_played_to_their_end_by_keys(served: Served, browser: Browser) -> None:
    token = served.enter("Fifty")
    page = browser.page(f"table.html?table={served.open(token)}&sit=1", token)
    page.wait_for_selector("#buttons button")
    page.evaluate(
        """() => new Promise((done) => {
            const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
            const timer = setInterval(() => {
                const heading = document.querySelector("#log li")?.textContent ?? "";
                if (Number(heading.replace(/\\D/g, "")) > 50) { clearInterval(timer); done(null); }
                press(/Next hand/.test(document.querySelector("#buttons").textContent) ? "n" : "c");
            }, 15);
        })"""
    )
    assert hands_of(page) > 50


def test_raises_by_slider_by_typing_and_by_shares_of_the_pot(served: Served, browser: Browser) -> None:
    token = served.enter("Bea")
    page = browser.page(f"table.html?table={served.open(token, game=NOLIMIT)}&sit=1", token)
    button = page.locator("#buttons button.main")
    page.wait_for_selector("input[type=range]")
    slider, typed = page.locator("input[type=range]"), page.locator("#sizes input[type=text]")
    least, most = int(slider.get_attribute("min") or 0), int(slider.get_attribute("max") or 0)
    expect(button).to_contain_text(f"{least:,}")
    slider.focus()
    slider.press("End")
    expect(button).to_contain_text(f"{most:,} (all-in)")
    for wrong in ("1", "99999999", "12,5x", "-5", ""):
        typed.fill(wrong)
        typed.press("Enter")
        assert typed.get_attribute("aria-invalid") == "true"
    typed.fill(f"{least + 100:,}")
    typed.press("Tab")
    expect(button).to_contain_text(f"{least + 100:,}")
    page.locator("body").click(position={"x": 5, "y": 300})
    page.keyboard.press("ArrowUp")
    expect(button).to_contain_text(f"{least + 200:,}")
    page.keyboard.press("4")
    page.keyboard.press("r")
    expect(page.locator("#log")).to_contain_text(re.compile("Bea (raises to|bets)"))
    expect(page.locator("#message")).to_have_text("")


def test_numbers_are_written_and_read_in_the_players_own_way(served: Served, browser: Browser) -> None:
    token = served.enter("Grete")
    page = browser.page(f"table.html?table={served.open(token, game=NOLIMIT)}&sit=1", token, locale="de-DE")
    page.wait_for_selector("#sizes input[type=text]")
    typed = page.locator("#sizes input[type=text]")
    typed.fill("1.200")
    typed.press("Tab")
    expect(page.locator("#buttons button.main")).to_contain_text("1.200")


def test_a_page_that_is_loaded_again_in_a_hand_goes_on_where_it_was(served: Served, browser: Browser) -> None:
    token = served.enter("Cy")
    page = browser.page(f"table.html?table={served.open(token)}&sit=1", token)
    wait_for_turn(page)
    number, cards = hands_of(page), page.locator("#log li.cards").text_content()
    page.reload()
    wait_for_turn(page)
    assert (hands_of(page), page.locator("#log li.cards").text_content()) == (number, cards)
    page.context.set_offline(True)
    page.evaluate("() => 0")
    page.context.set_offline(False)
    page.keyboard.press("c")
    expect(page.locator("#log")).to_contain_text(re.compile("Cy (calls|checks)"))


def test_the_glass_box_shows_thoughts_when_the_hand_is_over(served: Served, browser: Browser) -> None:
    token = served.enter("Dee")
    page = browser.page(f"table.html?table={served.open(token, bots=['poki'], glass_box=True, between=5)}&sit=1", token)
    page.click("#tab-console")
    call_to_the_end(page, lambda: page.locator("#console .private").count() == 0)
    expect(page.locator("#console .private").first).to_be_visible()
    expect(page.locator("#console svg.heat").first).to_be_visible()
    page.click("#tab-portraits")
    expect(page.locator("#portraits")).to_contain_text("poki")


def test_the_replayer_steps_through_a_hand_with_arrows_and_its_address_names_the_moment(
    served: Served, browser: Browser
) -> None:
    token = served.enter("Eve")
    table = served.open(token, bots=["simple"], glass_box=True, between=2)
    page = browser.page(f"table.html?table={table}&sit=1", token)
    call_to_the_end(page)
    page.goto(f"{served.address}replay.html?session={table}&hand=1")
    expect(page.locator("#title")).to_have_text(re.compile("Hand 1 of"))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert "step=2" in page.url
    moment = page.locator("#now").text_content()
    page.reload()
    expect(page.locator("#now")).to_have_text(moment or "")
    page.keyboard.press("End")
    expect(page.locator("#now")).to_contain_text("win")
    page.keyboard.press("Home")
    page.select_option("#bot", "always-call")
    page.click("#ask button")
    expect(page.locator("#opinion")).to_contain_text("always-call")


def test_the_glass_box_tells_what_railbird_hand_tells_of_the_same_decision(
    served: Served, browser: Browser, tmp_path: Path
) -> None:
    token = served.enter("Ike")
    table = served.open(token, bots=["poki"], glass_box=True, between=60)
    page = browser.page(f"table.html?table={table}&sit=1", token)
    call_to_the_end(page)
    page.click("#tab-console")
    expect(page.locator("#console .private").first).to_be_visible()
    shown = page.locator("#console .thought").last.inner_text()
    command = [sys.executable, "-m", "railbird", "hand", f"table:{table}", "1", "--json", "--store", str(served.store)]
    told = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    facts = told["decisions"][0]["facts"]
    assert len(facts) > 3
    for fact in facts:
        if not re.fullmatch(r"\d{169}", str(fact["value"])):
            assert fact["name"] in shown
    strengths = [fact for fact in facts if fact["name"] == "HS" or fact["name"].endswith("may hold")]
    assert strengths
    for fact in strengths:
        assert (fact["value"] if isinstance(fact["value"], str) else f"{fact['value']:.4g}") in shown


def test_a_practice_table_has_start_style_and_reveal(served: Served, browser: Browser) -> None:
    token = served.enter("Flo")
    table = served.open(token, game="rezai", bots=["rezai"], kind="freeze-out", practice=True)
    page = browser.page(f"table.html?table={table}&sit=1", token)
    expect(page.locator("#made")).to_contain_text("Nothing is dealt")
    page.select_option("#style", "tag")
    page.click("#restart")
    expect(page.locator("#restart")).to_have_text("Reload game")
    wait_for_turn(page)
    page.click("#reveal")
    expect(page.locator("#reveal")).to_have_attribute("aria-pressed", "true")
    page.click("#restart")
    wait_for_turn(page)
    expect(page.locator("#message")).to_have_text("")


def test_the_lobby_opens_any_table_and_fits_a_phone(browser: Browser) -> None:
    page = browser.page(viewport={"width": 360, "height": 740})
    page.wait_for_selector("#suggestions button")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.click("#new")
    page.select_option("[name=seats]", "3")
    page.select_option("[name=betting]", "limit")
    page.fill("[name=title]", "small screens")
    page.click("#open-dialog button[value=open]")
    page.fill("#name-dialog input", "Gus")
    page.click("#name-dialog button")
    page.wait_for_url("**/table.html*")
    expect(page.locator("#title")).to_have_text("small screens")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_wrong_with_any_page(served: Served, browser: Browser, scheme: str) -> None:
    token = served.enter(f"Hal {scheme}")
    table = served.open(token, bots=["poki"], glass_box=True, between=60)
    page = browser.page(f"table.html?table={table}&sit=1", token, color_scheme=scheme)
    call_to_the_end(page, lambda: violations(page) == [])
    page.click("#tab-console")
    assert violations(page) == []
    page.click("#tab-portraits")
    expect(page.locator("#portraits")).to_contain_text("poki")
    assert violations(page) == []
    page.goto(f"{served.address}replay.html?session={table}&hand=1")
    expect(page.locator("#title")).to_have_text(re.compile("Hand 1 of"))
    assert violations(page) == []
    page.goto(served.address)
    page.wait_for_selector("#tables article")
    assert violations(page) == []
    page.click("#new")
    assert violations(page) == []


def test_a_heat_map_of_all_hands_is_updated_within_a_frame(browser: Browser) -> None:
    page = browser.page("style.css")  # a page that does nothing by itself
    measured = measure(page, rounds=40)
    assert measured["median"] <= FRAME, measured


def test_a_heat_map_is_updated_in_place(browser: Browser) -> None:
    page = browser.page("style.css")
    same = page.evaluate(
        """async () => {
            const { HeatMaps } = await import("/js/heat_map.js");
            const maps = new HeatMaps();
            const first = maps.begin().show("0".repeat(169), "Ann");
            const second = maps.begin().show("9" + "0".repeat(168), "Bob");
            const cells = first.children;
            return [first === second, cells.length, cells[0].getAttribute("class"), first.getAttribute("aria-label")];
        }"""
    )
    assert same == [True, 169, "w9", "Bob; most likely: AA"]


def test_the_focus_stays_on_a_free_seat_while_others_play(served: Served, browser: Browser) -> None:
    game = "limit(players=4, stack=50bb, rules=casino)"
    token = served.enter("Kim")
    table = served.open(token, game=game, bots=["always-call"], pace=0.05)
    playing = browser.page(f"table.html?table={table}&sit=1", token)
    wait_for_turn(playing)
    page = browser.page(f"table.html?table={table}", served.enter("Lea"))
    free = page.locator("#felt [data-free='2']")
    free.focus()
    hand = hands_of(playing)
    for _ in range(40):
        wait_for_turn(playing)
        playing.keyboard.press("n" if playing.locator("#buttons :text('Next hand')").count() else "c")
        playing.wait_for_timeout(50)
        if hands_of(page) > hand + 1:
            break
    assert hands_of(page) > hand
    assert page.evaluate("document.activeElement.dataset.free") == "2"
    page.keyboard.press(" ")
    expect(page.locator("#felt")).to_contain_text("Lea")


def test_a_player_is_known_to_each_server_by_a_token_of_its_own(tmp_path: Path, browser: Browser) -> None:
    """Servers of different stores follow one another at one address, and the first one comes back."""

    def enter(page: Page, name: str) -> None:
        page.click("#suggestions button")
        page.fill("#name-dialog input", name)
        page.click("#name-dialog button")
        page.wait_for_url("**/table.html*")

    with serving(tmp_path / "first.db") as first:
        address, port = first.address, first.address.split(":")[-1].strip("/")
        page = browser.page(address=address)
        enter(page, "Moe")
    with serving(tmp_path / "second.db", "--port", port):
        page.goto(address)
        expect(page.locator("#suggestions button").first).to_be_visible()
        expect(page.locator("#who")).to_have_text("")
        enter(page, "Nan")
    with serving(tmp_path / "first.db", "--port", port):
        page.goto(address)
        expect(page.locator("#who")).to_contain_text("Moe")
        page.context.close()
    browser.problems.clear()  # the browser says in the console, too, that a server was gone


def test_the_thoughts_of_a_finished_hand_are_there_when_the_page_is_loaded_again(
    served: Served, browser: Browser
) -> None:
    token = served.enter("Oda")
    page = browser.page(
        f"table.html?table={served.open(token, bots=['poki'], glass_box=True, between=60)}&sit=1", token
    )
    call_to_the_end(page)
    page.reload()
    page.click("#tab-console")
    expect(page.locator("#console .private").first).to_be_visible()


def test_on_a_phone_a_player_sees_their_cards_and_all_buttons_at_once(served: Served, browser: Browser) -> None:
    token = served.enter("Pia")
    size = ViewportSize(width=390, height=844)
    page = browser.page(f"table.html?table={served.open(token, game=NOLIMIT)}&sit=1", token, viewport=size)
    wait_for_turn(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for box in [
        page.locator("#felt").bounding_box(),
        *(each.bounding_box() for each in page.locator(".actions button").all()),
    ]:
        assert box
        assert box["y"] + box["height"] <= 844
        assert box["x"] + box["width"] <= 390
    page.click("#more")
    expect(page.locator("#controls button", has_text="Leave")).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.click(".actions button:has-text('Hint')")
    expect(page.locator("#advice")).to_be_in_viewport(timeout=30_000)


def test_a_server_that_is_gone_is_said_and_the_page_comes_back_by_itself(tmp_path: Path, browser: Browser) -> None:
    store = tmp_path / "short.db"
    with serving(store) as short:
        page = browser.page(address=short.address)
        under_way: list[Route] = []
        page.route("**/api/**", lambda route: under_way.append(route))
        page.reload()
        expect(page.locator("#none")).to_be_visible()
        short.process.kill()
        expect(page.locator("#notice")).to_contain_text("cannot be reached")
        for route in under_way:
            route.abort()
        page.unroute_all()
        page.wait_for_timeout(200)
        expect(page.locator("#notice")).to_contain_text("cannot be reached")  # which says more than what fails by it
    with serving(store, "--port", short.address.split(":")[-1].strip("/")):
        expect(page.locator("#notice")).to_have_text("", timeout=60_000)
        page.context.close()
    browser.problems.clear()  # the browser says in the console, too, that the server was gone
