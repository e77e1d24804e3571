"""`kierki play --human`: takes a seat, keeps the way back, and leaves with a word."""

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from typing import Final

from service.config import Settings
from service.play.client import Client, PlayError
from service.play.person import Person
from service.play.saved import WayBack, WaysBack
from service.play.terminal import Terminal
from service.play.words import Json, Language, Words

DEFAULT_NAME: Final = "Player"
_START: Final = "0"  # the cursor before the first entry


class Table:
    """A person's place at a match: how it is found or made, and how it is left."""

    def __init__(
        self,
        args: argparse.Namespace,
        ways: WaysBack,
        terminal: Terminal,
        connect: Callable[[str], Client],
    ) -> None:
        self._args = args
        self._ways = ways
        self._terminal = terminal
        self._connect = connect
        self._words = Words(Language(args.lang))
        self._client: Client | None = None
        self._match_id: str | None = None

    def play(self, url: str, new_match: Json) -> int:
        """Play a new match at an address, or the one that the arguments name, to its end.

        Returns 0 once it is over or the person has left, 1 if it could not be played.
        """
        try:
            person = self._come_back() if self._args.match else self._sit_down(url, new_match)
            self._end(person.play())
        except (EOFError, KeyboardInterrupt):
            self._terminal.say()
            self._terminal.say(self._words("left"))
            self._tell_way_back()
        except PlayError as error:
            print(f"kierki play: {error}", file=sys.stderr)
            self._tell_way_back()
            return 1
        finally:
            if self._client is not None:
                self._client.close()
        return 0

    def _sit_down(self, url: str, new_match: Json) -> Person:
        client = self._client = self._connect(url)
        token = client.sign_in(self._args.name or DEFAULT_NAME)
        match = client.call("POST", "/v1/matches", new_match)
        self._keep(match["id"], WayBack(url, token))
        match = client.insist("POST", f"/v1/matches/{match['id']}/start", {"fillWithBots": True})
        return self._seated(client, match, _START)

    def _come_back(self) -> Person:
        match_id: str = self._args.match
        way = self._ways.find(match_id)
        if self._args.url not in {None, way.url}:
            detail = f"{match_id} is played at {way.url}"
            raise PlayError(detail)
        client = self._client = self._connect(way.url)
        client.speak_for(way.token)
        match = client.insist("GET", f"/v1/matches/{match_id}")
        self._match_id = match_id
        if match["status"] == "lobby":
            path = f"/v1/matches/{match_id}/start"
            return self._seated(client, client.insist("POST", path, {"fillWithBots": True}), _START)
        if match["game"] is None:
            raise _without_result(match)
        person = self._seated(client, match, match["cursor"])
        person.look_around(match)
        return person

    def _keep(self, match_id: str, way: WayBack) -> None:
        """Keep the way back; a match can be played without one, so a full disk is only told."""
        try:
            self._ways.keep(match_id, way)
        except OSError as error:
            self._terminal.say(self._words("not_kept", reason=error.strerror))
        else:
            self._match_id = match_id

    def _seated(self, client: Client, match: Json, after: str) -> Person:
        rule_set = client.insist("GET", f"/v1/rule-sets/{match['ruleSet']}")
        seed = self._words("seed", seed=self._args.seed) if self._args.seed is not None else ""
        self._terminal.say(
            self._words(
                "match",
                match=match["id"],
                rules=self._words.of_rules(rule_set["name"]),
                players=match["players"],
                seed=seed,
            )
        )
        own = match["viewerSeat"]
        others = "; ".join(
            self._words("other", seat=at["seat"], name=at["name"], level=_level(at))
            for at in match["seats"]
            if at["seat"] != own
        )
        self._terminal.say(self._words("you_sit", seat=own, others=others))
        self._tell_way_back()
        return Person(client, self._terminal, self._words, match, after)

    def _tell_way_back(self) -> None:
        if self._match_id is not None:
            command = f"kierki play --human --match {self._match_id}"
            self._terminal.say(self._words("come_back", command=command))

    def _end(self, match: Json) -> None:
        if self._match_id is not None:
            self._ways.forget(self._match_id)
            self._match_id = None
        if match["status"] != "finished":
            raise _without_result(match)
        if self._args.json:
            game = match["game"]
            result = {
                "matchId": match["id"],
                "ruleSet": match["ruleSet"],
                "deals": game["scores"],
                "totals": game["totals"],
            }
            self._terminal.say(json.dumps(result, separators=(",", ":")))


def _without_result(match: Json) -> PlayError:
    return PlayError(f"{match['id']} has ended without a result: {match['status']}")


def _level(seat: Json) -> str:
    return f" ({seat['level']})" if seat["level"] else ""


def ways_back(environ: Mapping[str, str]) -> WaysBack:
    """Return where ways back are kept; raises ConfigError for wrong settings."""
    return WaysBack(Settings.from_env(environ).data_dir)
