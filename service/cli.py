"""The command line `kierki`: finds the module of a command and runs it.

A module is imported only when its command is asked for, so that each child of `kierki up` loads
what it runs and nothing else. The workers are named by text because `service` never imports
`workers`.
"""

import argparse
import errno
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Protocol, cast

from service.collector import loading
from service.errors import ConfigError, StartError
from service.queues import QueueName

# Modules with `add_arguments` and `run`, by name: `service` never imports `workers`.
COMMANDS = {
    "up": "service.up",
    "api": "service.server",
    "play": "service.play",
    "score": "service.score",
    "verify": "service.verify",
    "admin": "service.admin",
    "probe": "service.heartbeat",
    "doctor": "service.doctor",
    "arena": "workers.arena",
    "analyse": "workers.analyse",
}
WORKERS = "workers.__main__"
_OF_WORKERS = ("worker", "clock")

_HELP = {
    "up": "run the whole service on this machine",
    "api": "run the API alone, against REDIS_URL",
    "worker": "run the worker of one queue, against REDIS_URL and QUEUE_URL",
    "clock": "run the clock, against REDIS_URL and QUEUE_URL",
    "probe": "look whether the worker or the clock beside it still works",
    "doctor": "look over a deployment, and say what is wrong and what to do",
    "play": "play a match in this terminal",
    "score": "score written matches",
    "admin": "make and unmake administrators",
    "verify": "check that the deals of written matches were fair",
    "analyse": "judge the moves of written matches by what the strong bot would have played",
    "arena": "measure bots against each other over many seeded matches",
}
_WRONG_SETTING, _NO_START, _INTERRUPTED, _UNREAD = 2, 1, 130, 141


class CommandModule(Protocol):
    """What the module of a command offers."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Describe the command's arguments."""

    def run(self, args: argparse.Namespace) -> int:
        """Run the command and return the exit code."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    arguments = sys.argv[1:] if argv is None else list(argv)
    return exit_code(lambda: _run(arguments))


def exit_code(run: Callable[[], int]) -> int:
    """Run and return the code, with one line on standard error for what is refused.

    0 done, 1 cannot start, 2 wrong settings (and, by argparse, wrong arguments), 130 interrupted,
    141 when nobody reads what is printed any more, without a word.
    """
    try:
        code = run()
        sys.stdout.flush()
    except BrokenPipeError:
        _end_output()
        return _UNREAD
    except ConfigError as error:
        print(f"kierki: {error}", file=sys.stderr)
        return _WRONG_SETTING
    except StartError as error:
        print(f"kierki: {error}", file=sys.stderr)
        return _NO_START
    except KeyboardInterrupt:
        return _INTERRUPTED
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        _end_output()
        print(f"kierki: {error.strerror}", file=sys.stderr)
        return _NO_START
    return code


def _end_output() -> None:
    """Drop what is still to be printed, so that Python does not try it once more at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Version(argparse.Action):
    """Tells the version, and in which form deals are played out, once it is asked for."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:  # noqa: A002 - argparse passes it by this name
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        compiled = importlib.import_module("engine.playout").COMPILED
        form = "compiled" if compiled else "interpreted"
        print(f"kierki {version('kierki')} (playouts {form})")
        parser.exit()


def build_parser(command: str | None = None) -> argparse.ArgumentParser:
    """Return the parser, with the arguments of one command and the names of all."""
    parser = argparse.ArgumentParser(prog="kierki", description="The card game service Kierki.")
    parser.add_argument("--version", action=_Version, help="show what is installed and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, text in _HELP.items():
        own = commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        if name == "worker":
            queues = [queue.value for queue in QueueName]
            own.add_argument("queue", choices=queues, help="which queue's jobs it does")
        elif name == command and name in COMMANDS:
            load_command(name).add_arguments(own)
    return parser


def load_command(name: str) -> CommandModule:
    """Import the module of a command."""
    return cast("CommandModule", importlib.import_module(COMMANDS[name]))


def load_workers() -> Callable[[Sequence[str]], int]:
    """Import the workers' main function."""
    return cast("Callable[[Sequence[str]], int]", importlib.import_module(WORKERS).main)


def _run(arguments: Sequence[str]) -> int:
    with loading():
        args, command = _asked_for(arguments)
    return command(args)


def _asked_for(
    arguments: Sequence[str],
) -> tuple[argparse.Namespace, Callable[[argparse.Namespace], int]]:
    """Return what was asked for, and what does it."""
    chosen = next((word for word in arguments if not word.startswith("-")), None)
    args = build_parser(chosen).parse_args(arguments)
    if args.command not in _OF_WORKERS:
        return args, load_command(args.command).run
    work = load_workers()
    words = [args.command, args.queue] if args.command == "worker" else [args.command]
    return args, lambda _: work(words)
