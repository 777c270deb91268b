"""Pages as files: what the site serves from its content folder, with entity tags so that readers rarely load twice."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from http import HTTPStatus
from importlib.resources import files
from typing import Final

from screwtape.api.openapi import BASE_URL
from screwtape.api.replies import Reply
from screwtape.core.terms import FREE_CALLS_PER_DAY
from screwtape.site.quality import limits, quality
from screwtape.site.reference import reference

HTML: Final = "text/html; charset=utf-8"
JSON: Final = "application/json"
_FRESH_SECONDS: Final = 300


def home(base_url: str, if_none_match: str) -> Reply:
    """Give the front page."""
    return _page(_content("home.html", base_url), HTML, if_none_match)


def openapi(base_url: str, if_none_match: str) -> Reply:
    """Give the OpenAPI document with this deployment as its server."""
    return _page(_content("openapi.json", base_url), JSON, if_none_match)


def docs(base_url: str, if_none_match: str) -> Reply:
    """Give the reference page."""
    page = _content("docs.html", base_url).replace("{reference}", reference())
    return _page(page, HTML, if_none_match)


def quality_page(base_url: str, if_none_match: str) -> Reply:
    """Give the page that tells how right the judge is."""
    report = json.loads(_content("quality.json", ""))
    page = _content("quality.html", base_url).replace("{quality}", quality(report)).replace("{limits}", limits(report))
    return _page(page, HTML, if_none_match)


def not_found_page() -> str:
    """Give the page for a path that is not there."""
    return _content("not_found.html", "")


def _page(body: str, content_type: str, if_none_match: str) -> Reply:
    tag = f'"{hashlib.sha256(body.encode()).hexdigest()[:20]}"'
    headers = {"ETag": tag, "Cache-Control": f"public, max-age={_FRESH_SECONDS}"}
    if if_none_match.strip() == "*" or tag in {part.strip().removeprefix("W/") for part in if_none_match.split(",")}:
        return Reply(HTTPStatus.NOT_MODIFIED, headers=headers)
    return Reply(HTTPStatus.OK, body, content_type, headers)


@lru_cache(8)
def _content(name: str, base_url: str) -> str:
    """Read one file of the content folder; addresses become the deployment's own, and promises those of the terms."""
    text = (files("screwtape.site") / "content" / name).read_text(encoding="utf-8")
    return text.replace(BASE_URL, base_url).replace("{free_calls_per_day}", str(FREE_CALLS_PER_DAY))
