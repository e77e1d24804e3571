"""The command line of `kierki play`."""

import argparse
import json
import os
import sys
from collections.abc import Callable
from typing import Final

from service.play.client import Client, PlayError
from service.play.transcript import Json, Transcript

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
        "--json", action="store_true", help="print the result as JSON on the last line"
    )


def run(args: argparse.Namespace, connect: Callable[[str], Client] = Client) -> int:
    """Play a match of house bots and print it; 0 once it has ended, 1 if it could not be."""
    client = connect(args.url or os.environ.get("KIERKI_URL") or _DEFAULT_URL)
    try:
        result = _play(client, args)
    except PlayError as error:
        print(f"kierki play: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    finally:
        client.close()
    if args.json:
        print(json.dumps(result, separators=(",", ":")))
    return 0


def _play(client: Client, args: argparse.Namespace) -> Json:
    client.sign_in("kierki play")
    match = client.call("POST", "/v1/matches", _new_match(args))
    rules = client.call("GET", f"/v1/matches/{match['id']}/rules")
    client.call("POST", f"/v1/matches/{match['id']}/start", {"fillWithBots": True})
    seed = f", practice with seed {args.seed}" if match["practice"] else ""
    print(f"Match {match['id']}: {match['ruleSet']}, {match['players']} players{seed}")
    transcript = Transcript(rules["deals"], counted=rules["ending"] is None)
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
    asked = {"ruleSet": args.rules, "players": args.players, "sit": False, "botPaceMs": 0}
    seed = {} if args.seed is None else {"seed": args.seed}
    return {**asked, **({"options": options} if options else {}), **seed}


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        detail = f"--option {text!r}: the form is NAME=VALUE"
        raise PlayError(detail)
    return name, value
