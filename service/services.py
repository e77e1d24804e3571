"""Builds the use cases of one process from its store and its jobs."""

from schema.context import Services
from service.feed.hub import Hub
from service.feed.turns import TurnHub
from service.store.errors import StoreError
from service.store.ports import Store
from service.usecases.accounts import Accounts
from service.usecases.administration import AdminService
from service.usecases.analysed import AnalysisOf
from service.usecases.catalogue import RuleCatalogue
from service.usecases.commits import Commits
from service.usecases.credentials import NearViewers
from service.usecases.lobby import LobbyService
from service.usecases.match_lists import MatchListService
from service.usecases.matches import MatchService
from service.usecases.members import Members
from service.usecases.offers import BotService
from service.usecases.overlay_keys import OverlayKeyService
from service.usecases.pairing import PairingService
from service.usecases.ports import Issuer, Jobs
from service.usecases.presence import PresenceService
from service.usecases.reading_analyses import AnalysisService
from service.usecases.seats import SeatService
from service.usecases.tokens import TokenService


class StoreHealth:
    """Implements `schema.context.Health`: ready while the store takes writes."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def ready(self) -> bool:
        """Return whether the store answers and takes writes."""
        try:
            await self._store.ping()
        except StoreError:
            return False
        return True


def build_services(
    *,
    store: Store,
    jobs: Jobs,
    issuer: Issuer | None = None,
    analysis: AnalysisOf = AnalysisOf.PEOPLE,
) -> Services:
    """Return every port of one process; nothing connects before its first use."""
    near, lobby, present = NearViewers(), LobbyService(store, jobs), PresenceService(store)
    return Services(
        players=Accounts(store, near, Members(store, issuer)),
        tokens=TokenService(store, near),
        overlay_keys=OverlayKeyService(store, near),
        admin=AdminService(store, near, Commits(store, jobs)),
        bots=BotService(store, lobby),
        catalogue=RuleCatalogue(),
        lobby=lobby,
        lobby_owner=lobby,
        seats=SeatService(store, jobs),
        lists=MatchListService(store),
        pairing=PairingService(store, lobby),
        presence=present,
        turns=TurnHub(store, present),
        matches=MatchService(store, jobs, Hub(store, presence=present), present),
        analyses=AnalysisService(store, analysis),
        health=StoreHealth(store),
        clock=store.clock,
    )
