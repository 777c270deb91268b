"""What each function is allowed to do in the template is what its use cases really ask of AWS: enough, and no more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import boto3
import pytest
from botocore.client import BaseClient

from local.client import Api
from local.facilitator import Facilitator, down, lost
from local.template import Template
from screwtape.adapters import secrets
from screwtape.api.routes import CONSENSUS_EXAMPLE, JUDGE_EXAMPLE
from tests.conftest import ROOT, MakeApi
from tests.payer import Payer, header_of
from tests.platform.stack import Stack

DAY_MS: Final = 86_400_000
NOON: Final = 1_790_000_000_000 // DAY_MS * DAY_MS + DAY_MS // 2
SECRET_NAME: Final = "/test/hash-secret"
MODEL_KEY_NAME: Final = "/test/model-key"
OF_A_TRANSACTION: Final = {
    "ConditionCheck": "ConditionCheckItem",
    "Delete": "DeleteItem",
    "Put": "PutItem",
    "Update": "UpdateItem",
}
"""A transaction has no permission of its own: each of its writes needs the one of its kind."""


@pytest.fixture(scope="session")
def template() -> Template:
    """Give the template as the local API reads it; in this folder the name stands for the text otherwise."""
    return Template.load(ROOT / "template.yaml")


@pytest.fixture
def api(make_api: MakeApi) -> Api:
    """Give an API whose secrets lie in an embedded SSM, and that counts calls to a model."""
    secrets._provider.cache_clear()  # it would remember another test's secret
    for name in (SECRET_NAME, MODEL_KEY_NAME):
        boto3.client("ssm").put_parameter(Name=name, Value="pepper", Type="SecureString")
    return make_api(
        {
            "HASH_SECRET": f"ssm:{SECRET_NAME}",
            "MODEL_API_KEY": f"ssm:{MODEL_KEY_NAME}",
            "MODEL_BASE_URL": "http://127.0.0.1:9/v1",  # where nobody listens
            "MODEL_CALLS_PER_DAY": "1000",
        }
    )


@pytest.fixture
def facilitator() -> Iterator[Facilitator]:
    """Give a facilitator over a ledger in memory."""
    serving = Facilitator()
    yield serving
    serving.close()


@pytest.fixture
def asked(api: Api) -> Iterator[set[str]]:  # noqa: ARG001 (made before, and unheard)
    """Give the IAM actions that the API needed from now on."""
    with actions_noted() as needed:
        yield needed


@contextmanager
def actions_noted() -> Iterator[set[str]]:
    """Note the IAM actions that are needed meanwhile."""
    needed: set[str] = set()
    send = BaseClient._make_api_call  # type: ignore[attr-defined]  # botocore has no types

    def noting(client: Any, operation: str, parameters: Any) -> Any:
        writes = parameters["TransactItems"] if operation == "TransactWriteItems" else ()
        kinds = [OF_A_TRANSACTION[kind] for write in writes for kind in write] or [operation]
        needed.update(f"{client.meta.service_model.service_name}:{kind}" for kind in kinds)
        return send(client, operation, parameters)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(BaseClient, "_make_api_call", noting)
        yield needed


def sign_up(api: Api, *, at: int = NOON) -> dict[str, str]:
    """Make a key of one address; give its header, which is of no use after a refusal."""
    made = api.request("POST", "/v1/keys", json={"email": "dev@example.com", "name": "test"}, at=at)
    return {"Authorization": f"Bearer {made.json().get('key')}"}


def spend(api: Api, path: str, key: dict[str, str], *, name: str = "", at: int = NOON) -> int:
    """Make a metered call; give its status."""
    example = JUDGE_EXAMPLE if path == "/v1/judge" else CONSENSUS_EXAMPLE
    return api.request(
        "POST", path, headers=key | ({"Idempotency-Key": name} if name else {}), json=example, at=at
    ).status


@pytest.mark.parametrize("name", ["judge", "consensus"])
def test_a_metered_function_may_charge_and_give_back(
    api: Api, asked: set[str], stack: Stack, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Calls of a day and of the next, named ones, replays, and both kinds after our own fault."""
    path, key = f"/v1/{name}", sign_up(api)
    asked.clear()
    tomorrow = NOON + DAY_MS
    assert [spend(api, path, key, at=at) for at in (NOON, tomorrow)] == [200, 200]
    assert [spend(api, path, key, name="once", at=tomorrow) for _ in range(2)] == [200, 200]
    from screwtape.services.judging import Judging  # noqa: PLC0415 - the module that this test's API has loaded

    for work in ("judge", "agree"):
        monkeypatch.setattr(Judging, work, lambda *_: 1 / 0)
    assert [spend(api, path, key, name=named, at=tomorrow) for named in ("", "twice")] == [500, 500]
    assert asked == stack.actions(f"{name.capitalize()}Function")


def test_the_keys_function_may_keep_keys(api: Api, asked: set[str], stack: Stack) -> None:
    """Sign-ups with and without room, the taking of an idle key's slot, a look at a key, and a whole deletion."""
    keys = [sign_up(api) for _ in range(4)]
    later = NOON + 90 * DAY_MS
    newest = sign_up(api, at=later)
    before = set(asked)
    assert spend(api, "/v1/judge", keys[0], name="a row to delete") == 200
    asked.intersection_update(before)
    for key in (keys[0], newest):
        assert api.request("GET", "/v1/keys/me", headers=key, at=later).status == 200
        assert api.request("DELETE", "/v1/keys/me", headers=key).status == 200
    assert asked == stack.actions("KeysFunction")


@pytest.mark.parametrize("has_money_moved", [True, False], ids=["settled", "refused"])
def test_the_reconciling_function_may_close_payments(
    make_api: MakeApi, stack: Stack, facilitator: Facilitator, *, has_money_moved: bool
) -> None:
    """It lists payments of unknown fate, and notes what the chain tells."""
    api, payer = make_api(facilitator.settings), Payer()
    payment = payer.payment()
    facilitator.interfere("/settle", lost if has_money_moved else down)
    reply = api.request("POST", "/v1/judge", headers=header_of(payment), json=JUDGE_EXAMPLE)
    assert reply.status == 503
    if not has_money_moved:
        nonce = payment["payload"]["authorization"]["nonce"]
        facilitator.ledger.cancel(payer.address, bytes.fromhex(nonce[2:]))
    with actions_noted() as needed:
        told = api.invoke("ReconcileFunction", {})
    assert told["settled" if has_money_moved else "refused"] == 1
    assert needed == stack.actions("ReconcileFunction") - {"ssm:GetParameter"}


@pytest.mark.parametrize(
    ("function", "path"),
    [
        pytest.param("HealthFunction", "/v1/health", id="health"),
        pytest.param("SiteFunction", "/", id="site"),
    ],
)
def test_the_other_functions_ask_for_nothing(api: Api, asked: set[str], stack: Stack, function: str, path: str) -> None:
    """Whoever needs no AWS may use none."""
    assert api.request("GET", path).status == 200
    assert asked == stack.actions(function) == set()
