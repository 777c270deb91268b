"""GET /v1/health: the service answers. No database, no secret."""

from screwtape import __version__, wiring
from screwtape.api.admission import Call
from screwtape.api.models import HealthResponse

api = wiring.api("health")


@api.operation("health")
def health(call: Call[None]) -> HealthResponse:
    """Answer."""
    return HealthResponse(status="ok", version=__version__, request_id=call.request_id)


handler = api.handler
