"""/v1/keys: make an API key, see what it has left, delete it with all that is kept in its name."""

from screwtape import wiring
from screwtape.api.admission import Call
from screwtape.api.models import DeletedResponse, KeyLimits, KeyRequest, KeyResponse, KeyUsageResponse, Usage

api = wiring.api("keys")


@api.operation("create_key")
def create(call: Call[KeyRequest]) -> KeyResponse:
    """Make a key; its secret leaves here once."""
    created = wiring.keys().create(call.body.email, call.body.name, source=call.source, now=call.now)
    return KeyResponse.of(created, limits=KeyLimits.of(created), request_id=call.request_id)


@api.operation("show_key")
def show(call: Call[None]) -> KeyUsageResponse:
    """Show what the key has left today."""
    usage = wiring.keys().show(call.require_key(), call.now)
    return KeyUsageResponse.of(usage, usage=Usage.of(usage), request_id=call.request_id)


@api.operation("delete_key")
def delete(call: Call[None]) -> DeletedResponse:
    """Delete the key and everything kept in its name."""
    wiring.keys().delete(call.require_key())
    return DeletedResponse(deleted=True, request_id=call.request_id)


handler = api.handler
