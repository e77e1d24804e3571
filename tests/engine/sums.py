"""What the points of all seats add up to, by deal and by match."""

from collections.abc import Mapping

from engine.rules import Rules

# The six penalty deals without their sign: tricks, hearts, queens, men, king, special.
_FOUR = (260, 260, 240, 240, 150, 150)
PENALTIES: Mapping[tuple[str, int], tuple[int, ...]] = {
    ("kurnik", 3): (255, 260, 240, 240, 140, 140),
    ("kurnik", 4): _FOUR,
    ("classic", 3): (255, 260, 240, 240, 140, 140),
    ("classic", 4): _FOUR,
    ("classic", 5): (200, 260, 240, 240, 150, 150),
    ("classic", 6): (160, 260, 240, 240, 150, 150),
    ("classic", 7): (140, 260, 240, 240, 150, 150),
    ("polish", 3): (255, 260, 240, 240, 140, 140),
    ("polish", 4): _FOUR,
    ("king", 4): (260, 260, 200, 240, 160, 180),
    ("sik", 4): (13, 13, 20, 16, 18, 20),
}
SMALL = (26, 26, 20, 24, 16, 18)

# Tricks, hearts, men, aces and queens, special, king, by scale and number of players.
TEN_DEAL: Mapping[tuple[str, int], tuple[int, ...]] = {
    ("literal", 4): (104, 104, 104, 208, 104, 124),
    ("literal", 3): (136, 104, 104, 208, 104, 124),
    ("balanced", 4): (104, 104, 104, 104, 104, 104),
    ("balanced", 3): (136, 104, 104, 104, 104, 104),
}

TRUMPS: Mapping[tuple[str, int], int] = {
    ("kurnik", 3): 340,
    ("kurnik", 4): 325,
    ("classic", 3): 425,
    ("classic", 4): 325,
    ("classic", 5): 250,
    ("classic", 6): 200,
    ("classic", 7): 175,
    ("polish", 3): 425,
    ("polish", 4): 325,
    ("king", 4): 325,
    ("ten_deal", 3): 204,
    ("ten_deal", 4): 156,
}

# Taken cards of the games to a limit, whatever the deal is called.
TO_A_LIMIT: Mapping[tuple[str, int], int] = {
    ("greek", 3): 26,
    ("greek", 4): 26,
    ("american", 3): 26,
    ("american", 4): 26,
    ("black_maria", 3): 43,
    ("black_maria", 4): 43,
    ("black_maria", 5): 43,
    ("black_maria", 6): 42,
}

# What a card that is set aside takes out of each deal with six players, if it counts for nobody.
_NAMES = ("tricks", "hearts", "queens", "men", "king", "special")


def deal_sum(rules: Rules, deal_id: str, odd: str | None = None) -> int:
    """Return the points of all seats together in a deal without a moon.

    `odd` is the card that was set aside and counts for nobody.
    """
    table = (rules.rule_set, rules.players)
    if table in TO_A_LIMIT:
        return TO_A_LIMIT[table] - (10 if rules.options["jack_bonus"] == "on" else 0)
    small = rules.options.get("scale") == "small"
    if deal_id == "trump":
        return 65 if small else TRUMPS[table]
    if deal_id == "lottery":
        return 0 if small else _lottery(rules)
    if rules.rule_set == "ten_deal":
        names = ("tricks", "hearts", "men", "aces_queens", "special", "king")
        return -dict(zip(names, TEN_DEAL[rules.options["scale"], rules.players], strict=True))[
            deal_id
        ]
    sums = dict(zip(_NAMES, SMALL if small else PENALTIES[table], strict=True))
    whole = sums.get(deal_id, sum(sums.values())) - odd_value(deal_id, odd)
    return whole if rules.rule_set == "sik" else -whole


def _lottery(rules: Rules) -> int:
    if rules.rule_set == "lottery":
        several = rules.options["deals"] != "1"
    else:
        several = rules.options.get("lottery_deals") == "players"
    return {(3, False): 1275, (3, True): 425}.get(
        (rules.players, several), 325 if several else 1300
    )


def odd_value(deal_id: str, odd: str | None) -> int:
    """Return what a card counts in a penalty deal of six players, without its sign."""
    if odd is None:
        return 0
    rank, suit = odd[0], odd[1]
    found = {
        "hearts": 20 if suit == "H" else 0,
        "queens": 60 if rank == "Q" else 0,
        "men": 30 if rank in "KJ" else 0,
        "king": 150 if odd == "KH" else 0,
    }
    return sum(found.values()) if deal_id == "robber" else found.get(deal_id, 0)
