"""Where on the chain a payment is looked for: from when it first came, in pieces that nodes allow, at any pace."""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import Final

import pytest

from screwtape.adapters.chain import JsonRpcChain
from screwtape.adapters.outbound import Outbound
from screwtape.core.payments import Authorization, Payment
from screwtape.ports import ChainFailed, Fate, Paid
from tests.keymaking import NOON
from tests.node import WIDEST, Node

TOKEN: Final = "0x" + "0a" * 20
SIGNED: Final = Authorization("0x" + "1f" * 20, "0x" + "ab" * 20, 5_000, 0, NOON + 120, "0x" + "2e" * 32)
PAYMENT: Final = Payment("eip155:8453", TOKEN, SIGNED, "0x" + "3d" * 65)
APART: Final = 60
"""Seconds that the chain's clock may be from ours."""


def fate(node: Node, since: int) -> Fate | ChainFailed:
    """Ask what became of the payment that came at a time of our clock."""
    outbound = Outbound()
    try:
        return JsonRpcChain(lambda: node.url, outbound).fate_of(PAYMENT, since, 30)
    except ChainFailed as failure:
        return failure
    finally:
        outbound.close()


def steady(latest: int, count: int, pace: int = 2) -> list[int]:
    """Give the times of that many blocks, up to the latest."""
    return list(range(latest - pace * (count - 1), latest + 1, pace))


def assert_looked_through(node: Node, since: int) -> None:
    """Have looked from before the payment came, without a gap, and never at more blocks than a node allows."""
    assert node.times[node.ranges[0][0]] <= since - APART or node.ranges[0][0] == 0
    assert all(end - begin < WIDEST for begin, end in node.ranges)
    assert all(after[0] == before[1] + 1 for before, after in pairwise(node.ranges))


@pytest.mark.parametrize("after", [0, 2, 9_000, 9_998, 10_000, 10_002, 19_998, 20_000, 50_000, 59_998, 60_000])
def test_a_payment_of_long_ago_is_found(after: int) -> None:
    """Wherever it stands between its coming and the newest block: at the first, at the last, at any border."""
    with Node(steady(NOON + 60_000, 40_000), TOKEN) as node:
        transaction = node.include(node.at(NOON + after), node.used(PAYMENT), node.moved(PAYMENT))
        assert fate(node, NOON) == Paid(transaction)
        assert_looked_through(node, NOON)


@pytest.mark.parametrize("block", range(20), ids=lambda block: f"border {block}")
def test_no_block_falls_between_two_pieces(block: int) -> None:
    """The blocks on both sides of every border are looked at; borders are learned by looking in vain."""
    with Node(steady(NOON + 60_000, 40_000), TOKEN) as node:
        node.include(0, node.used(PAYMENT), node.moved(PAYMENT))
        assert isinstance(fate(node, NOON), ChainFailed)
        borders = [number for piece in node.ranges for number in piece]
        node.logs.clear()
        transaction = node.include(borders[block % len(borders)], node.used(PAYMENT), node.moved(PAYMENT))
        assert fate(node, NOON) == Paid(transaction)
        assert node.ranges[-1][1] <= node.latest


def test_the_newest_block_is_the_last_that_is_looked_at() -> None:
    """Nodes refuse to look beyond it; what they looked through in vain ends there."""
    with Node(steady(NOON + 60_000, 40_000), TOKEN) as node:
        node.include(0, node.used(PAYMENT), node.moved(PAYMENT))
        assert isinstance(fate(node, NOON), ChainFailed)
        assert node.ranges[-1][1] == node.latest
        assert_looked_through(node, NOON)


@pytest.mark.parametrize("early", [0, 1, 30, APART], ids=lambda early: f"{early} seconds")
def test_a_chain_whose_clock_is_behind_has_the_payment_before_it_came(early: int) -> None:
    """By its own time, which is compared with ours."""
    with Node(steady(NOON + 6_000, 9_000), TOKEN) as node:
        transaction = node.include(node.at(NOON - early), node.used(PAYMENT), node.moved(PAYMENT))
        assert fate(node, NOON) == Paid(transaction)


def test_a_payment_that_has_just_come_is_found_in_few_requests() -> None:
    """The caller waits meanwhile: the chain's name once, two for the state, two for the place, event and receipt."""
    with Node(steady(NOON + 60, 5_000), TOKEN) as node:
        transaction = node.include(node.at(NOON + 10), node.used(PAYMENT), node.moved(PAYMENT))
        assert fate(node, NOON) == Paid(transaction)
        assert node.asked == [
            "eth_chainId",
            "eth_getBlockByNumber",
            "eth_call",
            "eth_getBlockByNumber",
            "eth_getBlockByNumber",
            "eth_getLogs",
            "eth_getTransactionReceipt",
        ]


@pytest.mark.parametrize("count", [1, 2, 50, 900])
def test_a_young_chain_is_looked_through_from_its_beginning(count: int) -> None:
    """There are no blocks before the first."""
    with Node(steady(NOON + 60, count), TOKEN) as node:
        transaction = node.include(node.at(NOON + 60), node.used(PAYMENT), node.moved(PAYMENT))
        assert fate(node, NOON - 86_400) == Paid(transaction)
        assert node.ranges == [(0, count - 1)]


@pytest.mark.parametrize("ahead", [APART, APART + 1, 600])
def test_a_chain_that_is_behind_our_clock_is_looked_at_where_it_ends(ahead: int) -> None:
    """The newest block may hold a payment that came, by our clock, after it."""
    with Node(steady(NOON, 3_000), TOKEN) as node:
        transaction = node.include(node.latest, node.used(PAYMENT), node.moved(PAYMENT))
        assert fate(node, NOON + ahead) == Paid(transaction)


RECENT: Final = 2_000
"""Blocks since the pace changed."""
PACES: Final = [
    pytest.param([2] * 40_000, id="steady"),
    pytest.param([1] * 30_000 + [2] * RECENT, id="slower lately"),
    pytest.param([12] * 5_000 + [2] * RECENT, id="much faster lately"),
    pytest.param([3] * 9_000 + [2] * RECENT, id="faster lately"),
    pytest.param([2] * 40_000 + [7_200] + [2] * RECENT, id="two hours without a block"),
    pytest.param([1, 3] * 20_000, id="uneven"),
    pytest.param([0, 0, 0, 0, 1] * 40_000, id="five blocks a second"),
    pytest.param([2] * 40_000 + [0] * RECENT, id="many blocks in one second"),
]


@pytest.mark.parametrize("paces", PACES)
@pytest.mark.parametrize("ago", [0, 90, 1_800, 7_200, 20_000])
def test_a_payment_is_found_at_any_pace(paces: list[int], ago: int) -> None:
    """However blocks came, the search begins before the payment and not without end before it."""
    times = list(accumulate(paces, initial=0))
    times = [NOON - times[-1] + time for time in times]
    with Node(times, TOKEN) as node:
        transaction = node.include(node.at(NOON - ago), node.used(PAYMENT), node.moved(PAYMENT))
        assert fate(node, NOON - ago) == Paid(transaction)
        assert_looked_through(node, NOON - ago)
        assert len(node.ranges) <= 20


def test_a_chain_without_any_pace_tells_nothing() -> None:
    """Where the place cannot be found in a few steps, the payment is neither void nor open."""
    times = [NOON - 20_000 - (80_000 - n) // 100 for n in range(80_000)] + steady(NOON, 10_001)
    with Node(times, TOKEN) as node:
        node.include(node.at(NOON - 20_700), node.used(PAYMENT), node.moved(PAYMENT))
        assert isinstance(fate(node, NOON - 20_700), ChainFailed)


def test_what_was_used_before_the_payment_came_is_not_looked_for() -> None:
    """Nothing is concluded from finding nothing."""
    with Node(steady(NOON + 6_000, 30_000), TOKEN) as node:
        node.include(node.at(NOON - 20_000), node.used(PAYMENT), node.moved(PAYMENT))
        assert isinstance(fate(node, NOON), ChainFailed)


def test_pieces_that_a_node_refuses_tell_nothing() -> None:
    """A node that looks through fewer blocks at once says so, which proves nothing."""
    with Node(steady(NOON + 60_000, 40_000), TOKEN, latest=39_000) as node:
        node.include(38_999, node.used(PAYMENT), node.moved(PAYMENT))
        node.widest = 100
        assert isinstance(fate(node, NOON), ChainFailed)
        assert node.asked[-1] == "eth_getLogs"
