"""Random whole matches of every rule set, with their logs and their written forms."""

from collections.abc import Callable
from random import Random

from hypothesis import strategies as st
from msgspec import Struct

from engine import match as play
from engine.cards import cards_in
from engine.deals import Decision
from engine.errors import RuleSetError
from engine.events import Action, ActionKind, Cause, Entry
from engine.moves import Bid, Give, Lower, Move, MoveKind, NameTrump, Open, Play, move_text
from engine.notation.from_log import About, match_file
from engine.notation.model import WrittenMatch
from engine.rule_set import OptionType, RuleSet
from engine.rules import Rules
from engine.rulesets import RULE_SETS, rule_set
from engine.shuffle import practice_secret

_NUMBERS: dict[MoveKind, Callable[[int], Move]] = {
    MoveKind.OPEN: Open,
    MoveKind.LOWER: Lower,
    MoveKind.BID: Bid,
}
# Every rule set with every number of players.
GAMES = [(found.id, players) for found in RULE_SETS.values() for players in found.players]


def any_move(asked: Decision, chance: Random) -> Move:
    """Return one of the moves that a decision allows."""
    if asked.count:
        return Give(tuple(chance.sample(cards_in(asked.playable), asked.count)))
    moves: list[Move] = [*asked.others, *map(NameTrump, asked.trumps)]
    if asked.kind is MoveKind.PLAY:
        moves += map(Play, cards_in(asked.playable))
    if asked.low <= asked.high:
        number = chance.randint(asked.low, min(asked.high, asked.low + 20))
        moves.append(_NUMBERS[asked.kind](number))
    return chance.choice(moves)


def any_rules(found: RuleSet, players: int, chance: Random) -> Rules:
    """Return the rules of a rule set with some of its options chosen by chance."""
    chosen = {}
    for option in found.options:
        if option.type is OptionType.CHOICE and chance.random() < 0.5:
            chosen[option.id] = chance.choice(option.values)
    try:
        return found.resolve(players, chosen)
    except RuleSetError:  # the choices do not go together
        return found.resolve(players, {})


class Played(Struct, frozen=True):
    """A whole match: its rules, its log as the service keeps it, and its written form."""

    rules: Rules
    log: tuple[Entry, ...]
    match: WrittenMatch


def played(rules: Rules, seed: int, *, with_entropy: bool = False) -> Played:
    """Return a practice match in which every seat moves by chance."""
    chance = Random(seed)
    names = ("Ala", 'Ola "Ó"', "\t\u2028;", "")
    about = About("m_test", names[: rules.players], seed)
    log = tuple(_log(rules, about, chance, with_entropy=with_entropy))
    return Played(rules, log, match_file(rules, log, about))


def played_by_name(name: str, players: int, seed: int = 1, **options: str) -> Played:
    """Return a practice match of a rule set."""
    return played(rule_set(name).resolve(players, options), seed)


def _log(rules: Rules, about: About, chance: Random, *, with_entropy: bool) -> list[Entry]:
    secret = practice_secret(about.practice_seed or 0)
    entropy = tuple(chance.randbytes(seat) for seat in range(rules.players)) if with_entropy else ()
    state, effects = play.start(rules, about.match_id or "", secret, entropy)
    created = Action(ActionKind.CREATED, Cause.PLAYER, 0, name="Ala")
    started = Action(ActionKind.STARTED, Cause.PLAYER)
    log = [
        Entry(1, 0, created, commitments=play.commitments(state, 0, 1)),
        Entry(2, 0, started, effects, reveals=play.reveals(state, 0, 0)),
    ]
    while state.deal is not None:
        before, seat = state, chance.choice(state.deal.to_act)
        asked = play.decision(rules, state, seat)
        assert asked is not None
        move = any_move(asked, chance)
        state, effects = play.apply(rules, state, seat, move)
        over = (len(before.scores) + 1, len(state.scores))
        entry = Entry(
            len(log) + 1,
            1_000 * len(log),
            Action(ActionKind.MOVED, Cause.BOT, seat, move_text(move)),
            effects,
            reveals=play.reveals(state, *over),
            commitments=play.commitments(state, over[0] + 1, over[1] + 1),
        )
        log.append(entry)
    return log


class Choice(Struct, frozen=True):
    """What a random match follows from; small enough to be shown when a test fails."""

    name: str
    players: int
    seed: int
    with_entropy: bool

    def played(self) -> Played:
        """Return the match."""
        rules = any_rules(rule_set(self.name), self.players, Random(self.seed))
        return played(rules, self.seed, with_entropy=self.with_entropy)


choices = st.builds(
    lambda game, seed, with_entropy: Choice(game[0], game[1], seed, with_entropy),
    st.sampled_from(GAMES),
    st.integers(0, 2**31 - 1),
    st.booleans(),
)
