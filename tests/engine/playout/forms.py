"""Prints how chance deals of every game are played out: `python -m tests.engine.playout.forms`.

Both forms of the core must print the same, to the last choice.
"""

import hashlib
from collections.abc import Iterator
from random import Random

from engine.cards import cards_in
from engine.playout import COMPILED, TrickPosition
from engine.playout.endings import best_end
from engine.playout.lottery import lay_out
from engine.playout.moon import may_be_shot
from engine.playout.passing import gladly_given
from engine.playout.plain import pick_plainly
from engine.playout.policy import pick, play_out, shoot_out
from engine.playout.rollouts import roll_out
from engine.playout.worlds import Unseen
from tests.engine.playout.test_against_apply import in_its_play, some_deal, standing
from tests.engine.table import TABLES, in_play

_DEALS = 25  # of each rule set and number of players
_END = 10  # cards left, from which on every way is tried


def trick_deal(position: TrickPosition, seed: int) -> Iterator[object]:
    """Yield what each way of playing makes of a deal, and each card of the usual one."""
    seats, chance = position.contract.players, Random(seed)
    first, held = position.hand, position.held
    yield gladly_given(position.contract, first, 3)
    yield may_be_shot(position, first, held & ~first)
    yield roll_out(position, chance.randbytes(300))
    for picks in ([pick_plainly] * seats, [pick, pick_plainly] * seats):
        tried = position.copy()
        play_out(tried, picks)
        yield tried.result()
    tried = position.copy()
    shoot_out(tried, seed % seats)
    yield tried.result()
    while len(cards_in(position.held)) > _END:
        card = pick(position, position.legal())
        yield card
        position.play(card)
    yield best_end(position)


def worlds(seed: int) -> Iterator[object]:
    """Yield ways in which unseen cards may lie."""
    chance = Random(seed)
    rows = [[chance.random() * (chance.random() < 0.8) for _ in range(3)] for _ in range(12)]
    unseen = Unseen(range(seed, seed + 12), (4, 4, 4), rows)
    yield from (unseen.deal(chance) for _ in range(5))


def told(name: str, players: int) -> str:
    """Return the hash of all that was chosen in the deals of a game."""
    seen = hashlib.sha256()
    for seed in range(_DEALS):
        rules, state, chance = some_deal(name, players, seed)
        position = standing(rules, in_play(in_its_play(rules, state, chance)))
        if isinstance(position, TrickPosition):
            chosen = [*trick_deal(position, seed), *worlds(seed)]
        else:
            lay_out(position)
            chosen = [position.out, position.points, position.laid]
        seen.update(repr(chosen).encode())
    return seen.hexdigest()


def main() -> None:
    """Print the form, then a line for each game."""
    print("compiled" if COMPILED else "interpreted")
    for name, players in TABLES:
        print(name, players, told(name, players))


if __name__ == "__main__":
    main()
