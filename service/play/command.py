"""The command line of `kierki play`."""

import argparse
import json
import os
import sys
from collections.abc import Callable
from typing import Final

from engine.bot_levels import Level
from service.play.client import Client, PlayError
from service.play.human import Table, ways_back
from service.play.terminal import Terminal
from service.play.transcript import Transcript
from service.play.words import Json, Language, Words

_DEFAULT_URL: Final = "http://127.0.0.1:8000"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("--url", help=f"where the service is (KIERKI_URL, {_DEFAULT_URL})")
    parser.add_argument("--rules", default="kurnik", metavar="ID", help="rule set (kurnik)")
    parser.add_argument("--players", type=int, default=4, metavar="N", help="seats (4)")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the rule set; may be given several times",
    )
    parser.add_argument("--seed", type=int, metavar="N", help="practice match with known deals")
    parser.add_argument(
        "--level",
        choices=[level.value for level in Level],
        help="how well the house bots play (medium)",
    )
    parser.add_argument(
        "--lang",
        choices=[language.value for language in Language],
        default=Language.EN.value,
        help="the language of the terminal (en)",
    )
    parser.add_argument(
        "--json", action="store_true", help="print the result as JSON on the last line"
    )
    _add_own_seat(parser)


def _add_own_seat(parser: argparse.ArgumentParser) -> None:
    own = parser.add_argument_group("playing oneself")
    own.add_argument("--human", action="store_true", help="sit down on seat 0 instead of watching")
    own.add_argument("--match", metavar="ID", help="come back to a match that was left")
    own.add_argument("--name", default="Player", help="the name that the others see (Player)")
    own.add_argument(
        "--bot-pace-ms", type=int, metavar="MS", help="how long a bot waits before it moves (600)"
    )


def run(
    args: argparse.Namespace,
    connect: Callable[[str], Client] = Client,
    terminal: Terminal | None = None,
) -> int:
    """Play a match and print it, a person's or one of house bots.

    Returns 0 once it has ended or the person has left, 1 if it could not be played, 130 if
    watching was interrupted. Raises ConfigError.
    """
    url = args.url or os.environ.get("KIERKI_URL") or _DEFAULT_URL
    if not args.human and args.match is None:
        return _watch(connect(url), args)
    try:
        new_match = {**_new_match(args), "turnSeconds": None, "botPaceMs": args.bot_pace_ms}
    except PlayError as error:
        return _failed(error)
    if terminal is None:
        terminal = Terminal.of(sys.stdin, sys.stdout, os.environ)
    return Table(args, ways_back(os.environ), terminal, connect).play(url, new_match)


def _watch(client: Client, args: argparse.Namespace) -> int:
    try:
        result = _play(client, args)
    except PlayError as error:
        return _failed(error)
    except KeyboardInterrupt:
        return 130
    finally:
        client.close()
    if args.json:
        print(json.dumps(result, separators=(",", ":")))
    return 0


def _failed(error: PlayError) -> int:
    print(f"kierki play: {error}", file=sys.stderr)
    return 1


def _play(client: Client, args: argparse.Namespace) -> Json:
    client.sign_in("kierki play")
    watched = {**_new_match(args), "sit": False, "botPaceMs": 0}
    match = client.call("POST", "/v1/matches", watched)
    rules = client.call("GET", f"/v1/matches/{match['id']}/rules")
    client.call("POST", f"/v1/matches/{match['id']}/start", {"fillWithBots": True})
    words = Words(Language(args.lang))
    seed = words("seed", seed=args.seed) if match["practice"] else ""
    named = {"match": match["id"], "rules": match["ruleSet"], "players": match["players"]}
    print(words("match", seed=seed, **named))
    transcript = Transcript(rules, words)
    for entry in client.follow(match["id"]):
        for line in transcript.lines(entry):
            print(line, flush=True)
    return {
        "matchId": match["id"],
        "ruleSet": match["ruleSet"],
        "deals": transcript.deals,
        "totals": transcript.totals,
    }


def _new_match(args: argparse.Namespace) -> Json:
    options = dict(_option(text) for text in args.option)
    asked = {"ruleSet": args.rules, "players": args.players}
    chosen = {"options": options or None, "seed": args.seed, "botLevel": args.level}
    return asked | {name: value for name, value in chosen.items() if value is not None}


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        detail = f"--option {text!r}: the form is NAME=VALUE"
        raise PlayError(detail)
    return name, value
