"""What only real sockets show of the API as it is served."""

from __future__ import annotations

from http.client import HTTPConnection

import pytest

from tests.local.running import Running


@pytest.mark.parametrize("path", ["/", "/docs", "/openapi.json", "/v1/health", "/v1/keys/me"])
def test_head_tells_the_length_that_get_has(local_api: Running, path: str) -> None:
    """HEAD has no body and the headers of GET, its length included (RFC 9110 \u00a79.3.2)."""
    lengths = {}
    for method in ("GET", "HEAD"):
        connection = HTTPConnection("127.0.0.1", local_api.port, timeout=60)
        connection.request(method, path, headers={"Authorization": f"Bearer {local_api.key}"})
        reply = connection.getresponse()
        body = reply.read()
        connection.close()
        assert reply.status == 200
        assert (len(body) == 0) is (method == "HEAD")
        lengths[method] = int(reply.headers["content-length"])
    assert lengths["HEAD"] == lengths["GET"] > 0
