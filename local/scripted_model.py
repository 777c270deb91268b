"""A model's endpoint on loopback that has no model: it agrees with what the rules found.

``make run MODEL=scripted`` starts it, so that the whole way to a model and back can be seen without an account. It
reads questions as any OpenAI-compatible endpoint does; its opinion is what stands in the frame ``checks``.
"""

from __future__ import annotations

import json
import re
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

NAME: Final = "scripted"
_CHECKS: Final = re.compile(r"<<<checks (?P<nonce>\w+)\n(?P<found>.*?)\n>>>checks (?P=nonce)", re.DOTALL)
_SHOWN: Final = 200


class ScriptedModel:
    """The endpoint, from when it is made until it is closed. ``base_url`` is what MODEL_BASE_URL must be."""

    def __init__(self) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _Endpoint)
        self._server.daemon_threads = True
        self.base_url = f"http://127.0.0.1:{self._server.server_port}/v1"
        self._serving = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._serving.start()

    @property
    def settings(self) -> dict[str, str]:
        """Give the settings that make the functions ask it."""
        return {"MODEL_API_KEY": NAME, "MODEL_BASE_URL": self.base_url, "MODEL_NAME": NAME, "MODEL_FALLBACK_NAME": NAME}

    def close(self) -> None:
        """Stop answering."""
        self._server.shutdown()
        self._serving.join()
        self._server.server_close()


def opinion(found: dict[str, Any]) -> dict[str, Any]:
    """Give the answer to either question: agreement with what the rules ``found``."""
    if "verdict" in found:
        seen = [finding["message"] for finding in found["findings"][:1]] or ["Nothing stands against it."]
        agreed = {"verdict": found["verdict"], "score": found["score"], "quotes": []}
    else:
        seen = found["reasons"][:1]
        agreed = {name: found[name] for name in ("consensus_answer", "agreement_score", "false_consensus_risk")}
    return {"reasons": [f"The scripted model agrees: {reason[:_SHOWN]}" for reason in seen], **agreed}


class _Endpoint(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # connections are kept, as a real endpoint keeps them
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        """List the models."""
        self._answer({"object": "list", "data": [{"id": NAME, "object": "model"}]})

    def do_POST(self) -> None:
        """Answer a question."""
        try:
            asked = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
            material = asked["messages"][-1]["content"]
            checks = _CHECKS.search(material)
            told = json.dumps(opinion(json.loads(checks["found"])) if checks else {}, ensure_ascii=False)
        except (ValueError, LookupError, TypeError):  # whatever was sent, it is no question
            self._answer({"error": {"message": "This is no question of Screwtape's."}}, HTTPStatus.BAD_REQUEST)
            return
        self._answer(
            {
                "id": "chatcmpl-scripted",
                "object": "chat.completion",
                "model": NAME,
                "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": told}}],
                "usage": {"prompt_tokens": len(material) // 4, "completion_tokens": len(told) // 4},
            }
        )

    def log_message(self, *_: object) -> None:
        """Say nothing: the functions' own log lines tell of every call."""

    def _answer(self, body: dict[str, Any], status: HTTPStatus = HTTPStatus.OK) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
