"""The page at `/metrics`, for scrapers inside; an ingress must not pass it on."""

from starlette.requests import Request
from starlette.responses import Response

from schema.rest.operation import Cache
from service.metrics import Metrics


class MetricsPage:
    """Answers `GET /metrics` with everything that the process has counted."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    async def answer(self, request: Request) -> Response:
        """Return the page in the format that the scraper likes best."""
        page = self._metrics.page(request.headers.get("Accept", ""))
        headers = {"Content-Type": page.media_type, "Cache-Control": Cache.NEVER, "Vary": "Accept"}
        return Response(page.body, headers=headers)
