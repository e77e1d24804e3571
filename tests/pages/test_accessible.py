"""Nobody is shut out: axe-core finds no serious fault in any main state, light or dark."""

import pytest

from tests.fixtures.player import Guests
from tests.pages.axe import OF_COLOURS, grave_faults
from tests.pages.browser import PHONE
from tests.pages.states import STATES, State, opened
from tests.pages.visits import Visits


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.name)
def test_no_serious_fault_is_found(visit: Visits, guests: Guests, state: State) -> None:
    page = opened(visit, guests(visit.url), state, PHONE)

    light = grave_faults(page)
    page.emulate_media(color_scheme="dark")
    dark = grave_faults(page, OF_COLOURS)

    assert not light + dark, "\n".join(["light:", *light, "dark:", *dark])


def test_a_serious_fault_would_be_found(visit: Visits) -> None:
    page = visit("/play/")
    page.evaluate("document.querySelector('main').insertAdjacentHTML('beforeend', '<button>')")

    (fault,) = grave_faults(page)

    assert fault.startswith("button-name: <button></button>")


def test_a_serious_fault_of_colours_would_be_found_by_their_rules_alone(visit: Visits) -> None:
    page = visit("/play/")
    page.evaluate("""() => {
      const grey = document.createElement('p')
      grey.textContent = 'Kierki'
      grey.style.color = '#777'
      grey.style.background = '#888'
      document.querySelector('main').append(grey, document.createElement('button'))
    }""")

    (fault,) = grave_faults(page, OF_COLOURS)

    assert fault.startswith("color-contrast: <p")
