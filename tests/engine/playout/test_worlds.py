"""Unseen cards are dealt as they can lie, and every time the same from the same chances."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine.cards import card_set
from engine.playout.worlds import Unseen

ANY = (1.0, 1.0, 1.0)


def test_each_place_gets_as_many_cards_as_it_needs() -> None:
    unseen = Unseen(range(10), (2, 3, 5), [ANY] * 10)

    for _ in range(50):
        dealt = unseen.deal(Random(1))
        assert dealt is not None
        assert [hand.bit_count() for hand in dealt] == [2, 3, 5]
        assert dealt[0] | dealt[1] | dealt[2] == card_set(range(10))


@given(st.integers(0, 2**32), st.data())
def test_a_way_in_which_the_cards_can_lie_is_always_found(seed: int, data: st.DataObject) -> None:
    truth = data.draw(st.lists(st.integers(0, 2), min_size=1, max_size=20))
    places = st.tuples(*[st.booleans()] * 3)
    rows = [
        [1.0 if place == true or may else 0.0 for place, may in enumerate(data.draw(places))]
        for true in truth
    ]
    needs = [truth.count(place) for place in range(3)]

    dealt = Unseen(range(len(truth)), needs, rows).deal(Random(seed))

    assert dealt is not None
    assert [hand.bit_count() for hand in dealt] == needs
    for card, row in enumerate(rows):
        assert [bool(hand >> card & 1) for hand in dealt].count(True) == 1
        assert all(row[place] for place, hand in enumerate(dealt) if hand >> card & 1)


def test_cards_that_cannot_lie_so_are_not_dealt() -> None:
    only_first = [(1.0, 0.0)] * 3

    assert Unseen(range(3), (2, 1), only_first).deal(Random(1)) is None


def test_a_place_that_has_a_card_more_readily_has_it_more_often() -> None:
    unseen = Unseen(range(2), (1, 1), [(9.0, 1.0), (1.0, 1.0)])
    chance = Random(1)

    first = sum(dealt[0] == 1 for _ in range(500) if (dealt := unseen.deal(chance)))

    assert 300 < first < 450  # even chances would make it 250


def test_the_same_chances_deal_the_same() -> None:
    unseen = Unseen(range(30), (10, 10, 10), [ANY] * 30)

    assert unseen.deal(Random(7)) == unseen.deal(Random(7))
    assert unseen.deal(Random(7)) != unseen.deal(Random(8))
