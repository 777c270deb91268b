"""What became of a payment, asked of a node: nothing is called void unless the chain itself shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

import pytest
from eth_utils.crypto import keccak

from screwtape.adapters import chain
from screwtape.adapters.chain import JsonRpcChain
from screwtape.adapters.outbound import Outbound
from screwtape.core.errors import StoreUnavailable
from screwtape.core.payments import Authorization, Payment, reasons
from screwtape.ports import ChainFailed, Fate, Open, Paid, Void
from tests.keymaking import DAY, NOON
from tests.model_server import Act, drip, hang_up, reply, silence, status
from tests.node import Log, Node, error, result, word

TOKEN: Final = "0x" + "0a" * 20
OTHER: Final = "0x" + "cd" * 20
END: Final = NOON + 120
SIGNED: Final = Authorization("0x" + "1f" * 20, "0x" + "ab" * 20, 5_000, 0, END, "0x" + "2e" * 32)
PAYMENT: Final = Payment("eip155:8453", TOKEN, SIGNED, "0x" + "3d" * 65)
TWIN: Final = replace(PAYMENT, authorization=replace(SIGNED, nonce="0x" + "5b" * 32))
"""Another payment of the same payer, to the same account and of the same sum."""
OVER: Final = END + 60
"""The last second of the chain in which the payment could still be under way, clocks being apart."""
SECONDS: Final = 30.0
SHORT: Final = 0.3
METHODS: Final = ["eth_chainId", "eth_getBlockByNumber", "eth_call", "eth_getLogs", "eth_getTransactionReceipt"]


@pytest.fixture
def node() -> Iterator[Node]:
    """Give a chain of 2,000 blocks every two seconds, of which the newest is 60 seconds after noon."""
    with Node(blocks_to(NOON + 60), TOKEN) as made:
        yield made


def blocks_to(latest: int, count: int = 2_000, pace: int = 2) -> list[int]:
    """Give the times of that many blocks, up to the latest."""
    return list(range(latest - pace * (count - 1), latest + 1, pace))


def fate(node: Node, payment: Payment = PAYMENT, *, since: int = NOON, seconds: float = SECONDS) -> Fate | ChainFailed:
    """Ask what became of a payment, and give that or the failure, which repeats nothing that was sent or told."""
    outbound = Outbound()
    came: Fate | ChainFailed
    try:
        came = JsonRpcChain(lambda: node.url, outbound).fate_of(payment, since, seconds)
    except ChainFailed as failure:
        came = failure
    finally:
        outbound.close()
    private = (payment.signature, payment.authorization.nonce, payment.authorization.payer, "canary", "127.0.0.1")
    assert not any(text in repr(came) for text in private)
    return came


@pytest.mark.parametrize(
    ("ours", "signature"),
    [
        (chain.USED, "AuthorizationUsed(address,bytes32)"),
        (chain.CANCELED, "AuthorizationCanceled(address,bytes32)"),
        (chain.TRANSFER, "Transfer(address,address,uint256)"),
        (chain.AUTHORIZATION_STATE, "authorizationState(address,bytes32)"),
    ],
)
def test_the_tokens_words_are_hashes_of_their_signatures(ours: str, signature: str) -> None:
    """An event is known by all of keccak-256, a function by its first four bytes."""
    assert f"0x{keccak(text=signature).hex()}".startswith(ours)
    assert len(ours) == (10 if signature.startswith("authorizationState") else 66)


# Not used -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("time", "expected"),
    [
        pytest.param(NOON, Open(), id="valid"),
        pytest.param(END, Open(), id="just over"),
        pytest.param(OVER, Open(), id="over by as much as clocks may be apart"),
        pytest.param(OVER + 1, Void(reasons.VALID_BEFORE), id="a second more"),
        pytest.param(OVER + DAY, Void(reasons.VALID_BEFORE), id="a day more"),
    ],
)
def test_an_unused_authorization_is_void_when_the_chains_own_time_is_past_it(time: int, expected: Fate) -> None:
    """Our clock has no say: what the chain may still include is open."""
    with Node(blocks_to(time), TOKEN) as node:
        assert fate(node) == expected
        assert node.asked == ["eth_chainId", "eth_getBlockByNumber", "eth_call"]


def test_an_authorization_for_ever_is_never_over(node: Node) -> None:
    """Until it is used or cancelled it may be used."""
    node.times[:] = blocks_to(NOON + 400 * DAY)
    assert fate(node, replace(PAYMENT, authorization=replace(SIGNED, valid_before=2**256 - 1))) == Open()


def test_a_node_that_is_behind_calls_nothing_void() -> None:
    """What it has not seen yet may have been paid: the state is asked of the block whose time is looked at."""
    with Node(blocks_to(OVER + 3_000), TOKEN) as node:
        node.include(node.at(NOON + 20), node.used(PAYMENT), node.moved(PAYMENT))
        for behind in (NOON - 10, NOON + 10):
            node.latest = node.at(behind)
            assert fate(node) == Open()
        node.latest = len(node.times) - 1
        assert isinstance(fate(node), Paid)


def test_another_nonce_of_the_payer_says_nothing(node: Node) -> None:
    """Nor does the same nonce of another account."""
    stranger = replace(PAYMENT, authorization=replace(SIGNED, payer=OTHER))
    node.include(node.at(NOON + 10), node.used(TWIN), node.moved(TWIN), node.used(stranger), node.moved(stranger))
    assert fate(node) == Open()


# Used ---------------------------------------------------------------------------------------------------------------


def test_a_used_authorization_that_moved_the_sum_to_us_is_paid(node: Node) -> None:
    """By the transaction that used it."""
    transaction = node.include(node.at(NOON + 10), node.used(PAYMENT), node.moved(PAYMENT))
    assert fate(node) == Paid(transaction)


def test_a_node_may_write_in_capitals(node: Node) -> None:
    """Hexadecimal letters of either case are the same address, topic and hash."""
    node.include(node.at(NOON + 10), node.used(PAYMENT), node.moved(PAYMENT))
    ((name, receipt),) = node.receipts.items()
    capitals = [
        log | {"address": upper(log["address"]), "topics": [upper(topic) for topic in log["topics"]]}
        for log in receipt["logs"]
    ]
    node.receipts[name] = receipt | {"logs": capitals}
    assert fate(node) == Paid(name)


def upper(hexadecimal: str) -> str:
    """Write in capitals."""
    return "0x" + hexadecimal[2:].upper()


def test_a_payment_that_was_made_late_is_paid_all_the_same() -> None:
    """Once it is used, that its time is over means nothing."""
    with Node(blocks_to(OVER + 600), TOKEN) as node:
        transaction = node.include(node.at(END - 2), node.used(PAYMENT), node.moved(PAYMENT))
        assert fate(node) == Paid(transaction)


def noise(node: Node) -> list[Log]:
    """Give what else a transaction may write: transfers of other accounts, sums, tokens and authorizations."""
    return [
        node.moved(PAYMENT, to=OTHER, value=1),
        node.moved(PAYMENT, address=OTHER),
        node.used(TWIN),
        node.moved(TWIN),
        node.log(chain.TRANSFER, word(OTHER), word(SIGNED.to), data=word("1388")),
        {"address": OTHER, "topics": [], "data": "0x"},
    ]


def test_a_payment_in_a_batch_is_paid(node: Node) -> None:
    """Other transfers before and after it, and other contracts' notes in between, change nothing."""
    foreign = node.moved(PAYMENT, to=OTHER, address=OTHER)
    ours = [node.used(PAYMENT), foreign, node.moved(PAYMENT)]
    transaction = node.include(node.at(NOON + 10), *noise(node), *ours, *noise(node))
    assert fate(node) == Paid(transaction)


@pytest.mark.parametrize(
    "instead",
    [
        pytest.param(lambda node: [node.moved(PAYMENT, to=OTHER)], id="somebody else"),
        pytest.param(lambda node: [node.moved(PAYMENT, value=4_999)], id="less"),
        pytest.param(lambda node: [node.moved(PAYMENT, value=5_001)], id="more"),
        pytest.param(lambda node: [node.moved(PAYMENT, address=OTHER)], id="another token"),
        pytest.param(lambda _: [], id="nobody"),
        pytest.param(
            lambda node: [node.moved(PAYMENT, to=OTHER), node.used(TWIN), node.moved(TWIN)],
            id="somebody else, and us by another nonce of the same sum",
        ),
        pytest.param(
            lambda node: [node.log(chain.TRANSFER, word(OTHER), word(SIGNED.to), data=word("1388"))],
            id="us, by somebody else",
        ),
    ],
)
def test_a_nonce_that_was_spent_on_something_else_does_not_pay_us(node: Node, instead: Callable[[Node], Any]) -> None:
    """A payer may use its own nonce for another payment; that is certain, and told as such."""
    node.include(node.at(NOON + 10), node.used(PAYMENT), *instead(node))
    assert fate(node) == Void(reasons.PAID_SOMEBODY_ELSE)


def test_a_transfer_before_the_use_of_the_nonce_is_not_its_transfer(node: Node) -> None:
    """The token writes the transfer of an authorization right after noting its use."""
    node.include(node.at(NOON + 10), node.moved(PAYMENT), node.used(PAYMENT), node.moved(PAYMENT, to=OTHER))
    assert fate(node) == Void(reasons.PAID_SOMEBODY_ELSE)


def test_a_cancelled_authorization_is_void(node: Node) -> None:
    """Whatever else its payer sent us in the same transaction."""
    node.include(node.at(NOON + 10), node.used(TWIN), node.moved(TWIN), node.canceled(PAYMENT), node.moved(PAYMENT))
    assert fate(node) == Void(reasons.AUTHORIZATION_CANCELED)


# What proves nothing ------------------------------------------------------------------------------------------------


def paid(node: Node) -> str:
    """Let the payment be made, and give the transaction."""
    return node.include(node.at(NOON + 10), node.used(PAYMENT), node.moved(PAYMENT))


FAULTS: Final = [
    pytest.param(error(), id="error"),
    pytest.param(result(None), id="null"),
    pytest.param(result("0x"), id="an empty text"),
    pytest.param(result("canary"), id="a text"),
    pytest.param(result(7), id="a number"),
    pytest.param(result({}), id="an empty object"),
    pytest.param(result([{}]), id="an array of nothing"),
    pytest.param(result({"number": "latest", "timestamp": "now", "status": "good"}), id="words for numbers"),
    pytest.param(reply(b"{}"), id="neither result nor error"),
    pytest.param(reply(b"null"), id="no object"),
    pytest.param(reply(b"[]"), id="a batch"),
    pytest.param(reply(b"canary"), id="no JSON"),
    pytest.param(reply(b"\xff\xfe"), id="no text"),
    pytest.param(reply(b"[" * 100_000), id="arrays without end"),
    pytest.param(reply(b" " * (1024 * 1024 + 1)), id="too long"),
    pytest.param(hang_up, id="hangs up"),
    *(pytest.param(status(code), id=str(code)) for code in (204, 301, 400, 401, 429, 500, 503)),
]


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("method", METHODS)
def test_a_node_that_fails_at_any_request_tells_nothing(node: Node, method: str, fault: Act) -> None:
    """The payment was made; whatever the node says instead, it is neither paid nor void nor open."""
    paid(node)
    node.faults[method] = fault
    assert isinstance(fate(node), ChainFailed)
    assert node.asked[-1] == method


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("fault", [silence, drip(b"HTTP/1.1 200 OK\r\nX-Slow: ")], ids=["silence", "drip"])
def test_a_node_that_does_not_answer_in_time_tells_nothing(node: Node, method: str, fault: Act) -> None:
    """The time is one for all requests of a question."""
    paid(node)
    node.faults[method] = fault
    came = fate(node, seconds=1 if method != METHODS[0] else SHORT)
    assert isinstance(came, ChainFailed)
    assert came.why == "timeout"


def test_a_time_beyond_all_measure_tells_nothing(node: Node) -> None:
    """A pace that cannot be reckoned is a failure of the node, not of ours."""
    paid(node)
    node.times[-1_001] = 16**400
    assert isinstance(fate(node), ChainFailed)


@pytest.mark.parametrize("seconds", [0, -1])
def test_without_time_nothing_is_told(node: Node, seconds: float) -> None:
    """Nothing is guessed instead."""
    assert isinstance(fate(node, seconds=seconds), ChainFailed)


def test_a_node_that_is_not_there_tells_nothing() -> None:
    """A refused connection is a failure like another."""
    with Node(blocks_to(OVER + 600), TOKEN) as node:
        pass
    assert isinstance(fate(node), ChainFailed)


def test_a_nonce_that_is_used_without_a_trace_proves_nothing(node: Node) -> None:
    """A node that keeps no old events knows the nonce is used, and not what for."""
    paid(node)
    node.faults["eth_getLogs"] = result([])
    assert isinstance(fate(node), ChainFailed)


@pytest.mark.parametrize(
    "receipt",
    [
        pytest.param({"status": "0x0"}, id="failed"),
        pytest.param({"status": None}, id="without a status"),
        pytest.param({"logs": None}, id="without logs"),
        pytest.param({"logs": []}, id="with its logs pruned"),
        pytest.param({"logs": [{"address": TOKEN, "topics": [chain.TRANSFER], "data": "0x1"}]}, id="of something else"),
    ],
)
def test_a_receipt_that_does_not_show_the_use_proves_nothing(node: Node, receipt: dict[str, Any]) -> None:
    """The event said that this transaction used the nonce, so the node contradicts itself: it is not void."""
    node.receipts[paid(node)] |= receipt
    assert isinstance(fate(node), ChainFailed)


def test_what_is_at_the_address_may_be_no_token(node: Node) -> None:
    """A contract that knows no authorizations answers nothing, and nothing is void."""
    node.token = OTHER
    assert isinstance(fate(node), ChainFailed)


def test_a_node_of_another_chain_proves_nothing(node: Node) -> None:
    """To it the nonce would look unused for ever."""
    node.chain = 84532
    came = fate(node)
    assert isinstance(came, ChainFailed)
    assert came.why == "the node is one of another chain"
    assert node.asked == ["eth_chainId"]


def test_the_chain_is_asked_for_its_name_once(node: Node) -> None:
    """It keeps it."""
    outbound = Outbound()
    try:
        asked = JsonRpcChain(lambda: node.url, outbound)
        assert [asked.fate_of(PAYMENT, NOON, SECONDS) for _ in range(2)] == [Open(), Open()]
    finally:
        outbound.close()
    assert node.asked.count("eth_chainId") == 1


def test_an_address_that_cannot_be_read_is_a_failure() -> None:
    """It may lie in a store of secrets, which may be down."""

    def unreadable() -> str:
        raise StoreUnavailable("no secret now")

    outbound = Outbound()
    try:
        with pytest.raises(ChainFailed):
            JsonRpcChain(unreadable, outbound).fate_of(PAYMENT, NOON, SECONDS)
    finally:
        outbound.close()
