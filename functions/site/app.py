"""The site: pages and discovery documents, and whatever no route matches (``$default``)."""

from screwtape import wiring
from screwtape.api.admission import Call
from screwtape.api.replies import Reply
from screwtape.site import pages

api = wiring.site_api()


@api.operation("home")
def home(call: Call[None]) -> Reply:
    """Serve the front page."""
    return pages.home(call.base_url, call.if_none_match)


@api.operation("docs")
def docs(call: Call[None]) -> Reply:
    """Serve the API reference."""
    return pages.docs(call.base_url, call.if_none_match)


@api.operation("quality")
def quality(call: Call[None]) -> Reply:
    """Serve the page that tells how right the judge is."""
    return pages.quality_page(call.base_url, call.if_none_match)


@api.operation("openapi")
def openapi(call: Call[None]) -> Reply:
    """Serve the OpenAPI document."""
    return pages.openapi(call.base_url, call.if_none_match)


handler = api.handler
