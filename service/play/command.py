"""The command line of `kierki play`."""

import argparse
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from engine.bot_levels import Level
from service.errors import ConfigError
from service.play.client import Client, PlayError
from service.play.human import DEFAULT_NAME, Table, ways_back
from service.play.terminal import Terminal
from service.play.transcript import Transcript
from service.play.words import Json, Language, Words

_DEFAULT_URL: Final = "http://127.0.0.1:8000"
_DEFAULT_RULES: Final = "kurnik"
_DEFAULT_PLAYERS: Final = 4
_CUSTOM: Final = "custom"  # the rule set of a table's own rules

_WRONG: Final = 2  # a wrong argument
_SHOWN: Final = 80  # characters of a wrong address
_OF_A_PERSON: Final[tuple[str, ...]] = ("name", "bot_pace_ms")
_OF_A_NEW_MATCH: Final[tuple[str, ...]] = (
    "rules",
    "players",
    "option",
    "custom",
    "seed",
    "level",
    *_OF_A_PERSON,
)
_OF_A_RULE_SET: Final[tuple[str, ...]] = ("rules", "option")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's options."""
    parser.add_argument("--url", help=f"where the service is (KIERKI_URL, {_DEFAULT_URL})")
    parser.add_argument("--rules", metavar="ID", help=f"rule set ({_DEFAULT_RULES})")
    parser.add_argument("--players", type=int, metavar="N", help=f"seats ({_DEFAULT_PLAYERS})")
    parser.add_argument(
        "--option",
        action="append",
        type=_option,
        metavar="NAME=VALUE",
        help="an option of the rule set; may be given several times",
    )
    parser.add_argument("--custom", metavar="FILE", help="a table's own rules, as JSON, instead")
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
    own.add_argument("--name", help=f"the name that the others see ({DEFAULT_NAME})")
    own.add_argument(
        "--bot-pace-ms", type=int, metavar="MS", help="how long a bot waits before it moves (600)"
    )


def run(
    args: argparse.Namespace,
    connect: Callable[[str], Client] = Client,
    terminal: Terminal | None = None,
) -> int:
    """Play a match and print it, a person's or one of house bots.

    Returns 0 once it has ended or the person has left, 1 if it could not be played, 2 for
    arguments that do not go together, 130 if watching was interrupted. Raises ConfigError.
    """
    url = args.url or os.environ.get("KIERKI_URL") or _DEFAULT_URL
    wrong = _wrong_together(args) or _wrong_address(url)
    if wrong is not None:
        print(f"kierki play: {wrong}", file=sys.stderr)
        return _WRONG
    chosen = _new_match(args)
    if not args.human and args.match is None:
        return _watch(connect(url), args, chosen)
    new_match = {**chosen, "turnSeconds": None, "botPaceMs": args.bot_pace_ms}
    if terminal is None:
        terminal = Terminal.of(sys.stdin, sys.stdout, os.environ)
    return Table(args, ways_back(os.environ), terminal, connect).play(url, new_match)


def _wrong_together(args: argparse.Namespace) -> str | None:
    """Return what is wrong with arguments that would be passed over, or None."""
    names = [name for name, _ in args.option or ()]
    if len(set(names)) < len(names):
        return "an --option is given twice"
    if args.match is not None and (given := _given(args, _OF_A_NEW_MATCH)):
        return f"{given} goes not together with --match"
    if args.custom is not None and (given := _given(args, _OF_A_RULE_SET)):
        return f"{given} goes not together with --custom"
    if not args.human and args.match is None and (given := _given(args, _OF_A_PERSON)):
        return f"{given} goes only together with --human"
    return None


def _given(args: argparse.Namespace, names: tuple[str, ...]) -> str | None:
    """Return the first of some arguments that is given, as it is written."""
    given = next((name for name in names if getattr(args, name) is not None), None)
    return None if given is None else f"--{given.replace('_', '-')}"


def _wrong_address(url: str) -> str | None:
    """Return what is wrong with the address of the service, or None."""
    try:
        parts = urlsplit(url)
        if parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0:
            return None
    except ValueError:  # broken brackets, an impossible port
        pass
    return f"{url[:_SHOWN]!r} is not an address like {_DEFAULT_URL}"


def _watch(client: Client, args: argparse.Namespace, chosen: Json) -> int:
    try:
        result = _play(client, args, chosen)
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


def _play(client: Client, args: argparse.Namespace, chosen: Json) -> Json:
    client.sign_in("kierki play")
    watched = {**chosen, "sit": False, "botPaceMs": 0}
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
    rules = args.rules or _DEFAULT_RULES
    asked = {
        "ruleSet": rules if args.custom is None else _CUSTOM,
        "players": _DEFAULT_PLAYERS if args.players is None else args.players,
    }
    chosen = {
        "options": dict(args.option or ()) or None,
        "custom": None if args.custom is None else _own_rules(args.custom),
        "seed": args.seed,
        "botLevel": args.level,
    }
    return asked | {name: value for name, value in chosen.items() if value is not None}


def _own_rules(file: str) -> object:
    try:
        return json.loads(Path(file).read_bytes())
    except OSError as error:
        detail = f"{file}: {error.strerror}"
        raise ConfigError(detail) from error
    except (ValueError, RecursionError) as error:
        detail = f"{file} is no JSON"
        raise ConfigError(detail) from error


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        detail = f"{text!r}: the form is NAME=VALUE"
        raise argparse.ArgumentTypeError(detail)
    return name, value
