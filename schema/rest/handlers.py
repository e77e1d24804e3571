"""What each REST operation does: asks a port, wraps the answer. No rules, no store."""

from collections.abc import AsyncIterator

from engine.notation.model import WrittenMatch
from schema.analysis import AnalysisView, Wanted
from schema.context import Services
from schema.errors import Code, refused
from schema.model import (
    Accepted,
    EntropyReceipt,
    EntropyRequest,
    FeedItem,
    MatchStatus,
    MatchView,
    MoveAllowed,
    MoveCheck,
    MoveRequest,
    NewMatch,
    RuleSetView,
    RulesView,
)
from schema.rest.models import (
    AnalysisQuery,
    BotChoice,
    FeedPage,
    FeedQuery,
    Health,
    HealthStatus,
    KeyQuery,
    MatchPath,
    MatchQuery,
    Nothing,
    ProblemList,
    RuleSetList,
    RuleSetPath,
    RulesQuery,
    SeatChoice,
    StartChoice,
    Turn,
)
from schema.rest.operation import Call
from schema.rest.problems import problem_kinds
from schema.rest.rule_book import rule_book

MatchCall = Call[MatchPath, Nothing, Nothing]
LookCall = Call[MatchPath, KeyQuery, Nothing]


async def get_livez(services: Services, call: Call[Nothing, Nothing, Nothing]) -> Health:
    """Say that the process answers."""
    del services, call
    return Health(HealthStatus.ALIVE)


async def get_readyz(services: Services, call: Call[Nothing, Nothing, Nothing]) -> Health:
    """Say that the process can serve; refuses STORE_UNAVAILABLE."""
    del call
    if not await services.health.ready():
        raise refused(Code.STORE_UNAVAILABLE, "This process cannot serve now.")
    return Health(HealthStatus.READY)


async def list_rule_sets(services: Services, call: Call[Nothing, Nothing, Nothing]) -> RuleSetList:
    """Return every rule set."""
    del call
    return RuleSetList(services.catalogue.rule_sets())


async def get_rule_set(
    services: Services, call: Call[RuleSetPath, Nothing, Nothing]
) -> RuleSetView:
    """Return one rule set."""
    return services.catalogue.rule_set(call.path.rule_set_id)


async def get_rules(services: Services, call: Call[RuleSetPath, RulesQuery, Nothing]) -> RulesView:
    """Return the rules of a choice of options; refuses INVALID_INPUT for one named twice."""
    chosen = dict(text.split(":", 1) for text in call.query.option)
    if len(chosen) < len(call.query.option):
        raise refused(Code.INVALID_INPUT, "An option is given more than once.")
    return services.catalogue.rules(call.path.rule_set_id, call.query.players, chosen)


async def get_rule_book(services: Services, call: Call[Nothing, Nothing, Nothing]) -> str:
    """Return the rule book as Markdown."""
    del services, call
    return rule_book()


async def list_problems(services: Services, call: Call[Nothing, Nothing, Nothing]) -> ProblemList:
    """Return every code."""
    del services, call
    return ProblemList(problem_kinds())


async def create_match(services: Services, call: Call[Nothing, Nothing, NewMatch]) -> MatchView:
    """Make a match."""
    return await services.lobby.create(call.viewer, call.body)


async def get_match(services: Services, call: Call[MatchPath, MatchQuery, Nothing]) -> MatchView:
    """Return a match, now or at a version."""
    match_id, wanted = call.path.match_id, call.query
    if wanted.version is None:
        return await services.matches.match(call.viewer, match_id)
    return await services.matches.match_at(call.viewer, match_id, wanted.version, wanted.seat)


async def get_match_rules(services: Services, call: LookCall) -> RulesView:
    """Return the rules that a match is pinned to."""
    return await services.matches.rules(call.viewer, call.path.match_id)


async def join_match(services: Services, call: Call[MatchPath, Nothing, SeatChoice]) -> MatchView:
    """Sit down."""
    match_id, chosen = call.path.match_id, call.body
    return await services.lobby.join(call.viewer, match_id, chosen.seat, chosen.invite_code)


async def leave_match(services: Services, call: MatchCall) -> MatchView:
    """Stand up."""
    return await services.lobby.leave(call.viewer, call.path.match_id)


async def add_bot(services: Services, call: Call[MatchPath, Nothing, BotChoice]) -> MatchView:
    """Put a house bot on a seat."""
    chosen = call.body
    return await services.lobby.add_bot(call.viewer, call.path.match_id, chosen.seat, chosen.level)


async def start_match(services: Services, call: Call[MatchPath, Nothing, StartChoice]) -> MatchView:
    """Deal the first cards."""
    fill = call.body.fill_with_bots
    return await services.lobby.start(call.viewer, call.path.match_id, fill=fill)


async def get_moves(services: Services, call: MatchCall) -> Turn:
    """Return what the caller's seat is asked; refuses NOT_SEATED."""
    match = await services.matches.match(call.viewer, call.path.match_id)
    if match.viewer_seat is None:
        raise refused(Code.NOT_SEATED, "You have no seat in this match.")
    return Turn(
        match_id=match.id,
        version=match.version,
        seat=match.viewer_seat,
        decision_version=match.decision_version,
        deadline_ms=match.deadline_ms,
        legal_moves=match.legal_moves,
    )


async def submit_move(services: Services, call: Call[MatchPath, Nothing, MoveRequest]) -> Accepted:
    """Make a move."""
    return await services.matches.submit(call.viewer, call.path.match_id, call.body)


async def validate_move(
    services: Services, call: Call[MatchPath, Nothing, MoveCheck]
) -> MoveAllowed:
    """Say whether a move would be accepted."""
    return await services.matches.check(call.viewer, call.path.match_id, call.body)


async def get_events(services: Services, call: Call[MatchPath, FeedQuery, Nothing]) -> FeedPage:
    """Return a page of a match's feed."""
    query = call.query
    items = await services.matches.entries(
        call.viewer, call.path.match_id, query.after, float(query.wait)
    )
    return FeedPage(items)


async def follow_events(
    services: Services, call: Call[MatchPath, FeedQuery, Nothing]
) -> AsyncIterator[FeedItem] | None:
    """Return a match's feed, or nothing for a browser that has seen a finished one to its end.

    Reads the match first, so that a refusal is told before a stream begins.
    """
    match = await services.matches.match(call.viewer, call.path.match_id)
    is_over = match.status in {MatchStatus.FINISHED, MatchStatus.VOID}
    if is_over and call.has_seen_end and call.query.after == match.cursor:
        return None
    return services.matches.feed(call.viewer, match.id, call.query.after)


async def add_entropy(
    services: Services, call: Call[MatchPath, Nothing, EntropyRequest]
) -> EntropyReceipt:
    """Add bytes to the shuffle of the next deal."""
    return await services.matches.add_entropy(call.viewer, call.path.match_id, call.body)


async def get_analysis(
    services: Services, call: Call[MatchPath, AnalysisQuery, Nothing]
) -> AnalysisView:
    """Return what the strong house bot says of the moves of a match that is over."""
    query = call.query
    wanted = Wanted(query.deal, query.seat, query.first, query.after)
    return await services.analyses.analysis(call.viewer, call.path.match_id, wanted)


async def export_match(services: Services, call: LookCall) -> WrittenMatch:
    """Return a match that is over as it is written down."""
    return await services.matches.export(call.viewer, call.path.match_id)
