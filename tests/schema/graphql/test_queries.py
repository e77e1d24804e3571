"""Each query hands its arguments to its port and gives back what it answers."""

import pytest
from msgspec.structs import replace

from engine.rulesets import RULE_SETS
from schema.errors import Code, refused
from schema.list_ports import PageRequest
from schema.model import RuleSetView
from service.graphql import GraphQLApp
from service.usecases.catalogue import RuleCatalogue
from tests.fixtures.graphql import TIME, GraphQLClient, codes
from tests.fixtures.ports import ALA, AT_MS, FakePorts

RULES = (
    "query($ruleSet: ID!, $players: Int!, $options: [OptionValueInput!]!) {"
    " rules(ruleSet: $ruleSet, players: $players, options: $options) { __typename"
    " ... on RulesResolved { done rules { hash players handSize removed options { id value }"
    " deals { __typename ... on TrickDeal { id trump { namedBy seenCards suits } }"
    " ... on LotteryDeal { id prizes opener } } } }"
    " ... on Refusal { done code allowed } } }"
)


async def test_match_is_read_by_its_id(ala: GraphQLClient, ports: FakePorts) -> None:
    data = await ala.data('{ match(id: "m_0001") { id ruleSet visibility deadlineMs } }')

    assert data["match"] == {
        "id": "m_0001",
        "ruleSet": "kurnik",
        "visibility": "UNLISTED",
        "deadlineMs": None,
    }
    assert ports.asked == [("match", ALA.id, "m_0001")]


async def test_match_may_be_read_by_nobody(nobody: GraphQLClient, ports: FakePorts) -> None:
    await nobody.data('{ match(id: "m_0001") { id } }')

    assert ports.asked == [("match", None, "m_0001")]


async def test_match_that_is_not_there_is_null(ala: GraphQLClient, ports: FakePorts) -> None:
    ports.fails["match"] = refused(Code.MATCH_NOT_FOUND, "There is no such match.")

    assert await ala.run('{ match(id: "m_0001") { id } }') == {
        "data": {"match": None},
        "extensions": TIME,
    }


async def test_match_that_cannot_be_read_is_null_with_an_error(
    ala: GraphQLClient, ports: FakePorts
) -> None:
    ports.fails["match"] = refused(Code.STORE_UNAVAILABLE, "The store does not answer.")

    body = await ala.run('{ match(id: "m_0001") { id } }')

    assert body["data"] == {"match": None}
    assert codes(body) == ["STORE_UNAVAILABLE"]


async def test_rules_of_a_match_are_those_it_is_pinned_to(
    ala: GraphQLClient, ports: FakePorts
) -> None:
    data = await ala.data('{ match(id: "m_0001") { rules { hash players } } }')

    expected = RuleCatalogue().rules("kurnik", 4, {})
    assert data["match"]["rules"] == {"hash": expected.hash, "players": 4}
    assert ports.asked == [("match", ALA.id, "m_0001"), ("rules", ALA.id, "m_0001")]


@pytest.mark.parametrize(
    ("arguments", "first", "after"),
    [("", 20, None), ('(first: 3, after: "m_0009")', 3, "m_0009")],
)
async def test_matches_are_given_in_pages(
    ala: GraphQLClient, ports: FakePorts, arguments: str, first: int, after: str | None
) -> None:
    data = await ala.data(
        f"{{ matches{arguments} {{ __typename ... on MatchConnection {{ done"
        " edges { cursor node { id } }"
        " pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }"
    )

    assert data["matches"] == {
        "__typename": "MatchConnection",
        "done": True,
        "edges": [{"cursor": f"{AT_MS}-m_0001", "node": {"id": "m_0001"}}],
        "pageInfo": {
            "hasNextPage": True,
            "hasPreviousPage": after is not None,
            "startCursor": f"{AT_MS}-m_0001",
            "endCursor": "m_0000",
        },
    }
    assert ports.asked == [("mine", ALA.id, None, PageRequest(first, after))]


async def test_me_is_the_account_behind_the_token(ala: GraphQLClient) -> None:
    assert await ala.data("{ me { id name guest } }") == {
        "me": {"id": "p_ala", "name": "Ala", "guest": True}
    }


async def test_me_is_null_without_a_token(nobody: GraphQLClient) -> None:
    assert await nobody.data("{ me { id } }") == {"me": None}


async def test_catalogue_lists_every_rule_set(nobody: GraphQLClient) -> None:
    data = await nobody.data(
        "{ ruleSets { id name { pl en } direction players games { players } } }"
    )

    assert [found["id"] for found in data["ruleSets"]] == list(RULE_SETS)
    assert data["ruleSets"][0] == {
        "id": "kurnik",
        "name": {"pl": "Kierki (Kurnik)", "en": "Kierki as on Kurnik"},
        "direction": "HIGH",
        "players": [3, 4],
        "games": [{"players": 3}, {"players": 4}],
    }


async def test_rule_set_is_read_by_its_id(nobody: GraphQLClient) -> None:
    data = await nobody.data(
        '{ ruleSet(id: "kurnik") { id options { id type values } } other: ruleSet(id: "x") { id } }'
    )

    assert data["ruleSet"]["options"][1] == {
        "id": "trump_leader",
        "type": "CHOICE",
        "values": ["left_of_dealer", "declarer"],
    }
    assert data["other"] is None


async def test_rule_set_that_cannot_be_read_is_null_with_an_error(ports: FakePorts) -> None:
    services = replace(ports.services(), catalogue=BusyCatalogue())
    client = GraphQLClient(GraphQLApp(services, development=False))

    body = await client.run('{ ruleSet(id: "kurnik") { id } }')

    assert body["data"] == {"ruleSet": None}
    assert codes(body) == ["BUSY"]


class BusyCatalogue(RuleCatalogue):
    """A catalogue that has no time."""

    def rule_set(self, name: str) -> RuleSetView:
        """Refuse."""
        raise refused(Code.BUSY, "Try again.")


async def test_rules_are_resolved_for_players_and_options(nobody: GraphQLClient) -> None:
    chosen = [{"id": "trump_leader", "value": "declarer"}]

    data = await nobody.data(RULES, ruleSet="kurnik", players=3, options=chosen)

    found = data["rules"]["rules"]
    expected = RuleCatalogue().rules("kurnik", 3, {"trump_leader": "declarer"})
    assert data["rules"]["done"] is True
    assert found["hash"] == expected.hash
    assert (found["players"], found["handSize"], found["removed"]) == (3, 17, ["2C"])
    assert {"id": "trump_leader", "value": "declarer"} in found["options"]
    assert [deal["__typename"] for deal in found["deals"]] == ["TrickDeal"] * 10 + ["LotteryDeal"]
    assert found["deals"][7]["trump"] == {
        "namedBy": "DEALER",
        "seenCards": 6,
        "suits": ["CLUBS", "DIAMONDS", "HEARTS", "SPADES"],
    }
    assert found["deals"][10]["prizes"] == [790, 485]


async def test_rules_need_no_options(nobody: GraphQLClient) -> None:
    data = await nobody.data('{ rules(ruleSet: "kurnik", players: 4) { __typename } }')

    assert data["rules"] == {"__typename": "RulesResolved"}


def choice(rule_set: str, players: int, **options: str) -> dict[str, object]:
    """Return the variables of RULES."""
    chosen = [{"id": name, "value": value} for name, value in options.items()]
    return {"ruleSet": rule_set, "players": players, "options": chosen}


@pytest.mark.parametrize(
    ("variables", "code", "allowed"),
    [
        (choice("belote", 4), "UNKNOWN_RULE_SET", list(RULE_SETS)),
        (choice("kurnik", 5), "WRONG_PLAYER_COUNT", ["3", "4"]),
        (
            choice("kurnik", 4, x="y"),
            "UNKNOWN_OPTION",
            ["penalty_order", "trump_leader", "early_end"],
        ),
        (
            choice("kurnik", 4, trump_leader="y"),
            "OPTION_OUT_OF_RANGE",
            ["left_of_dealer", "declarer"],
        ),
    ],
)
async def test_rules_that_do_not_exist_are_refused_with_what_does(
    nobody: GraphQLClient, variables: dict[str, object], code: str, allowed: list[str]
) -> None:
    data = await nobody.data(RULES, **variables)

    assert data["rules"] == {
        "__typename": "Refusal",
        "done": False,
        "code": code,
        "allowed": allowed,
    }
