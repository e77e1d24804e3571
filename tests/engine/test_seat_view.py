"""The types that leave the process: plain JSON, every field described."""

import inspect
import json
from typing import get_type_hints

import msgspec
import pytest
from msgspec import Struct

from engine import rule_set, rules, seat_view
from engine.rulesets import custom
from engine.seat_view import CardPlay, EffectKind, EffectView, Trick


def published() -> list[type[Struct]]:
    """Return every struct that the views and the rules publish."""
    found = [
        kind
        for module in (seat_view, rules, rule_set, custom)
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if issubclass(kind, Struct) and kind is not Struct
    ]
    inside = (rule_set.RuleSet, rule_set.Game)
    return [kind for kind in dict.fromkeys(found) if kind not in inside]


@pytest.mark.parametrize("kind", published(), ids=lambda kind: kind.__name__)
def test_every_published_field_says_what_it_is(kind: type[Struct]) -> None:
    hints = get_type_hints(kind, include_extras=True)

    described = {
        name: [meta.description for meta in getattr(hint, "__metadata__", ()) if meta.description]
        for name, hint in hints.items()
    }

    assert [name for name, texts in described.items() if not texts] == []


@pytest.mark.parametrize("kind", published(), ids=lambda kind: kind.__name__)
def test_names_in_json_are_in_camel_case(kind: type[Struct]) -> None:
    names = [field.encode_name for field in msgspec.structs.fields(kind)]

    assert [name for name in names if "_" in name or name[0].isupper()] == []


def test_a_view_is_plain_json() -> None:
    trick = Trick(7, 2, ("2C", "3C", "4C", "5C"), 1, -95)

    assert json.loads(msgspec.json.encode((trick, CardPlay(2, "QS")))) == [
        {
            "number": 7,
            "leader": 2,
            "cards": ["2C", "3C", "4C", "5C"],
            "taker": 1,
            "points": -95,
        },
        {"seat": 2, "card": "QS"},
    ]


def test_an_effect_has_only_the_fields_of_its_kind() -> None:
    skipped = EffectView(kind=EffectKind.SEAT_SKIPPED, seat=1)

    assert json.loads(msgspec.json.encode(skipped)) == {"kind": "seat_skipped", "seat": 1}
