"""The form of a new table is what the published rule sets say, and refusals are at their fields."""

import pytest
from playwright.sync_api import Page, expect

from tests.pages.browser import PHONE, SMALL_PHONE
from tests.pages.lobby import match_at, options_agreed, seen
from tests.pages.visits import Visits


@pytest.fixture
def form(visit: Visits) -> Page:
    """Give the form of a new table, with everything unfolded."""
    page = visit("/play/#/new", PHONE)
    for name in ("Variants of the rules", "More settings"):
        page.get_by_text(name).click()
    return page


def choose_rules(page: Page, name: str) -> None:
    """Choose a rule set from the list."""
    page.get_by_role("button", name="All rules").click()
    page.locator("label.rule", has=page.get_by_text(name, exact=True)).click()
    expect(page.locator("label.rule")).to_have_count(1)


def tap(page: Page, group: str, answer: str) -> None:
    """Choose one answer of a group."""
    answers = page.get_by_role("group", name=group)
    answers.get_by_role("radio", name=answer, exact=True).check(force=True)


def options_of(page: Page, visit: Visits) -> dict[str, str]:
    """Open the table, and return the options of its rules."""
    page.get_by_role("button", name="Open the table").click()
    return options_agreed(page, visit.url, match_at(page))


def test_every_rule_set_is_there_with_its_summary_and_players(visit: Visits, form: Page) -> None:
    published = form.request.get(f"{visit.url}/v1/rule-sets").json()["items"]

    form.get_by_role("button", name="All rules").click()

    shown = form.locator("label.rule")
    expect(shown).to_have_count(len(published))
    for row, rule_set in zip(shown.all(), published, strict=True):
        expect(row).to_contain_text(rule_set["name"]["en"])
        expect(row).to_contain_text(rule_set["summary"]["en"])


def test_rules_folded_show_the_chosen_ones_with_their_numbers_of_players(form: Page) -> None:
    choose_rules(form, "Classic Kierki")

    expect(form.locator("label.rule")).to_have_count(1)
    players = form.get_by_role("group", name="Players").get_by_role("radio")
    expect(players).to_have_count(5)


def test_an_option_is_asked_for_only_where_it_means_something(visit: Visits, form: Page) -> None:
    choose_rules(form, "Polish Kierki")
    bid = form.get_by_label("The highest bid")
    expect(bid).to_have_count(0)

    tap(form, "The trump deal plain", "With a talon for sale")
    bid.fill("250")
    tap(form, "The buyer of the talon leads", "Yes")

    options = options_of(form, visit)
    assert (options["trump_mode"], options["max_bid"]) == ("auction", "250")
    assert options["buyer_leads"] == "on"


def test_a_choice_that_means_nothing_any_more_is_not_sent(visit: Visits, form: Page) -> None:
    choose_rules(form, "Polish Kierki")
    tap(form, "The trump deal plain", "With a talon for sale")
    form.get_by_label("The highest bid").fill("250")

    tap(form, "The trump deal plain", "Plain")

    options = options_of(form, visit)
    assert (options["trump_mode"], options["max_bid"]) == ("plain", "1000")


def test_an_option_for_other_numbers_of_players_is_not_asked_for(form: Page) -> None:
    choose_rules(form, "Classic Kierki")
    odd_card = form.get_by_role("group", name="What becomes of the card that is set aside")
    expect(odd_card).to_have_count(0)

    tap(form, "Players", "6")

    expect(odd_card).to_be_visible()


def test_a_default_follows_the_option_it_hangs_on(form: Page) -> None:
    choose_rules(form, "Classic Kierki")
    plus = form.get_by_label("The deals that bring points")
    expect(plus.locator("option:checked")).to_have_text("Trump deals")

    tap(form, "Whether the robber is played", "Yes")

    expect(plus.locator("option:checked")).to_have_text("Trump deals and the lottery")


def test_an_order_is_changed_step_by_step(visit: Visits, form: Page) -> None:
    form.get_by_role("button", name="No hearts: earlier").click()

    options = options_of(form, visit)
    assert options["penalty_order"].startswith("hearts,tricks,queens")


def test_a_refused_value_is_shown_at_its_field(form: Page) -> None:
    choose_rules(form, "Greek Kierki (Windows Hearts)")
    limit = form.get_by_label("To how many points the match goes")
    limit.fill("0")
    form.get_by_text("Variants of the rules").click()  # folded again
    expect(limit).to_be_hidden()

    form.get_by_role("button", name="Open the table").click()

    expect(limit).to_be_focused()
    expect(limit).to_have_attribute("aria-invalid", "true")
    told = "From 1 to 10000 The option does not take that value. Allowed: 1 … 10000."
    expect(limit).to_have_accessible_description(told)
    assert form.url.endswith("#/new")


def test_hands_open_too_soon_are_refused_at_the_delay(form: Page) -> None:
    form.get_by_label("What spectators see").select_option(label="All hands")

    form.get_by_role("button", name="Open the table").click()

    expect(form.get_by_label("How late")).to_have_attribute("aria-invalid", "true")


def test_what_is_chosen_is_what_the_match_has(visit: Visits, form: Page) -> None:
    choose_rules(form, "Lottery")
    tap(form, "Players", "3")
    tap(form, "Who may join", "Invited")
    tap(form, "How well bots play", "strong")
    form.get_by_label("Time for a move").select_option(label="30 sec")
    form.get_by_label("Time bank").select_option(label="5 min")
    form.get_by_label("Each move adds").select_option(label="5 sec")
    form.get_by_label("When the time is over").select_option(label="The seat is lost")
    form.get_by_label("What spectators see").select_option(label="Nobody")
    form.get_by_label("Practice deals").fill("7")

    form.get_by_role("button", name="Open the table").click()

    match = seen(form, visit.url, match_at(form))
    agreed = ("ruleSet", "players", "visibility", "botLevel", "turnSeconds", "bankSeconds")
    assert [match[name] for name in agreed] == ["lottery", 3, "invited", "strong", 30, 300]
    assert (match["incrementSeconds"], match["onExpiry"]) == (5, "forfeit")
    assert (match["spectators"]["watching"], match["practice"]) == ("nobody", True)


def test_the_form_fits_the_smallest_phone(visit: Visits) -> None:
    page = visit("/play/#/new", SMALL_PHONE)
    for name in ("Variants of the rules", "More settings"):
        page.get_by_text(name).click()
    page.get_by_role("button", name="All rules").click()

    assert page.evaluate("document.documentElement.scrollWidth") == SMALL_PHONE.width
