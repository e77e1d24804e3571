"""A person at a terminal who plays one match through the public API."""

import secrets
from collections.abc import Mapping
from typing import Final

from service.play.cards import SUITS
from service.play.choices import (
    Choice,
    Complaint,
    Question,
    Range,
    answer_of,
    number_of,
    question_of,
)
from service.play.client import Client, PlayError, RefusedError
from service.play.scene import Scene
from service.play.terminal import Terminal
from service.play.transcript import Transcript
from service.play.words import Json, Words

_WAIT_S: Final = 20  # how long one request waits for the others to move
_KEY_BYTES: Final = 12
_START: Final = "0"  # the cursor before the first entry
_NOBODY: Final = -1
_HOPELESS: Final = frozenset({401, 403, 404})  # another move would be refused like this one


class Person:
    """Plays a match that is under way, from where the log has been told to.

    `after` is the cursor of the newest entry that need not be told any more.
    """

    def __init__(
        self, client: Client, terminal: Terminal, words: Words, match: Json, after: str
    ) -> None:
        self._client = client
        self._terminal = terminal
        self._words = words
        self._id: str = match["id"]
        self._after = after
        self._titles = _titles(client)
        rules = client.insist("GET", f"/v1/matches/{self._id}/rules")
        scored = match["game"]["scores"] if after != _START else ()
        self._transcript = Transcript(rules, words, scored=scored, own_seat=match["viewerSeat"])
        self._scene = Scene(rules, self._transcript, words)
        self._worth_told = 0
        self._waiting_told = False
        # who must choose after the newest entry that has been told; nobody once all is over
        self._waited_for: list[int] = match["game"]["toAct"] if after != _START else [_NOBODY]
        self._seat: int = match["viewerSeat"]

    def play(self) -> Json:
        """Play to the end and return the match.

        Raises PlayError, and EOFError or KeyboardInterrupt where the person leaves.
        """
        while True:
            while self._waited_for and self._seat not in self._waited_for:
                self._wait()
            match = self._client.insist("GET", f"/v1/matches/{self._id}")
            if match["version"] > int(self._after.partition("-")[0]):
                self._tell()
            elif match["status"] != "playing":
                return match
            elif match["legalMoves"] is None:  # the match stands still, or a bot plays the seat
                self._wait()
            else:
                self._submit(match, self._chosen(match))

    def _wait(self) -> None:
        """Tell what the others do; say for whom it waits where that takes long."""
        if self._tell(_WAIT_S):
            self._waiting_told = False
        elif not self._waiting_told:
            self._waiting_told = True
            seats = ", ".join(map(str, self._waited_for))
            self._terminal.say(self._words("waiting", seats=seats))

    def look_around(self, match: Json) -> None:
        """Show what has been played so far, to a person who comes back."""
        self._transcript.totals = match["game"]["totals"]
        self._terminal.say(self._transcript.table())
        if match["game"]["deal"] is not None:
            self._say_last_trick(match)

    def _say_last_trick(self, match: Json) -> None:
        for line in self._scene.last_trick(match["game"]["deal"]):
            self._terminal.say(line)

    def _tell(self, wait_s: int = 0) -> bool:
        """Tell the entries that have come, and return whether there were any."""
        items = self._client.page(self._id, self._after, wait_s)
        for item in items:
            if item["kind"] == "snapshot":
                raise PlayError("the server has lost a part of this match's log")
            if item["kind"] == "entry":
                self._after = item["cursor"]
                self._waited_for = item["entry"]["next"]["seats"]
                for line in self._transcript.lines(item["entry"]):
                    self._terminal.say(line)
        return bool(items)

    def _chosen(self, match: Json) -> str:
        """Show the table and ask until a move is typed; its text is returned."""
        question = question_of(match["legalMoves"], self._words, self._reason)
        self._show(match, question)
        prompt = self._prompt(match, question)
        while True:
            text = self._terminal.ask(prompt)
            if self._is_command(text, match, question):
                continue
            answer = answer_of(question, text, self._words)
            if isinstance(answer, Range):
                answer = self._number(answer)
            if isinstance(answer, str):
                return answer
            self._terminal.say(answer.text)

    def _number(self, numbers: Range) -> str | Complaint:
        prompt = self._words("ask_number", low=numbers.low, high=numbers.high)
        return number_of(numbers, self._terminal.ask(prompt), self._words)

    def _is_command(self, text: str, match: Json, question: Question) -> bool:
        match text.lower():
            case "q":
                raise EOFError
            case "h" | "?":
                self._terminal.say(self._words("help"))
            case "s":
                self._transcript.totals = match["game"]["totals"]
                self._terminal.say(self._transcript.table())
            case "t":
                self._say_last_trick(match)
                self._show(match, question)
            case _:
                return False
        return True

    def _submit(self, match: Json, move: str) -> None:
        """Ask for a move; the same request again is safe, so a cut connection is no harm."""
        body = {
            "move": move,
            "expectedVersion": match["version"],
            "idempotencyKey": secrets.token_hex(_KEY_BYTES),
        }
        try:
            self._client.insist("POST", f"/v1/matches/{self._id}/moves", body)
            self._waited_for = [_NOBODY]  # until the log has told who is next
        except RefusedError as error:
            if error.problem.get("status") in _HOPELESS:
                raise
            self._terminal.say(self._refusal(error.problem))

    def _refusal(self, problem: Json) -> str:
        if problem["code"] in {"STALE_VERSION", "DEADLINE_PASSED"}:
            return self._words("moved_on")
        return self._words("refused", reason=self._reason(problem))

    def _reason(self, refused: Json) -> str:
        """Return why a card or a move is refused, with the suit and section that it names."""
        code = refused["code"]
        title = self._titles.get(code) or refused.get("title") or code
        suit, section = refused.get("suit"), refused.get("section")
        named = [*([SUITS[suit]] if suit else []), *([section] if section else [])]
        told = self._words.reason(code, title)
        return f"{told} ({', '.join(named)})" if named else told

    def _show(self, match: Json, question: Question) -> None:
        deal = match["game"]["deal"]
        self._terminal.say()
        for line in self._scene.lines(deal):
            self._terminal.say(line)
        if self._worth_told != deal["number"]:
            self._worth_told = deal["number"]
            self._terminal.say(self._scene.worth(deal["number"]))
        if not question.choices[0].card:
            self._terminal.say(self._scene.hand(deal))
        for line in self._choices(question):
            self._terminal.say(line)

    def _choices(self, question: Question) -> list[str]:
        numbered = [f"{at:>2} {choice.label}" for at, choice in enumerate(question.choices, 1)]
        if not question.choices[0].card:
            return [f"  {line}" for line in numbered]
        open_ones, closed = [], dict[str, list[str]]()
        for line, choice in zip(numbered, question.choices, strict=True):
            if choice.against:
                closed.setdefault(choice.against, []).append(line.strip())
            else:
                open_ones.append(line)
        greyed = (
            self._words("not_now", cards=", ".join(cards), reason=reason)
            for reason, cards in closed.items()
        )
        return ["  " + "  ".join(open_ones), *(f"  {self._terminal.dim(line)}" for line in greyed)]

    def _prompt(self, match: Json, question: Question) -> str:
        open_ones: list[Choice] = [at for at in question.choices if not at.against]
        if not question.count:
            phrase = "ask_card" if open_ones[0].card else "ask_choice"
            return self._words(phrase, last=len(open_ones))
        seat, players, deal = match["viewerSeat"], match["players"], match["game"]["deal"]
        if deal["phase"] == "exchange":
            seats = ", ".join(str((seat + step) % players) for step in range(1, players))
            return self._words("ask_exchange", seats=seats)
        passing = self._transcript.deal(deal["number"])["passing"]
        receiver = (seat + passing["to"]) % players
        return self._words("ask_cards", count=question.count, seat=receiver)


def _titles(client: Client) -> Mapping[str, str]:
    """Return what each code of a refusal means, in the service's words."""
    kinds = client.insist("GET", "/v1/problems")["items"]
    return {kind["code"]: kind["title"] for kind in kinds}
